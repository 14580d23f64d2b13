package polygon

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func fieldOf(w, h int, value func(x, y int) float64) ScalarGrid {
	f := ScalarGrid{Width: w, Height: h, Values: make([]float64, w*h)}
	for y := range h {
		for x := range w {
			f.Values[y*w+x] = value(x, y)
		}
	}
	return f
}

// signedArea is the area of loops as Contour directs them.
func signedArea(loops [][]mgl64.Vec2) float64 {
	sum := 0.0
	for _, l := range loops {
		sum += loopArea(l)
	}
	return sum
}

func TestContourOfDisk(t *testing.T) {
	f := fieldOf(101, 101, func(x, y int) float64 {
		return 1 - geom.Vec2{X: float64(x) / 50, Y: float64(y) / 50}.Sub(geom.Vec2{X: 1, Y: 1}).Length()
	})
	f.Size, f.Origin = 0.02, mgl64.Vec2{-1, -1}
	loops := must.Get(Contour(f, 0.25))
	require.Len(t, loops, 1)
	require.InDelta(t, math.Pi*0.75*0.75, signedArea(loops), 5e-4)
	for _, p := range loops[0] {
		require.InDelta(t, 0.75, p.Len(), 1e-4)
	}
}

func TestContourFollowsTheBorder(t *testing.T) {
	loops := must.Get(Contour(fieldOf(4, 3, func(int, int) float64 { return 1 }), 1))
	regions := must.Get(Regions(loops, Positive))
	require.Equal(t, []Region{{Outer: []mgl64.Vec2{{0, 0}, {3, 0}, {3, 2}, {0, 2}}}}, regions)
	loops = must.Get(Contour(fieldOf(4, 3, func(int, int) float64 { return 1 }), 1.5))
	require.Empty(t, loops)
}

// In a saddle the mean decides: 3, 0, 3, 0 has the mean 1.5.
func TestContourSaddle(t *testing.T) {
	f := fieldOf(4, 4, func(x, y int) float64 {
		if x == y && x > 0 && x < 3 {
			return 3
		}
		return 0
	})
	joined := must.Get(Contour(f, 1.5))
	require.Len(t, joined, 1)
	apart := must.Get(Contour(f, 1.6))
	require.Len(t, apart, 2)
}

func TestContourOfRandomFields(t *testing.T) {
	r := rand.New(rand.NewPCG(73, 1))
	for round := range 40 * rounds {
		levels := []float64{r.Float64(), 0.5}
		f := fieldOf(2+r.IntN(12), 2+r.IntN(12), func(int, int) float64 {
			if round%2 == 0 {
				return r.Float64()
			}
			return float64(r.IntN(5)) / 4 // many are exactly at the level
		})
		for _, level := range levels {
			loops := must.Get(Contour(f, level))
			for y := 1; y < f.Height-1; y++ {
				for x := 1; x < f.Width-1; x++ {
					if v := f.Values[y*f.Width+x]; v != level {
						require.Equal(t, v > level, windingOfAll(loops, geom.Vec2{X: float64(x), Y: float64(y)}) == 1, "%d %d", x, y)
					}
				}
			}
			regions := must.Get(Regions(loops, Positive))
			require.InDelta(t, signedArea(loops), requireSound(t, regions), 1e-9)
			opposite := must.Get(Regions(loops, NonZero))
			require.Equal(t, regions, opposite) // no loop crosses another or runs the wrong way
		}
	}
}

func TestContourErrors(t *testing.T) {
	good := func() ScalarGrid { return fieldOf(3, 3, func(x, y int) float64 { return float64(x * y) }) }
	for _, c := range []struct {
		change func(*ScalarGrid)
		level  float64
		text   string
	}{
		{func(f *ScalarGrid) { f.Width = 1 }, 0, "Width: 1 is out of range"},
		{func(f *ScalarGrid) { f.Height = 1 << 26 }, 0, "Height: 67108864 is out of range"},
		{func(f *ScalarGrid) { f.Values = f.Values[1:] }, 0, "Values: 8 is out of range"},
		{func(f *ScalarGrid) { f.Values[7] = math.NaN() }, 0, "Values[7]: NaN must be finite"},
		{func(f *ScalarGrid) { f.Size = -1 }, 0, "Size: -1 must be positive"},
		{func(f *ScalarGrid) { f.Size = 1e12 }, 0, "Size: 1e+12 is out of range"},
		{func(f *ScalarGrid) { f.Origin[1] = math.Inf(1) }, 0, "Origin: {0 +Inf} must be finite"},
		{func(*ScalarGrid) {}, math.NaN(), "Level: NaN must be finite"},
	} {
		f := good()
		c.change(&f)
		_, err := Contour(f, c.level)
		require.EqualError(t, err, c.text)
	}
}
