package broadphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
)

// An Update of a few proxies writes all their boxes and then relinks one after the other.
// When a subtree becomes too high by that it is rebuilt, with the new boxes of proxies that
// are yet to be relinked. The boxes above must be refitted too, or proxies that have moved
// out of them are not found any more.
func TestSmallUpdateDuringRebuildRefitsAncestors(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 203))
	for range 300 {
		tree := NewTree()
		box := func() geom.Box32 {
			x, y := float32(math.Exp(r.Float64()*20)), float32(math.Exp(r.Float64()*20))
			size := float32(math.Exp(r.Float64()*18 - 2))
			return geom.Box32{MinX: x, MinY: y, MaxX: x + size, MaxY: y + size}
		}
		const n = maxSmallTree + 12
		for id := range uint32(n) {
			tree.Insert(Proxy{ID: id, Class: Moving, Category: 1, Box: box()})
			tree.Query(AllClasses, box(), 1, func(uint32) bool { return true }) // brings the tree up to date
		}
		for range 30 {
			var ids []uint32
			var boxes []geom.Box32
			first := r.Uint32N(n)
			for i := range uint32(1 + r.IntN(5)) {
				ids, boxes = append(ids, (first+7*i)%n), append(boxes, box())
			}
			tree.Update(ids, boxes)
			tree.Validate()
		}
	}
}
