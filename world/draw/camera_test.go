package draw

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestFitShowsTheWholeBoxAsLargeAsPossible(t *testing.T) {
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

func TestFitOfNothing(t *testing.T) {
	c := Fit(mgl64.Vec2{2, 3}, mgl64.Vec2{2, 3}, 0, -5, 10)
	require.Equal(t, Camera{Center: mgl64.Vec2{2, 3}, Scale: 100, Width: 1, Height: 1}, c)
	flat := Fit(mgl64.Vec2{-1, 0}, mgl64.Vec2{1, 0}, 220, 100, 10)
	require.Equal(t, 100.0, flat.Scale)
}
