package draw

import (
	"image/color"
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

func TestNiceLength(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{1, 1}, {1.01, 2}, {2, 2}, {2.5, 5}, {5, 5}, {5.1, 10}, {99, 100},
		{0.03, 0.05}, {0.051, 0.1}, {1e-3, 1e-3}, {0, 0}, {-1, 0},
	} {
		require.InDelta(t, c.want, niceLength(c.x), 1e-12, "of %v", c.x)
	}
}

func TestLengthText(t *testing.T) {
	for meters, want := range map[float64]string{
		0.002: "2 mm", 0.05: "5 cm", 1: "1 m", 20: "20 m", 2000: "2 km",
	} {
		require.Equal(t, want, lengthText(meters))
	}
}

func TestGridLines(t *testing.T) {
	p := DefaultPalette()
	m := NewImage(Camera{Center: mgl64.Vec2{2.5, 0}, Scale: 40, Width: 400, Height: 200})
	m.DrawGrid(&p)
	at := func(x, y float64) color.NRGBA {
		c := m.at(mgl64.Vec2{x, y})
		return color.NRGBA(c)
	}
	// 40 pixels a metre leave room for a line every metre.
	require.Equal(t, p.Grid, at(1.001, 0.5))
	require.Equal(t, p.Grid, at(-2+0.001, 0.5))
	require.Equal(t, p.Grid, at(0.5, 0.999))
	require.Equal(t, p.Axis, at(0.001, 0.5))
	require.Equal(t, p.Axis, at(0.5, -0.001))
	require.Equal(t, p.Background, at(0.5, 0.5))
}

func TestGridFarFromOrigin(t *testing.T) {
	// Where neighbouring lines are not distinct numbers, there is no grid.
	p := DefaultPalette()
	for _, at := range []struct{ center, scale float64 }{{1e300, 1e-290}, {1e17, 40}, {-1e17, 40}, {1 << 53, 40}} {
		m := NewImage(Camera{Center: mgl64.Vec2{at.center, 20}, Scale: at.scale, Width: 40, Height: 40})
		m.DrawGrid(&p)
		require.Equal(t, p.Background, color.NRGBA(m.RGBA().RGBAAt(3, 3)))
	}
}

func TestScaleBarLength(t *testing.T) {
	m := NewImage(Camera{Scale: 40, Width: 960, Height: 200})
	m.Clear(white)
	m.ScaleBar(black)
	// A twelfth of the picture is 2 m: 80 pixels, from the inset of 12.
	row := 200 - 12 - 1
	length := 0
	for x := 12; m.RGBA().RGBAAt(x, row) == (color.RGBA{A: 255}); x++ {
		length++
	}
	require.Equal(t, 80, length)
	require.Equal(t, color.RGBA{255, 255, 255, 255}, m.RGBA().RGBAAt(11, row))
}

func TestCaptionPositions(t *testing.T) {
	m := NewImage(Camera{Scale: 1, Width: 300, Height: 60})
	m.Clear(white)
	m.Caption("left", "right", black)
	dark := func(from, to int) (n int) {
		for y := range 60 {
			for x := from; x < to; x++ {
				if m.RGBA().RGBAAt(x, y).R < 128 {
					n++
				}
			}
		}
		return n
	}
	require.NotZero(t, dark(12, 12+4*7))
	require.NotZero(t, dark(300-12-5*7, 300-12))
	require.Zero(t, dark(12+4*7, 300-12-5*7))
	require.Zero(t, dark(0, 12)+dark(288, 300))
}
