package shape_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// marchRay is the oracle: the distance from a convex shape is a convex function
// along a line, so its minimum, least, is found by bisection on the slope, and the
// first zero by bisection before the minimum.
func marchRay(m model, ray geom.Ray) (fraction, least float64) {
	distance := func(t float64) float64 {
		d, _ := m.distance(ray.At(t))
		return d - m.skin
	}
	lo, hi := 0.0, 1.0
	for range 60 {
		a, b := lo+(hi-lo)*0.45, lo+(hi-lo)*0.55
		if distance(a) <= distance(b) {
			hi = b
		} else {
			lo = a
		}
	}
	least = min(distance(lo), distance(0), distance(1))
	if distance(0) < 0 {
		return 0, least
	}
	if least > 0 {
		return 1, least
	}
	in := lo
	if distance(1) < distance(lo) {
		in = 1
	}
	out := 0.0
	for range 55 {
		if mid := (out + in) / 2; distance(mid) > 0 {
			out = mid
		} else {
			in = mid
		}
	}
	return in, least
}

// rayAt returns a ray that starts and ends around the shape, often through it.
func rayAt(r *rand.Rand, c shape.Convex) geom.Ray {
	a := c.Center.MulAdd(3*c.BoundingRadius*r.Float64(), geom.RotFromAngle(randomAngle(r)).X())
	b := c.Center.MulAdd(c.BoundingRadius*r.Float64(), geom.RotFromAngle(randomAngle(r)).X())
	return geom.Ray{Origin: a, Translation: b.Sub(a).Mul(randomBetween(r, 0.2, 3))}
}

func TestRayCastMatchesRayMarching(t *testing.T) {
	hits := 0
	eachSample(31, max(samples/4, 4), func(name string, r *rand.Rand, s shape.Support) {
		m := modelOf(s)
		hollow := len(m.ring) == 2 && m.skin == 0
		for _, s := range []shape.Support{s, custom{s}} {
			if hollow {
				continue // its distances are never negative: see TestRayCastOnSegments
			}
			c := mustNew(s)
			for range 4 {
				ray := rayAt(r, c)
				want, least := marchRay(m, ray)
				tol := 10*m.tolerance + 1e-9*c.BoundingRadius
				if math.Abs(least) < tol {
					continue // the ray touches the border at most: the model's own error decides
				}
				hit, ok := shape.RayCast(c, ray)
				require.Equal(t, least < 0, ok, "%s: %v, least distance %g", name, ray, least)
				if !ok {
					continue
				}
				hits++
				start, _ := m.distance(ray.Origin)
				if hit.Inside {
					require.LessOrEqual(t, start-m.skin, m.tolerance+1e-12, name)
					require.Zero(t, hit.Fraction, name)
					continue
				}
				require.GreaterOrEqual(t, start-m.skin, -m.tolerance-1e-12, name)
				requireHit(t, name, m, c, ray, hit)
				// At a shallow angle the model's error counts for more.
				u, length := ray.Translation.Unit()
				steep := math.Abs(u.Dot(hit.Normal))
				require.InDelta(t, want, hit.Fraction, (m.tolerance+1e-12)/(steep*length)*3+1e-12, "%s: %v", name, ray)
			}
		}
	})
	require.Greater(t, hits, 20*max(samples/4, 4))
}

// requireHit checks a hit by its definition: the point is on the ray and on
// the border, and the normal belongs to a line that does not cross the shape.
func requireHit(t *testing.T, name string, m model, c shape.Convex, ray geom.Ray, hit shape.RayResult) {
	t.Helper()
	scale := c.BoundingRadius + ray.Translation.Length()
	require.InDelta(t, 0, ray.At(hit.Fraction).Distance(hit.Point), 1e-13*scale, name)
	distance, _ := m.distance(hit.Point)
	require.InDelta(t, m.skin, max(distance, 0), m.tolerance+1e-12*scale, "%s: not on the border", name)
	require.InDelta(t, 1, hit.Normal.Length(), 1e-12, name)
	require.LessOrEqual(t, hit.Normal.Dot(ray.Translation), 1e-7*ray.Translation.Length(), "%s: leaves", name)
	reach := c.Support(hit.Normal).Sub(hit.Point).Dot(hit.Normal)
	require.InDelta(t, 0, reach, 1e-12*scale, "%s: normal %v is not the border's", name, hit.Normal)
}

func TestRayCastHitsRoundedBorder(t *testing.T) {
	c := mustNew(shape.RoundedBox(1, 1, 0.5))
	diagonal := geom.Ray{Origin: geom.Vec2{X: 5, Y: 5}, Translation: geom.Vec2{X: -10, Y: -10}}
	hit, ok := shape.RayCast(c, diagonal)
	require.True(t, ok)
	want := 1 + 0.5*math.Sqrt2/2
	require.InDelta(t, 0, hit.Point.Distance(geom.Vec2{X: want, Y: want}), 1e-14)
	require.InDelta(t, math.Sqrt2/2, hit.Normal.X, 1e-14)

	// Through (1.36, 1.36): inside a mitred corner, outside the round one, whose
	// border crosses the diagonal at 1.354.
	past := geom.Ray{Origin: geom.Vec2{X: -3.64, Y: 6.36}, Translation: geom.Vec2{X: 10, Y: -10}}
	_, ok = shape.RayCast(c, past)
	require.False(t, ok)
}

func TestRayCastFromInsideAndBorder(t *testing.T) {
	eachSample(32, samples, func(name string, r *rand.Rand, s shape.Support) {
		c := mustNew(s)
		if c.Kind == shape.KindSegment && c.Radius == 0 {
			return
		}
		n, _ := direction(r).Unit()
		border := c.Support(n)
		mass := must.Get(shape.MassOf(s, 1))
		inner := mass.Center
		hit, ok := shape.RayCast(c, geom.Ray{Origin: inner, Translation: n})
		require.True(t, ok, name)
		require.True(t, hit.Inside, name)
		require.Equal(t, 0.0, hit.Fraction, name)
		require.Equal(t, inner, hit.Point, name)
		require.InDelta(t, -1, hit.Normal.Dot(n), 1e-12, name)

		hit, ok = shape.RayCast(c, geom.Ray{Origin: inner})
		require.True(t, ok, "a ray without length sees that it is inside: %s", name)
		require.Equal(t, shape.RayResult{Point: inner, Inside: true}, hit, name)

		for _, scale := range []float64{1e-6, 1, 1e6} {
			_, ok = shape.RayCast(c, geom.Ray{Origin: border, Translation: n.Mul(scale)})
			require.False(t, ok, "%s: outward from the border", name)
			hit, ok = shape.RayCast(c, geom.Ray{Origin: border, Translation: inner.Sub(border).Mul(scale)})
			require.True(t, ok, "%s: inward from the border", name)
			require.LessOrEqual(t, hit.Point.Distance(border), 1e-12, name)
		}
	})
}

// Rays of every length have a result, never a NaN: rays that are too long hit nothing.
func TestRayCastOfExtremeRays(t *testing.T) {
	eachSample(35, 3, func(name string, r *rand.Rand, s shape.Support) {
		c := mustNew(s)
		for _, far := range []float64{1e3, 1e13, 1e100, 1e300} {
			for _, length := range []float64{5e-324, 1e-200, 1e-141, 1e-139, 1e-9, 1e9, 1e139, 1e141, 1e200, math.MaxFloat64} {
				d := geom.RotFromAngle(randomAngle(r)).X()
				for _, from := range []geom.Vec2{c.Center, d.Mul(-far)} {
					hit, ok := shape.RayCast(c, geom.Ray{Origin: from, Translation: d.Mul(length)})
					require.True(t, hit.Fraction >= 0 && hit.Fraction <= 1 && hit.Point.Finite() && hit.Normal.Finite(), "%s: %+v", name, hit)
					require.False(t, ok && length > 1e140, name)
				}
			}
		}
	})
}

func TestReflectedRayDoesNotHitAgain(t *testing.T) {
	eachSample(33, samples, func(name string, r *rand.Rand, s shape.Support) {
		c := mustNew(s)
		ray := rayAt(r, c)
		hit, ok := shape.RayCast(c, ray)
		if !ok || hit.Inside || hit.Normal.Dot(ray.Translation) > -1e-3*ray.Translation.Length() {
			return
		}
		reflected := ray.Translation.MulSub(2*hit.Normal.Dot(ray.Translation), hit.Normal)
		_, ok = shape.RayCast(c, geom.Ray{Origin: hit.Point, Translation: reflected})
		require.False(t, ok, "%s: hit itself again", name)
	})
}

func TestRayCastOnSegments(t *testing.T) {
	s := mustNew(shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}})
	down := geom.Ray{Origin: geom.Vec2{X: 0.5, Y: 2}, Translation: geom.Vec2{Y: -4}}
	hit, ok := shape.RayCast(s, down)
	require.True(t, ok)
	require.Equal(t, shape.RayResult{Fraction: 0.5, Point: geom.Vec2{X: 0.5}, Normal: geom.Vec2{Y: 1}}, hit)

	up := geom.Ray{Origin: geom.Vec2{X: 0.5, Y: -2}, Translation: geom.Vec2{Y: 4}}
	hit, ok = shape.RayCast(s, up)
	require.True(t, ok)
	require.Equal(t, -1.0, hit.Normal.Y)

	for _, miss := range []geom.Ray{
		{Origin: geom.Vec2{X: 3}, Translation: geom.Vec2{X: -4}},  // along the segment
		{Origin: geom.Vec2{X: -3}, Translation: geom.Vec2{X: 10}}, // from the other end
		{Origin: geom.Vec2{X: 0.5}, Translation: geom.Vec2{X: 4}}, // from a point on it
		{Origin: geom.Vec2{X: 1.001, Y: 2}, Translation: geom.Vec2{Y: -4}},
		{Origin: geom.Vec2{X: 0.5, Y: 2}, Translation: geom.Vec2{Y: -1.9}},
		{Origin: geom.Vec2{X: 0.5, Y: 2}, Translation: geom.Vec2{Y: 1}},
		{Origin: geom.Vec2{X: 0.5}, Translation: geom.Vec2{Y: 1}},
		{Origin: geom.Vec2{X: 0.5}},
		{Origin: geom.Vec2{X: 3, Y: 1e-9}, Translation: geom.Vec2{X: -4}},
	} {
		_, ok = shape.RayCast(s, miss)
		require.False(t, ok, "%v", miss)
	}
}

func TestRayCastOnCapsules(t *testing.T) {
	for _, s := range []shape.Support{
		shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.5},
		shape.Capsule{A: mgl64.Vec2{1, 0}, B: mgl64.Vec2{-1, 0}, Radius: 0.5},
		custom{shape.Segment{A: mgl64.Vec2{1, 0}, B: mgl64.Vec2{-1, 0}, Radius: 0.5}},
	} {
		c := mustNew(s)
		for _, k := range []struct {
			from, by      geom.Vec2
			point, normal geom.Vec2
			ok            bool
		}{
			{geom.Vec2{X: 3}, geom.Vec2{X: -6}, geom.Vec2{X: 1.5}, geom.Vec2{X: 1}, true},   // along the axis
			{geom.Vec2{X: -3}, geom.Vec2{X: 6}, geom.Vec2{X: -1.5}, geom.Vec2{X: -1}, true}, // and back
			{geom.Vec2{Y: 3}, geom.Vec2{Y: -6}, geom.Vec2{Y: 0.5}, geom.Vec2{Y: 1}, true},   // onto either side
			{geom.Vec2{Y: -3}, geom.Vec2{Y: 6}, geom.Vec2{Y: -0.5}, geom.Vec2{Y: -1}, true}, //
			{geom.Vec2{X: 3, Y: 0.3}, geom.Vec2{X: -6}, geom.Vec2{X: 1.4, Y: 0.3}, geom.Vec2{X: 0.8, Y: 0.6}, true},
			{geom.Vec2{X: 3, Y: 0.51}, geom.Vec2{X: -6}, geom.Vec2{}, geom.Vec2{}, false}, // above
			{geom.Vec2{X: 1.4, Y: 3}, geom.Vec2{Y: -6}, geom.Vec2{X: 1.4, Y: 0.3}, geom.Vec2{X: 0.8, Y: 0.6}, true},
			{geom.Vec2{X: 1.6, Y: 3}, geom.Vec2{Y: -6}, geom.Vec2{}, geom.Vec2{}, false}, // past the end
			{geom.Vec2{X: 3}, geom.Vec2{X: 6}, geom.Vec2{}, geom.Vec2{}, false},          // away
		} {
			hit, ok := shape.RayCast(c, geom.Ray{Origin: k.from, Translation: k.by})
			require.Equal(t, k.ok, ok, "%v", k.from)
			if ok {
				require.InDelta(t, 0, hit.Point.Distance(k.point), 1e-12, "%v", k.from)
				require.InDelta(t, 0, hit.Normal.Distance(k.normal), 1e-6, "%v", k.from)
			}
		}
	}
}

// TestRayCastOnCustomSegments: a custom shape may have no width at all.
func TestRayCastOnCustomSegments(t *testing.T) {
	c := mustNew(custom{shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}}})
	hit, ok := shape.RayCast(c, geom.Ray{Origin: geom.Vec2{X: 0.5, Y: 2}, Translation: geom.Vec2{Y: -4}})
	require.True(t, ok)
	require.Equal(t, shape.RayResult{Fraction: 0.5, Point: geom.Vec2{X: 0.5}, Normal: geom.Vec2{Y: 1}}, hit)
	hit, ok = shape.RayCast(c, geom.Ray{Origin: geom.Vec2{X: 3}, Translation: geom.Vec2{X: -4}})
	require.True(t, ok)
	require.Equal(t, shape.RayResult{Fraction: 0.5, Point: geom.Vec2{X: 1}, Normal: geom.Vec2{X: 1}}, hit)
	_, ok = shape.RayCast(c, geom.Ray{Origin: geom.Vec2{X: 3, Y: 1e-9}, Translation: geom.Vec2{X: -4}})
	require.False(t, ok)
	require.True(t, shape.Contains(c, geom.Vec2{X: 0.25}))
	require.False(t, shape.Contains(c, geom.Vec2{X: 1.25}))
	require.False(t, shape.Contains(c, geom.Vec2{X: 0.25, Y: 1e-9}))
	require.Equal(t, geom.Vec2{X: 1}, shape.ClosestPoint(c, geom.Vec2{X: 1.25}))
}

func TestRayCastOnChains(t *testing.T) {
	r := rand.New(rand.NewPCG(34, 0))
	// Ground listed from right to left, heights at random.
	var chain shape.Chain
	for i := range 21 {
		chain.Points = append(chain.Points, mgl64.Vec2{10 - float64(i), randomBetween(r, -0.4, 0.4)})
	}
	segments := must.Get(chain.Segments())
	count := func(ray geom.Ray) (hits int) {
		for _, s := range segments {
			if _, ok := shape.RayCast(mustNew(s), ray); ok {
				hits++
			}
		}
		return hits
	}
	for _, p := range chain.Points[1:20] {
		// Straight at a vertex: rounding must not let a ray through.
		for range 200 {
			from := geom.Vec2{X: randomBetween(r, -9, 9), Y: randomBetween(r, 5, 9)}
			ray := geom.Ray{Origin: from, Translation: geom.From(p).Sub(from).Mul(2)}
			require.Positive(t, count(ray), "through the vertex %v", p)
		}
		down := geom.Ray{Origin: geom.Vec2{X: p[0], Y: 3}, Translation: geom.Vec2{Y: -6}}
		require.Positive(t, count(down))
		up := geom.Ray{Origin: geom.Vec2{X: p[0], Y: -3}, Translation: geom.Vec2{Y: 6}}
		require.Zero(t, count(up), "from behind")
	}
	flat := mustNew(shape.ChainSegment{
		Before: mgl64.Vec2{2, -1}, A: mgl64.Vec2{1, 0}, B: mgl64.Vec2{-1, 0}, After: mgl64.Vec2{-2, -1},
	})
	_, ok := shape.RayCast(flat, geom.Ray{Translation: geom.Vec2{Y: -1}})
	require.True(t, ok, "from the surface into the solid")
	_, ok = shape.RayCast(flat, geom.Ray{Translation: geom.Vec2{Y: 1}})
	require.False(t, ok, "from the surface into the open")
}

func TestRayCastOnHalfPlane(t *testing.T) {
	c := mustNew(shape.HalfPlane{Point: mgl64.Vec2{0, 1}, Normal: mgl64.Vec2{0, 3}})
	hit, ok := shape.RayCast(c, geom.Ray{Origin: geom.Vec2{X: 1e8, Y: 3}, Translation: geom.Vec2{Y: -4}})
	require.True(t, ok)
	require.Equal(t, shape.RayResult{Fraction: 0.5, Point: geom.Vec2{X: 1e8, Y: 1}, Normal: geom.Vec2{Y: 1}}, hit)
	_, ok = shape.RayCast(c, geom.Ray{Origin: geom.Vec2{Y: 3}, Translation: geom.Vec2{X: 4}})
	require.False(t, ok)
	hit, ok = shape.RayCast(c, geom.Ray{Origin: geom.Vec2{Y: -3}, Translation: geom.Vec2{X: 4}})
	require.True(t, ok)
	require.True(t, hit.Inside)
}

// A ray out of a half-plane is inside or on the border by the size of the ray and its place,
// from micrometres to thousands of kilometres.
func TestRayCastOutOfHalfPlanes(t *testing.T) {
	for _, u := range []float64{1e-6, 1, 1e6} {
		c := mustNew(shape.HalfPlane{Point: mgl64.Vec2{3 * u, u}, Normal: mgl64.Vec2{1, 2}})
		n := geom.Vec2{X: 1, Y: 2}.Mul(1 / math.Sqrt(5))
		for _, along := range []float64{0, 1, 7} {
			border := geom.Vec2{X: 3 * u, Y: u}.MulAdd(along*u, n.LeftPerp())
			_, ok := shape.RayCast(c, geom.Ray{Origin: border, Translation: n.Mul(9 * u)})
			require.False(t, ok, "from the border, unit %v", u)
			hit, ok := shape.RayCast(c, geom.Ray{Origin: border.MulSub(1e-4*u, n), Translation: n.Mul(9 * u)})
			require.True(t, ok, "from within, unit %v", u)
			require.True(t, hit.Inside)
		}
	}
}

// A capsule with equal ends is compiled to the row of the circle, so all that follows is the same.
func TestCapsuleWithEqualEndsIsCircle(t *testing.T) {
	for _, a := range []mgl64.Vec2{{}, {1.5, -2}, {1e5, 3}} {
		capsule, circle := shape.Capsule{A: a, B: a, Radius: 0.75}, shape.Circle{Center: a, Radius: 0.75}
		require.NoError(t, capsule.Validate())
		got, want := compiled(t, capsule), compiled(t, circle)
		require.Equal(t, *want.Geometry, *got.Geometry)

		mass := must.Get(shape.MassOf(capsule, 2))
		wantMass := must.Get(shape.MassOf(circle, 2))
		require.Equal(t, wantMass, mass)
		require.InDelta(t, 2*math.Pi*0.75*0.75, mass.Mass, 1e-12)
		require.Equal(t, shape.Outline(circle, 0.01), shape.Outline(capsule, 0.01))
		require.Equal(t, circle.Support(mgl64.Vec2{3, 4}), capsule.Support(mgl64.Vec2{3, 4}))
		require.Equal(t, circle.Support(mgl64.Vec2{}), capsule.Support(mgl64.Vec2{}))

		moved := shape.Transformed(capsule, 1, mgl64.Vec2{3, 4})
		require.IsType(t, shape.Capsule{}, moved)
		require.NoError(t, moved.(shape.Capsule).Validate())
	}
}

// From the length of geom.MinSize on it is a capsule, and the mass does not jump there.
func TestShortestCapsule(t *testing.T) {
	mass := func(length float64) shape.Mass {
		m := must.Get(shape.MassOf(shape.Capsule{B: mgl64.Vec2{length, 0}, Radius: 0.5}, 1))
		return m
	}
	below, above := mass(0.99*geom.MinSize), mass(1.01*geom.MinSize)
	require.Equal(t, shape.KindCircle, compiled(t, shape.Capsule{B: mgl64.Vec2{0.99 * geom.MinSize, 0}, Radius: 0.5}).Kind)
	require.Equal(t, shape.KindCapsule, compiled(t, shape.Capsule{B: mgl64.Vec2{1.01 * geom.MinSize, 0}, Radius: 0.5}).Kind)
	require.InDelta(t, below.Mass, above.Mass, 2*geom.MinSize)
	require.InDelta(t, below.Inertia, above.Inertia, 2*geom.MinSize)
	require.InDelta(t, below.Center.X, above.Center.X, geom.MinSize)
}

func TestCapsuleOfEqualEndsStillNeedsRadius(t *testing.T) {
	err := shape.Capsule{A: mgl64.Vec2{1, 2}, B: mgl64.Vec2{1, 2}}.Validate()
	require.ErrorIs(t, err, geom.ErrNotPositive)
	err = shape.Capsule{A: mgl64.Vec2{math.NaN(), 2}, B: mgl64.Vec2{1, 2}, Radius: 1}.Validate()
	require.ErrorIs(t, err, geom.ErrNotFinite)
	err = shape.Segment{A: mgl64.Vec2{1, 2}, B: mgl64.Vec2{1, 2}, Radius: 1}.Validate()
	require.ErrorIs(t, err, geom.ErrDuplicate, "a segment has two ends")
}

func compiled(t *testing.T, s shape.Support) shape.Convex {
	c := must.Get(shape.New(s))
	return c
}
