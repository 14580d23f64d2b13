package broadphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
)

// Grid finds all overlapping pairs of a list of boxes at once. It keeps only memory from one call
// to the next, so it suits boxes that are all new or have all moved. The time is linear in the
// number of boxes and pairs. The zero Grid is ready to use.
type Grid struct{ tree *Tree }

// SetPool lets the workers of a pool share Pairs from now on; nil leaves it to
// the caller.
func (g *Grid) SetPool(pool Pool) {
	g.init()
	g.tree.SetPool(pool)
}

// Pairs appends every pair of boxes that overlap, A < B, in ascending order of
// (A, B). The ID of a box is its index. An empty box, or one with a NaN, overlaps
// nothing.
func (g *Grid) Pairs(dst []Pair, boxes []geom.Box32) []Pair {
	g.init()
	g.tree.resetTo(boxes)
	return g.tree.Pairs(dst)
}

func (g *Grid) init() {
	if g.tree == nil {
		g.tree = NewTree()
	}
}

// resetTo replaces all proxies by Moving ones with the given boxes. All of them are
// new and pending, so Pairs reports every overlap and builds a tree only if the grid
// does not serve.
func (t *Tree) resetTo(boxes []geom.Box32) {
	n := len(boxes)
	t.boxes, t.old = grow.Resize(t.boxes, n), grow.Resize(t.old, n)
	t.category, t.state = grow.Resize(t.category, n), grow.Resize(t.state, n)
	t.leafSlot = grow.Resize(t.leafSlot, n)
	t.changed = t.changed[:0]
	for i, b := range boxes {
		t.boxes[i], t.old[i], t.category[i], t.state[i], t.leafSlot[i] = noBox, noBox, 0, 0, noSlot
		if isEmptyBox(b) {
			continue
		}
		t.boxes[i], t.category[i], t.state[i] = b, ^uint64(0), movingStatus|flagPending|flagChanged
		t.changed = append(t.changed, uint32(i))
	}
	t.count = [classes]int{Moving: len(t.changed)}
	t.clearNodes()
	t.upkeep[Moving].pending = len(t.changed)
}
