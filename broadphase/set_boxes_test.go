package broadphase

import (
	"math/rand/v2"
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
