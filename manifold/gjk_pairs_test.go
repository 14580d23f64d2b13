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

// onlySupport hides everything about a shape but its support function.
type onlySupport struct{ inner shape.Support }

func (s onlySupport) Support(dir mgl64.Vec2) mgl64.Vec2 { return s.inner.Support(dir) }

// randomClosePair returns a pair of random shapes and a pose, half of the time with
// surfaces from 5 cm deep to 5 cm apart.
func randomClosePair(t testing.TB, r *rand.Rand, ka, kb shape.Kind) (a, b shape.Convex, sa, sb shape.Support, pose geom.Transform) {
	sa, sb = randomShape(r, ka), randomShape(r, kb)
	a, b = mustCompile(t, sa), mustCompile(t, sb)
	pose = randomPose(r, 2)
	if r.IntN(2) == 0 {
		ca, cb := coreOf(a, geom.IdentityTransform), coreOf(b, pose)
		separation, n := oracle(ca, cb)
		pose.P = pose.P.MulAdd(0.1*r.Float64()-0.05-(separation-ca.radius-cb.radius), n)
	}
	return a, b, sa, sb, pose
}

// compareManifolds returns the first difference of two manifolds, or nothing.
func compareManifolds(m, o *Manifold, tolerance float64) string {
	switch {
	case m.Count != o.Count:
		return "count"
	case m.Count == 0:
		return ""
	case m.Normal.Distance(o.Normal) > tolerance:
		return "normal"
	}
	for i := range m.Count {
		p, q := m.Points[i], o.Points[i]
		if m.Count == 2 && p.Anchor.Distance(q.Anchor) > p.Anchor.Distance(o.Points[1-i].Anchor) {
			q = o.Points[1-i]
		}
		if math.Abs(p.Separation-q.Separation) > tolerance {
			return "separation"
		}
		if p.Anchor.Distance(q.Anchor) > 10*tolerance {
			return "anchor"
		}
	}
	return ""
}

func TestGeneralAgreesWithFastPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	for i, ka := range fastKinds {
		for _, kb := range fastKinds[i:] {
			failures := 0
			for range samples {
				a, b, sa, sb, pose := randomClosePair(t, r, ka, kb)
				var fast, general Manifold
				Collide(&fast, a, b, &pose, testSpeculative)
				collideGeneral(&general, a, b, &pose, testSpeculative)
				difference := compareManifolds(&fast, &general, 1e-6)
				if difference == "" {
					continue
				}
				failures++
				t.Errorf("%s: %#v\n%#v\n%v\nfast    %v\ngeneral %v", difference, sa, sb, pose, fast, general)
				if failures > 2 {
					t.FailNow()
				}
			}
		}
	}
}

// TestCustomShapesAgreeWithFastPairs gives polygons through Support alone. Sides more than
// 20 degrees from the normal are not searched for then, so only the deepest point is
// compared where the built-in shape has such a side: see the package comment.
func TestCustomShapesAgreeWithFastPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	compared, steep := 0, 0
	for _, ka := range fastKinds {
		for _, kb := range []shape.Kind{shape.KindBox, shape.KindPolygon} {
			for range samples / 4 {
				a, b, sa, sb, pose := randomClosePair(t, r, ka, kb)
				if b.Radius > 0 {
					continue // a custom shape without shape.Rounder has no skin
				}
				customB := mustCompile(t, onlySupport{sb})
				var fast, custom Manifold
				if ka > kb { // not flipped: of parallel faces A's is the reference
					collidePolygons(&fast, a, b, &pose, testSpeculative)
				} else {
					CollideConvex(&fast, a, b, &pose, testSpeculative)
				}
				CollideConvex(&custom, a, customB, &pose, testSpeculative)
				if fast.Count > 0 {
					compared++
					n := pose.R.ApplyInverse(fast.Normal.Neg())
					if sideNormal(b.CoreFeature(n)).Dot(n) < math.Cos(19*math.Pi/180) {
						steep++
						keepDeepest(&fast)
						keepDeepest(&custom)
					}
				}
				if difference := compareManifolds(&fast, &custom, 1e-6); difference != "" {
					t.Fatalf("%s: %#v\n%#v\n%v\nfast    %v\ncustom %v", difference, sa, sb, pose, fast, custom)
				}
			}
		}
	}
	require.LessOrEqual(t, 3*steep, 2*compared, "only %d of %d pairs were compared in full", compared-steep, compared)
}

// The end of a capsule, and the corner of a custom shape under a short side, make one point each. A
// side that lay across the corner overlapped it by 21 mm where 6 were right.
func TestEndsAndCornersMakeOnePoint(t *testing.T) {
	octagon, err := shape.NewPolygon([]mgl64.Vec2{
		{-0.435, -0.33}, {0.266, -0.375}, {0.837, -0.083}, {0.854, 0.664}, {0.238, 0.98}, {-0.526, 0.895}, {-0.881, 0.631}, {-0.877, -0.036},
	}, 0)
	require.NoError(t, err)
	short := shape.Capsule{A: mgl64.Vec2{-0.1583, 0.9022}, B: mgl64.Vec2{-0.2027, 0.762}, Radius: 0.3382}
	for _, c := range []struct {
		a       shape.Capsule
		b, seen shape.Support // seen is b for CollideConvex
		pose    geom.Transform
	}{
		{
			shape.Capsule{A: mgl64.Vec2{-0.0238, 0.5531}, B: mgl64.Vec2{-0.3479, -0.5599}, Radius: 0.395}, short, short,
			geom.Transform{P: geom.Vec2{X: 1.2597, Y: -0.6197}, R: geom.Rot{S: 1}},
		},
		{
			shape.Capsule{A: mgl64.Vec2{0.0708, 0.7141}, B: mgl64.Vec2{0.0105, 0.7239}, Radius: 0.3503}, octagon, onlySupport{octagon},
			geom.Transform{P: geom.Vec2{X: -0.2867, Y: -0.5954}, R: geom.Rot{C: 1}},
		},
	} {
		var got, want Manifold
		a := mustCompile(t, c.a)
		collideGeneral(&want, a, mustCompile(t, c.b), &c.pose, testSpeculative)
		require.Equal(t, 1, want.Count)
		CollideConvex(&got, a, mustCompile(t, c.seen), &c.pose, testSpeculative)
		require.Empty(t, compareManifolds(&got, &want, 1e-6))
	}
}

func keepDeepest(m *Manifold) {
	if m.Count == 2 && m.Points[1].Separation < m.Points[0].Separation {
		m.Points[0] = m.Points[1]
	}
	m.Count = min(m.Count, 1)
}
