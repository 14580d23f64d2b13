package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// SAT and EPA are two ways to the same depth. Where several faces are equally near
// the normals may differ, but each must separate by that depth.
func TestSATAgainstPenetration(t *testing.T) {
	forEachPair(t, func(t *testing.T, r *rand.Rand, f, g family) {
		for range samples {
			a, b, pose := f.pair(r, g)
			c, ok := SAT(a, b, &pose)
			want, overlap := Penetration(a, b, &pose)
			tolerance := distanceTolerance * extent(a, b, &pose)
			if ok != overlap {
				if math.Abs(SignedDistance(a, b, &pose, nil).Distance) > tolerance {
					t.Fatalf("overlap %v, EPA %v", ok, overlap)
				}
				continue
			}
			if !ok {
				continue
			}
			along := -separationAlong(a, b, &pose, c.Normal)
			if math.Abs(c.Depth-want.Distance) > tolerance || math.Abs(along-c.Depth) > tolerance {
				t.Fatalf("depth %v, along its normal %v, EPA %v\nA %+v\nB %+v\npose %+v", c.Depth, along, want.Distance, *a.Geometry, *b.Geometry, pose)
			}
			if c.Start.MulAdd(c.Depth, c.Normal).Distance(c.End) > tolerance ||
				outside(a, c.End) > tolerance || outside(b, pose.ApplyInverse(c.Start)) > tolerance {
				t.Fatalf("start and end: %+v", c)
			}
		}
	})
}

// The regions of a circle against a face: before its first vertex, behind its
// second, in the strip, and inside the polygon.
func TestCircleRegions(t *testing.T) {
	box := mustCompile(t, shape.Box(2, 1))
	circle := mustCompile(t, shape.Circle{Radius: 0.5})
	half := math.Sqrt(0.5)
	for _, c := range []struct {
		name   string
		center geom.Vec2
		want   SATResult
		apart  bool
	}{
		{name: "R3, in the strip", center: geom.Vec2{X: 1, Y: 1.25}, want: SATResult{
			Depth: 0.25, Normal: geom.Vec2{Y: 1}, Start: geom.Vec2{X: 1, Y: 0.75}, End: geom.Vec2{X: 1, Y: 1}}},
		{name: "R1 of the top face", center: geom.Vec2{X: 2 + 0.25, Y: 1 + 0.25}, want: SATResult{
			Depth: 0.5 - 0.25*math.Sqrt2, Normal: geom.Vec2{X: half, Y: half},
			Start: geom.Vec2{X: 2.25 - half/2, Y: 1.25 - half/2}, End: geom.Vec2{X: 2, Y: 1}}},
		{name: "R2 of the top face", center: geom.Vec2{X: -2 - 0.125, Y: 1 + 0.25}, want: SATResult{
			Depth: 0.5 - math.Hypot(0.125, 0.25), Normal: geom.Vec2{X: -0.125, Y: 0.25}.Mul(1 / math.Hypot(0.125, 0.25)),
			Start: geom.Vec2{X: -2.125, Y: 1.25}.MulSub(0.5/math.Hypot(0.125, 0.25), geom.Vec2{X: -0.125, Y: 0.25}), End: geom.Vec2{X: -2, Y: 1}}},
		{name: "inside", center: geom.Vec2{X: 0.5, Y: -0.75}, want: SATResult{
			Depth: 0.75, Normal: geom.Vec2{Y: -1}, Start: geom.Vec2{X: 0.5, Y: -0.25}, End: geom.Vec2{X: 0.5, Y: -1}}},
		{name: "corner out of reach", center: geom.Vec2{X: 2.4, Y: 1.4}, apart: true},
		{name: "face out of reach", center: geom.Vec2{X: 2.6}, apart: true},
	} {
		pose := geom.Transform{P: c.center, R: geom.RotFromAngle(1)}
		got, ok := SAT(box, circle, &pose)
		if ok == c.apart {
			t.Errorf("%s: overlap %v", c.name, ok)
			continue
		}
		near := func(a, b geom.Vec2) bool { return a.Distance(b) < 1e-15*4 }
		if ok && (math.Abs(got.Depth-c.want.Depth) > 1e-15 || !near(got.Normal, c.want.Normal) || !near(got.Start, c.want.Start) || !near(got.End, c.want.End)) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		// The other way round, the circle being A.
		inverse := pose.Inverse()
		back, ok := SAT(circle, box, &inverse)
		require.False(t, ok == c.apart || ok && math.Abs(back.Depth-got.Depth) > 1e-15*4, "%s, swapped: %+v", c.name, back)
	}
}

// Shapes are apart by the first face with all of the other shape in front of it.
func TestSATStopsAtFirstSeparatingAxis(t *testing.T) {
	box := mustCompile(t, shape.Box(1, 1))
	pose := geom.Transform{P: geom.Vec2{Y: -3}, R: geom.RotFromAngle(0.1)}
	c, ok := SAT(box, box, &pose)
	if ok || c.Axes != 1 {
		t.Errorf("overlap %v after %d axes, want apart after the bottom face", ok, c.Axes)
	}
}

func TestHalfPlane(t *testing.T) {
	ground := mustCompile(t, shape.HalfPlane{Point: mgl64.Vec2{1, 2}, Normal: mgl64.Vec2{3, 4}})
	n := geom.Vec2{X: 0.6, Y: 0.8}
	r := rand.New(rand.NewPCG(5, 6))
	for _, f := range families {
		for range 200 {
			c, ok := tryCompile(f.make(r))
			if !ok {
				continue
			}
			pose := geom.Transform{P: geom.From(randomPoint(r, 4)), R: geom.RotFromAngle(randomAngle(r))}
			got := SignedDistance(ground, c, &pose, nil)
			// The support point of the other shape is exact for a plane.
			want := n.Dot(pose.Apply(c.Support(pose.R.ApplyInverse(n.Neg()))).Sub(geom.Vec2{X: 1, Y: 2}))
			if math.Abs(got.Distance-want) > 1e-14 || got.Normal.Distance(n) > 1e-15 {
				t.Fatalf("%s: %+v, want %v", f.name, got, want)
			}
			checkResult(t, ground, c, &pose, got)
			require.True(t, Intersects(ground, c, &pose) == (got.Distance <= 0), "%s: Intersects contradicts %+v", f.name, got)
			v := geom.From(randomPoint(r, 4))
			hit, ok := ShapeCast(ground, c, &pose, v, 1)
			fall := -n.Dot(v)
			switch {
			case got.Distance < -1e-9:
				if !ok || !hit.InitialOverlap {
					t.Fatalf("%s: cast from %v below the ground: %+v %v", f.name, got.Distance, hit, ok)
				}
			case ok != (fall > 0 && got.Distance <= fall):
				t.Fatalf("%s: hit %v, %v above the ground, falling %v", f.name, ok, got.Distance, fall)
			case ok && math.Abs(hit.Fraction*fall-got.Distance) > 1e-13:
				t.Fatalf("%s: fraction %v, want %v", f.name, hit.Fraction, got.Distance/fall)
			}
		}
	}
}

// Two half-planes have a distance only if they face each other.
func TestTwoHalfPlanes(t *testing.T) {
	a := mustCompile(t, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}})
	b := mustCompile(t, shape.HalfPlane{Normal: mgl64.Vec2{0, -1}})
	pose := geom.Transform{P: geom.Vec2{X: 5, Y: 3}, R: geom.Identity}
	if r := SignedDistance(a, b, &pose, nil); r.Distance != 3 || r.Overlap {
		t.Errorf("facing: %+v", r)
	}
	pose.P.Y = -3
	if r := SignedDistance(a, b, &pose, nil); r.Distance != -3 || !r.Overlap {
		t.Errorf("facing and overlapping: %+v", r)
	}
	pose.R = geom.RotFromAngle(0.1)
	if r := SignedDistance(a, b, &pose, nil); !math.IsInf(r.Distance, -1) || !r.Overlap || !r.PointA.Finite() {
		t.Errorf("crossing: %+v", r)
	}
}

// Axes counts the normals that were tried: all of both shapes for an overlap, the normals of the
// polygon against a circle, none for two circles; of shapes that are apart, those up to the one
// that separates them.
func TestSATCountsAxes(t *testing.T) {
	circle := mustCompile(t, shape.Circle{Radius: 0.5})
	box := mustCompile(t, shape.Box(1, 1))
	triangle := mustCompile(t, shape.Triangle(mgl64.Vec2{-1, -1}, mgl64.Vec2{1, -1}, mgl64.Vec2{0, 1}))
	segment := mustCompile(t, shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}})
	for _, c := range []struct {
		name    string
		a, b    shape.Convex
		at      geom.Vec2
		overlap bool
		axes    int
	}{
		{"boxes", box, box, geom.Vec2{X: 1.5, Y: 0.25}, true, 8},
		{"box and triangle", box, triangle, geom.Vec2{X: 0.5}, true, 7},
		{"box and segment", box, segment, geom.Vec2{X: 0.5}, true, 6},
		{"circles", circle, circle, geom.Vec2{X: 0.5}, true, 0},
		{"circles apart", circle, circle, geom.Vec2{X: 5}, false, 0},
		{"box and circle", box, circle, geom.Vec2{X: 1.2}, true, 4},
		{"circle and triangle", circle, triangle, geom.Vec2{}, true, 3},
		{"box and circle below", box, circle, geom.Vec2{Y: -3}, false, 1},
		{"box and circle on the right", box, circle, geom.Vec2{X: 3}, false, 2},
		{"box and circle above", box, circle, geom.Vec2{Y: 3}, false, 3},
		{"box and circle on the left", box, circle, geom.Vec2{X: -3}, false, 4},
		{"circle and box below", circle, box, geom.Vec2{Y: -3}, false, 3},
		{"boxes, left", box, box, geom.Vec2{X: -3}, false, 4},
		{"triangle and box above its tip", triangle, box, geom.Vec2{Y: 2.1}, false, 4},
		{"half-plane and box", mustCompile(t, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}), box, geom.Vec2{Y: 0.5}, true, 1},
	} {
		pose := geom.Transform{P: c.at, R: geom.IdentityTransform.R}
		got, ok := SAT(c.a, c.b, &pose)
		if ok != c.overlap || got.Axes != c.axes {
			t.Errorf("%s: overlap %v after %d axes, want %v after %d", c.name, ok, got.Axes, c.overlap, c.axes)
		}
	}
}
