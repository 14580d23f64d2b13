package shape_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A ray along a bare segment misses it, from both ends, to the rounding of a segment at any
// angle. The same ray turned by a millionth hits it.
func TestRaysAlongSegmentsMiss(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 0))
	for range 200 * samples {
		a, b := randomPoint(r), randomPoint(r)
		if a.Sub(b).Len() < 1e-3 {
			continue
		}
		side := b.Sub(a)
		before, after := a.Sub(side.Mul(randomBetween(r, -0.5, 9))), b.Add(side.Mul(randomBetween(r, 0, 9)))
		for _, c := range []shape.Convex{
			mustNew(shape.Segment{A: a, B: b}),
			mustNew(shape.ChainSegment{Before: a.Sub(side), A: a, B: b, After: b.Add(side)}),
			mustNew(shape.ChainSegment{Before: b.Add(side), A: b, B: a, After: a.Sub(side)}),
		} {
			for _, ray := range []geom.Ray{
				{Origin: geom.From(before), Translation: geom.From(after.Sub(before))},
				{Origin: geom.From(after), Translation: geom.From(before.Sub(after))},
			} {
				_, ok := shape.RayCast(c, ray)
				require.False(t, ok, "%v to %v, ray %v", a, b, ray)
			}
		}
		// Through the middle at a millionth of a radian it is a hit there.
		middle := geom.From(a.Add(b).Mul(0.5))
		u := geom.RotFromAngle(1e-6).Apply(geom.From(side))
		hit, ok := shape.RayCast(mustNew(shape.Segment{A: a, B: b}), geom.Ray{Origin: middle.MulSub(4, u), Translation: u.Mul(8)})
		require.True(t, ok)
		require.InDelta(t, 0.5, hit.Fraction, 1e-6)
		require.InDelta(t, 0, hit.Normal.Dot(geom.From(side))/side.Len(), 1e-15)
	}
}

// exactSide is the side of a line on which a point lies, without rounding.
func exactSide(ray geom.Ray, p geom.Vec2) int {
	sub := func(x, y float64) *big.Rat {
		return new(big.Rat).Sub(new(big.Rat).SetFloat64(x), new(big.Rat).SetFloat64(y))
	}
	x, y := sub(p.X, ray.Origin.X), sub(p.Y, ray.Origin.Y)
	u, v := new(big.Rat).SetFloat64(ray.Translation.X), new(big.Rat).SetFloat64(ray.Translation.Y)
	return u.Mul(u, y).Cmp(v.Mul(v, x))
}

// A line from one side of a polyline to the other hits one of its segments, though some of
// them lie along the line: exactly, or to a few roundings.
func TestRaysDoNotSlipThroughSegmentsAlongThem(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 0))
	for range 200 * samples {
		u := geom.RotFromAngle(randomAngle(r)).X()
		n := u.LeftPerp()
		ray := geom.Ray{Origin: u.Mul(-9).Add(geom.From(randomPoint(r))), Translation: u.Mul(20)}
		off := func() float64 { return randomBetween(r, -1, 1) * math.Pow(10, randomBetween(r, -18, -8)) }
		points := []geom.Vec2{ray.At(0.1).MulSub(randomBetween(r, 0.1, 1), n)}
		for i := range 1 + r.IntN(4) {
			points = append(points, ray.At(0.2+float64(i)*0.15).MulAdd(off(), n))
		}
		points = append(points, ray.At(0.9).MulAdd(randomBetween(r, 0.1, 1), n))
		hits, crossed := 0, 0
		for i := range len(points) - 1 {
			if _, ok := shape.RayCast(mustNew(shape.Segment{A: points[i].Mgl(), B: points[i+1].Mgl()}), ray); ok {
				hits++
			}
			if exactSide(ray, points[i])*exactSide(ray, points[i+1]) <= 0 {
				crossed++
			}
		}
		require.Positive(t, crossed)
		require.Positive(t, hits, "%v through %v", ray, points)
	}
}

// A segment far smaller than the ray's distance is hit where the ray crosses it.
func TestDistantRaysHitTinySegments(t *testing.T) {
	s := mustNew(shape.Segment{A: mgl64.Vec2{0, -1e-6}, B: mgl64.Vec2{0, 2e-6}})
	for _, far := range []float64{1, 1e3, 1e5, 1e6} {
		hit, ok := shape.RayCast(s, geom.Ray{Origin: geom.Vec2{X: -far}, Translation: geom.Vec2{X: 2 * far}})
		require.True(t, ok, "%v", far)
		require.Equal(t, 0.5, hit.Fraction)
		_, ok = shape.RayCast(s, geom.Ray{Origin: geom.Vec2{X: -far, Y: 1e-3}, Translation: geom.Vec2{X: 2 * far}})
		require.False(t, ok, "%v", far)
	}
}

// A ray along the edge of a polygon hits the corner where it arrives: a polygon owns its
// border. A hair outside it misses.
func TestRaysAlongEdgesOfPolygons(t *testing.T) {
	c := mustNew(shape.Box(1, 1))
	for _, to := range []float64{1, -1} {
		ray := geom.Ray{Origin: geom.Vec2{X: -3 * to, Y: 1}, Translation: geom.Vec2{X: 6 * to}}
		hit, ok := shape.RayCast(c, ray)
		require.True(t, ok)
		require.Equal(t, shape.RayResult{Fraction: 1.0 / 3, Point: ray.At(1.0 / 3), Normal: geom.Vec2{X: -to}}, hit)
		ray.Origin.Y += 1e-9
		_, ok = shape.RayCast(c, ray)
		require.False(t, ok)
	}
	rounded := mustNew(shape.RoundedBox(1, 1, 0.5))
	ray := geom.Ray{Origin: geom.Vec2{X: -3, Y: 1.5}, Translation: geom.Vec2{X: 6}}
	hit, ok := shape.RayCast(rounded, ray)
	require.True(t, ok)
	require.InDelta(t, -1, hit.Point.X, 1e-7)
	require.InDelta(t, 1, hit.Normal.Y, 1e-7)
	ray.Origin.Y += 1e-9
	_, ok = shape.RayCast(rounded, ray)
	require.False(t, ok)
}
