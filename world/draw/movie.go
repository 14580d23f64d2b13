package draw

import (
	"bytes"
	"errors"
	"image"
	"image/gif"
	"io"
	"math"
)

// ErrNoFrames is the error of encoding an empty Movie.
var ErrNoFrames = errors.New("draw: a movie without frames")

// maxFPS is the highest frame rate that viewers honour: a GIF counts time in
// hundredths of a second, and delays below two of them are shown as ten.
const maxFPS = 50

// Movie collects pictures into an animated GIF that repeats for ever. It has one fixed
// table of colours made from a Palette and no dithering, so an area at rest stays exactly
// the same. A frame stores the smallest box around all changes, and inside it only the
// pixels that changed.
type Movie struct {
	fps    float64
	table  *colorTable
	frames gif.GIF
	count  int // pictures added, also those without a change

	size              image.Point
	pixels            []uint8 // the last picture, RGBA
	current, previous []uint8 // the last picture and the one before, as indexes into the table
}

// NewMovie returns an empty movie. The frame rate is clamped to the range from 1 to 50 per
// second, which the format can express and viewers honour.
func NewMovie(fps float64, p *Palette) *Movie {
	if !(fps > 1) { // a NaN too
		fps = 1
	}
	return &Movie{
		fps:   math.Min(fps, maxFPS),
		table: newColorTable(p),
	}
}

// Len returns the number of pictures added.
func (v *Movie) Len() int { return v.count }

// Add appends the picture in its present state. A picture equal to the one before lengthens
// that one instead. Add panics when the size differs from the first.
func (v *Movie) Add(m *Image) {
	frame := m.RGBA()
	if v.count == 0 {
		v.size = frame.Rect.Size()
		v.pixels = make([]uint8, 4*v.size.X*v.size.Y)
		v.previous = make([]uint8, v.size.X*v.size.Y)
		v.current = bytes.Repeat([]uint8{v.table.transparent()}, v.size.X*v.size.Y)
	}
	if frame.Rect.Size() != v.size {
		panic("draw: a movie's pictures must have one size")
	}
	changed := v.quantize(frame)
	delay := v.delay()
	v.count++
	if changed.Empty() {
		v.frames.Delay[len(v.frames.Delay)-1] += delay
		return
	}
	v.frames.Image = append(v.frames.Image, v.diffFrame(changed))
	v.frames.Delay = append(v.frames.Delay, delay)
	v.frames.Disposal = append(v.frames.Disposal, gif.DisposalNone)
}

// delay returns the duration of the next picture in hundredths of a second. The sum over
// all pictures is rounded, not each, so that the movie keeps its time.
func (v *Movie) delay() int {
	at := func(k int) int { return int(math.Round(100 * float64(k) / v.fps)) }
	return at(v.count+1) - at(v.count)
}

// quantize updates v.pixels and v.current and returns the box around the pixels whose index
// changed. The old indexes are kept in v.previous.
func (v *Movie) quantize(frame *image.RGBA) image.Rectangle {
	copy(v.previous, v.current)
	var changed image.Rectangle
	for y := range v.size.Y {
		row := frame.Pix[y*frame.Stride:]
		old := v.pixels[y*v.size.X*4:]
		out := v.current[y*v.size.X:]
		first, last := -1, 0
		for x := range v.size.X {
			p, q := row[4*x:4*x+4:4*x+4], old[4*x:4*x+4:4*x+4]
			if v.count > 0 && p[0] == q[0] && p[1] == q[1] && p[2] == q[2] {
				continue
			}
			copy(q, p)
			k := v.table.nearest([3]uint8{p[0], p[1], p[2]})
			if k == out[x] {
				continue
			}
			out[x] = k
			if first < 0 {
				first = x
			}
			last = x
		}
		if first >= 0 {
			changed = changed.Union(image.Rect(first, y, last+1, y+1))
		}
	}
	return changed
}

// diffFrame returns the changed box as a frame, transparent where nothing changed.
func (v *Movie) diffFrame(box image.Rectangle) *image.Paletted {
	frame := image.NewPaletted(box, v.table.colors)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		out := frame.Pix[(y-box.Min.Y)*frame.Stride:]
		for x := box.Min.X; x < box.Max.X; x++ {
			i := y*v.size.X + x
			if v.current[i] == v.previous[i] {
				out[x-box.Min.X] = v.table.transparent()
			} else {
				out[x-box.Min.X] = v.current[i]
			}
		}
	}
	return frame
}

// Encode writes the movie as a GIF file.
func (v *Movie) Encode(w io.Writer) error {
	if len(v.frames.Image) == 0 {
		return ErrNoFrames
	}
	v.frames.Config = image.Config{
		ColorModel: v.table.colors,
		Width:      v.size.X,
		Height:     v.size.Y,
	}
	return gif.EncodeAll(w, &v.frames)
}
