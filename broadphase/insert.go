package broadphase

import "math/bits"

// link inserts a proxy of the table into the tree of its class. At each node it descends to the
// child with the lower cost by the surface-area heuristic, and extends the boxes on the path. On
// the way back it rotates.
func (t *Tree) link(id uint32) {
	box, mask := rankBox(t.boxes[id]), t.category[id]
	n := int32(t.state[id].class())
	t.upkeep[n].forgetOrder()
	boxCost := box.halfPerimeter()
	for {
		nd := &t.nodes[n]
		if slot := nd.emptySlot(); slot >= 0 {
			nd.box[slot], nd.mask[slot], nd.child[slot] = box, mask, leafRef(id)
			t.leafSlot[id] = childSlotAt(n, slot)
			break
		}
		slot, pair := t.chooseChild(nd, &box, boxCost)
		if pair {
			t.splitLeaf(n, slot, id)
			break
		}
		nd.box[slot] = nd.box[slot].union(&box)
		nd.mask[slot] |= mask
		n = int32(nd.child[slot])
	}
	t.rebalanceUp(n)
}

// rebalanceUp updates the weights from node n up to the root after an insertion, and
// rotates every node. A node that has become too high is rebuilt.
func (t *Tree) rebalanceUp(n int32) {
	for n >= 0 {
		nd := &t.nodes[n]
		if nd.emptySlot() < 0 {
			t.rotate(n)
		}
		t.updateWeight(nd)
		if nd.weight.height() > heightLimit(nd.weight.leaves()) {
			t.rebuild(n)
			t.refitAbove(n) // an Update may have new boxes for leaves that it has yet to relink
		}
		n = nd.parent.node()
	}
}

// emptySlot returns an empty slot, or -1. Only a root has one.
func (n *node) emptySlot() int {
	switch noChild {
	case n.child[0]:
		return 0
	case n.child[1]:
		return 1
	}
	return -1
}

// chooseChild returns the slot of nd for a box. It also reports whether the descent ends there,
// because the child is a leaf that becomes the sibling of the box.
//
// Pairing costs a new node as large as the union. Descending costs the growth of the child and at
// least a node as large as the box. If the costs are equal, the child with fewer leaves is chosen,
// which keeps the tree over a heap of equal boxes balanced.
func (t *Tree) chooseChild(nd *node, box *intBox, boxCost float32) (slot int, pair bool) {
	var cost [2]float32
	for s := range 2 {
		union := nd.box[s].union(box)
		cost[s] = union.halfPerimeter()
		if nd.child[s].inner() {
			cost[s] += boxCost - nd.box[s].halfPerimeter()
		}
	}
	if cost[1] < cost[0] || cost[1] == cost[0] && t.weightOf(nd.child[1]).leaves() < t.weightOf(nd.child[0]).leaves() {
		slot = 1
	}
	return slot, nd.child[slot].leaf()
}

// splitLeaf puts a new node in place of a child, over the child and the proxy.
func (t *Tree) splitLeaf(n int32, slot int, id uint32) {
	m := t.allocNode()
	nd, added := &t.nodes[n], &t.nodes[m]
	child := nd.child[slot]
	added.box = [2]intBox{nd.box[slot], rankBox(t.boxes[id])}
	added.mask = [2]uint64{nd.mask[slot], t.category[id]}
	added.child = [2]ref{child, leafRef(id)}
	added.parent = childSlotAt(n, slot)
	added.weight = t.weightOf(child).join(oneLeaf)
	nd.box[slot] = added.box[0].union(&added.box[1])
	nd.mask[slot] |= added.mask[1]
	nd.child[slot] = ref(m)
	t.setParent(child, childSlotAt(m, 0))
	t.leafSlot[id] = childSlotAt(m, 1)
}

// heightLimit returns the largest height of a tree of n leaves: log(n) / log(4/3), plus
// heightSlack. The first term is the height if every node has at least a quarter of its leaves on
// either side.
//
// The heuristic alone does not keep to this limit: boxes inserted along a line, or in growing
// sizes, form a chain. As in a scapegoat tree, a node that has become too high is unbalanced
// somewhere below. Rebuilding the lowest such node costs no more than the many insertions that made
// it too high.
func heightLimit(n int) int { return min(heightSlack+log2(n)*241/100, maxHeight) }

// heightSlack is added to the height of a balanced tree.
const heightSlack = 4

// maxHeight is the largest height that fits a weight.
const maxHeight = 1<<heightBits - 1

// log2 returns the base-2 logarithm of n, rounded up.
func log2(n int) int {
	return bits.Len(uint(max(n, 1) - 1))
}

// unlink takes a proxy out of its tree. Its sibling replaces their parent.
func (t *Tree) unlink(id uint32) {
	p := t.leafSlot[id]
	t.leafSlot[id] = noSlot
	n := p.node()
	if n < classes {
		t.unlinkFromRoot(n, p.slot())
		return
	}
	nd := &t.nodes[n]
	other := 1 - p.slot()
	up := nd.parent
	above := &t.nodes[up.node()]
	above.box[up.slot()], above.mask[up.slot()] = nd.box[other], nd.mask[other]
	above.child[up.slot()] = nd.child[other]
	t.setParent(nd.child[other], up)
	t.freeNode(n)
	for n = up.node(); ; n = t.nodes[n].parent.node() {
		nd := &t.nodes[n]
		nd.weight -= oneLeaf
		if n < classes {
			t.upkeep[n].forgetOrder()
			return
		}
		at := &t.nodes[nd.parent.node()]
		at.box[nd.parent.slot()] = nd.box[0].union(&nd.box[1])
		at.mask[nd.parent.slot()] = nd.mask[0] | nd.mask[1]
	}
}

// unlinkFromRoot empties a slot of a root. A node in the other slot moves into the root, so
// that a root has an empty slot only when it has fewer than two leaves.
func (t *Tree) unlinkFromRoot(n int32, slot int) {
	t.upkeep[n].forgetOrder()
	root := &t.nodes[n]
	root.clearSlot(slot)
	c := root.child[1-slot]
	if !c.inner() {
		t.updateWeight(root)
		return
	}
	*root = t.nodes[c]
	root.parent = noSlot
	t.setParent(root.child[0], childSlotAt(n, 0))
	t.setParent(root.child[1], childSlotAt(n, 1))
	t.freeNode(int32(c))
}

// refitAbove refits the boxes above node n, up to the first that does not change.
func (t *Tree) refitAbove(n int32) {
	for n >= classes {
		nd := &t.nodes[n]
		box := nd.box[0].union(&nd.box[1])
		p := nd.parent
		above := &t.nodes[p.node()].box[p.slot()]
		if *above == box {
			return
		}
		*above = box
		n = p.node()
	}
}
