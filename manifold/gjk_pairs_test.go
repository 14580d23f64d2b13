package manifold

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
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
	if 3*steep > 2*compared {
		t.Errorf("only %d of %d pairs were compared in full", compared-steep, compared)
	}
}

func keepDeepest(m *Manifold) {
	if m.Count == 2 && m.Points[1].Separation < m.Points[0].Separation {
		m.Points[0] = m.Points[1]
	}
	m.Count = min(m.Count, 1)
}
