package shape_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// samples is how many random shapes of each family the tests look at.
var samples = long.Pick(24, 1000)

// requireOnBorder requires p to be a farthest point of the model along d.
func requireOnBorder(t *testing.T, name string, m model, p, d geom.Vec2) {
	t.Helper()
	u, _ := d.Unit()
	tol := m.tolerance + 1e-13
	require.InDelta(t, m.height(u), p.Dot(u), tol, "%s: height along %v", name, d)
	distance, _ := m.distance(p)
	require.InDelta(t, m.skin, max(distance, 0), tol, "%s: %v is not on the border", name, p)
}

func TestSupportMatchesModel(t *testing.T) {
	eachSample(1, samples, func(name string, r *rand.Rand, s shape.Support) {
		m, c := modelOf(s), mustNew(s)
		for range 20 {
			d := direction(r)
			p := geom.From(s.Support(d.Mgl()))
			requireOnBorder(t, name, m, p, d)
			// The compiled shape, and its core plus its skin, have the same support point.
			requireOnBorder(t, name, m, c.Support(d), d)
			core, _ := c.CoreSupport(d)
			u, _ := d.Unit()
			require.InDelta(t, p.Dot(u), core.Dot(u)+c.Radius, 1e-13, name)

			e := direction(r)
			other, _ := c.CoreSupport(e)
			first, second := c.CoreSupports(d, e)
			require.Equal(t, [2]geom.Vec2{core, other}, [2]geom.Vec2{first, second}, name)
		}
	})
}

// TestSupportOfManyVertices compares the bisection with a plain loop.
func TestSupportOfManyVertices(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	for _, n := range []int{47, 48, 49, 64, 100, 1001} {
		for range samples {
			c := mustNew(mustPolygon(convexRing(r, n), 0))
			for _, d := range []geom.Vec2{direction(r), c.EdgeNormals()[r.IntN(n)], c.Points()[0].Sub(c.Center).Neg()} {
				best := math.Inf(-1)
				for _, p := range c.Points() {
					best = max(best, p.Dot(d))
				}
				p, i := c.CoreSupport(d)
				require.Equal(t, c.Points()[i], p)
				require.InDelta(t, best, p.Dot(d), 1e-14*d.Length(), "%d vertices", n)
			}
		}
	}
}

// TestRoundersHaveTheirSkinTakenOff: the core of a custom shape with a skin, plus that
// skin, is the shape again.
func TestRoundersHaveTheirSkinTakenOff(t *testing.T) {
	eachSample(9, samples, func(name string, r *rand.Rand, s shape.Support) {
		for _, s := range []shape.Support{rounded{custom{s}}, shape.Transformed(rounded{custom{s}}, randomAngle(r), randomPoint(r))} {
			c := mustNew(s)
			require.Equal(t, shape.KindCustom, c.Kind)
			require.Equal(t, s.(shape.Rounder).SkinRadius(), c.Radius, name)
			for range 10 {
				d, _ := direction(r).Unit()
				want := geom.From(s.Support(d.Mgl())).Dot(d)
				core, _ := c.CoreSupport(d)
				require.InDelta(t, want, core.Dot(d)+c.Radius, 1e-13, name)
				require.InDelta(t, want, c.Support(d).Dot(d), 1e-13, name)
			}
		}
	})
	// The core of a disc is its centre.
	c := mustNew(rounded{custom{shape.Circle{Center: mgl64.Vec2{1, 2}, Radius: 3}}})
	p, _ := c.CoreSupport(geom.Vec2{X: 3, Y: -1})
	require.InDelta(t, 0, p.Distance(geom.Vec2{X: 1, Y: 2}), 1e-14)
}

// TestSupportOfUnboundedShapes: shapes without a model have the same support points before and
// after compilation.
func TestSupportOfUnboundedShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 0))
	for _, s := range []shape.Support{
		shape.HalfPlane{Point: mgl64.Vec2{1, 2}, Normal: mgl64.Vec2{-1, 3}},
		chainSegment(t),
	} {
		c := mustNew(s)
		for range samples {
			d := direction(r)
			require.Equal(t, c.Support(d), geom.From(s.Support(d.Mgl())), "%T", s)
			p, i := c.CoreSupport(d)
			require.Equal(t, p, c.CoreVertex(i))
		}
	}
	segment := mustNew(chainSegment(t))
	require.Equal(t, shape.Feature{A: segment.A, B: segment.B, IA: 0, IB: 1}, segment.CoreFeature(geom.Vec2{X: 1}))
}

func TestSupportIgnoresDirectionLength(t *testing.T) {
	eachSample(2, 5, func(name string, r *rand.Rand, s shape.Support) {
		d := geom.RotFromAngle(randomAngle(r)).X()
		want := geom.From(s.Support(d.Mgl())).Dot(d)
		for _, scale := range []float64{1e-300, 1e-160, 1e-3, 1e3, 1e160, 1e300} {
			got := geom.From(s.Support(d.Mul(scale).Mgl()))
			require.InDelta(t, want, got.Dot(d), 1e-13, "%s at %g", name, scale)
		}
	})
}

func TestCoreVertexMatchesCoreSupport(t *testing.T) {
	eachSample(3, samples, func(name string, r *rand.Rand, s shape.Support) {
		c := mustNew(s)
		for range 10 {
			p, i := c.CoreSupport(direction(r))
			if c.Polygonal() {
				require.Equal(t, p, c.CoreVertex(i), name)
			} else {
				require.Zero(t, i, name)
			}
		}
	})
	require.Panics(t, func() { mustNew(shape.Ellipse{RX: 1, RY: 1}).CoreVertex(0) })
}

// TestCoreFeature checks the definition of the feature: an edge or point of the
// core's border that contains the support point; no other edge with that
// point is more perpendicular to the direction.
func TestCoreFeature(t *testing.T) {
	eachSample(4, samples, func(name string, r *rand.Rand, s shape.Support) {
		m, c := modelOf(s), mustNew(s)
		m.skin = 0
		for range 20 {
			d, _ := direction(r).Unit()
			f := c.CoreFeature(d)
			p, _ := c.CoreSupport(d)
			if f.Point {
				require.Equal(t, f.A, f.B, name)
				require.InDelta(t, p.Dot(d), f.A.Dot(d), 1e-13, name)
				continue
			}
			require.InDelta(t, p.Dot(d), max(f.A.Dot(d), f.B.Dot(d)), 1e-12, "%s: the edge misses the support point", name)
			n, length := f.B.Sub(f.A).RightPerp().Unit()
			require.NotZero(t, length, name)
			require.InDelta(t, m.height(n), f.A.Dot(n), m.tolerance+1e-12, "%s: the edge is not on the border", name)
			if c.Kind == shape.KindPolygon || c.Kind == shape.KindBox {
				i := uint32(0)
				_, i = c.CoreSupport(d)
				k := uint32(c.Count)
				best := max(c.EdgeNormals()[i].Dot(d), c.EdgeNormals()[(i+k-1)%k].Dot(d))
				require.Equal(t, best, c.EdgeNormals()[f.IA].Dot(d), name)
				require.Equal(t, [2]geom.Vec2{f.A, f.B}, [2]geom.Vec2{c.Points()[f.IA], c.Points()[f.IB]}, name)
			}
		}
	})
}

func TestFlatSidesOfCurvedShapes(t *testing.T) {
	down := geom.Vec2{Y: -1}
	half := mustNew(shape.HalfEllipse{RX: 2, RY: 1}).CoreFeature(down)
	require.Equal(t, shape.Feature{A: geom.Vec2{X: -2}, B: geom.Vec2{X: 2}, IA: 0, IB: 1}, half)
	require.True(t, mustNew(shape.HalfEllipse{RX: 2, RY: 1}).CoreFeature(geom.Vec2{X: 1, Y: -0.9}).Point)
	require.False(t, mustNew(shape.HalfEllipse{RX: 2, RY: 1}).CoreFeature(geom.Vec2{X: 0.9, Y: -1}).Point)

	// Half a disc, turned so that it lies on its flat side: that is one edge.
	disc := mustNew(shape.Sector{Radius: 1, Angle: math.Pi / 2, Sweep: math.Pi}).CoreFeature(down)
	require.False(t, disc.Point)
	require.InDelta(t, -1, disc.A.X, 1e-15)
	require.InDelta(t, 1, disc.B.X, 1e-15)

	// A slice of cake opening to the right stands on its lower side.
	slice := mustNew(shape.Sector{Radius: 2, Angle: math.Pi / 8, Sweep: math.Pi / 4})
	f := slice.CoreFeature(down)
	require.Equal(t, geom.Vec2{}, f.A)
	require.InDelta(t, 2, f.B.X, 1e-15)
	require.False(t, f.Point)
	require.True(t, slice.CoreFeature(geom.RotFromAngle(math.Pi/8).X()).Point, "the arc is round")
}

func TestSegmentFeatureFacesDirection(t *testing.T) {
	c := mustNew(shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}})
	f := c.CoreFeature(geom.Vec2{X: 0.1, Y: 1})
	require.Equal(t, geom.Vec2{X: 1}, f.A, "counter-clockwise: the upper side runs to the left")
	require.Equal(t, [2]uint32{1, 0}, [2]uint32{f.IA, f.IB})
	f = c.CoreFeature(geom.Vec2{X: 0.1, Y: -1})
	require.Equal(t, geom.Vec2{X: -1}, f.A)
	require.Equal(t, [2]uint32{0, 1}, [2]uint32{f.IA, f.IB})
}

// TestProbedFeatureMatchesEdges compares probed features with the edges of the polygon
// behind the support function.
func TestProbedFeatureMatchesEdges(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	found := 0
	for range 10 * samples {
		s := mustPolygon(convexRing(r, 3+r.IntN(6)), randomSkin(r))
		exact, probed := mustNew(s), mustNew(rounded{custom{s}})
		edge := r.IntN(s.Len())
		n := exact.EdgeNormals()[edge]
		// With another edge within the angle of the probe, the longer of the two may be found.
		tilt := randomBetween(r, -0.15, 0.15)
		if hasNearbyNormal(exact, edge, 0.36+math.Abs(tilt)) {
			continue
		}
		found++
		d := n.MulAdd(math.Tan(tilt), n.LeftPerp())
		want, got := exact.CoreFeature(d), probed.CoreFeature(d)
		require.False(t, got.Point, "edge %d tilted by %v", edge, tilt)
		require.InDelta(t, 0, got.A.Distance(want.A), 1e-12)
		require.InDelta(t, 0, got.B.Distance(want.B), 1e-12)
	}
	require.Greater(t, found, samples)
}

// hasNearbyNormal reports whether another edge of c has a normal within the given angle
// of edge's.
func hasNearbyNormal(c shape.Convex, edge int, angle float64) bool {
	n := c.EdgeNormals()[edge]
	for i, m := range c.EdgeNormals() {
		if i != edge && n.Dot(m) > math.Cos(angle) {
			return true
		}
	}
	return false
}

func TestProbedFeatureOfCurvedShapesIsPoint(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	for _, s := range []shape.Support{
		shape.Circle{Center: mgl64.Vec2{1, 2}, Radius: 3},
		shape.Ellipse{RX: 3, RY: 1},
		superellipse{1, 1, 2.5},
	} {
		c := mustNew(custom{s})
		for range samples {
			// Away from the axes, where a superellipse is flattest.
			d := geom.RotFromAngle(randomBetween(r, 0.5, 1)).X()
			require.True(t, c.CoreFeature(d).Point, "%T", s)
		}
	}
}

func TestProbedFeatureSpansRoundedBoxSide(t *testing.T) {
	c := mustNew(custom{shape.RoundedBox(1, 1, 0.1)})
	for _, tilt := range []float64{0, 1e-9, 1e-4, 0.01, 0.1, -0.1} {
		d := geom.Vec2{X: math.Tan(tilt), Y: -1}
		f, p := c.CoreFeature(d), c.Support(d)
		require.False(t, f.Point, "tilt %v", tilt)
		require.GreaterOrEqual(t, f.A.Distance(f.B), 2.0-1e-4)
		ab := f.B.Sub(f.A)
		require.InDelta(t, 0, math.Abs(ab.Cross(p.Sub(f.A)))/ab.Length(), 1e-7, "contains the deepest point")
		for _, end := range []geom.Vec2{f.A, f.B} {
			require.True(t, shape.Contains(c, end.Mul(1-1e-12)))
		}
	}
}

// boxWithFeature is a custom box that knows its sides.
type boxWithFeature struct{ custom }

func (boxWithFeature) FarthestFeature(dir mgl64.Vec2) (a, b mgl64.Vec2) {
	if dir[1] < 0 {
		return mgl64.Vec2{-1, -1}, mgl64.Vec2{1, -1}
	}
	return mgl64.Vec2{1, 1}, mgl64.Vec2{1, 1}
}

func TestCustomFarthestFeature(t *testing.T) {
	s := shape.Transformed(boxWithFeature{custom{shape.Box(1, 1)}}, math.Pi/2, mgl64.Vec2{10, 0})
	f := mustNew(s).CoreFeature(geom.Vec2{X: 1})
	require.InDelta(t, 0, f.A.Distance(geom.Vec2{X: 11, Y: -1}), 1e-14)
	require.InDelta(t, 0, f.B.Distance(geom.Vec2{X: 11, Y: 1}), 1e-14)
	require.False(t, f.Point)
	f = mustNew(s).CoreFeature(geom.Vec2{X: -1})
	require.True(t, f.Point)
	require.InDelta(t, 0, f.A.Distance(geom.Vec2{X: 9, Y: 1}), 1e-14)
}

func TestQueriesDoNotAllocate(t *testing.T) {
	ray := geom.Ray{Origin: geom.Vec2{X: -20, Y: 0.3}, Translation: geom.Vec2{X: 40}}
	pose := geom.Transform{P: geom.Vec2{X: 1, Y: 2}, R: geom.RotFromAngle(0.3)}
	check := func(name string, s shape.Support) {
		c := mustNew(s)
		outline := shape.AppendOutline(nil, c, 1e-3)
		require.Zero(t, testing.AllocsPerRun(10, func() {
			shape.BoxOf(c, pose)
			c.CoreSupport(pose.P)
			c.CoreFeature(pose.P)
			shape.Contains(c, pose.P)
			shape.ClosestPoint(c, ray.Origin)
			shape.RayCast(c, ray)
			outline = shape.AppendOutline(outline[:0], c, 1e-3)
		}), name)
	}
	eachSample(7, 4, func(name string, _ *rand.Rand, s shape.Support) {
		check(name, s)
		check("custom "+name, custom{s})
	})
	check("half-plane", shape.HalfPlane{Normal: mgl64.Vec2{0, 1}})
	check("chain segment", chainSegment(t))
}

func chainSegment(t *testing.T) shape.ChainSegment {
	segments := must.Get(shape.Chain{Points: []mgl64.Vec2{{5, 0}, {0, 0}, {-5, 1}}}.Segments())
	return segments[0]
}

// A feature depends on where its direction leads, not on how long it is.
func TestFeatureDoesNotDependOnLength(t *testing.T) {
	for _, s := range []shape.Support{
		shape.Box(1, 0.5), shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.2}, shape.Segment{B: mgl64.Vec2{1, 1}},
		shape.Sector{Radius: 1, Sweep: 1}, shape.Sector{Radius: 2, Sweep: math.Pi}, shape.HalfEllipse{RX: 1, RY: 0.5},
	} {
		c := must.Get(shape.New(s))
		for i := range 360 {
			d := geom.RotFromAngle(float64(i) * math.Pi / 180).Apply(geom.Vec2{X: 1, Y: 1e-3})
			want := c.CoreFeature(d)
			for _, length := range []float64{1.0 / 4096, 1.0 / 2, 2, 4096} {
				require.Equal(t, want, c.CoreFeature(d.Mul(length)), "%T at %d degrees, %v times as long", s, i, length)
			}
		}
	}
}

// growing is a custom disc that is larger once it has been compiled.
type growing struct{ radius *float64 }

func (g growing) Support(d mgl64.Vec2) mgl64.Vec2 { return d.Normalize().Mul(*g.radius) }
func (g growing) Validate() error                 { return nil }
func (g growing) SkinRadius() float64             { return 0 }

// A support point outside the circle of the time of compilation is replaced by the centre, at any
// size.
func TestCustomShapeThatGrows(t *testing.T) {
	for _, size := range []float64{1e-4, 1, 1e4} {
		radius := size
		c := must.Get(shape.New(growing{&radius}))
		d := geom.Vec2{X: 0.6, Y: 0.8}
		require.InDelta(t, size, c.Support(d).Length(), 1e-9*size)
		radius = 1.01 * size
		require.Equal(t, c.Center, c.Support(d), "%v m", size)
	}
}

// countingShape counts the support calls of a shape.
type countingShape struct {
	inner shape.Support
	calls *int
}

func (c countingShape) Support(dir mgl64.Vec2) mgl64.Vec2 {
	*c.calls++
	return c.inner.Support(dir)
}

// TestSupportCallCounts checks the costs in the package comment.
func TestSupportCallCounts(t *testing.T) {
	calls := 0
	least, most := map[string]int{}, map[string]int{}
	count := func(what string, call func()) {
		calls = 0
		call()
		if old, ok := least[what]; !ok || calls < old {
			least[what] = calls
		}
		most[what] = max(most[what], calls)
	}
	eachSample(55, samples, func(name string, r *rand.Rand, s shape.Support) {
		counted := countingShape{s, &calls}
		var c shape.Convex
		count("compile", func() { c = mustNew(counted) })
		count("mass", func() { _, _ = shape.MassOf(counted, 1) })
		for range 20 {
			count("box", func() { shape.BoxOf(c, randomPose(r)) })
			count("contains", func() { shape.Contains(c, geom.From(randomPoint(r))) })
			count("closest", func() { shape.ClosestPoint(c, geom.From(randomPoint(r))) })
			from, to := geom.From(randomPoint(r)).Mul(3), geom.From(randomPoint(r))
			count("ray", func() { shape.RayCast(c, geom.Ray{Origin: from, Translation: to.Sub(from)}) })
			count("feature", func() { c.CoreFeature(direction(r)) })
		}
	})
	t.Log(least, most)
	for what, limit := range map[string]int{
		"compile": 64, "box": 4, "contains": 60, "closest": 60, "ray": 60, "feature": 35, "mass": 1500,
	} {
		require.LessOrEqual(t, most[what], limit, what)
	}
}
