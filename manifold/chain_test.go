package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func chainOf(t testing.TB, closed bool, points ...mgl64.Vec2) []shape.Convex {
	t.Helper()
	segments, err := shape.Chain{Points: points, Closed: closed}.Segments()
	require.NoError(t, err)
	out := make([]shape.Convex, len(segments))
	for i, s := range segments {
		out[i] = mustCompile(t, s)
	}
	return out
}

// sliders are shapes whose lowest point is half a metre under their origin, with
// the half width of their flat bottom.
func sliders(t testing.TB) map[string]slider {
	box := shape.Box(0.5, 0.5)
	return map[string]slider{
		"ball":          {mustCompile(t, shape.Circle{Radius: 0.5}), 0},
		"box":           {mustCompile(t, box), 0.5},
		"rounded box":   {mustCompile(t, shape.RoundedBox(0.4, 0.4, 0.1)), 0.4},
		"wide triangle": {mustCompile(t, shape.Triangle(mgl64.Vec2{-0.8, -0.5}, mgl64.Vec2{0.8, -0.5}, mgl64.Vec2{0.1, 0.2})), 0.8},
		"capsule":       {mustCompile(t, shape.Capsule{A: mgl64.Vec2{-0.4, 0}, B: mgl64.Vec2{0.4, 0}, Radius: 0.5}), 0.4},
		"segment":       {mustCompile(t, shape.Segment{A: mgl64.Vec2{0.4, -0.5}, B: mgl64.Vec2{-0.4, -0.5}}), 0.4},
		"ellipse":       {mustCompile(t, shape.Ellipse{RX: 0.7, RY: 0.5}), 0},
		"half ellipse":  {mustCompile(t, shape.HalfEllipse{Center: mgl64.Vec2{0, -0.5}, RX: 0.7, RY: 0.5}), 0.7},
		"sector":        {mustCompile(t, shape.Sector{Radius: 0.5, Sweep: 1, Angle: -math.Pi / 2}), 0},
		"custom box":    {mustCompile(t, onlySupport{box}), 0.5},
	}
}

type slider struct {
	convex shape.Convex
	half   float64
}

// TestChainHasNoGhostCollisions slides shapes over flat ground of many segments. Every
// normal must be exactly vertical, and together the segments must support the whole bottom
// of the shape, wherever it is.
func TestChainHasNoGhostCollisions(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	points := []mgl64.Vec2{{12, 0}}
	for x := 12.0; x > -12; {
		x -= 0.05 + 1.5*r.Float64()
		points = append(points, mgl64.Vec2{x, 0})
	}
	ground := chainOf(t, false, points...)
	for name, s := range sliders(t) {
		for _, depth := range []float64{0.005, 0, -0.01} {
			for i := range 2000 {
				x := -8 + 16*float64(i)/2000
				if i%4 == 0 { // over a vertex, exactly
					x = points[len(points)/4+r.IntN(len(points)/2)][0]
					if i%8 == 0 {
						x += s.half
					}
				}
				checkSupported(t, fmt.Sprintf("%s at %v, depth %v", name, x, depth), ground, s, geom.Vec2{X: x, Y: 0.5 - depth}, depth)
			}
		}
	}
}

// TestChainSupportsTiltedShapes slides tilted shapes over flat ground: normals stay
// vertical, and the lowest point is supported.
func TestChainSupportsTiltedShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	ground := chainOf(t, false, mgl64.Vec2{9, 0}, mgl64.Vec2{0.4, 0}, mgl64.Vec2{0.1, 0}, mgl64.Vec2{-0.5, 0}, mgl64.Vec2{-9, 0})
	for name, s := range sliders(t) {
		for range 2000 {
			rot := geom.RotFromAngle([]float64{0.001, 0.005, 0.05, 0.7}[r.IntN(4)] * (2*r.Float64() - 1))
			lowest := rot.Apply(s.convex.Support(rot.ApplyInverse(geom.Vec2{Y: -1}))).Y
			depth := 0.02*r.Float64() - 0.01
			at := geom.Transform{P: geom.Vec2{X: 2*r.Float64() - 1, Y: -lowest - depth}, R: rot}
			pose := at.Inverse()
			deepest := math.Inf(1)
			for _, g := range ground {
				var m Manifold
				CollideConvex(&m, s.convex, g, &pose, testSpeculative)
				deepest = min(deepest, deepestSeparation(&m))
				if n := rot.Apply(m.Normal); m.Count > 0 && (math.Abs(n.X) > 1e-15 || n.Y > 0) {
					t.Fatalf("%s at %v: normal %v", name, at, n)
				}
			}
			require.LessOrEqual(t, math.Abs(deepest+depth), 1e-5, "%s at %v: separation %v, depth %v", name, at, deepest, depth)
		}
	}
}

func checkSupported(t *testing.T, label string, ground []shape.Convex, s slider, at geom.Vec2, depth float64) {
	t.Helper()
	pose := geom.Transform{P: at.Neg(), R: geom.Identity} // of the ground, seen from the shape
	left, right, count := math.Inf(1), math.Inf(-1), 0
	for _, g := range ground {
		var m Manifold
		CollideConvex(&m, s.convex, g, &pose, testSpeculative)
		for _, p := range m.Points[:m.Count] {
			count++
			left, right = min(left, p.Anchor.X), max(right, p.Anchor.X)
			if math.Abs(p.Separation+depth) > parallelSlope*parallelSlope {
				t.Fatalf("%s: separation %v", label, p.Separation)
			}
		}
		if m.Count > 0 && (m.Normal.X != 0 || m.Normal.Y > -1+1e-15) {
			t.Fatalf("%s: normal %v", label, m.Normal)
		}
	}
	// A round corner just past a vertex counts as over it up to the slope that
	// counts as flat.
	const tolerance = parallelSlope
	if count == 0 || math.Abs(left+s.half) > tolerance || math.Abs(right-s.half) > tolerance {
		t.Fatalf("%s: %d points from %v to %v, want from %v to %v", label, count, left, right, -s.half, s.half)
	}
}

// TestChainIsOneSided lifts shapes through ground from below.
func TestChainIsOneSided(t *testing.T) {
	ground := chainOf(t, false, mgl64.Vec2{5, 0}, mgl64.Vec2{0.3, 0}, mgl64.Vec2{-5, 0})
	for name, s := range sliders(t) {
		for _, y := range []float64{-0.6, -0.5, -0.3} {
			pose := geom.Transform{P: geom.Vec2{X: 0.1, Y: -y}, R: geom.Identity}
			for _, g := range ground {
				var m Manifold
				CollideConvex(&m, s.convex, g, &pose, testSpeculative)
				highest := s.convex.Support(geom.Vec2{Y: 1}).Y + y
				lowest := s.convex.Support(geom.Vec2{Y: -1}).Y + y
				require.False(t, m.Count > 0 && lowest+highest < -2*testSpeculative, "%s at height %v is supported", name, y)
			}
		}
	}
}

// TestChainConcaveCorner pushes shapes into the corner of a floor and a wall: each
// of the two pushes along its own normal, and neither uses the end of the other.
func TestChainConcaveCorner(t *testing.T) {
	corner := chainOf(t, false, mgl64.Vec2{3, 3}, mgl64.Vec2{3, 0}, mgl64.Vec2{2.2, 0}, mgl64.Vec2{-3, 0})
	down, right := geom.Vec2{Y: -1}, geom.Vec2{X: 1}
	for _, s := range []shape.Support{shape.Box(0.5, 0.5), shape.RoundedBox(0.3, 0.3, 0.2), shape.Circle{Radius: 0.5},
		shape.Ellipse{RX: 0.5, RY: 0.5}, onlySupport{shape.Box(0.5, 0.5)}} {
		a := mustCompile(t, s)
		for _, depth := range []float64{0.005, 0, -0.01} {
			pose := geom.Transform{P: geom.Vec2{X: 2.5 + depth, Y: 0.5 - depth}.Neg(), R: geom.Identity}
			floor := 0
			for i, want := range []geom.Vec2{right, down, down} {
				var m Manifold
				CollideConvex(&m, a, corner[i], &pose, testSpeculative)
				if i > 0 && m.Count == 0 { // a single point is on one segment of the floor
					continue
				}
				floor += i
				if m.Count == 0 || m.Normal.Distance(want) > 1e-12 || math.Abs(deepestSeparation(&m)+depth) > 1e-9 {
					t.Errorf("%T %v deep in segment %d: %v", s, depth, i, m)
				}
			}
			require.NotZero(t, floor, "%T %v deep falls through the floor", s, depth)
		}
	}
}

// TestChainIsSeenAheadInHollows lays shapes on level ground just before it rises. The contact with
// the slope begins before they touch it, along its normal. Before ground that falls there is none.
func TestChainIsSeenAheadInHollows(t *testing.T) {
	// How far the foot of a shape, or the end of its flat bottom, is before the slope.
	before := map[string]float64{"ball": 0.08, "ellipse": 0.1, "sector": 0.08, "capsule": 0.08, "rounded box": 0.03}
	for name, s := range sliders(t) {
		gap, ok := before[name]
		if !ok {
			gap = 0.01 // it has a corner there
		}
		at := geom.Vec2{X: -s.half - gap, Y: 0.5}
		for _, rise := range []float64{0.05, -0.05} {
			slope := chainOf(t, false, mgl64.Vec2{3, 3 * rise}, mgl64.Vec2{0, 0}, mgl64.Vec2{-3, 0})[0]
			var m Manifold
			pose := geom.Transform{P: at.Neg(), R: geom.Identity}
			CollideConvex(&m, s.convex, slope, &pose, testSpeculative)
			if rise < 0 {
				require.Equal(t, 0, m.Count, "%s before a fall: %v", name, m)
				continue
			}
			normal, _ := geom.Vec2{X: rise, Y: -1}.Unit()
			want := -s.convex.Support(normal).Add(at).Dot(normal)
			if m.Count != 1 || m.Normal.Distance(normal) > 1e-12 || math.Abs(m.Points[0].Separation-want) > 1e-9 {
				t.Errorf("%s before a rise: %v, want separation %v", name, m, want)
			}
		}
	}
}

// TestClosedChainAgainstPolygon compares a closed convex chain with the polygon that it
// encloses, for shapes that are not deep.
func TestClosedChainAgainstPolygon(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	polygon := shape.RegularPolygon(9, 2)
	solid := mustCompile(t, polygon)
	closedChain := chainOf(t, true, polygon.Points()...)
	for kind := range shape.Kind(shape.KindCount) {
		if kind == shape.KindChainSegment || kind == shape.KindHalfPlane {
			continue
		}
		touching := 0
		for range samples / 2 {
			s := randomShape(r, kind)
			a := mustCompile(t, s)
			pose := randomPose(r, 3)
			initial := narrowphase.SignedDistance(a, solid, &pose, nil)
			pose.P = pose.P.MulAdd(0.03*r.Float64()-0.02-initial.Distance, initial.Normal)
			var m Manifold
			CollideConvex(&m, a, solid, &pose, testSpeculative)
			want := deepestSeparation(&m)
			nearest, deepest := math.Inf(1), math.Inf(1)
			for _, g := range closedChain {
				CollideConvex(&m, a, g, &pose, testSpeculative)
				got := deepestSeparation(&m)
				deepest = min(deepest, got)
				if math.Abs(got-want) < math.Abs(nearest-want) {
					nearest = got
				}
				if m.Count > 0 {
					touching++
				}
			}
			if math.IsInf(want, 1) {
				if deepest < testSpeculative-1e-4 {
					t.Fatalf("separation %v from the island, none from the polygon: %#v %v", deepest, s, pose)
				}
				continue
			}
			// Two segments may both support a shape in their corner, and one of them has
			// the larger depth; the corners here have 40 degrees.
			if math.Abs(nearest-want) > 1e-5 || deepest < want-(1/math.Cos(40*math.Pi/180)-1)*math.Abs(want)-1e-5 {
				t.Fatalf("separation %v, deepest %v from the island, %v from the polygon: %#v %v", nearest, deepest, want, s, pose)
			}
		}
		require.GreaterOrEqual(t, touching, samples/4, "only %d of %d touch", touching, samples/2)
	}
}

func deepestSeparation(m *Manifold) float64 {
	deepest := math.Inf(1)
	for _, p := range m.Points[:m.Count] {
		deepest = min(deepest, p.Separation)
	}
	return deepest
}
