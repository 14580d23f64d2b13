package broadphase

import (
	"slices"

	"github.com/carom2d/carom/geom"
)

// treeUpkeep decides when one tree is refitted or rebuilt.
//
// Single insertions, and moves that reinsert a leaf, rotate the nodes on their path. This keeps the
// tree as good as a tree built at once, however long it lives.
//
// An Update of many proxies leaves the leaves in their slots and marks the tree dirty.
// Nothing is done for a dirty tree before it is read: moves do not touch it, and inserted
// proxies are pending. The pairs of many proxies come from the grid, so the tree of a world
// without queries may never be read.
//
// The next reader refits all boxes in one pass, which also gives the cost of the tree: the sum of
// the half perimeters of its boxes, to which the expected cost of a query is proportional. The
// whole tree is rebuilt when this sum has grown too much since the last rebuild, or when many
// proxies are pending. A tree that was filled one by one is rebuilt once, for its order in memory.
type treeUpkeep struct {
	inserted int     // since the last whole rebuild
	pending  int     // proxies yet to be linked into a dirty tree
	cost     float64 // sum of half perimeters right after the last rebuild, 0 if unknown
	order    []int32 // for refitOrdered: the nodes, depth first; empty if unknown
}

const (
	// maxCostGrowth is the growth of the cost at which a tree is rebuilt. When all boxes move fast,
	// a tree is rebuilt once in a dozen steps.
	maxCostGrowth = 1.15
	// From a share of 1/bulkShare of the tree on, an Update marks the tree dirty instead of
	// refitting above every leaf, and a rebuild adds the pending proxies instead of single
	// insertions.
	bulkShare = 8
	// To refit a tree of so few leaves takes no longer than to insert one of them again.
	maxSmallTree = 48
)

// Update gives many proxies new boxes.
func (t *Tree) Update(ids []uint32, boxes []geom.Box32) {
	checkBatch(ids, boxes)
	moved := t.setBoxes(ids, boxes, t.pool)
	single := false
	for class, n := range moved {
		t.moves[class] += uint64(n)
		if n > bulkShare && n >= t.count[class]/bulkShare || n > 0 && t.count[class] <= maxSmallTree {
			t.dirty[class].Store(true)
		}
		single = single || n > 0 && !t.dirty[class].Load()
	}
	if single {
		for _, id := range ids {
			t.relink(id)
		}
	}
}

// Stale reports whether the tree of a class is dirty.
func (t *Tree) Stale(class Class) bool { return t.dirty[class].Load() }

// ensureFresh makes the trees of some classes ready to be read. The result does not depend on which
// reader calls first.
func (t *Tree) ensureFresh(among Classes) {
	for class := range Class(classes) {
		if among.has(class) && t.dirty[class].Load() {
			t.repairStale(class)
		}
	}
}

// repairStale brings a tree up to date, unless another reader has done so.
func (t *Tree) repairStale(class Class) {
	t.repairMu.Lock()
	defer t.repairMu.Unlock()
	if t.dirty[class].Load() {
		t.repair(int32(class))
		t.dirty[class].Store(false)
	}
}

// repair brings a dirty tree up to date.
func (t *Tree) repair(root int32) {
	c := &t.upkeep[root]
	if c.pending > 2 && c.pending >= t.count[root]/bulkShare {
		t.rebuildWithPending(root)
		return
	}
	if !t.maybeRebuild(root) {
		t.refit(root)
	}
	if c.pending > 0 {
		for i := range t.state {
			if t.clearPending(uint32(i), root) {
				t.link(uint32(i))
				c.inserted++
			}
		}
	}
}

// maybeRebuild rebuilds a tree if most of it has been inserted since the last rebuild, and
// reports whether it did.
func (t *Tree) maybeRebuild(root int32) bool {
	inserted, leaves := t.upkeep[root].inserted, t.nodes[root].weight.leaves()
	if leaves <= 2 || inserted == 0 || inserted < leaves/2 {
		return false
	}
	t.rebuildTree(root)
	return true
}

// rebuildTree rebuilds a whole tree. Two leaves need none.
func (t *Tree) rebuildTree(root int32) {
	t.upkeep[root].cost = t.rebuild(root)
	t.upkeep[root].inserted = 0
	t.upkeep[root].forgetOrder()
}

// clearPending reports whether a proxy is pending for the given tree, and ends that.
func (t *Tree) clearPending(id uint32, root int32) bool {
	if s := t.state[id]; s&flagPending == 0 || int32(s.class()) != root {
		return false
	}
	t.state[id] &^= flagPending
	t.written.Set(int(id))
	t.upkeep[root].pending--
	return true
}

// rebuildWithPending rebuilds a whole tree together with all its pending proxies.
func (t *Tree) rebuildWithPending(root int32) {
	b := &t.builder
	t.collectSubtree(root)
	b.leaves = slices.Grow(b.leaves, t.upkeep[root].pending)
	for i := range t.state {
		if t.clearPending(uint32(i), root) {
			b.add(uint32(i), t.boxes[i])
		}
	}
	missing := len(b.leaves) - 1 - len(b.nodes)
	t.nodes = slices.Grow(t.nodes, missing)
	for range missing {
		b.nodes = append(b.nodes, t.allocNode())
	}
	t.upkeep[root].cost = t.buildSubtree()
	t.upkeep[root].inserted = 0
	t.upkeep[root].forgetOrder()
}

// refit refits all boxes of a tree, and rebuilds the tree when its cost has grown too much.
func (t *Tree) refit(root int32) {
	c := &t.upkeep[root]
	var cost float64
	if t.count[root] >= minOrderedRefit && t.count[root] >= len(t.state)/bulkShare {
		cost = t.refitOrdered(root)
	} else {
		_, cost = t.refitSubtree(root)
	}
	switch {
	case t.nodes[root].weight.leaves() <= 2: // an empty slot has no perimeter
		c.cost = 0
	case c.cost == 0:
		c.cost = cost
	case cost > maxCostGrowth*c.cost:
		t.rebuildTree(root)
	}
}

// refitSubtree refits the boxes of node n and below. It returns the box around it and the
// sum of the half perimeters of all nodes.
func (t *Tree) refitSubtree(n int32) (intBox, float64) {
	nd := &t.nodes[n]
	cost := 0.0
	for s := range 2 {
		switch c := nd.child[s]; {
		case c.leaf():
			nd.box[s] = rankBox(t.boxes[c.id()])
		case c.inner():
			box, sum := t.refitSubtree(int32(c))
			nd.box[s] = box
			cost += sum
		}
	}
	box := nd.box[0].union(&nd.box[1])
	return box, cost + float64(box.halfPerimeter())
}
