package geom

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/long"
	"github.com/stretchr/testify/require"
)

// The closest point sees p straight across the segment, or past the end that it is.
func TestClosestOnSegment(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	interior := 0
	for range 5000 {
		a, p := Vec2{r.NormFloat64(), r.NormFloat64()}, Vec2{r.NormFloat64(), r.NormFloat64()}
		b := a.Add(Vec2{r.NormFloat64(), r.NormFloat64()})
		q, along := ClosestOnSegment(a, b, p), b.Sub(a)
		require.InDelta(t, 0, along.Cross(q.Sub(a)), 1e-14, "not on the line")
		switch beyond := along.Dot(p.Sub(q)); q {
		case a:
			require.LessOrEqual(t, beyond, 0.0)
		case b:
			require.GreaterOrEqual(t, beyond, -1e-14) // of the rounded difference
		default:
			interior++
			require.InDelta(t, 0, beyond, 1e-13)
			require.True(t, along.Dot(q.Sub(a)) > 0 && along.Dot(b.Sub(q)) > 0, "not between the ends")
		}
	}
	require.Greater(t, interior, 1000)
	a, b := Vec2{1, 2}, Vec2{3, 2}
	require.Equal(t, a, ClosestOnSegment(a, a, Vec2{5, 6}))
	require.Equal(t, a, ClosestOnSegment(a, b, Vec2{1, 9}))
	require.Equal(t, b, ClosestOnSegment(a, b, Vec2{3, 9}))
}

// intersectOracle decides by rational parameters: the crossing point of the lines,
// or the overlap of the projections when they are parallel.
func intersectOracle(a, b, c, d Vec2) bool {
	x := func(p, q Vec2) *big.Rat {
		l := new(big.Rat).Mul(rat(p.X), rat(q.Y))
		return l.Sub(l, new(big.Rat).Mul(rat(p.Y), rat(q.X)))
	}
	u, v, w := b.Sub(a), d.Sub(c), c.Sub(a) // whole numbers: exact
	den := x(u, v)
	if den.Sign() != 0 {
		s, t := new(big.Rat).Quo(x(w, v), den), new(big.Rat).Quo(x(w, u), den)
		return inUnit(s) && inUnit(t)
	}
	if x(u, w).Sign() != 0 || x(v, w).Sign() != 0 {
		return false
	}
	return Box{a.Min(b), a.Max(b)}.Overlaps(Box{c.Min(d), c.Max(d)})
}

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

func inUnit(s *big.Rat) bool { return s.Sign() >= 0 && s.Cmp(rat(1)) <= 0 }

func TestSegmentsIntersectAndCross(t *testing.T) {
	segmentPairs := long.Pick(3000, 100_000)
	r := rand.New(rand.NewPCG(7, 8))
	point := func() Vec2 { return Vec2{float64(r.IntN(6)), float64(r.IntN(6))} }
	intersections, crossings := 0, 0
	for range segmentPairs {
		a, b, c, d := point(), point(), point(), point()
		intersects := SegmentsIntersect(a, b, c, d)
		require.Equal(t, intersectOracle(a, b, c, d), intersects, "%v %v %v %v", a, b, c, d)
		require.Equal(t, intersects, SegmentsIntersect(d, c, a, b))
		cross := SegmentsCross(a, b, c, d)
		touchesEnd := false // a touch at an end, or an overlap, is a meeting but no crossing
		for _, p := range []Vec2{a, b} {
			touchesEnd = touchesEnd || intersectOracle(p, p, c, d)
		}
		for _, p := range []Vec2{c, d} {
			touchesEnd = touchesEnd || intersectOracle(p, p, a, b)
		}
		require.Equal(t, intersects && !touchesEnd, cross, "%v %v %v %v", a, b, c, d)
		if intersects {
			intersections++
		}
		if cross {
			crossings++
		}
	}
	require.Greater(t, intersections, segmentPairs/8)
	require.Greater(t, crossings, segmentPairs/22)
}
