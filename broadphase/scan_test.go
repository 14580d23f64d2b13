package broadphase

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Few boxes are tested one after the other. They give the pairs that a search of the trees gives.
func TestScanFindsWhatTheTreesHave(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 41))
	for i := range scenarios {
		sc := scenarios[i]
		tree := NewTree()
		for id := range uint32(maxScanned) {
			tree.Insert(Proxy{ID: id, Class: Class(r.IntN(classes)), Category: 1, Box: sc.box(r)})
		}
		s, found := &tree.scratch[0], 0
		for range 20 {
			tree.Pairs(nil)
			require.True(t, tree.pairSearch.scans)
			for range 10 {
				tree.Move(r.Uint32N(maxScanned), sc.box(r))
			}
			tree.Remove(7)
			tree.Insert(Proxy{ID: 7, Class: Moving, Category: 1, Box: sc.box(r)})
			tree.ensureAllFresh()
			for _, class := range []Class{Immovable, Moving} {
				for id := range uint32(maxScanned) {
					s.candidates = s.candidates[:0]
					tree.scanOverlaps(s, tree.boxes[id], class)
					scanned := slices.Clone(s.candidates)
					tree.pairSearch.scans, s.candidates = false, s.candidates[:0]
					tree.collectOverlaps(s, tree.boxes[id], class)
					tree.pairSearch.scans = true
					require.ElementsMatch(t, s.candidates, scanned, sc.name)
					found += len(scanned)
				}
			}
		}
		require.NotZero(t, found, sc.name)
	}
}
