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

// sumOracle is the hull of all sums.
func sumOracle(t *testing.T, a, b []mgl64.Vec2) []mgl64.Vec2 {
	var sums []mgl64.Vec2
	for _, p := range a {
		for _, q := range b {
			sums = append(sums, p.Add(q))
		}
	}
	hull := must.Get(Hull(sums))
	return hull
}

func TestMinkowskiSumOnAGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	merged := 0
	for range 3000 {
		a, errA := Hull(randomPoints(r, 1, 3+r.IntN(8)))
		b, errB := Hull(randomPoints(r, 1, 3+r.IntN(8)))
		if errA != nil || errB != nil {
			continue
		}
		got := must.Get(MinkowskiSum(a, b))
		require.Equal(t, sumOracle(t, a, b), got, "%v + %v", a, b) // whole numbers: no rounding
		if len(got) < len(a)+len(b) {
			merged++
		}
		slices.Reverse(a)
		back := must.Get(MinkowskiSum(b, append(a[1:], a[0])))
		require.Equal(t, got, back)
	}
	require.Greater(t, merged, 500, "parallel edges must occur")
}

// Because of rounding, the sum or the oracle may lack a corner that the other has, but
// no corner of either lies outside the other by more than rounding.
func TestMinkowskiSumWithinRounding(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	for i := range 1500 {
		f := []int{0, 3, 4}[i%3]
		a, errA := Hull(randomPoints(r, f, 3+r.IntN(20)))
		b, errB := Hull(randomPoints(r, f, 3+r.IntN(20)))
		require.NoError(t, errA)
		require.NoError(t, errB)
		got := must.Get(MinkowskiSum(a, b))
		want := sumOracle(t, a, b)
		requireStrictlyConvex(t, got)
		size := 0.0
		for _, p := range want {
			size = max(size, math.Abs(p[0]), math.Abs(p[1]))
		}
		requireWithin(t, got, want, 4e-16*size)
		requireWithin(t, want, got, 4e-16*size)
	}
}

// requireWithin proves that no point lies outside the convex ring by more than tol.
func requireWithin(t *testing.T, points, ring []mgl64.Vec2, tol float64) {
	t.Helper()
	for i := range ring {
		a, b := geom.From(ring[i]), geom.From(ring[(i+1)%len(ring)])
		for _, p := range points {
			off := math.Sqrt(distanceSquaredToSegment(geom.From(p), a, b))
			require.False(t, geom.Orient(a, b, geom.From(p)) < 0 && off > tol && outsideOf(ring, p) > tol, "%v of %v", p, ring)
		}
	}
}

// outsideOf returns the distance from p to a convex ring, zero inside.
func outsideOf(ring []mgl64.Vec2, p mgl64.Vec2) float64 {
	least, inside := math.Inf(1), true
	for i := range ring {
		a, b := geom.From(ring[i]), geom.From(ring[(i+1)%len(ring)])
		inside = inside && geom.Orient(a, b, geom.From(p)) >= 0
		least = min(least, math.Sqrt(distanceSquaredToSegment(geom.From(p), a, b)))
	}
	if inside {
		return 0
	}
	return least
}

func TestMinkowskiSumErrors(t *testing.T) {
	square := []mgl64.Vec2{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
	pentagram := []mgl64.Vec2{{0, 3}, {2, -3}, {-3, 1}, {3, 1}, {-2, -3}}
	for _, c := range []struct {
		a, b  []mgl64.Vec2
		field string
		err   error
	}{
		{square[:2], square, "A", geom.ErrTooFewPoints},
		{square, nil, "B", geom.ErrTooFewPoints},
		{square, []mgl64.Vec2{{0, 0}, {1, 0}, {math.NaN(), 1}}, "B[2]", geom.ErrNotFinite},
		{[]mgl64.Vec2{{0, 0}, {1, 0}, {1e13, 1}}, square, "A[2]", geom.ErrOutOfRange},
		{[]mgl64.Vec2{{0, 0}, {2, 0}, {2, 0}, {1, 1}}, square, "A[2]", geom.ErrDuplicate},
		{[]mgl64.Vec2{{0, 0}, {1, 0}, {2, 0}, {1, 1}}, square, "A[1]", geom.ErrCollinear},
		{square, []mgl64.Vec2{{0, 0}, {1, 1}, {2, 2}}, "B[0]", geom.ErrCollinear},
		{square, []mgl64.Vec2{{0, 0}, {4, 0}, {1, 1}, {0, 4}}, "B[2]", geom.ErrNotConvex},
		{square, []mgl64.Vec2{{0, 0}, {1, 1}, {1, 0}, {0, 1}}, "B[2]", geom.ErrSelfIntersecting},
		{pentagram, square, "A[2]", geom.ErrSelfIntersecting},
	} {
		_, err := MinkowskiSum(c.a, c.b)
		require.ErrorIs(t, err, c.err, "%v %v", c.a, c.b)
		var field *geom.FieldError
		require.ErrorAs(t, err, &field)
		require.Equal(t, c.field, field.Field, "%v", err)
	}
}

func BenchmarkMinkowskiSum(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	p, _ := Hull(randomPoints(r, 0, 200))
	q, _ := Hull(randomPoints(r, 0, 200))
	b.ReportAllocs()
	for b.Loop() {
		_, _ = MinkowskiSum(p, q)
	}
}
