package draw

import (
	"bytes"
	"image"
	"image/color"
	stddraw "image/draw"
	"image/gif"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// addFrames adds n pictures of a disc that moves right, one metre a picture.
func addFrames(v *Movie, n int) {
	p := DefaultPalette()
	m := NewImage(Camera{Scale: 10, Width: 200, Height: 80})
	for k := range n {
		m.DrawGrid(&p)
		m.Circle(mgl64.Vec2{float64(k) - 8, 0}, 1.5, p.Awake)
		v.Add(m)
	}
}

// replay decodes a GIF as a viewer does and returns the pictures it shows.
func replay(t *testing.T, file []byte) ([]*image.RGBA, *gif.GIF) {
	t.Helper()
	decoded, err := gif.DecodeAll(bytes.NewReader(file))
	require.NoError(t, err)
	canvas := image.NewRGBA(image.Rect(0, 0, decoded.Config.Width, decoded.Config.Height))
	var shown []*image.RGBA
	for _, frame := range decoded.Image {
		stddraw.Draw(canvas, frame.Rect, frame, frame.Rect.Min, stddraw.Over)
		shown = append(shown, &image.RGBA{Pix: bytes.Clone(canvas.Pix), Stride: canvas.Stride, Rect: canvas.Rect})
	}
	return shown, decoded
}

func TestMovieShowsEveryPicture(t *testing.T) {
	p := DefaultPalette()
	v := NewMovie(30, &p)
	addFrames(v, 12)
	var file bytes.Buffer
	require.NoError(t, v.Encode(&file))
	shown, decoded := replay(t, file.Bytes())
	require.Len(t, shown, 12)
	for k, picture := range shown {
		inside := picture.RGBAAt(100+10*(k-8), 40)
		require.Equal(t, color.RGBA(p.Awake.Fill), inside, "disc of picture %d", k)
		behind := picture.RGBAAt(100+10*(k-8)-25, 41+4)
		require.NotEqual(t, color.RGBA(p.Awake.Fill), behind, "nothing left behind in picture %d", k)
	}
	require.Less(t, decoded.Image[1].Rect.Dx(), 60, "a frame holds only what changed")
	require.Equal(t, image.Rect(0, 0, 200, 80), decoded.Image[0].Rect)
	require.Zero(t, decoded.LoopCount, "it repeats for ever")
}

func TestMovieFramesMatchFullPictures(t *testing.T) {
	// Differences played back give the same pixels as each picture alone.
	p := DefaultPalette()
	v := NewMovie(25, &p)
	m := NewImage(Camera{Scale: 10, Width: 120, Height: 90})
	var alone []*image.RGBA
	for k := range 10 {
		m.DrawGrid(&p)
		m.Polygon([]mgl64.Vec2{{-3, -2}, {3, -2}, {float64(k) - 5, 4}}, p.Sensor)
		m.Circle(mgl64.Vec2{0, float64(k)/3 - 2}, 1, p.Asleep)
		v.Add(m)
		single := NewMovie(25, &p)
		single.Add(m)
		var file bytes.Buffer
		require.NoError(t, single.Encode(&file))
		first, _ := replay(t, file.Bytes())
		alone = append(alone, first[0])
	}
	var file bytes.Buffer
	require.NoError(t, v.Encode(&file))
	shown, _ := replay(t, file.Bytes())
	require.Len(t, shown, len(alone))
	for k := range shown {
		require.Equal(t, alone[k].Pix, shown[k].Pix, "picture %d", k)
	}
}

func TestMovieDelays(t *testing.T) {
	p := DefaultPalette()
	for _, c := range []struct {
		fps  float64
		want int // hundredths of a second for ten pictures
	}{{30, 33}, {50, 20}, {60, 20}, {24, 42}, {0, 1000}, {math.NaN(), 1000}} {
		v := NewMovie(c.fps, &p)
		addFrames(v, 10)
		sum := 0
		for _, d := range v.frames.Delay {
			sum += d
		}
		require.Equal(t, c.want, sum, "at %v pictures per second", c.fps)
	}
}

func TestUnchangedPictureAddsNoFrame(t *testing.T) {
	p := DefaultPalette()
	v := NewMovie(20, &p)
	m := NewImage(Camera{Scale: 10, Width: 50, Height: 50})
	m.DrawGrid(&p)
	for range 8 {
		v.Add(m)
	}
	require.Equal(t, 8, v.Len())
	require.Len(t, v.frames.Image, 1)
	require.Equal(t, []int{40}, v.frames.Delay)
}

func TestEmptyMovie(t *testing.T) {
	p := DefaultPalette()
	require.ErrorIs(t, NewMovie(30, &p).Encode(&bytes.Buffer{}), ErrNoFrames)
}

func TestMovieRejectsSizeChange(t *testing.T) {
	p := DefaultPalette()
	v := NewMovie(30, &p)
	v.Add(NewImage(Camera{Width: 10, Height: 10}))
	require.PanicsWithValue(t, "draw: a movie's pictures must have one size", func() {
		v.Add(NewImage(Camera{Width: 10, Height: 11}))
	})
}

func TestColorTableContainsPalette(t *testing.T) {
	p := DefaultPalette()
	table := newColorTable(&p)
	require.LessOrEqual(t, len(table.colors), 256)
	want := append(p.lineColors(), p.Background)
	for _, s := range p.styles() {
		for _, c := range []color.NRGBA{s.Fill, s.Stroke} {
			if c != none {
				want = append(want, over(p.Background, c, 1))
			}
		}
	}
	for _, c := range want {
		k := table.nearest([3]uint8{c.R, c.G, c.B})
		require.Equal(t, c, table.colors[k])
		require.NotEqual(t, table.transparent(), k)
	}
}

func TestNearestColorIsNearest(t *testing.T) {
	p := DefaultPalette()
	table := newColorTable(&p)
	distance := func(k int, rgb [3]uint8) int {
		c := table.colors[k].(color.NRGBA)
		dr, dg, db := int(c.R)-int(rgb[0]), int(c.G)-int(rgb[1]), int(c.B)-int(rgb[2])
		return 2*dr*dr + 4*dg*dg + 3*db*db
	}
	for i := range 1000 {
		rgb := [3]uint8{uint8(i * 7), uint8(i * 13), uint8(i * 29)}
		got := distance(int(table.nearest(rgb)), rgb)
		for k := range len(table.colors) - 1 {
			require.LessOrEqual(t, got, distance(k, rgb))
		}
	}
}
