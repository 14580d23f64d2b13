package manifold

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// TestGapIsNoLargerThanTheDistance compares what pairs say that are apart with the
// distance search.
func TestGapIsNoLargerThanTheDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 11))
	known, all := 0, 0
	for ka := range shape.Kind(shape.KindCount) {
		for kb := range shape.Kind(shape.KindCount) {
			for range samples / 20 {
				sa, sb := randomShape(r, ka), randomShape(r, kb)
				a, b := compile(t, sa), compile(t, sb)
				pose := randomPose(r, 1.5)
				m := Manifold{Gap: 1e9} // what was there before counts for nothing
				CollideConvex(&m, a, b, &pose, testSpeculative)
				if m.Count > 0 || ground(ka) && ground(kb) {
					continue
				}
				all++
				if m.Gap > 0 {
					known++
				}
				d := narrowphase.SignedDistance(a, b, &pose, nil).Distance
				if m.Gap < 0 || m.Gap > 0 && d-testSpeculative < m.Gap-1e-9 {
					t.Fatalf("gap %v at distance %v\n%#v\n%#v\n%v", m.Gap, d, sa, sb, pose)
				}
			}
		}
	}
	if 2*known < all || all == 0 {
		t.Errorf("%d of %d gaps are known", known, all)
	}
}

// ground reports whether shapes of a kind do not touch each other.
func ground(k shape.Kind) bool { return k == shape.KindChainSegment || k == shape.KindHalfPlane }

// TestGuessChangesNothing begins the search at every face, and at faces that are none.
func TestGuessChangesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 12))
	touching, apart := 0, 0
	for _, ka := range []shape.Kind{shape.KindCapsule, shape.KindSegment, shape.KindBox, shape.KindPolygon} {
		for i := range samples {
			a, b, sa, sb, pose := closePair(t, r, ka, shape.KindPolygon)
			if i%2 == 0 {
				pose = randomPose(r, 1.5)
			}
			var want Manifold
			fn, _ := For(ka, shape.KindPolygon)
			fn(&want, a, b, &pose, testSpeculative)
			if want.Count > 0 {
				touching++
			} else {
				apart++
			}
			for guess := -Guess(b.Count) - 1; int(guess) <= max(2, int(a.Count))+1; guess++ {
				m := Manifold{Guess: guess}
				fn(&m, a, b, &pose, testSpeculative)
				if m.Count == 0 && want.Count == 0 {
					continue // along which face they are apart may differ
				}
				if m != want {
					t.Fatalf("from %d\n%v\n%v\n%#v\n%#v\n%v", guess, m, want, sa, sb, pose)
				}
			}
		}
	}
	if touching < samples || apart < samples {
		t.Errorf("%d touching, %d apart", touching, apart)
	}
}

// TestGuessOfName keeps what a name says about faces.
func TestGuessOfName(t *testing.T) {
	for name, want := range map[uint32]Guess{
		feature(faceVertex, 3, 7): 4, feature(vertexFace, 3, 7): -8, feature(vertexVertex, 3, 7): 0, feature(wholeShape, 0, 0): 0,
	} {
		if got := GuessFrom(name); got != want {
			t.Errorf("%x: %d, not %d", name, got, want)
		}
	}
}
