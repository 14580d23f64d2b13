package broadphase

import (
	"sync"
	"sync/atomic"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
)

// Tree is the default broadphase: one binary tree of boxes per class, and for the pairs of
// many moving boxes a grid that is rebuilt at each call.
//
// The nodes of all three trees share one column. Its first nodes are the roots, one per
// Class. They always exist, and they alone may have empty slots.
type Tree struct {
	proxyTable
	nodes    []node
	leafSlot []childSlot // by ID: the slot of the leaf
	toRelink []int       // scratch of a restore
	freeHead int32       // head of the list of free nodes, -1 at its end
	upkeep   [classes]treeUpkeep
	builder  builder
	grid     grid

	dirty    [classes]atomic.Bool
	repairMu sync.Mutex // of a dirty tree

	pool       Pool
	pairSearch pairSearch
	scratch    []searchScratch // by worker
}

var _ Broadphase = (*Tree)(nil)

// NewTree returns an empty Tree.
func NewTree() *Tree {
	t := &Tree{nodes: make([]node, classes)}
	t.clearNodes()
	t.SetPool(nil)
	return t
}

// clearNodes leaves an empty root for each class.
func (t *Tree) clearNodes() {
	t.freeHead = -1
	t.nodes = t.nodes[:classes]
	for n := range t.nodes {
		t.nodes[n] = node{parent: noSlot}
		t.nodes[n].clearSlot(0)
		t.nodes[n].clearSlot(1)
		t.upkeep[n] = treeUpkeep{order: t.upkeep[n].order[:0]}
		t.dirty[n].Store(true)
	}
}

// SetPool lets the workers of a pool share Pairs from now on; nil leaves it to
// the caller.
func (t *Tree) SetPool(pool Pool) {
	if pool == nil {
		pool = callerAlone
	}
	t.pool = pool
	for len(t.scratch) < pool.Workers() {
		t.scratch = append(t.scratch, searchScratch{queue: make([]ref, 32)})
	}
}

// Memory returns the memory that Pairs uses. Others may use it between two calls.
func (t *Tree) Memory() *grow.Memory { return &t.grid.memory }

// Insert adds a proxy. It panics when the ID is in use.
func (t *Tree) Insert(p Proxy) {
	t.add(p)
	for len(t.leafSlot) < len(t.boxes) {
		t.leafSlot = grow.Append(t.leafSlot, noSlot)
	}
	t.attach(p.ID)
}

// attach links a proxy into its tree. In a dirty tree the proxy stays pending.
func (t *Tree) attach(id uint32) {
	class := t.state[id].class()
	c := &t.upkeep[class]
	if t.dirty[class].Load() {
		t.state[id] |= flagPending
		t.written.Set(int(id))
		c.pending++
		return
	}
	t.link(id)
	c.inserted++
}

// Remove takes a proxy out. It panics when the ID is not in use.
func (t *Tree) Remove(id uint32) {
	t.mustHave(id)
	t.detach(id)
	t.remove(id)
}

// Reclassify changes class and category, and invalidates the proxy.
func (t *Tree) Reclassify(id uint32, class Class, category uint64) {
	t.mustHave(id)
	checkClass(class)
	t.detach(id)
	t.setClass(id, class, category)
	t.attach(id)
}

// detach undoes attach.
func (t *Tree) detach(id uint32) {
	if !t.clearPending(id, int32(t.state[id].class())) {
		t.unlink(id)
	}
}

// Move gives a proxy a new box. The leaf keeps its slot in the tree as long as the box stays close
// to its siblings. Otherwise the leaf is inserted again.
func (t *Tree) Move(id uint32, box geom.Box32) {
	t.setBox(id, box)
	t.relink(id)
}

// relink makes a tree fit the new box of a proxy, unless the tree is dirty.
func (t *Tree) relink(id uint32) {
	if t.dirty[t.state[id].class()].Load() {
		return
	}
	p, b := t.leafSlot[id], rankBox(t.boxes[id])
	if t.stillFits(p, b) {
		n := p.node()
		t.nodes[n].box[p.slot()] = b
		t.refitAbove(n)
	} else {
		t.unlink(id)
		t.link(id)
	}
}

// stillFits reports whether a box in slot p would lie close to its sibling, and both to the sibling
// of their parent: whether each union costs no more than the two boxes do separately. The old box
// in the slot is ignored. If it were not, a box that moves away slowly would stretch the boxes
// around it and never be reinserted.
func (t *Tree) stillFits(p childSlot, box intBox) bool {
	for range 2 {
		n := p.node()
		if n < classes {
			return true
		}
		nd := &t.nodes[n]
		sibling := &nd.box[1-p.slot()]
		separate := box.halfPerimeter() + sibling.halfPerimeter()
		box = box.union(sibling)
		if box.halfPerimeter() > separate {
			return false
		}
		p = nd.parent
	}
	return true
}

// Validate panics with a sentence when an internal invariant is broken. It is meant for
// tests.
func (t *Tree) Validate() {
	t.validate()
	t.validateNodes()
}
