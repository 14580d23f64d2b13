package broadphase

import "github.com/carom2d/carom/geom"

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
	search search
	grid   grid
}

var _ Broadphase = (*Tree)(nil)

// NewTree returns an empty Tree.
func NewTree() *Tree {
	t := &Tree{vacant: -1, nodes: make([]node, classes)}
	for n := range t.nodes {
		t.nodes[n].parent = unplaced
		t.nodes[n].clear(0)
		t.nodes[n].clear(1)
	}
	t.search.queue = make([]ref, 256)
	return t
}

// Insert adds a proxy. It panics when the ID is in use.
func (t *Tree) Insert(p Proxy) {
	t.enter(p)
	for len(t.leafAt) < len(t.boxes) {
		t.leafAt = append(t.leafAt, unplaced)
	}
	t.hang(p.ID)
	t.care[p.Class].inserted++
}

// Remove takes a proxy out. It panics when the ID is not in use.
func (t *Tree) Remove(id uint32) {
	t.mustHave(id)
	t.unhang(id)
	t.leave(id)
}

// Reclass changes class and category, and renews the proxy.
func (t *Tree) Reclass(id uint32, class Class, category uint64) {
	t.mustHave(id)
	checkClass(class)
	t.unhang(id)
	t.reclass(id, class, category)
	t.hang(id)
	t.care[class].inserted++
}

// Move gives a proxy a new box. It stays where it hangs in the tree as long as
// that is still among its neighbours, and is hung anew otherwise.
func (t *Tree) Move(id uint32, box geom.Box32) {
	t.shift(id, box)
	p, b := t.leafAt[id], rankBox(box)
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
// The box that hangs there now has no say in it, for a box that
// creeps away would drag its surroundings along and seem at home for ever.
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
