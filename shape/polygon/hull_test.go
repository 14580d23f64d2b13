package polygon

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// randomPoints returns n points of one of the families that are hard for hulls.
func randomPoints(r *rand.Rand, family, n int) []mgl64.Vec2 {
	points := make([]mgl64.Vec2, n)
	for i := range points {
		switch family {
		case 0: // a square
			points[i] = mgl64.Vec2{r.Float64(), r.Float64()}
		case 1: // a small grid: many repeated and collinear points
			points[i] = mgl64.Vec2{float64(r.IntN(5)), float64(r.IntN(5))}
		case 2: // a line, a few ulps off
			t := float64(r.IntN(30)) / 10
			points[i] = mgl64.Vec2{t + 1, math.Nextafter(t/3+1, float64(r.IntN(3))*4)}
		case 3: // a circle far away, where neighbours are a few ulps apart
			s, c := math.Sincos(r.Float64() * 2 * math.Pi)
			points[i] = mgl64.Vec2{1e6 + 1e-8*c, -1e6 + 1e-8*s}
		default: // every magnitude
			points[i] = mgl64.Vec2{math.Ldexp(r.Float64()-0.5, r.IntN(60)-30), math.Ldexp(r.Float64()-0.5, r.IntN(60)-30)}
		}
	}
	return points
}

const pointFamilies = 5

// hullOracle lists the corners by definition: a directed pair of points is an
// edge when no point lies to its right and none beyond its ends on its line.
// It starts at the leftmost lowest corner. Nil means that all points are collinear.
func hullOracle(points []mgl64.Vec2) []mgl64.Vec2 {
	next := make(map[mgl64.Vec2]mgl64.Vec2)
	first := points[0]
	for _, p := range points {
		if p[0] < first[0] || p[0] == first[0] && p[1] < first[1] {
			first = p
		}
		for _, q := range points {
			if p != q && isHullEdge(points, p, q) {
				next[p] = q
			}
		}
	}
	if len(next) < 3 {
		return nil
	}
	ring := []mgl64.Vec2{first}
	for p := next[first]; p != first; p = next[p] {
		ring = append(ring, p)
	}
	return ring
}

func isHullEdge(points []mgl64.Vec2, p, q mgl64.Vec2) bool {
	for _, x := range points {
		o := geom.Orient(geom.From(p), geom.From(q), geom.From(x))
		if o < 0 || o == 0 && !insideBox(p, q, x) {
			return false
		}
	}
	return true
}

func insideBox(p, q, x mgl64.Vec2) bool {
	return min(p[0], q[0]) <= x[0] && x[0] <= max(p[0], q[0]) && min(p[1], q[1]) <= x[1] && x[1] <= max(p[1], q[1])
}

func TestHullMatchesOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	flat := 0
	for i := range 3000 {
		points := randomPoints(r, i%pointFamilies, 3+r.IntN(28))
		want := hullOracle(points)
		got, err := Hull(points)
		if want == nil {
			require.Error(t, err)
			flat++
			continue
		}
		require.NoError(t, err, "%v", points)
		require.Equal(t, want, got, "%v", points)
	}
	require.Greater(t, flat, 0)
}

func TestHullErrors(t *testing.T) {
	bad := []mgl64.Vec2{{0, 0}, {1, 0}, {math.NaN(), 1}, {0, 1}}
	_, err := Hull(bad)
	require.ErrorIs(t, err, geom.ErrNotFinite)
	require.ErrorContains(t, err, "Points[2]")
	_, err = Hull([]mgl64.Vec2{{0, 0}, {1, math.Inf(-1)}, {2, 1}})
	require.ErrorIs(t, err, geom.ErrNotFinite)
	require.ErrorContains(t, err, "Points[1]")
	_, err = Hull(nil)
	require.ErrorIs(t, err, geom.ErrTooFewPoints)
	_, err = Hull([]mgl64.Vec2{{0, 0}, {1, 1}, {0, 0}, {1, 1}})
	require.ErrorIs(t, err, geom.ErrTooFewPoints)
	_, err = Hull([]mgl64.Vec2{{0, 0}, {1, 1}, {3, 3}, {2, 2}, {0, 0}})
	require.ErrorIs(t, err, geom.ErrCollinear)
	var field *geom.FieldError
	require.ErrorAs(t, err, &field)
}

func TestHullDoesNotModifyInput(t *testing.T) {
	points := []mgl64.Vec2{{2, 0}, {0, 0}, {1, 2}, {1, 1}}
	before := append([]mgl64.Vec2(nil), points...)
	must.Get(Hull(points))
	require.Equal(t, before, points)
}

// fuzzPoints reads points from bytes: a quarter of them on a small grid, so that
// ties are common, the rest with low bits of their own.
func fuzzPoints(data []byte) []mgl64.Vec2 {
	var points []mgl64.Vec2
	for ; len(data) >= 3 && len(points) < 40; data = data[3:] {
		offset := float64(int8(data[2])) * 0x1p-50
		if data[2]%4 == 0 {
			offset = 0
		}
		points = append(points, mgl64.Vec2{float64(data[0]%16) + offset, float64(data[1]%16) - 2*offset})
	}
	return points
}

func FuzzHull(f *testing.F) {
	f.Add([]byte{0, 0, 0, 5, 0, 0, 5, 5, 0, 0, 5, 0, 2, 2, 0, 5, 2, 0})
	f.Add([]byte{1, 1, 3, 2, 2, 5, 3, 3, 7, 4, 4, 9, 5, 5, 11})
	f.Fuzz(func(t *testing.T, data []byte) {
		points := fuzzPoints(data)
		if len(points) == 0 {
			return
		}
		got, err := Hull(points)
		if want := hullOracle(points); want == nil {
			require.Error(t, err)
		} else {
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	})
}

func BenchmarkHull(b *testing.B) {
	for _, n := range []int{16, 1000} {
		points := randomPoints(rand.New(rand.NewPCG(1, 1)), 0, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = Hull(points)
			}
		})
	}
}
