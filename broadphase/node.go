package broadphase

import (
	"unsafe"

	"github.com/carom2d/carom/internal/grow"
)

// node is an inner node with the boxes of both its children. One cache line tests two subtrees. No
// leaf is ever loaded: a leaf is only a reference in its parent.
type node struct {
	box    [2]intBox
	mask   [2]uint64 // union of the categories below
	child  [2]ref
	parent childSlot // the slot that this node is in; of a free node, the next free one
	weight weight    // zero in a free node and an empty root
}

var _ [64]byte = [unsafe.Sizeof(node{})]byte{}

// ref names a child: a node by its index, a proxy by the complement of its ID, or nothing.
type ref int32

// noChild fills the empty slots of a root. No ID has this complement.
const noChild ref = -1 << 31

// leafRef returns the reference to a proxy.
func leafRef(id uint32) ref { return ^ref(id) }

func (r ref) leaf() bool { return r < 0 && r != noChild }

// inner reports whether r names a node.
func (r ref) inner() bool { return r >= 0 }

// id returns the proxy that a leaf names.
func (r ref) id() uint32 { return uint32(^r) }

// childSlot is one of the two slots of a node. A root is in none (noSlot).
type childSlot int32

const noSlot childSlot = -1

// childSlotAt returns a slot of node n.
func childSlotAt(n int32, slot int) childSlot { return childSlot(n<<1 | int32(slot)) }

// node returns the index of the node.
func (p childSlot) node() int32 { return int32(p) >> 1 }

// slot returns which of the two slots of its node it is.
func (p childSlot) slot() int { return int(p & 1) }

// allocNode returns an empty node. It may move the column of nodes.
func (t *Tree) allocNode() int32 {
	if n := t.freeHead; n >= 0 {
		t.freeHead = int32(t.nodes[n].parent)
		return n
	}
	t.nodes = grow.Append(t.nodes, node{})
	return int32(len(t.nodes) - 1)
}

func (t *Tree) freeNode(n int32) {
	t.nodes[n] = node{parent: childSlot(t.freeHead)}
	t.freeHead = n
}

func (t *Tree) setParent(c ref, p childSlot) {
	switch {
	case c.inner():
		t.nodes[c].parent = p
	case c.leaf():
		t.leafSlot[c.id()] = p
	}
}

// weight describes the subtree of a reference: the number of leaves, times 64, and the
// height, the number of nodes on the longest path down. A removal does not lower the
// heights above it, so a height may be too large until the next insertion below that node.
type weight uint32

const (
	heightBits        = 6
	oneLeaf    weight = 1 << heightBits
)

func (w weight) leaves() int { return int(w >> heightBits) }

// height returns the height, zero for a leaf.
func (w weight) height() int { return int(w & (oneLeaf - 1)) }

// join returns the weight of a node over two children.
func (w weight) join(v weight) weight {
	return (w&^(oneLeaf-1) + v&^(oneLeaf-1)) | weight(min(1+max(w.height(), v.height()), maxHeight))
}

func (t *Tree) weightOf(c ref) weight {
	switch {
	case c.inner():
		return t.nodes[c].weight
	case c.leaf():
		return oneLeaf
	}
	return 0
}

func (t *Tree) updateWeight(nd *node) {
	nd.weight = t.weightOf(nd.child[0]).join(t.weightOf(nd.child[1]))
}

func (n *node) clearSlot(slot int) {
	n.box[slot], n.mask[slot], n.child[slot] = emptyIntBox, 0, noChild
}
