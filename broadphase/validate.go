package broadphase

import "fmt"

// validateNodes panics when the trees are inconsistent. Every proxy must be a leaf of the
// tree of its class exactly once, or pending; every box and mask must be the union of those
// below; links must point both ways; every node must be either reached or free.
func (t *Tree) validateNodes() {
	if len(t.leafSlot) != len(t.boxes) {
		panic("broadphase: leaf slots and boxes differ in number")
	}
	reached := 0
	for class := range classes {
		if t.nodes[class].parent != noSlot {
			panic(fmt.Sprintf("broadphase: root %d has a parent", class))
		}
		_, _, leaves, nodes := t.validateNode(int32(class), Class(class))
		if leaves += t.upkeep[class].pending; leaves != t.count[class] {
			panic(fmt.Sprintf("broadphase: tree %d has %d leaves of %d proxies", class, leaves, t.count[class]))
		}
		reached += nodes
	}
	for n := t.freeHead; n >= 0; n = int32(t.nodes[n].parent) {
		if t.nodes[n].weight != 0 {
			panic(fmt.Sprintf("broadphase: free node %d has a weight", n))
		}
		if reached++; reached > len(t.nodes) {
			panic("broadphase: the list of free nodes does not end")
		}
	}
	if reached != len(t.nodes) {
		panic(fmt.Sprintf("broadphase: %d nodes are reached or free, of %d", reached, len(t.nodes)))
	}
	for i, p := range t.leafSlot {
		if id := uint32(i); (p == noSlot) == (t.has(id) && t.state[id]&flagPending == 0) {
			panic(fmt.Sprintf("broadphase: free proxy %d is in a tree, or a used one is not", id))
		}
	}
}

// validateNode checks the subtree of node n and returns its box and mask and
// the number of its leaves and nodes.
func (t *Tree) validateNode(n int32, class Class) (box intBox, mask uint64, leaves, nodes int) {
	nd := &t.nodes[n]
	nodes = 1
	for s := range 2 {
		b, m, count, below := emptyIntBox, uint64(0), 0, 0
		switch c := nd.child[s]; {
		case c.inner():
			if t.nodes[c].parent != childSlotAt(n, s) {
				panic(fmt.Sprintf("broadphase: node %d does not know its parent %d", c, n))
			}
			b, m, count, below = t.validateNode(int32(c), class)
		case c.leaf():
			id := c.id()
			if !t.has(id) || t.state[id].class() != class || t.leafSlot[id] != childSlotAt(n, s) {
				panic(fmt.Sprintf("broadphase: the leaf of proxy %d is in the wrong slot", id))
			}
			b, m, count = rankBox(t.boxes[id]), t.category[id], 1
		default:
			if n >= classes || nd.child[1-s].inner() {
				panic(fmt.Sprintf("broadphase: node %d has an empty slot", n))
			}
		}
		if b != nd.box[s] && !t.dirty[class].Load() || m != nd.mask[s] {
			panic(fmt.Sprintf("broadphase: box or mask in slot %d of node %d is not that of its child", s, n))
		}
		leaves, nodes = leaves+count, nodes+below
	}
	if leaves != nd.weight.leaves() {
		panic(fmt.Sprintf("broadphase: node %d counts %d leaves, it has %d", n, nd.weight.leaves(), leaves))
	}
	for _, c := range nd.child {
		if c != noChild && t.weightOf(c).height() >= nd.weight.height() {
			panic(fmt.Sprintf("broadphase: node %d is not higher than its child", n))
		}
	}
	return nd.box[0].union(&nd.box[1]), nd.mask[0] | nd.mask[1], leaves, nodes
}
