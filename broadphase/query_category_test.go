package broadphase

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

// A search for a category does not look below nodes that hold none of it. Their
// children are replaced by a leaf that does not exist: a search that goes there
// finds it.
func TestCategoriesPruneTheTree(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 0))
	tree := NewTree()
	want := 0
	for id := range uint32(2000) {
		category := uint64(1)
		if r.IntN(50) == 0 {
			category = 2
			want++
		}
		x, y := float32(100*r.Float64()), float32(100*r.Float64())
		tree.Insert(Proxy{ID: id, Class: Moving, Category: category, Box: geom.Box32{MinX: x, MinY: y, MaxX: x + 1, MaxY: y + 1}})
	}
	tree.Query(AllClasses, geom.Box32{}, 2, func(uint32) bool { return true }) // links the pending proxies
	const fakeID = 1 << 20
	everything := geom.Box32{MaxX: 200, MaxY: 200}
	pruned := 0
	for i := range tree.nodes {
		n := &tree.nodes[i]
		if i < classes || n.weight == 0 || (n.mask[0]|n.mask[1])&2 != 0 {
			continue
		}
		for s := range 2 {
			n.box[s], n.mask[s], n.child[s] = rankBox(everything), ^uint64(0), leafRef(fakeID)
		}
		pruned++
	}
	require.Greater(t, pruned, 1000)
	seen := map[uint32]int{}
	onHit := func(id uint32, limit float64) float64 { seen[id]++; return limit }
	tree.Query(AllClasses, everything, 2, func(id uint32) bool { seen[id]++; return true })
	require.Len(t, seen, want)
	for range 50 {
		from := geom.Vec2{X: 100 * r.Float64(), Y: -1}
		tree.RayCast(geom.Ray{Origin: from, Translation: geom.Vec2{X: 10, Y: 200}}, 0.5, 1, 2, onHit)
		tree.BoxCast(geom.Box32{MaxX: 2, MaxY: 2}, geom.Vec2{X: 100, Y: 200 * r.Float64()}, 1, 2, onHit)
	}
	require.NotContains(t, seen, uint32(fakeID))
	tree.Query(AllClasses, everything, 1, func(id uint32) bool { seen[id]++; return true })
	require.Contains(t, seen, uint32(fakeID), "the fake leaf is found without pruning")
}
