package draw

import (
	"image/color"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

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
