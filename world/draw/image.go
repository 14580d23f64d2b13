package draw

import (
	"image"
	"image/color"
	stddraw "image/draw"
	"image/png"
	"io"
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Image is a Drawer that paints an image.RGBA in software. Make one with
// NewImage; the zero Image draws nothing. An Image may be drawn on again and
// again: Clear starts a new picture. It is for one goroutine at a time.
type Image struct {
	Camera Camera

	pixels *image.RGBA
	raster vector.Rasterizer
	source image.Uniform

	// Scratch, reused from shape to shape. The contours of one shape lie one
	// after the other in path; ends says where each stops.
	outline, clip, path []geom.Vec2
	contourEnds         []int
}

var _ Drawer = (*Image)(nil)

// NewImage returns a transparent picture of the camera's size.
func NewImage(camera Camera) *Image {
	camera.Width, camera.Height = atLeastOne(camera.Width), atLeastOne(camera.Height)
	return &Image{
		Camera: camera,
		pixels: image.NewRGBA(image.Rect(0, 0, camera.Width, camera.Height)),
	}
}

// RGBA returns the picture itself. Later drawing changes it.
func (m *Image) RGBA() *image.RGBA { return m.pixels }

// EncodePNG writes the picture as a PNG file.
func (m *Image) EncodePNG(w io.Writer) error {
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	return encoder.Encode(w, m.pixels)
}

// Clear fills the whole picture with one colour.
func (m *Image) Clear(c color.NRGBA) {
	if m.pixels != nil {
		stddraw.Draw(m.pixels, m.pixels.Rect, image.NewUniform(c), image.Point{}, stddraw.Src)
	}
}

// Polygon draws a closed outline and its area. The outline of a shape that is not convex is
// a centred line.
func (m *Image) Polygon(points []mgl64.Vec2, style Style) {
	m.outline = m.outline[:0]
	for _, p := range points {
		m.outline = append(m.outline, m.Camera.pixel(p))
	}
	m.paintOutline(style)
}

// Circle draws a disc.
func (m *Image) Circle(center mgl64.Vec2, radius float64, style Style) {
	m.outline = appendDisc(m.outline[:0], m.Camera.pixel(center), radius*m.Camera.Scale)
	m.paintOutline(style)
}

// Point draws a dot whose radius is in pixels.
func (m *Image) Point(p mgl64.Vec2, radius float64, style Style) {
	m.outline = appendDisc(m.outline[:0], m.Camera.pixel(p), radius)
	m.paintOutline(style)
}

// Line draws a straight line, width pixels wide.
func (m *Image) Line(a, b mgl64.Vec2, width float64, c color.NRGBA) {
	m.outline = appendThickLine(m.outline[:0], m.Camera.pixel(a), m.Camera.pixel(b), strokeWidth(width)/2)
	m.paintOutline(Style{Fill: c})
}

// Text writes one line of text centred at p, in a fixed 7 x 13 face.
func (m *Image) Text(p mgl64.Vec2, text string, c color.NRGBA) {
	q := m.Camera.pixel(p)
	if !q.Finite() || !m.bounds().Grow(1000).ContainsPoint(q) {
		return
	}
	width := font.MeasureString(basicfont.Face7x13, text).Ceil()
	m.drawText(int(math.Round(q.X))-width/2, int(math.Round(q.Y))+4, text, c)
}

// drawText draws text with the left end of its baseline at a pixel.
func (m *Image) drawText(x, y int, text string, c color.NRGBA) {
	if m.pixels == nil {
		return
	}
	writer := font.Drawer{
		Dst:  m.pixels,
		Src:  image.NewUniform(c),
		Face: basicfont.Face7x13,
		Dot:  fixed.P(x, y),
	}
	writer.DrawString(text)
}

// strokeWidth spells out the zero width.
func strokeWidth(width float64) float64 {
	if width == 0 {
		return 1
	}
	return width
}

// paintOutline paints the polygon in m.outline.
func (m *Image) paintOutline(style Style) {
	n := len(m.outline)
	if m.pixels == nil || n == 0 || !finite(m.outline) || !boxOf(m.outline).Overlaps(m.bounds()) {
		return
	}
	if style.Fill.A > 0 {
		m.contour(m.outline)
		m.paint(style.Fill)
	}
	if style.Stroke.A == 0 {
		return
	}
	width := strokeWidth(style.Width)
	if !convex(m.outline) {
		m.strokeSides(width)
		m.paint(style.Stroke)
		return
	}
	// A ring: the outline, and its inset wound the other way round.
	m.contour(m.outline)
	m.outline = appendInset(m.outline, m.outline, width)
	inset := m.outline[n:]
	slices.Reverse(inset)
	m.contour(inset)
	m.paint(style.Stroke)
}

// strokeSides adds every side of m.outline as a bar of its own.
func (m *Image) strokeSides(width float64) {
	n := len(m.outline)
	for i := range n {
		from, to := m.outline[i], m.outline[(i+1)%n]
		m.outline = appendThickLine(m.outline, from, to, width/2)
		m.contour(m.outline[n:])
		m.outline = m.outline[:n]
	}
}

// contour adds a closed outline, clipped to the picture, to the next paint.
func (m *Image) contour(points []geom.Vec2) {
	m.path, m.clip = appendClipped(m.path, points, m.bounds(), m.clip)
	m.contourEnds = append(m.contourEnds, len(m.path))
}

// paint fills the contours added so far and clears them. Where they wind round a pixel in
// opposite senses they cancel. Where they overlap in the same sense they are painted once.
func (m *Image) paint(c color.NRGBA) {
	defer func() { m.path, m.contourEnds = m.path[:0], m.contourEnds[:0] }()
	if len(m.path) < 3 {
		return
	}
	// The rasterizer works through its whole area, so that is made as small as
	// the shape.
	box := boxOf(m.path)
	area := image.Rect(
		int(math.Floor(box.Min.X)), int(math.Floor(box.Min.Y)),
		int(math.Ceil(box.Max.X)), int(math.Ceil(box.Max.Y))).Intersect(m.pixels.Rect)
	if area.Empty() {
		return
	}
	m.raster.Reset(rasterWidth(area), area.Dy())
	start := 0
	for _, end := range m.contourEnds {
		for i, p := range m.path[start:end] {
			x, y := float32(p.X-float64(area.Min.X)), float32(p.Y-float64(area.Min.Y))
			if i == 0 {
				m.raster.MoveTo(x, y)
			} else {
				m.raster.LineTo(x, y)
			}
		}
		if end > start {
			m.raster.ClosePath()
		}
		start = end
	}
	m.source.C = c
	m.raster.Draw(m.pixels, area, &m.source, image.Point{})
}

// rasterWidth returns the width of the rasterizer for an area. Up to 512 pixels the
// rasterizer counts in 1/512 of a pixel and adds a rounded slope row by row, which bends a
// long edge by up to 0.4 pixel. Beyond that it uses float32, which does not. An area of
// more than 64 rows, where the bend could reach 1/16 of a pixel, gets a width that selects
// float32; Draw reads only the area itself.
func rasterWidth(area image.Rectangle) int {
	const exact, tall = 513, 64
	if area.Dy() > tall {
		return max(area.Dx(), exact)
	}
	return area.Dx()
}

// bounds returns the picture's box in pixels.
func (m *Image) bounds() geom.Box {
	if m.pixels == nil {
		return geom.EmptyBox()
	}
	size := m.pixels.Rect.Size()
	return geom.Box{Max: geom.Vec2{X: float64(size.X), Y: float64(size.Y)}}
}

func finite(points []geom.Vec2) bool {
	return !slices.ContainsFunc(points, func(p geom.Vec2) bool { return !p.Finite() })
}

// convex reports whether the outline never turns both ways. Turns within
// rounding of straight do not count.
func convex(points []geom.Vec2) bool {
	n := len(points)
	sign := 0.0
	for i := range n {
		u := points[(i+1)%n].Sub(points[i])
		v := points[(i+2)%n].Sub(points[(i+1)%n])
		turn := u.Cross(v)
		if math.Abs(turn) <= 1e-9*u.Length()*v.Length() {
			continue
		}
		if turn*sign < 0 {
			return false
		}
		sign = turn
	}
	return true
}
