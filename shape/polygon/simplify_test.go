package polygon

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// randomWalk returns a random walk; every third point repeats or lies on a line.
func randomWalk(r *rand.Rand, n int) []mgl64.Vec2 {
	path := []mgl64.Vec2{{0, 0}}
	for len(path) < n {
		p := path[len(path)-1]
		path = append(path, p.Add(mgl64.Vec2{r.Float64(), r.NormFloat64()}))
		if r.IntN(4) == 0 {
			path = append(path, path[len(path)-1])
		}
	}
	return path[:n]
}

// positions returns the index in whole of each point of part, in order.
func positions(t *testing.T, whole, part []mgl64.Vec2) []int {
	t.Helper()
	var at []int
	from := 0
	for _, p := range part {
		i := slices.Index(whole[from:], p)
		require.GreaterOrEqual(t, i, 0, "%v out of order", p)
		at = append(at, from+i)
		from += i + 1
	}
	return at
}

func segmentDistance(p, a, b mgl64.Vec2) float64 {
	ab := b.Sub(a)
	t := 0.0
	if l := ab.Dot(ab); l > 0 {
		t = min(max(p.Sub(a).Dot(ab)/l, 0), 1)
	}
	return p.Sub(a.Add(ab.Mul(t))).Len()
}

// douglasPeuckerOracle is the recursive method of its authors, for a polyline.
func douglasPeuckerOracle(points []mgl64.Vec2, tolerance float64) []mgl64.Vec2 {
	last := len(points) - 1
	worst, far := tolerance, -1
	for i := 1; i < last; i++ {
		if d := segmentDistance(points[i], points[0], points[last]); d > worst {
			worst, far = d, i
		}
	}
	if far < 0 {
		return []mgl64.Vec2{points[0], points[last]}
	}
	return append(douglasPeuckerOracle(points[:far+1], tolerance), douglasPeuckerOracle(points[far:], tolerance)[1:]...)
}

func TestSimplifyPolyline(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	for range 400 {
		points := randomWalk(r, 3+r.IntN(80))
		for _, tolerance := range []float64{0.01, 0.3, 2, 1e3} {
			got := must.Get(Simplify(points, tolerance, false))
			require.Equal(t, douglasPeuckerOracle(points, tolerance), got)
		}
	}
}

func TestSimplifyLoop(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 54))
	for range 300 {
		n := 4 + r.IntN(60)
		points := star(r, mgl64.Vec2{1e3, 0}, n, 1, 3)
		before := n
		for _, tolerance := range []float64{0, 0.01, 0.1, 0.5, 1e3} {
			got := must.Get(Simplify(points, tolerance, true))
			require.LessOrEqual(t, len(got), before, "a larger tolerance keeps no more")
			before = len(got)
			require.GreaterOrEqual(t, before, 3)
			require.Positive(t, doubleArea(got).Sign(), "turned over or flat")
			at := positions(t, points, got)
			for s, from := range at {
				to := at[(s+1)%len(at)]
				for k := (from + 1) % n; k != to; k = (k + 1) % n {
					// 1e-12 is the rounding of coordinates near 1000.
					require.LessOrEqual(t, segmentDistance(points[k], points[from], points[to]), tolerance+1e-12)
				}
			}
		}
		require.Equal(t, 3, before)
	}
}

// visvalingamOracle is the method of its authors without a queue: it searches for the
// smallest triangle each time.
func visvalingamOracle(points []mgl64.Vec2, area float64, closed bool) []mgl64.Vec2 {
	left := slices.Clone(points)
	floor, least := 0.0, 2
	if closed {
		least = 3
	}
	counts := make([]float64, len(left)) // areas inherited from removed points
	for len(left) > least {
		n := len(left)
		smallest, at := math.Inf(1), -1
		for i := range left {
			if !closed && (i == 0 || i == n-1) {
				continue
			}
			a, b, c := geom.From(left[(i+n-1)%n]), geom.From(left[i]), geom.From(left[(i+1)%n])
			if s := max(counts[i], math.Abs(geom.Orient(a, b, c))); s < smallest {
				smallest, at = s, i
			}
		}
		if smallest > 2*area {
			break
		}
		floor = smallest
		counts[(at+n-1)%n], counts[(at+1)%n] = floor, floor
		left, counts = slices.Delete(left, at, at+1), slices.Delete(counts, at, at+1)
	}
	return left
}

func TestSimplifyByArea(t *testing.T) {
	r := rand.New(rand.NewPCG(55, 56))
	for i := range 600 {
		n, closed := 4+r.IntN(60), i%2 == 1
		points := randomWalk(r, n)
		if closed {
			points = star(r, mgl64.Vec2{-1e3, 5}, n, 1, 3)
		}
		whole := points
		for _, area := range []float64{0, 0.01, 0.1, 0.5, 1e6} {
			got := must.Get(SimplifyByArea(whole, area, closed))
			require.Equal(t, visvalingamOracle(whole, area, closed), got)
			positions(t, points, got) // a subset of the result for a smaller area
			points = got
		}
		require.Len(t, points, map[bool]int{false: 2, true: 3}[closed])
	}
}

func TestSimplifyDropsRepeatedAndCollinearPoints(t *testing.T) {
	loop := []mgl64.Vec2{{0, 0}, {1, 0}, {2, 0}, {2, 0}, {2, 2}, {1, 2}, {0, 2}, {0, 1}, {0, 0}}
	for _, simplify := range []func([]mgl64.Vec2, float64, bool) ([]mgl64.Vec2, error){Simplify, SimplifyByArea} {
		got := must.Get(simplify(loop, 0, true))
		require.Len(t, got, 4)
		require.Equal(t, 0, doubleArea(got).Cmp(exact(8)))
	}
}

func TestSimplifyErrors(t *testing.T) {
	for name, simplify := range map[string]func([]mgl64.Vec2, float64, bool) ([]mgl64.Vec2, error){
		"Tolerance": Simplify, "Area": SimplifyByArea,
	} {
		points := []mgl64.Vec2{{0, 0}, {1, 0}, {1, 1}}
		_, err := simplify(points, -1, false)
		require.ErrorIs(t, err, geom.ErrNegative)
		require.ErrorContains(t, err, name)
		_, err = simplify(points, math.NaN(), true)
		require.ErrorIs(t, err, geom.ErrNotFinite)
		for _, closed := range []bool{false, true} {
			_, err = simplify([]mgl64.Vec2{{0, 0}, {1, 0}, {2, 1}, {1, math.Inf(1)}}, 0, closed)
			require.ErrorIs(t, err, geom.ErrNotFinite)
			require.ErrorContains(t, err, "Points[3]")
			_, err = simplify([]mgl64.Vec2{{1, 2}, {1, 2}, {1, 2}}, 0, closed)
			require.ErrorIs(t, err, geom.ErrTooFewPoints)
			_, err = simplify(nil, 0, closed)
			require.ErrorIs(t, err, geom.ErrTooFewPoints)
		}
		_, err = simplify([]mgl64.Vec2{{0, 0}, {1, 1}, {2, 2}}, 0, true)
		require.ErrorIs(t, err, geom.ErrCollinear)
		got := must.Get(simplify([]mgl64.Vec2{{0, 0}, {1, 1}, {2, 2}}, 0, false))
		require.Equal(t, []mgl64.Vec2{{0, 0}, {2, 2}}, got)
	}
}

func BenchmarkSimplify(b *testing.B) {
	points := randomWalk(rand.New(rand.NewPCG(1, 1)), 1000)
	b.Run("tolerance", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = Simplify(points, 0.5, false)
		}
	})
	b.Run("area", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = SimplifyByArea(points, 0.5, false)
		}
	})
}
