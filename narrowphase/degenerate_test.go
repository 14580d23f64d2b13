package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// An absolute epsilon on a product of three lengths calls these overlapping.
func TestTinyEdgeBesideAPoint(t *testing.T) {
	const edge, gap = 0.3e-3, 5e-3
	for _, tilt := range []float64{0, 1e-9, 0.1, 1, 2} {
		pose := geom.Transform{R: geom.RotFromAngle(tilt)}
		a := mustCompile(t, shape.Triangle(mgl64.Vec2{0, 0}, mgl64.Vec2{-1, edge}, mgl64.Vec2{-1, 0}))
		tiny := mustCompile(t, shape.Box(edge/2, edge/2))
		point := mustCompile(t, shape.Circle{Radius: 1e-6})
		// The box lies to the right of the tip, its nearest corner or edge at the gap.
		reach := edge / 2 * (math.Abs(math.Cos(tilt)) + math.Abs(math.Sin(tilt)))
		pose.P = geom.Vec2{X: gap + reach}
		for _, b := range []shape.Convex{tiny} {
			require.False(t, Intersects(a, b, &pose), "tilt %v: called an overlap", tilt)
			r := Distance(a, b, &pose, nil)
			if want := featureOracle(a, b, &pose); math.Abs(r.Distance-want) > 1e-17 {
				t.Fatalf("tilt %v: distance %v, oracle %v", tilt, r.Distance, want)
			}
		}
		pose.P = geom.Vec2{X: gap}
		inverse := pose.Inverse()
		if r := Distance(tiny, point, &inverse, nil); r.Overlap || math.Abs(r.Distance-featureOracle(tiny, point, &inverse)) > 1e-17 {
			t.Fatalf("point beside a tiny box: %+v", r)
		}
	}
}

// Slivers of 1e-3 against 1e3, crossing, beside and end to end.
func TestSlivers(t *testing.T) {
	shapes := []shape.Convex{
		mustCompile(t, shape.Box(1e3, 1e-3)),
		mustCompile(t, shape.Triangle(mgl64.Vec2{-1e3, 0}, mgl64.Vec2{1e3, 0}, mgl64.Vec2{0, 1e-3})),
		mustCompile(t, shape.Segment{A: mgl64.Vec2{-1e3, 0}, B: mgl64.Vec2{1e3, 1e-3}}),
		mustCompile(t, shape.Capsule{A: mgl64.Vec2{-1e3, 0}, B: mgl64.Vec2{1e3, 0}, Radius: 1e-3}),
		mustCompile(t, shape.Ellipse{RX: 1e3, RY: 1e-3}),
		mustCompile(t, shape.Box(1e-3, 1e-3)),
		mustCompile(t, shape.Circle{Radius: 1e-3}),
		mustCompile(t, shape.Box(1e3, 1e3)),
	}
	r := rand.New(rand.NewPCG(3, 5))
	for i, a := range shapes {
		for j, b := range shapes {
			for k := range 400 {
				pose := geom.Transform{R: geom.RotFromAngle(randomAngle(r) * math.Pow(10, -6*r.Float64()))}
				pose.P = geom.From(randomPoint(r, 1.5*math.Pow(10, 3-6*r.Float64())))
				pose.P.Y *= math.Pow(10, -5*r.Float64())
				got := SignedDistance(a, b, &pose, nil)
				want := signedOracle(a, b, &pose)
				off, allowed := want-got.Distance, distanceTolerance*extent(a, b, &pose)
				if got.Overlap {
					allowed *= depthTolerance / distanceTolerance
				}
				if off > allowed || coreVertexCount(a) > 0 && coreVertexCount(b) > 0 && -off > allowed {
					t.Fatalf("%d %d case %d: %v, oracle %v at %+v", i, j, k, got, want, pose)
				}
				checkResult(t, a, b, &pose, got)
			}
		}
	}
}

func TestConcentricShapes(t *testing.T) {
	for _, f := range families {
		for _, g := range families {
			r := rand.New(rand.NewPCG(17, 4))
			a, b, pose := f.pair(r, g)
			pose.P = a.Center.Sub(pose.R.Apply(b.Center))
			got := SignedDistance(a, b, &pose, nil)
			checkResult(t, a, b, &pose, got)
			if want := signedOracle(a, b, &pose); want-got.Distance > depthTolerance*extent(a, b, &pose) {
				t.Errorf("%s in %s: %v, oracle %v", f.name, g.name, got.Distance, want)
			}
		}
	}
}

// Two circles with one centre: a fixed normal, the sum of the radii.
func TestConcentricCircles(t *testing.T) {
	a, b := mustCompile(t, shape.Circle{Radius: 2}), mustCompile(t, shape.Circle{Radius: 0.5})
	want := Result{Distance: -2.5, PointA: geom.Vec2{Y: 2}, PointB: geom.Vec2{Y: -0.5}, Normal: geom.Vec2{Y: 1}, Overlap: true}
	got := SignedDistance(a, b, &geom.IdentityTransform, nil)
	got.Iterations = 0
	require.True(t, got == want, "%+v", got)
	c, ok := SAT(a, b, &geom.IdentityTransform)
	if !ok || c.Depth != 2.5 || c.Normal != want.Normal || c.Start != want.PointB || c.End != want.PointA {
		t.Errorf("SAT %+v", c)
	}
	// A circle's centre on the border of a box, on a corner of it, and in the middle.
	box := mustCompile(t, shape.Box(1, 2))
	for _, p := range []geom.Vec2{{X: 1}, {X: 1, Y: 2}, {}, {X: 0.25, Y: -1.75}} {
		pose := geom.Transform{P: p, R: geom.Identity}
		r := SignedDistance(box, b, &pose, nil)
		depth := min(1-math.Abs(p.X), 2-math.Abs(p.Y)) + 0.5
		require.True(t, r.Distance == -depth, "centre at %v: %+v, want depth %v", p, r, depth)
		checkResult(t, box, b, &pose, r)
	}
}

// Boxes side by side, corner to corner and with a shared edge: touching counts as overlapping.
func TestTouching(t *testing.T) {
	a := mustCompile(t, shape.Box(1, 1))
	for _, p := range []geom.Vec2{{X: 2}, {X: -2}, {Y: 2}, {X: 2, Y: 2}, {X: 2, Y: 0.5}, {X: 1.5, Y: -2}} {
		pose := geom.Transform{P: p, R: geom.Identity}
		require.True(t, Intersects(a, a, &pose), "%v: touching boxes must meet", p)
		r := SignedDistance(a, a, &pose, nil)
		if r.Distance != 0 || !r.Overlap {
			t.Errorf("%v: %+v", p, r)
		}
		checkResult(t, a, a, &pose, r)
		if d := Distance(a, a, &pose, nil); d.Distance != 0 || !d.Overlap || outside(a, d.PointA) > 1e-15 || d.PointA != d.PointB {
			t.Errorf("%v: %+v", p, d)
		}
	}
	// Capsules touch with their skins.
	c := mustCompile(t, shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.25})
	for _, p := range []geom.Vec2{{Y: 0.5}, {X: 2.5}, {X: 1, Y: 0.5}} {
		pose := geom.Transform{P: p, R: geom.Identity}
		if r := SignedDistance(c, c, &pose, nil); r.Distance != 0 || !Intersects(c, c, &pose) {
			t.Errorf("%v: %+v", p, r)
		}
	}
}

// The outer frame does not matter: the same two shapes a thousand kilometres away and
// rotated. A pose there is as precise as its coordinates.
func TestRigidMotionInvariance(t *testing.T) {
	forEachPair(t, func(t *testing.T, r *rand.Rand, f, g family) {
		for range max(samples/10, 1) {
			a, b, pose := f.pair(r, g)
			want := SignedDistance(a, b, &pose, nil)
			outer := geom.Transform{P: geom.From(randomPoint(r, 1e6)), R: geom.RotFromAngle(randomAngle(r))}
			farPose := outer.InverseMul(outer.Mul(pose))
			if got := SignedDistance(a, b, &farPose, nil); math.Abs(got.Distance-want.Distance) > 4*epsilon*1e6 {
				t.Fatalf("%v became %v", want.Distance, got.Distance)
			}
			// Each shape rotated in its own frame, the poses rotated back.
			turnA, turnB := randomAngle(r), randomAngle(r)
			sa, sb := f.make(rand.New(rand.NewPCG(1, 2))), g.make(rand.New(rand.NewPCG(3, 4)))
			a, okA := tryCompile(sa)
			b, okB := tryCompile(sb)
			a2, okA2 := tryCompile(shape.Transformed(sa, turnA, mgl64.Vec2{0.5, 0.25}))
			b2, okB2 := tryCompile(shape.Transformed(sb, turnB, mgl64.Vec2{-1, 2}))
			if !okA || !okB || !okA2 || !okB2 {
				continue
			}
			want = SignedDistance(a, b, &pose, nil)
			frameA := geom.Transform{P: geom.Vec2{X: 0.5, Y: 0.25}, R: geom.RotFromAngle(turnA)}
			frameB := geom.Transform{P: geom.Vec2{X: -1, Y: 2}, R: geom.RotFromAngle(turnB)}
			turnedPose := frameA.Mul(pose).Mul(frameB.Inverse())
			tolerance := distanceTolerance
			if want.Overlap {
				tolerance = depthTolerance
			}
			if got := SignedDistance(a2, b2, &turnedPose, nil); math.Abs(got.Distance-want.Distance) > tolerance*extent(a, b, &pose) {
				t.Fatalf("%v became %v", want.Distance, got.Distance)
			}
		}
	})
}

// Degenerate shapes: no result may be NaN or take long.
func TestFarPosesGiveFiniteResults(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, f := range families {
		for _, g := range families {
			for range 40 {
				a, b, pose := f.pair(r, g)
				pose.P = pose.P.Mul(math.Pow(10, 12*r.Float64()))
				pose.R = geom.RotFromAngle(float64(r.IntN(8)) * math.Pi / 4)
				got := SignedDistance(a, b, &pose, nil)
				if !geom.Finite(got.Distance) || !got.PointA.Finite() || !got.PointB.Finite() || math.Abs(got.Normal.Length()-1) > 1e-12 {
					t.Fatalf("%s %s: %+v", f.name, g.name, got)
				}
			}
		}
	}
}

// A polygon of more sides than EPA has edges is finished exactly.
func TestManySidedPolygonsAreExact(t *testing.T) {
	for _, n := range []int{65, 300, 2000} {
		a := mustCompile(t, shape.RegularPolygon(n, 1))
		for _, p := range []geom.Vec2{{}, {X: 1e-9}, {X: 0.01, Y: 0.003}, {X: 1.9}, {X: 3}} {
			pose := geom.Transform{P: p, R: geom.RotFromAngle(0.3)}
			got := SignedDistance(a, a, &pose, nil)
			checkResult(t, a, a, &pose, got)
			want := sampleOracle(a, a, &pose, unitDirections(n))
			for _, face := range a.EdgeNormals() {
				want = max(want, separationAlong(a, a, &pose, face), separationAlong(a, a, &pose, pose.R.Apply(face).Neg()))
			}
			require.LessOrEqual(t, math.Abs(got.Distance-want), 1e-9, "%d sides at %v: %v, oracle %v", n, p, got.Distance, want)
		}
	}
}

// Inputs that are not finite give results without meaning, but every search ends.
func TestNonFinitePosesTerminate(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	nan, inf := math.NaN(), math.Inf(1)
	for k, bad := range []geom.Transform{
		{P: geom.Vec2{X: nan}, R: geom.Identity}, {P: geom.Vec2{Y: inf}, R: geom.Identity},
		{R: geom.Rot{C: nan, S: nan}}, {P: geom.Vec2{X: 1e308, Y: -1e308}, R: geom.Identity}, {},
	} {
		for i, f := range families {
			for j, g := range families {
				if (i+j+k)%long.Pick(7, 1) != 0 {
					continue
				}
				a, b, pose := f.pair(r, g)
				var cache Cache
				Intersects(a, b, &bad)
				Distance(a, b, &bad, &cache)
				SignedDistance(a, b, &bad, &cache)
				SAT(a, b, &bad)
				ShapeCast(a, b, &bad, geom.Vec2{X: -1}, 1)
				ShapeCast(a, b, &pose, bad.P, 1)
				still, badSweep := StaticSweep(geom.IdentityTransform), Sweep{pose, bad}
				if got := TimeOfImpact(a, &still, b, &badSweep, 0.01, 1e-3); got.Iterations > maxImpactSteps {
					t.Fatalf("%+v", got)
				}
			}
		}
	}
}
