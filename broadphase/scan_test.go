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
	pairs := 0
	for i := range scenarios {
		sc := scenarios[i]
		tree := NewTree()
		for id := range uint32(maxScanned) {
			tree.Insert(Proxy{ID: id, Class: Class(r.IntN(classes)), Category: 1, Box: sc.box(r)})
		}
		s := &tree.scratch[0]
		found := func(search func(*searchScratch, uint32), id uint32) []uint64 {
			s.found = s.found[:0]
			search(s, id)
			return slices.Sorted(slices.Values(s.found))
		}
		for range 20 {
			for range 10 {
				tree.Move(r.Uint32N(maxScanned), sc.box(r))
			}
			tree.Remove(7)
			if r.IntN(2) == 0 {
				tree.Insert(Proxy{ID: 7, Class: Moving, Category: 1, Box: sc.box(r)})
			}
			tree.ensureFresh(AllClasses)
			for _, id := range tree.changed {
				if st := tree.state[id]; st&flagPresent == 0 || st.class() == QueryOnly {
					continue
				}
				want := found(tree.searchTreesFor, id)
				require.Equal(t, want, found(tree.scanFor, id), sc.name)
				pairs += len(want)
			}
			s.found = s.found[:0]
			if tree.state[7]&flagPresent == 0 {
				tree.Insert(Proxy{ID: 7, Class: Static, Category: 1, Box: sc.box(r)})
			}
			tree.Pairs(nil)
			require.True(t, tree.pairSearch.scans)
		}
	}
	require.Greater(t, pairs, 1000)
}
