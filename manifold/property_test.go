package manifold

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// samples is the number of random pairs per pair of kinds.
var samples = long.Pick(1000, 200_000)

// TestSwappedPairIsMirrored compares (a, b) with (b, a). Of parallel edges the first
// shape's is the reference, so there the mirror is good to parallelSlope only.
func TestSwappedPairIsMirrored(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	parallel, total := 0, 0
	for ka := range shape.Kind(shape.KindCount) {
		for kb := range shape.Kind(shape.KindCount) {
			for range samples / 20 {
				sa, sb := randomShape(r, ka), randomShape(r, kb)
				a, b := mustCompile(t, sa), mustCompile(t, sb)
				pose := randomPose(r, 1.5)
				inverse := pose.Inverse()
				var m, o Manifold
				CollideConvex(&m, a, b, &pose, testSpeculative)
				CollideConvex(&o, b, a, &inverse, testSpeculative)
				o.Flip(&pose)
				total++
				if compareManifolds(&m, &o, searchTolerance(a, b, &m)) == "" {
					continue
				}
				if m.Count > 0 && o.Count > 0 && nearlyParallel(m.Normal, o.Normal) {
					if math.Abs(deepestSeparation(&m)-deepestSeparation(&o)) <= parallelSlope*(testSpeculative+math.Abs(deepestSeparation(&m))) {
						parallel++
						continue
					}
				}
				t.Fatalf("%v\n%v\n%#v\n%#v\n%v", m, o, sa, sb, pose)
			}
		}
	}
	require.LessOrEqual(t, 20*parallel, total, "%d of %d pairs were nearly parallel", parallel, total)
}

// searchTolerance is how far two runs of the general path may differ. The closest
// points of round cores are good to the square root of a rounding, so the
// direction between two cores that almost touch is as much worse.
func searchTolerance(a, b shape.Convex, m *Manifold) float64 {
	if a.Kind <= shape.KindHalfPlane && b.Kind <= shape.KindHalfPlane {
		return 1e-9
	}
	return 2e-6 + 2e-6/math.Abs(deepestSeparation(m)+a.Radius+b.Radius)
}

// TestRigidMotionInvariance moves both shapes inside their frames by one transform: the
// manifold must move along and keep its features.
func TestRigidMotionInvariance(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	for ka := range shape.Kind(shape.KindCount) {
		for kb := range shape.Kind(shape.KindCount) {
			for range samples / 20 {
				sa, sb := randomShape(r, ka), randomShape(r, kb)
				pose := randomPose(r, 1.5)
				angle, offset := 6*r.Float64(), geom.Vec2{X: 20 * r.Float64(), Y: -7 * r.Float64()}
				motion := geom.Transform{P: offset, R: geom.RotFromAngle(angle)}
				var m, o Manifold
				CollideConvex(&m, mustCompile(t, sa), mustCompile(t, sb), &pose, testSpeculative)
				a := mustCompile(t, shape.Transformed(sa, angle, offset.Mgl()))
				b := mustCompile(t, shape.Transformed(sb, angle, offset.Mgl()))
				moved := motion.Mul(pose).Mul(motion.Inverse())
				CollideConvex(&o, a, b, &moved, testSpeculative)
				o.Normal = motion.R.ApplyInverse(o.Normal)
				for i := range o.Count {
					o.Points[i].Anchor = motion.ApplyInverse(o.Points[i].Anchor)
				}
				if difference := compareManifolds(&m, &o, searchTolerance(a, b, &m)); difference != "" {
					t.Fatalf("%s\n%v\n%v\n%#v\n%#v\n%v\n%v", difference, m, o, sa, sb, pose, motion)
				}
				for i := range m.Count {
					if ka <= shape.KindPolygon && kb <= shape.KindPolygon && m.Points[i].Feature != o.Points[i].Feature {
						t.Fatalf("features %x and %x\n%#v\n%#v\n%v\n%v", m.Points[i].Feature, o.Points[i].Feature, sa, sb, pose, motion)
					}
				}
			}
		}
	}
}

// TestMovingBySeparationLeavesTouching moves B out along the normal by the depth, or in
// by the gap: then the shapes must touch.
func TestMovingBySeparationLeavesTouching(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 3))
	for ka := range shape.Kind(shape.KindCount) {
		for kb := range shape.Kind(shape.KindCount) {
			if ka == shape.KindChainSegment || kb == shape.KindChainSegment {
				continue // a one-sided shape may push along the longer translation
			}
			for range samples / 20 {
				sa, sb := randomShape(r, ka), randomShape(r, kb)
				a, b := mustCompile(t, sa), mustCompile(t, sb)
				pose := randomPose(r, 1.5)
				var m Manifold
				CollideConvex(&m, a, b, &pose, testSpeculative)
				if m.Count == 0 {
					continue
				}
				deepest := deepestSeparation(&m)
				tolerance := 1e-7 + parallelSlope*parallelSlope*math.Abs(deepest)
				if m.Count == 2 && max(ka, kb) >= shape.KindEllipse {
					tolerance += lyingBulge * testSpeculative // a side lies on a line that the surface bulges over
				}
				pose.P = pose.P.MulSub(deepest, m.Normal)
				CollideConvex(&m, a, b, &pose, testSpeculative)
				if got := deepestSeparation(&m); math.Abs(got) > tolerance {
					t.Fatalf("%v left of %v\n%#v\n%#v\n%v", got, deepest, sa, sb, pose)
				}
			}
		}
	}
}

// TestAnchorsAreHalfWay goes from each anchor half the separation to either
// side: that must lie in each shape, and for the deepest point on its surface.
func TestAnchorsAreHalfWay(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	for i, ka := range fastKinds {
		for _, kb := range fastKinds[i:] {
			for range samples / 4 {
				a, b, sa, sb, pose := randomClosePair(t, r, ka, kb)
				var m Manifold
				CollideConvex(&m, a, b, &pose, testSpeculative)
				deepest := deepestSeparation(&m)
				for _, p := range m.Points[:m.Count] {
					onA := distanceOutside(coreOf(a, geom.IdentityTransform), p.Anchor.MulSub(0.5*p.Separation, m.Normal))
					onB := distanceOutside(coreOf(b, pose), p.Anchor.MulAdd(0.5*p.Separation, m.Normal))
					// Parallel edges are measured along one normal for both, and the far
					// end of tilted ones along a normal that is not quite the face's.
					tolerance := 1e-12 + parallelSlope*parallelSlope*(1+math.Abs(deepest))
					if p.Separation > deepest {
						tolerance += tiltedSlope * math.Abs(p.Separation+a.Radius+b.Radius)
					}
					if onA > tolerance || onB > tolerance || p.Separation == deepest && min(onA, onB) < -tolerance {
						t.Fatalf("%v beyond A and %v beyond B\n%#v\n%#v\n%v\n%v", onA, onB, sa, sb, pose, m)
					}
				}
			}
		}
	}
}

// distanceOutside returns how far p is outside a shape, negative inside.
func distanceOutside(c core, p geom.Vec2) float64 {
	separation, _ := oracle(c, core{vertices: []geom.Vec2{p}})
	return separation - c.radius
}

// TestSeparationBoundIsNotAboveDistance compares the bound of pairs that are apart with the
// distance search.
func TestSeparationBoundIsNotAboveDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 11))
	withBound, total := 0, 0
	for ka := range shape.Kind(shape.KindCount) {
		for kb := range shape.Kind(shape.KindCount) {
			for range samples / 20 {
				sa, sb := randomShape(r, ka), randomShape(r, kb)
				a, b := mustCompile(t, sa), mustCompile(t, sb)
				pose := randomPose(r, 1.5)
				m := Manifold{SeparationBound: 1e9} // the old value must not matter
				CollideConvex(&m, a, b, &pose, testSpeculative)
				if m.Count > 0 || isGround(ka) && isGround(kb) {
					continue
				}
				total++
				if m.SeparationBound > 0 {
					withBound++
				}
				d := narrowphase.SignedDistance(a, b, &pose, nil).Distance
				if m.SeparationBound < 0 || m.SeparationBound > 0 && d-testSpeculative < m.SeparationBound-1e-9 {
					t.Fatalf("gap %v at distance %v\n%#v\n%#v\n%v", m.SeparationBound, d, sa, sb, pose)
				}
			}
		}
	}
	require.False(t, 2*withBound < total || total == 0, "%d of %d gaps are known", withBound, total)
}

// isGround reports whether shapes of a kind do not touch each other.
func isGround(k shape.Kind) bool { return k == shape.KindChainSegment || k == shape.KindHalfPlane }

// TestFeatureHintDoesNotChangeResult begins the search at every face, and at faces that are none.
func TestFeatureHintDoesNotChangeResult(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 12))
	touching, apart := 0, 0
	for _, ka := range []shape.Kind{shape.KindCapsule, shape.KindSegment, shape.KindBox, shape.KindPolygon} {
		for i := range samples {
			a, b, sa, sb, pose := randomClosePair(t, r, ka, shape.KindPolygon)
			if i%2 == 0 {
				pose = randomPose(r, 1.5)
			}
			var want Manifold
			Collide(&want, a, b, &pose, testSpeculative)
			if want.Count > 0 {
				touching++
			} else {
				apart++
			}
			for hint := -FeatureHint(b.Count) - 1; int(hint) <= max(2, int(a.Count))+1; hint++ {
				m := Manifold{Hint: hint}
				Collide(&m, a, b, &pose, testSpeculative)
				if m.Count == 0 && want.Count == 0 {
					continue // along which face they are apart may differ
				}
				require.True(t, m == want, "from %d\n%v\n%v\n%#v\n%#v\n%v", hint, m, want, sa, sb, pose)
			}
		}
	}
	require.False(t, touching < samples || apart < samples, "%d touching, %d apart", touching, apart)
}

// TestHintFromFeature checks the face in the features of points.
func TestHintFromFeature(t *testing.T) {
	for f, want := range map[uint32]FeatureHint{
		featureID(faceVertex, 3, 7): 4, featureID(vertexFace, 3, 7): -8, featureID(vertexVertex, 3, 7): 0, featureID(wholeShape, 0, 0): 0,
	} {
		if got := HintFromFeature(f); got != want {
			t.Errorf("%x: %d, not %d", f, got, want)
		}
	}
}
