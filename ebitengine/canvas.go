package ebitengine

import (
	"image"
	"image/color"
	"math"
	"sync"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
)

// Canvas draws on an *ebiten.Image in world coordinates. It is a draw.Drawer. Begin starts a
// picture and End finishes it. The calls in between draw in their order. Widths and radii in pixels
// are for a display with 96 pixels to the inch: they grow with the resolution of a finer display.
type Canvas struct {
	target *ebiten.Image
	view   draw.Camera
	ratio  float64
	mesh   mesh

	triangles triangulations
}

var _ draw.Drawer = (*Canvas)(nil)

// NewCanvas returns a canvas.
func NewCanvas() *Canvas { return &Canvas{} }

// Begin starts a picture on a target seen by a camera. The ratio is the number of target pixels per
// pixel of an ordinary display, such as 2.
func (c *Canvas) Begin(target *ebiten.Image, view draw.Camera, ratio float64) {
	c.target, c.view, c.ratio = target, view, ratio
	c.mesh.reset()
}

// End draws the collected shapes.
func (c *Canvas) End() { c.flush() }

// Target returns the image with everything drawn so far, so that a game can draw its own pictures
// on it.
func (c *Canvas) Target() *ebiten.Image {
	c.flush()
	return c.target
}

// View returns the map between the world and the target.
func (c *Canvas) View() draw.Camera { return c.view }

// Scale returns the pixels of the target that one pixel of a width means.
func (c *Canvas) Scale() float64 { return c.ratio }

// white is a pixel with a border of its own colour, so that no neighbour bleeds in.
var white = sync.OnceValue(func() *ebiten.Image {
	img := ebiten.NewImage(3, 3)
	img.Fill(color.White)
	return img.SubImage(image.Rect(1, 1, 2, 2)).(*ebiten.Image)
})

func (c *Canvas) flush() {
	if len(c.mesh.indices) > 0 {
		c.target.DrawTriangles(c.mesh.vertices, c.mesh.indices, white(), &ebiten.DrawTrianglesOptions{
			ColorScaleMode: ebiten.ColorScaleModePremultipliedAlpha,
		})
	}
	c.mesh.reset()
}

// flushKeeping draws the collected shapes to make room, and keeps the outline.
func (c *Canvas) flushKeeping() {
	outline := c.mesh.outline
	c.flush()
	c.mesh.outline = outline
}

// add draws the outline that the mesh holds.
func (c *Canvas) add(style draw.Style) {
	if !c.mesh.room(rings * len(c.mesh.outline)) {
		c.flushKeeping()
	}
	c.mesh.convex(style, float32(c.stroke(style.Width)))
}

// stroke is the width of a line on the target.
func (c *Canvas) stroke(width float64) float64 {
	if width == 0 {
		width = 1
	}
	return width * c.ratio
}

// Polygon draws a closed outline and its area. The outline may be concave. An outline that crosses
// itself is not drawn.
func (c *Canvas) Polygon(points []mgl64.Vec2, style draw.Style) {
	if !c.project(points) {
		return
	}
	if isConvex(c.mesh.outline) {
		c.add(style)
		return
	}
	c.concave(points, style)
}

// project sets the outline to points of the world, and reports whether all are on or around the
// screen.
func (c *Canvas) project(points []mgl64.Vec2) bool {
	c.mesh.outline = c.mesh.outline[:0]
	for _, p := range points {
		x, y := c.view.ToPixel(p)
		if !(math.Abs(x) < farAway && math.Abs(y) < farAway) {
			x, y = min(max(x, -farAway), farAway), min(max(y, -farAway), farAway)
			if math.IsNaN(x) || math.IsNaN(y) {
				return false
			}
		}
		c.mesh.outline = append(c.mesh.outline, pixel{float32(x), float32(y)})
	}
	return len(points) > 0
}

// farAway is a number of pixels that no screen has. Half-planes reach farther.
const farAway = 1e5

// isConvex reports whether all corners turn the same way.
func isConvex(outline []pixel) bool {
	n := len(outline)
	left, right := false, false
	for i := range n {
		a, b, d := outline[i], outline[(i+1)%n], outline[(i+2)%n]
		turn := (b.x-a.x)*(d.y-b.y) - (b.y-a.y)*(d.x-b.x)
		left, right = left || turn < -0.01, right || turn > 0.01
	}
	return !(left && right)
}

// concave fills the triangles of a polygon, and draws its border like a convex polygon's.
func (c *Canvas) concave(points []mgl64.Vec2, style draw.Style) {
	triangles := c.triangles.of(points)
	if n := 3*len(triangles) + rings*len(points); !c.mesh.room(n) {
		c.flushKeeping()
		if !c.mesh.room(n) {
			return
		}
	}
	if style.Fill.A != 0 {
		fill := toColor(style.Fill)
		for _, t := range triangles {
			first := uint16(len(c.mesh.vertices))
			for _, p := range t {
				x, y := c.view.ToPixel(p)
				c.mesh.vertex(float32(x), float32(y), fill)
			}
			c.mesh.indices = append(c.mesh.indices, first, first+1, first+2)
		}
	}
	c.mesh.border(style, float32(c.stroke(style.Width)))
}

// Circle draws a disc. The radius is in metres.
func (c *Canvas) Circle(center mgl64.Vec2, radius float64, style draw.Style) {
	c.disc(center, radius*c.view.Scale, style)
}

// Point draws a dot whose radius is in pixels.
func (c *Canvas) Point(p mgl64.Vec2, radius float64, style draw.Style) {
	c.disc(p, radius*c.ratio, style)
}

func (c *Canvas) disc(center mgl64.Vec2, radius float64, style draw.Style) {
	x, y := c.view.ToPixel(center)
	if !(math.Abs(x) < farAway+radius && math.Abs(y) < farAway+radius) || !(radius > 0) {
		return
	}
	c.mesh.disc(x, y, radius)
	c.add(style)
}

// Line draws a straight line with round ends, width pixels wide.
func (c *Canvas) Line(a, b mgl64.Vec2, width float64, color color.NRGBA) {
	if color.A == 0 || !c.project([]mgl64.Vec2{a, b}) {
		return
	}
	p, q := c.mesh.outline[0], c.mesh.outline[1]
	c.mesh.line([2]float64{float64(p.x), float64(p.y)}, [2]float64{float64(q.x), float64(q.y)}, c.stroke(width))
	c.add(draw.Style{Fill: color})
}

// Matrix returns the matrix from metres of the world to pixels of the screen.
func Matrix(view draw.Camera) ebiten.GeoM {
	var m ebiten.GeoM
	x0, y0 := view.ToPixel(mgl64.Vec2{})
	x1, y1 := view.ToPixel(mgl64.Vec2{0, 1})
	m.SetElement(0, 0, view.Scale)
	m.SetElement(0, 1, x1-x0)
	m.SetElement(1, 0, 0)
	m.SetElement(1, 1, y1-y0)
	m.SetElement(0, 2, x0)
	m.SetElement(1, 2, y0)
	return m
}

// BodyMatrix returns the matrix that draws a picture upright on a body, at its RenderPose: the
// middle of the picture, of a size in pixels, lies at the body's origin, and the picture is width
// metres wide. A game gives it to DrawImageOptions.GeoM.
func BodyMatrix(view draw.Camera, b world.Body, size image.Point, width float64) ebiten.GeoM {
	var m ebiten.GeoM
	position, angle := b.RenderPose()
	m.Translate(-float64(size.X)/2, -float64(size.Y)/2)
	scale := width / float64(size.X)
	if view.YDown {
		m.Scale(scale, scale)
	} else {
		m.Scale(scale, -scale)
	}
	m.Rotate(angle)
	m.Translate(position[0], position[1])
	m.Concat(Matrix(view))
	return m
}
