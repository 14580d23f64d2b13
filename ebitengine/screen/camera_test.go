package screen_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/ebitengine/screen"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Whatever the shape of the screen, the box fits: one of its sides touches the border.
func TestShowFitsTheBox(t *testing.T) {
	for _, size := range [][2]int{{800, 600}, {300, 900}, {1, 1}, {1920, 200}} {
		for _, yDown := range []bool{false, true} {
			c := screen.Camera{YDown: yDown}
			lower, upper := mgl64.Vec2{-3, 1}, mgl64.Vec2{5, 4}
			c.Show(lower, upper)
			v := c.View(size[0], size[1])
			low, high := v.View()
			require.LessOrEqual(t, low[0], lower[0]+1e-9)
			require.LessOrEqual(t, low[1], lower[1]+1e-9)
			require.GreaterOrEqual(t, high[0], upper[0]-1e-9)
			require.GreaterOrEqual(t, high[1], upper[1]-1e-9)
			require.InDelta(t, 0, min(lower[0]-low[0], lower[1]-low[1]), 1e-9, "the picture is no larger than it must be")
		}
	}
}

// The point below the mouse stays there while the wheel turns, to and fro.
func TestZoomKeepsThePoint(t *testing.T) {
	c := screen.Camera{}
	c.Show(mgl64.Vec2{0, 0}, mgl64.Vec2{8, 6})
	for _, factor := range []float64{1.1, 3, 0.2, 0.01, 50} {
		v := c.View(800, 600)
		point := v.ToWorld(123, 456)
		c.ZoomAt(point, factor)
		v = c.View(800, 600)
		x, y := v.ToPixel(point)
		require.InDelta(t, 123, x, 1e-6)
		require.InDelta(t, 456, y, 1e-6)
	}
	c.ZoomAt(mgl64.Vec2{}, 1e9)
	require.Equal(t, 1e3, c.Zoom, "a wheel cannot lose the world")
	c.ZoomAt(mgl64.Vec2{}, 1e-9)
	require.Equal(t, 1e-3, c.Zoom)
}

// A camera comes nearer to what it follows by e^(-t/lag), however that time is cut into frames.
func TestFollowDoesNotDependOnTheRate(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{10, 0}}))
	for _, frames := range []int{1, 30, 144} {
		c := screen.Camera{Follow: b, Lag: 0.5}
		for range frames {
			c.Update(1 / float64(frames))
		}
		require.InDelta(t, 10*(1-math.Exp(-2)), c.Center[0], 1e-9)
	}
	c := screen.Camera{Follow: b}
	c.Update(0)
	require.Equal(t, mgl64.Vec2{10, 0}, c.Center, "without a lag at once")
	require.NoError(t, b.Destroy())
	c.Center = mgl64.Vec2{1, 1}
	c.Update(1)
	require.Equal(t, mgl64.Vec2{1, 1}, c.Center, "what is gone is not followed")
}

// The picture shows nothing beyond the bounds, and their middle if it is larger than they are.
func TestBounds(t *testing.T) {
	c := screen.Camera{Size: mgl64.Vec2{8, 6}, Center: mgl64.Vec2{-50, 90}, Lower: mgl64.Vec2{0, 0}, Upper: mgl64.Vec2{20, 4}}
	v := c.View(800, 600)
	low, high := v.View()
	require.InDelta(t, 0, low[0], 1e-9)
	require.InDelta(t, 8, high[0], 1e-9)
	require.InDelta(t, 2, v.Center[1], 1e-9)
}
