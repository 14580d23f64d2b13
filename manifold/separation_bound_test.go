package manifold

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

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
