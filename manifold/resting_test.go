package manifold

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// flatGrounds are shapes with a flat top at height zero, at least one metre wide.
func flatGrounds(t testing.TB) map[string]shape.Convex {
	return map[string]shape.Convex{
		"box":           mustCompile(t, shape.OffsetBox(0.5, 0.5, mgl64.Vec2{0, -0.5}, 0)),
		"turned box":    mustCompile(t, shape.OffsetBox(0.5, 0.7, mgl64.Vec2{0, -0.5}, math.Pi/2)),
		"rounded box":   mustCompile(t, shape.Transformed(shape.RoundedBox(0.5, 0.4, 0.1), 0, mgl64.Vec2{0, -0.5})),
		"polygon":       mustCompile(t, shape.Triangle(mgl64.Vec2{-0.5, 0}, mgl64.Vec2{0, -1}, mgl64.Vec2{0.5, 0})),
		"segment":       mustCompile(t, shape.Segment{A: mgl64.Vec2{-0.5, -0.02}, B: mgl64.Vec2{0.5, -0.02}, Radius: 0.02}),
		"capsule":       mustCompile(t, shape.Capsule{A: mgl64.Vec2{0.5, -0.2}, B: mgl64.Vec2{-0.5, -0.2}, Radius: 0.2}),
		"chain segment": mustCompile(t, shape.ChainSegment{Before: mgl64.Vec2{2, 0}, A: mgl64.Vec2{0.5, 0}, B: mgl64.Vec2{-0.5, 0}, After: mgl64.Vec2{-2, 0}}),
		"half-plane":    mustCompile(t, shape.HalfPlane{Normal: mgl64.Vec2{0, 2}}),
		"custom box":    mustCompile(t, onlySupport{shape.OffsetBox(0.5, 0.5, mgl64.Vec2{0, -0.5}, 0)}),
		"half disc":     mustCompile(t, shape.HalfEllipse{RX: 0.5, RY: 0.5, Angle: math.Pi}),
	}
}

// flatBottoms are shapes with a flat bottom one metre wide and half a metre down.
func flatBottoms(t testing.TB) map[string]shape.Convex {
	box := shape.Box(0.5, 0.5)
	return map[string]shape.Convex{
		"box":         mustCompile(t, box),
		"rounded box": mustCompile(t, shape.RoundedBox(0.5, 0.3, 0.2)),
		"triangle":    mustCompile(t, shape.Triangle(mgl64.Vec2{-0.5, -0.5}, mgl64.Vec2{0.5, -0.5}, mgl64.Vec2{0.1, 0.2})),
		"segment":     mustCompile(t, shape.Segment{A: mgl64.Vec2{0.5, -0.5}, B: mgl64.Vec2{-0.5, -0.5}}),
		"capsule":     mustCompile(t, shape.Capsule{A: mgl64.Vec2{-0.5, -0.1}, B: mgl64.Vec2{0.5, -0.1}, Radius: 0.4}),
		"custom box":  mustCompile(t, onlySupport{box}),
		"half disc":   mustCompile(t, shape.HalfEllipse{Center: mgl64.Vec2{0, -0.5}, RX: 0.5, RY: 0.5}),
	}
}

// TestRestingKeepsPointsAndFeatures shakes shapes that rest on one another, edge
// exactly over edge, as a solver would: there must always be two points, a metre
// apart, with an almost vertical normal and the same two features.
func TestRestingKeepsPointsAndFeatures(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	randomIn := func(size float64) float64 { return size * (2*r.Float64() - 1) }
	for ground, a := range flatGrounds(t) {
		for top, b := range flatBottoms(t) {
			var features [2]uint32
			for i := range 3000 {
				noise := []float64{0, 1e-16, 1e-12, 1e-6, 1}[i%5]
				tilt := 0.001
				if i%10 == 9 {
					tilt = 0.003 // too much for A's face to be preferred: features must not change
				}
				pose := geom.Transform{R: geom.RotFromAngle(noise * randomIn(tilt))}
				pose.P = pose.R.Y().Mul(0.5).Add(geom.Vec2{X: noise * randomIn(0.001), Y: -noise * 0.005 * r.Float64()})
				var m Manifold
				CollideConvex(&m, a, b, &pose, testSpeculative)
				if m.Count != 2 || math.Abs(m.Normal.X) > tilt || m.Normal.Y < 0 {
					t.Fatalf("%s on %s at %v: %v", top, ground, pose, m)
				}
				if d := m.Points[0].Anchor.Distance(m.Points[1].Anchor); math.Abs(d-1) > 0.01 {
					t.Fatalf("%s on %s at %v: points %v apart: %v", top, ground, pose, d, m)
				}
				got := [2]uint32{m.Points[0].Feature, m.Points[1].Feature}
				if m.Points[0].Anchor.X > m.Points[1].Anchor.X {
					got[0], got[1] = got[1], got[0]
				}
				if i == 0 {
					features = got
				}
				if got != features || got[0] == got[1] {
					t.Fatalf("%s on %s at %v: features %x, were %x", top, ground, pose, got, features)
				}
			}
		}
	}
}

// featuresOf returns the features of the points, left one first, in A's frame.
func featuresOf(m *Manifold) []uint32 {
	p, q := m.Points[0], m.Points[1]
	switch {
	case m.Count < 2:
		return []uint32{p.Feature}[:m.Count]
	case p.Anchor.X < q.Anchor.X:
		return []uint32{p.Feature, q.Feature}
	}
	return []uint32{q.Feature, p.Feature}
}

// TestSlidingKeepsFeatures slides a small box over a long one: the features are those
// of its two corners until a corner leaves, and then the long box's corner takes
// over on that side only.
func TestSlidingKeepsFeatures(t *testing.T) {
	pairs := []struct {
		name string
		a, b shape.Support
	}{
		{"boxes", shape.Box(2, 0.5), shape.Box(0.25, 0.5)},
		{"polygons", shape.Triangle(mgl64.Vec2{-2, 0.5}, mgl64.Vec2{0, -1}, mgl64.Vec2{2, 0.5}),
			shape.Triangle(mgl64.Vec2{-0.25, -0.5}, mgl64.Vec2{0.25, -0.5}, mgl64.Vec2{0, 0.5})},
		{"custom on box", shape.Box(2, 0.5), onlySupport{shape.Box(0.25, 0.5)}},
		{"custom boxes", onlySupport{shape.Box(2, 0.5)}, onlySupport{shape.Box(0.25, 0.5)}},
		{"capsule on box", shape.Box(2, 0.5), shape.Capsule{A: mgl64.Vec2{-0.25, 0}, B: mgl64.Vec2{0.25, 0}, Radius: 0.5}},
		{"capsule on capsule", shape.Capsule{A: mgl64.Vec2{-2, 0}, B: mgl64.Vec2{2, 0}, Radius: 0.5},
			shape.Capsule{A: mgl64.Vec2{-0.25, 0}, B: mgl64.Vec2{0.25, 0}, Radius: 0.5}},
	}
	for _, p := range pairs {
		a, b := mustCompile(t, p.a), mustCompile(t, p.b)
		seen := map[[2]uint32]int{}
		var last [2]uint32
		changes := 0
		for i := range 1000 {
			pose := geom.Transform{P: geom.Vec2{X: -2.2 + 4.4*float64(i)/999, Y: 0.997}, R: geom.RotFromAngle(0.0005 * math.Sin(float64(i)))}
			var m Manifold
			CollideConvex(&m, a, b, &pose, testSpeculative)
			features := featuresOf(&m)
			require.Len(t, features, 2, "%s: %v points at %v", p.name, len(features), pose)
			current := [2]uint32(features)
			seen[current]++
			if i > 0 && current != last {
				changes++
			}
			last = current
		}
		if changes != 2 || len(seen) != 3 {
			t.Errorf("%s: features changed %d times, %v", p.name, changes, seen)
		}
	}
}

// TestRockingKeepsFeatures rocks a box from corner to corner: each corner keeps its feature
// as long as it touches, however far the other one lifts, and whichever box has the
// reference face.
func TestRockingKeepsFeatures(t *testing.T) {
	a := mustCompile(t, shape.Box(2, 0.5))
	for _, b := range []shape.Convex{mustCompile(t, shape.Box(0.5, 0.5)), mustCompile(t, shape.Triangle(
		mgl64.Vec2{-0.5, -0.5}, mgl64.Vec2{0.5, -0.5}, mgl64.Vec2{0, 0.5})), mustCompile(t, onlySupport{shape.Box(0.5, 0.5)})} {
		var flat Manifold
		CollideConvex(&flat, a, b, &geom.Transform{P: geom.Vec2{Y: 0.998}, R: geom.Identity}, testSpeculative)
		features := featuresOf(&flat)
		single := 0
		for i := range 1001 {
			angle := 0.7 * float64(i-500) / 500
			q := geom.RotFromAngle(angle)
			corner := geom.Vec2{X: 0.5, Y: -0.5}
			want := features[1]
			if angle > 0 { // the right corner lifts
				corner.X, want = -0.5, features[0]
			}
			pose := geom.Transform{R: q}
			pose.P = geom.Vec2{X: corner.X, Y: 0.498}.Sub(q.Apply(corner))
			var m Manifold
			CollideConvex(&m, a, b, &pose, testSpeculative)
			got := featuresOf(&m)
			if m.Count == 2 {
				if got[0] != features[0] || got[1] != features[1] {
					t.Fatalf("at %v features %x, want %x", angle, got, features)
				}
				continue
			}
			single++
			if m.Count != 1 || got[0] != want {
				t.Fatalf("at %v features %x, want %x", angle, got, want)
			}
		}
		require.GreaterOrEqual(t, single, 800, "only %d poses on one corner", single)
	}
}

// TestRollingBallKeepsFeature rolls a ball around a box, a polygon and a capsule.
func TestRollingBallKeepsFeature(t *testing.T) {
	ball := mustCompile(t, shape.Circle{Radius: 0.5})
	for _, b := range []shape.Support{shape.Box(1, 1), shape.RegularPolygon(7, 1), shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.5}} {
		solid := mustCompile(t, b)
		features := map[uint32]bool{}
		for i := range 1000 {
			direction := geom.RotFromAngle(2 * math.Pi * float64(i) / 1000).X()
			pose := geom.Transform{P: direction.Mul(3), R: geom.Identity}
			separation, n := oracle(coreOf(ball, geom.IdentityTransform), coreOf(solid, pose))
			pose.P = pose.P.MulSub(separation-ball.Radius-solid.Radius+0.01, n)
			var m Manifold
			CollideConvex(&m, ball, solid, &pose, testSpeculative)
			require.Equal(t, 1, m.Count, "%d points at %v", m.Count, pose)
			features[m.Points[0].Feature] = true
		}
		require.Len(t, features, 1, "features %v", features)
	}
}
