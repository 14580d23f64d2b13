package raylib

import (
	"image/color"
	"math"

	"github.com/carom2d/carom/shape/polygon"
	"github.com/carom2d/carom/world/draw"
	rl "github.com/gen2brain/raylib-go/raylib"
	"github.com/go-gl/mathgl/mgl64"
)

// Canvas draws in coordinates of a world on the window of raylib, or the texture that it draws to.
// Its Camera may change between pictures.
type Canvas struct {
	Camera   draw.Camera
	TextSize int32 // pixels; zero means 14

	points []rl.Vector2 // scratch
}

var _ draw.Drawer = (*Canvas)(nil)

// farAway is a number of pixels that no window has. Half-planes reach farther.
const farAway = 1e5

// pixel maps a point of the world, and keeps it near the window.
func (c *Canvas) pixel(p mgl64.Vec2) rl.Vector2 {
	x, y := c.Camera.ToPixel(p)
	return rl.NewVector2(float32(min(max(x, -farAway), farAway)), float32(min(max(y, -farAway), farAway)))
}

// Polygon draws a closed outline and its area. A concave one is cut into triangles; one that
// crosses itself has its outline only.
func (c *Canvas) Polygon(points []mgl64.Vec2, style draw.Style) {
	if len(points) < 3 {
		return
	}
	c.points = c.points[:0]
	for _, p := range points {
		c.points = append(c.points, c.pixel(p))
	}
	if style.Fill.A != 0 {
		c.fill(points, style.Fill)
	}
	if style.Stroke.A == 0 {
		return
	}
	for i, p := range c.points {
		rl.DrawLineEx(p, c.points[(i+1)%len(c.points)], stroke(style.Width), rgba(style.Stroke))
	}
}

// fill draws the area of the polygon in points and c.points. Raylib shows triangles from one side
// only: those whose corners run counter-clockwise in the window.
func (c *Canvas) fill(points []mgl64.Vec2, fill color.NRGBA) {
	if area, convex := turns(c.points); convex {
		for i := 2; i < len(c.points); i++ {
			a, b, d := c.points[0], c.points[i-1], c.points[i]
			if area > 0 {
				b, d = d, b
			}
			rl.DrawTriangle(a, b, d, rgba(fill))
		}
		return
	}
	triangles, err := polygon.Triangulate(points)
	if err != nil {
		return
	}
	for _, t := range triangles { // counter-clockwise in the world
		a, b, d := c.pixel(t[0]), c.pixel(t[1]), c.pixel(t[2])
		if c.Camera.YDown {
			b, d = d, b
		}
		rl.DrawTriangle(a, b, d, rgba(fill))
	}
}

// turns returns twice the area of an outline, positive if it runs clockwise in the window, and
// whether it is convex.
func turns(outline []rl.Vector2) (area float32, convex bool) {
	n := len(outline)
	left, right := false, false
	for i := range n {
		a, b, d := outline[i], outline[(i+1)%n], outline[(i+2)%n]
		turn := (b.X-a.X)*(d.Y-b.Y) - (b.Y-a.Y)*(d.X-b.X)
		left, right = left || turn < -0.01, right || turn > 0.01
		area += (a.X-outline[0].X)*(b.Y-outline[0].Y) - (a.Y-outline[0].Y)*(b.X-outline[0].X)
	}
	return area, !(left && right)
}

// Circle draws a disc. The radius is in metres.
func (c *Canvas) Circle(center mgl64.Vec2, radius float64, style draw.Style) {
	c.disc(center, radius*c.Camera.Scale, style)
}

// Point draws a dot whose radius is in pixels.
func (c *Canvas) Point(p mgl64.Vec2, radius float64, style draw.Style) { c.disc(p, radius, style) }

func (c *Canvas) disc(center mgl64.Vec2, radius float64, style draw.Style) {
	if !(radius > 0) || radius > farAway {
		return
	}
	p := c.pixel(center)
	if style.Fill.A != 0 {
		rl.DrawCircleV(p, float32(radius), rgba(style.Fill))
	}
	if style.Stroke.A != 0 {
		inner := max(float32(radius)-stroke(style.Width), 0)
		segments := int32(min(max(math.Ceil(math.Pi/math.Acos(1-min(0.2/radius, 1))), 12), 360))
		rl.DrawRing(p, inner, float32(radius), 0, 360, segments, rgba(style.Stroke))
	}
}

// Line draws a straight line with round ends, width pixels wide.
func (c *Canvas) Line(a, b mgl64.Vec2, width float64, color color.NRGBA) {
	if color.A == 0 {
		return
	}
	p, q, w := c.pixel(a), c.pixel(b), stroke(width)
	rl.DrawLineEx(p, q, w, rgba(color))
	if w > 2 {
		rl.DrawCircleV(p, w/2, rgba(color))
		rl.DrawCircleV(q, w/2, rgba(color))
	}
}

// Text writes one line of text centred at p, in raylib's own font.
func (c *Canvas) Text(p mgl64.Vec2, text string, color color.NRGBA) {
	size := c.TextSize
	if size == 0 {
		size = 14
	}
	at := c.pixel(p)
	rl.DrawText(text, int32(at.X)-rl.MeasureText(text, size)/2, int32(at.Y)-size/2, size, rgba(color))
}

func stroke(width float64) float32 {
	if width == 0 {
		return 1
	}
	return float32(width)
}

func rgba(c color.NRGBA) rl.Color { return rl.NewColor(c.R, c.G, c.B, c.A) }
