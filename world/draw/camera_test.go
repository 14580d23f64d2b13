package draw

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestFitFillsPicture(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		min := mgl64.Vec2{r.Float64()*100 - 50, r.Float64()*100 - 50}
		max := min.Add(mgl64.Vec2{r.Float64()*30 + 0.1, r.Float64()*30 + 0.1})
		width, height, margin := 50+r.IntN(900), 50+r.IntN(900), r.IntN(20)
		c := Fit(min, max, width, height, margin)

		left, bottom := c.ToPixel(min)
		right, top := c.ToPixel(max)
		// The box is centred, inside the margins, and reaches them one way.
		m := float64(margin)
		require.InDelta(t, left, float64(width)-right, 1e-6)
		require.InDelta(t, top, float64(height)-bottom, 1e-6)
		require.GreaterOrEqual(t, left, m-1e-6)
		require.GreaterOrEqual(t, top, m-1e-6)
		require.InDelta(t, m, math.Min(left, top), 1e-6)
	}
}

func TestCameraRoundTrip(t *testing.T) {
	c := Camera{Center: mgl64.Vec2{3, -4}, Scale: 37, Width: 640, Height: 360}
	for _, p := range []mgl64.Vec2{{0, 0}, {3, -4}, {-17.25, 9.5}} {
		x, y := c.ToPixel(p)
		require.InDeltaSlice(t, p[:], func() []float64 { q := c.ToWorld(x, y); return q[:] }(), 1e-12)
	}
	x, y := c.ToPixel(c.Center)
	require.Equal(t, 320.0, x)
	require.Equal(t, 180.0, y)

	_, above := c.ToPixel(mgl64.Vec2{3, -3})
	require.Less(t, above, y, "y points up in the world and down in the picture")

	min, max := c.View()
	require.InDelta(t, 640.0/37, max[0]-min[0], 1e-12)
	require.InDelta(t, 360.0/37, max[1]-min[1], 1e-12)
}

// A world whose y points down is seen the right way up.
func TestCameraYDown(t *testing.T) {
	c := Camera{Center: mgl64.Vec2{320, 200}, Scale: 2, Width: 1280, Height: 800, YDown: true}
	x, y := c.ToPixel(mgl64.Vec2{0, 0})
	require.Equal(t, [2]float64{0, 0}, [2]float64{x, y})
	x, y = c.ToPixel(mgl64.Vec2{100, 30})
	require.Equal(t, [2]float64{200, 60}, [2]float64{x, y})
	require.Equal(t, mgl64.Vec2{100, 30}, c.ToWorld(200, 60))
	min, max := c.View()
	require.Equal(t, [2]mgl64.Vec2{{0, 0}, {640, 400}}, [2]mgl64.Vec2{min, max})

	m := NewImage(c)
	m.Clear(white)
	m.Polygon([]mgl64.Vec2{{10, 10}, {110, 10}, {110, 60}, {10, 60}}, Style{Fill: black, Stroke: black})
	require.InDelta(t, 100*50, inkedArea(m), 1)
	require.Equal(t, uint8(0), m.at(mgl64.Vec2{100, 20}).R)
	require.Equal(t, uint8(255), m.at(mgl64.Vec2{100, 200}).R)
}

func TestFitEmptyBox(t *testing.T) {
	c := Fit(mgl64.Vec2{2, 3}, mgl64.Vec2{2, 3}, 0, -5, 10)
	require.Equal(t, Camera{Center: mgl64.Vec2{2, 3}, Scale: 100, Width: 1, Height: 1}, c)
	flat := Fit(mgl64.Vec2{-1, 0}, mgl64.Vec2{1, 0}, 220, 100, 10)
	require.Equal(t, 100.0, flat.Scale)
}
