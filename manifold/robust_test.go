package manifold

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

// checkInvariants fails the test unless a manifold keeps every promise that needs no
// oracle.
func checkInvariants(t *testing.T, m *Manifold, speculative float64, inputs ...any) {
	t.Helper()
	bad := m.Count < 0 || m.Count > 2
	if m.Count > 0 {
		bad = bad || !m.Normal.Finite() || math.Abs(m.Normal.Length()-1) > 1e-12
	}
	for _, p := range m.Points[:min(max(m.Count, 0), 2)] {
		bad = bad || !p.Anchor.Finite() || !geom.Finite(p.Separation) || p.Separation > speculative
	}
	if m.Count == 2 {
		bad = bad || m.Points[0].Feature == m.Points[1].Feature
	}
	require.False(t, bad, "%+v from %#v", *m, inputs)
}

// TestDegeneratePoses puts every pair into every pose that is a tie for some pair.
func TestDegeneratePoses(t *testing.T) {
	angleStep := long.Pick(7, 1)
	r := rand.New(rand.NewPCG(8, 1))
	var shapes []shape.Convex
	for kind := range shape.Kind(shape.KindCount) {
		for range 2 {
			shapes = append(shapes, mustCompile(t, randomShape(r, kind)))
		}
	}
	unit := mgl64.Vec2{0.5, 0}
	for _, s := range []shape.Support{
		shape.Box(0.5, 0.5), shape.Box(1e-3, 1e-3), shape.Box(1e3, 1e-3), shape.RoundedBox(1e-3, 0.5, 1e3),
		shape.Circle{Radius: 1e-3}, shape.Circle{Radius: 1e3}, shape.RegularPolygon(3, 0.5), shape.RegularPolygon(6, 0.5),
		shape.Capsule{A: unit.Mul(-1), B: unit, Radius: 0.5}, shape.Segment{A: unit.Mul(-1), B: unit},
		shape.Segment{A: unit.Mul(-2e3), B: unit.Mul(2e3)}, shape.Segment{A: unit.Mul(-2e-3), B: unit.Mul(2e-3)},
		shape.Ellipse{RX: 0.5, RY: 0.5}, shape.Ellipse{RX: 0.5, RY: 1e-3}, shape.Sector{Radius: 0.5, Sweep: math.Pi},
		onlySupport{shape.Box(0.5, 0.5)}, superellipse{0.5, 0.5, 6},
		shape.HalfPlane{Normal: mgl64.Vec2{0, 1}},
		shape.ChainSegment{Before: mgl64.Vec2{2, 0}, A: mgl64.Vec2{0.5, 0}, B: mgl64.Vec2{-0.5, 0}, After: mgl64.Vec2{-2, 0}},
	} {
		shapes = append(shapes, mustCompile(t, s))
	}
	offsets := []float64{0, 1e-300, 1e-16, 0.3e-3, 0.5, -1, 1e6}
	angles := []float64{0, 1e-16, 1e-9, math.Pi / 4, -math.Pi / 2}
	for _, a := range shapes {
		for _, b := range shapes {
			for i, x := range offsets {
				for j, y := range offsets {
					for k := (i + j) % angleStep; k < len(angles); k += angleStep {
						angle := angles[k]
						pose := geom.Transform{P: geom.Vec2{X: x, Y: y}, R: geom.RotFromAngle(angle)}
						var m Manifold
						CollideConvex(&m, a, b, &pose, testSpeculative)
						checkInvariants(t, &m, testSpeculative, *a.Geometry, *b.Geometry, pose)
						CollideConvex(&m, a, b, &pose, 0)
						checkInvariants(t, &m, 0, *a.Geometry, *b.Geometry, pose)
					}
				}
			}
		}
	}
}

// TestScaleInvariance shrinks and blows up whole scenes: a manifold is as good in
// millimetres as in kilometres if the speculative distance goes with the shapes.
func TestScaleInvariance(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	for _, scale := range []float64{1.0 / 1024, 1024} {
		for i, ka := range fastKinds {
			for _, kb := range fastKinds[i:] {
				for range samples / 10 {
					a, b, _, _, pose := randomClosePair(t, r, ka, kb)
					var m, o Manifold
					CollideConvex(&m, a, b, &pose, testSpeculative)
					scaledPose := pose
					scaledPose.P = pose.P.Mul(scale)
					CollideConvex(&o, scaled(a, scale), scaled(b, scale), &scaledPose, scale*testSpeculative)
					for i := range o.Count {
						o.Points[i].Anchor = o.Points[i].Anchor.Mul(1 / scale)
						o.Points[i].Separation /= scale
					}
					if m.Count != o.Count || m.Count > 0 && m != o {
						t.Fatalf("scale %v: %v, want %v", scale, o, m)
					}
				}
			}
		}
	}
}

// scaled multiplies a compiled shape by a power of two, which loses nothing.
func scaled(c shape.Convex, scale float64) shape.Convex {
	g, arena := *c.Geometry, &shape.Arena{Normals: c.Arena.Normals}
	g.Radius, g.BoundingRadius, g.Center, g.A = g.Radius*scale, g.BoundingRadius*scale, g.Center.Mul(scale), g.A.Mul(scale)
	if g.Kind != shape.KindBox {
		g.B = g.B.Mul(scale)
	}
	for _, v := range c.Arena.Vertices {
		arena.Vertices = append(arena.Vertices, v.Mul(scale))
	}
	return shape.Convex{Geometry: &g, Arena: arena}
}

// TestRectanglesAgreeWithHulls compares the closed form of boxes with the separating axes
// of polygons: the same points with the same features.
func TestRectanglesAgreeWithHulls(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	for range 20 * samples {
		a, b, sa, sb, pose := randomClosePair(t, r, shape.KindBox, shape.KindBox)
		var m, o Manifold
		collideBoxes(&m, a, b, &pose, testSpeculative)
		collidePolygons(&o, a, b, &pose, testSpeculative)
		difference := compareManifolds(&m, &o, 1e-9)
		for i := range m.Count {
			if m.Points[i].Feature != o.Points[i].Feature {
				difference = "features"
			}
		}
		require.Empty(t, difference, "%s: %#v\n%#v\n%v\nclosed form %v\naxes        %v", difference, sa, sb, pose, m, o)
	}
}

// Other goroutines allocate less than once per run, which rounds to nothing.
func TestCollideConvexDoesNotAllocate(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 4))
	for ka := range shape.Kind(shape.KindCount) {
		for kb := range shape.Kind(shape.KindCount) {
			a, b := mustCompile(t, randomShape(r, ka)), mustCompile(t, randomShape(r, kb))
			poses := make([]geom.Transform, 50)
			for i := range poses {
				poses[i] = randomPose(r, 1)
			}
			var m Manifold
			if n := testing.AllocsPerRun(10, func() {
				for i := range poses {
					CollideConvex(&m, a, b, &poses[i], testSpeculative)
				}
			}); n != 0 {
				t.Errorf("%v %v: %v allocations", ka, kb, n)
			}
		}
	}
}
