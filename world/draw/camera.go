package draw

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Camera maps the world to a picture.
type Camera struct {
	Center        mgl64.Vec2 // the point of the world in the middle of the picture, m
	Scale         float64    // pixels per metre
	Width, Height int        // of the picture, pixels
	YDown         bool       // in the world y points down, as it does in the picture
}

// Fit returns the camera that shows the box from min to max, as large as
// possible, with a margin in pixels on every side. A box without width and
// height is shown at 100 pixels per metre. The picture is at least 1 x 1.
func Fit(min, max mgl64.Vec2, width, height, margin int) Camera {
	width, height = atLeastOne(width), atLeastOne(height)
	c := Camera{
		Center: mgl64.Vec2{min[0]/2 + max[0]/2, min[1]/2 + max[1]/2},
		Scale:  math.Inf(1),
		Width:  width,
		Height: height,
	}
	if w := max[0] - min[0]; w > 0 {
		c.Scale = float64(atLeastOne(width-2*margin)) / w
	}
	if h := max[1] - min[1]; h > 0 {
		c.Scale = math.Min(c.Scale, float64(atLeastOne(height-2*margin))/h)
	}
	if math.IsInf(c.Scale, 1) {
		c.Scale = 100
	}
	return c
}

func atLeastOne(n int) int {
	if n < 1 {
		return 1
	}
	return n
}

// ToPixel returns the pixel of a point of the world.
func (c *Camera) ToPixel(p mgl64.Vec2) (x, y float64) {
	return float64(c.Width)/2 + (p[0]-c.Center[0])*c.Scale,
		float64(c.Height)/2 + c.down()*(p[1]-c.Center[1])*c.Scale
}

// down is the sign with which y goes from the world to the picture.
func (c *Camera) down() float64 {
	if c.YDown {
		return 1
	}
	return -1
}

// ToWorld returns the point of the world at a pixel, for example the pixel under the mouse.
func (c *Camera) ToWorld(x, y float64) mgl64.Vec2 {
	return mgl64.Vec2{
		c.Center[0] + (x-float64(c.Width)/2)/c.Scale,
		c.Center[1] + c.down()*(y-float64(c.Height)/2)/c.Scale,
	}
}

// View returns the box of the world that the picture shows.
func (c *Camera) View() (min, max mgl64.Vec2) {
	low, high := c.ToWorld(0, float64(c.Height)), c.ToWorld(float64(c.Width), 0)
	if c.YDown {
		low[1], high[1] = high[1], low[1]
	}
	return low, high
}

// pixel is ToPixel for the renderer's own vectors.
func (c *Camera) pixel(p mgl64.Vec2) geom.Vec2 {
	x, y := c.ToPixel(p)
	return geom.Vec2{X: x, Y: y}
}
