package screen

import (
	"math"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
)

// Camera says which part of a world is seen. The zero Camera shows two metres around the origin.
// Show sets the camera to a box.
type Camera struct {
	Center mgl64.Vec2 // the point of the world in the middle of the screen, m
	Size   mgl64.Vec2 // width and height that fit on the screen, m; zero means two
	Zoom   float64    // factor on top of that; zero means 1
	YDown  bool       // in the world y points down, as it does on the screen

	// Follow is a body that the camera follows; the zero Body is none. Lag is the time in seconds
	// in which the distance to the body falls to a third (1/e). Ahead is the time in seconds by
	// which the camera looks ahead along the body's velocity. With a zero Lag the camera follows at
	// once, and with a zero Ahead it looks at the body itself.
	Follow     world.Body
	Lag, Ahead float64

	// The picture stays between Lower and Upper if it is smaller than this box. If the two are
	// equal, they bound nothing.
	Lower, Upper mgl64.Vec2
}

// Show lets the camera show a box of the world, whatever the shape of the screen.
func (c *Camera) Show(lower, upper mgl64.Vec2) {
	c.Center = mgl64.Vec2{lower[0]/2 + upper[0]/2, lower[1]/2 + upper[1]/2}
	c.Size = mgl64.Vec2{upper[0] - lower[0], upper[1] - lower[1]}
}

// Update moves the camera after the body that it follows, by dt seconds. It is called once for
// each frame, after the step. The result does not depend on the number of frames in a second.
func (c *Camera) Update(dt float64) {
	if !c.Follow.Valid() {
		return
	}
	position, _ := c.Follow.RenderPose()
	target := position.Add(c.Follow.LinearVelocity().Mul(c.Ahead))
	if c.Lag <= 0 {
		c.Center = target
		return
	}
	c.Center = c.Center.Add(target.Sub(c.Center).Mul(-math.Expm1(-dt / c.Lag)))
}

// View returns the map between the world and a screen of a size in pixels.
func (c *Camera) View(width, height int) draw.Camera {
	width, height = max(width, 1), max(height, 1)
	size := c.Size
	for i := range size {
		if !(size[i] > 0) {
			size[i] = 2
		}
	}
	v := draw.Camera{
		Center: c.Center,
		Scale:  min(float64(width)/size[0], float64(height)/size[1]) * c.zoom(),
		Width:  width,
		Height: height,
		YDown:  c.YDown,
	}
	if c.Lower != c.Upper {
		for i, pixels := range [2]int{width, height} {
			v.Center[i] = between(v.Center[i], c.Lower[i], c.Upper[i], float64(pixels)/v.Scale/2)
		}
	}
	return v
}

// between returns the nearest middle at which an interval with the given half length stays within
// the bounds. If the interval does not fit, it returns the middle of the bounds.
func between(middle, lower, upper, half float64) float64 {
	if lower+half > upper-half {
		return lower/2 + upper/2
	}
	return min(max(middle, lower+half), upper-half)
}

// The zoom stays within a factor of a thousand, so that a wheel cannot lose the world.
const (
	minZoom = 1e-3
	maxZoom = 1e3
)

func (c *Camera) zoom() float64 {
	if !(c.Zoom > 0) {
		return 1
	}
	return min(max(c.Zoom, minZoom), maxZoom)
}

// ZoomAt zooms by a factor and keeps a point of the world, such as the point below the mouse, at
// its place on the screen.
func (c *Camera) ZoomAt(point mgl64.Vec2, factor float64) {
	before := c.zoom()
	c.Zoom = before * factor
	c.Zoom = c.zoom()
	c.Center = point.Add(c.Center.Sub(point).Mul(before / c.Zoom))
}
