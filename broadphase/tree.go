package broadphase

import (
	"sync"
	"sync/atomic"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
)

// Tree is the default broadphase: one binary tree of boxes per class, and for
// the pairs of many moving boxes a grid that is rebuilt at each call.
//
// The nodes of all three trees share one column. The roots are its first
// nodes, one per Class, and exist always; only they may have empty slots.
type Tree struct {
	ledger
	nodes  []node
	leafAt []place // by ID: where the leaf hangs
	vacant int32   // head of the list of vacant nodes, -1 at its end
	care   [classes]care
	work   builder
	grid   grid

	stale   [classes]atomic.Bool
	mending sync.Mutex // of a stale tree

	pool     *par.Pool
	shifts   shiftTask
	hunt     hunt
	searches []search // by worker
}

var _ Broadphase = (*Tree)(nil)

// NewTree returns an empty Tree.
func NewTree() *Tree {
	t := &Tree{vacant: -1, nodes: make([]node, classes)}
	for n := range t.nodes {
		t.nodes[n].parent = unplaced
		t.nodes[n].clear(0)
		t.nodes[n].clear(1)
		t.stale[n].Store(true)
	}
	t.Employ(nil)
	return t
}

// Employ lets the workers of a pool share Update and Pairs from now on.
func (t *Tree) Employ(pool *par.Pool) {
	t.pool = pool
	for len(t.searches) < pool.Workers() {
		t.searches = append(t.searches, search{queue: make([]ref, 256)})
	}
}

// Insert adds a proxy. It panics when the ID is in use.
func (t *Tree) Insert(p Proxy) {
	t.enter(p)
	for len(t.leafAt) < len(t.boxes) {
		t.leafAt = grow.Append(t.leafAt, unplaced)
	}
	t.place(p.ID)
}

// place hangs a proxy into its tree, or lets it wait for a stale one.
func (t *Tree) place(id uint32) {
	class := t.state[id].class()
	c := &t.care[class]
	if t.stale[class].Load() {
		t.state[id] |= waiting
		c.waiting++
		return
	}
	t.hang(id)
	c.inserted++
}

// displace undoes place.
func (t *Tree) displace(id uint32) {
	if !t.stopWaiting(id, int32(t.state[id].class())) {
		t.unhang(id)
	}
}

// Remove takes a proxy out. It panics when the ID is not in use.
func (t *Tree) Remove(id uint32) {
	t.mustHave(id)
	t.displace(id)
	t.leave(id)
}

// Reclass changes class and category, and renews the proxy.
func (t *Tree) Reclass(id uint32, class Class, category uint64) {
	t.mustHave(id)
	checkClass(class)
	t.displace(id)
	t.reclass(id, class, category)
	t.place(id)
}

// Move gives a proxy a new box. It stays where it hangs in the tree as long as
// that is still among its neighbours, and is hung anew otherwise.
func (t *Tree) Move(id uint32, box geom.Box32) {
	t.shift(id, box)
	t.rehang(id)
}

// rehang makes a tree fit the new box of a proxy, unless it is stale.
func (t *Tree) rehang(id uint32) {
	if t.stale[t.state[id].class()].Load() {
		return
	}
	p, b := t.leafAt[id], rankBox(t.boxes[id])
	if t.nearby(p, b) {
		n := p.node()
		t.nodes[n].box[p.slot()] = b
		t.raise(n)
	} else {
		t.unhang(id)
		t.hang(id)
	}
}

// nearby reports whether a box at place p would lie close to its sibling, and
// both to what hangs beside them: the union no more costly than the two apart.
// The box that hangs there now has no say in it, for a box that creeps away would
// drag its surroundings along and seem at home for ever.
func (t *Tree) nearby(p place, near ibox) bool {
	for range 2 {
		n := p.node()
		if n < classes {
			return true
		}
		nd := &t.nodes[n]
		beside := &nd.box[1-p.slot()]
		apart := near.span() + beside.span()
		near = near.union(beside)
		if near.span() > apart {
			return false
		}
		p = nd.parent
	}
	return true
}

// Validate panics with a sentence when an internal invariant is broken.
func (t *Tree) Validate() {
	t.validate()
	t.validateNodes()
}
