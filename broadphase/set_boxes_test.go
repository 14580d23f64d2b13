package broadphase

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/stretchr/testify/require"
)

// Boxes that workers set together are those that the caller sets alone, and so is the list of
// changed proxies.
func TestUpdateIsSharedAmongWorkers(t *testing.T) {
	for _, workers := range []int{2, 5, 16} {
		pool := par.New(workers)
		defer pool.Close()
		r := rand.New(rand.NewPCG(3, uint64(workers)))
		box := func() geom.Box32 {
			x, y := float32(100*r.Float64()), float32(100*r.Float64())
			return geom.Box32{MinX: x, MinY: y, MaxX: x + 1, MaxY: y + 1}
		}
		alone, shared := NewTree(), NewTree()
		const n = 5000
		for id := range uint32(n) {
			p := Proxy{ID: id, Class: Class(r.IntN(classes)), Category: 1, Box: box()}
			alone.Insert(p)
			shared.Insert(p)
		}
		for range 20 {
			var ids []uint32
			var boxes []geom.Box32
			for _, id := range r.Perm(n)[:r.IntN(n)] {
				ids, boxes = append(ids, uint32(id)), append(boxes, box())
			}
			shared.SetPool(pool)
			shared.Update(ids, boxes)
			alone.Update(ids, boxes)
			require.Equal(t, alone.changed, shared.changed)
			require.Equal(t, alone.boxes, shared.boxes)
			require.Equal(t, alone.state, shared.state)
			require.Equal(t, alone.moves, shared.moves)
			if r.IntN(2) == 0 {
				require.Equal(t, alone.Pairs(nil), shared.Pairs(nil))
			}
			shared.Validate()
		}
	}
}

// An Update with an ID that is not in use panics, and the boxes that it has written are listed.
func TestWrongUpdateLeavesListsTrue(t *testing.T) {
	tree := NewTree()
	for id := range uint32(3000) {
		tree.Insert(Proxy{ID: id, Class: Moving, Category: 1, Box: geom.Box32{MaxX: 1, MaxY: 1}})
	}
	tree.Pairs(nil)
	ids, boxes := make([]uint32, 2500), make([]geom.Box32, 2500)
	for i := range ids {
		ids[i], boxes[i] = uint32(i), geom.Box32{MinX: 5, MaxX: 6, MaxY: 1}
	}
	ids[1234] = 4_000_000_000
	require.PanicsWithValue(t, "broadphase: proxy 4000000000 does not exist", func() { tree.Update(ids, boxes) })
	tree.proxyTable.validate()
}

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

func TestSortKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	var buf []uint64
	for _, n := range []int{0, 1, 2, maxComparisonSort, maxComparisonSort + 1, 1000, 70000} {
		for _, largest := range []uint64{1, 255, 256, 70000, 1 << 32} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = r.Uint64N(largest)<<32 | r.Uint64N(largest)
			}
			want := slices.Sorted(slices.Values(keys))
			keys, buf = sortKeys(keys, buf)
			require.True(t, slices.Equal(want, keys), "%d keys up to %d", n, largest)
		}
	}
}
