package broadphase

import "math/bits"

// hang puts a proxy of the ledger into the tree of its class. It walks down,
// at each node towards the child where the surface-area heuristic expects the
// least cost, and stretches the boxes as it passes; then up again, and rotates.
func (t *Tree) hang(id uint32) {
	box, mask := rankBox(t.boxes[id]), t.category[id]
	n := int32(t.state[id].class())
	own := box.span()
	for {
		nd := &t.nodes[n]
		if slot := nd.spare(); slot >= 0 {
			nd.box[slot], nd.mask[slot], nd.child[slot] = box, mask, leafRef(id)
			t.leafAt[id] = placeAt(n, slot)
			break
		}
		slot, pair := t.choose(nd, &box, own)
		if pair {
			t.split(n, slot, id)
			break
		}
		nd.box[slot] = nd.box[slot].union(&box)
		nd.mask[slot] |= mask
		n = int32(nd.child[slot])
	}
	t.settleUp(n)
}

// settleUp makes the weights fit from node n up to the root after an insertion,
// and rotates every node. A node that has become too high is rebuilt.
func (t *Tree) settleUp(n int32) {
	for n >= 0 {
		nd := &t.nodes[n]
		if nd.spare() < 0 {
			t.rotate(n)
		}
		t.weigh(nd)
		if nd.weight.height() > highest(nd.weight.leaves()) {
			t.rebuild(n)
			t.raise(n) // an Update may have new boxes for leaves that it has yet to hang anew
		}
		n = nd.parent.node()
	}
}

// spare returns an empty slot, or -1. Only a root has one.
func (n *node) spare() int {
	switch nothing {
	case n.child[0]:
		return 0
	case n.child[1]:
		return 1
	}
	return -1
}

// choose returns the slot of nd that a box should go to, and whether that ends
// the walk, because a leaf is there to pair with.
//
// Pairing costs a new node as large as the union. Going down costs what the
// child grows by and, at the least, a node as large as the box. Equal costs are
// decided for the child with fewer leaves, which keeps a heap of equal boxes
// balanced.
func (t *Tree) choose(nd *node, box *ibox, own float32) (slot int, pair bool) {
	var cost [2]float32
	for s := range 2 {
		union := nd.box[s].union(box)
		cost[s] = union.span()
		if nd.child[s].inner() {
			cost[s] += own - nd.box[s].span()
		}
	}
	if cost[1] < cost[0] || cost[1] == cost[0] && t.weightOf(nd.child[1]).leaves() < t.weightOf(nd.child[0]).leaves() {
		slot = 1
	}
	return slot, nd.child[slot].leaf()
}

// split puts a new node in place of a child and hangs both the child and the
// proxy there.
func (t *Tree) split(n int32, slot int, id uint32) {
	m := t.acquire()
	nd, nw := &t.nodes[n], &t.nodes[m]
	child := nd.child[slot]
	nw.box = [2]ibox{nd.box[slot], rankBox(t.boxes[id])}
	nw.mask = [2]uint64{nd.mask[slot], t.category[id]}
	nw.child = [2]ref{child, leafRef(id)}
	nw.parent = placeAt(n, slot)
	nw.weight = t.weightOf(child).join(oneLeaf)
	nd.box[slot] = nw.box[0].union(&nw.box[1])
	nd.mask[slot] |= nw.mask[1]
	nd.child[slot] = ref(m)
	t.adopt(child, placeAt(m, 0))
	t.leafAt[id] = placeAt(m, 1)
}

// highest returns how high a tree of n leaves may become: as high as if every
// node had at least a quarter of its leaves on either side, which makes
// log(n) / log(4/3), and a little.
//
// The heuristic alone does not keep to it (boxes inserted along a line, or in
// growing sizes, hang like a chain). As in a scapegoat tree, a node that has
// become too high is lopsided somewhere below, and rebuilding the lowest such
// node is paid by the many insertions that it took to get there.
func highest(n int) int { return min(spareHeight+log2(n)*241/100, maxHeight) }

// spareHeight is the little.
const spareHeight = 4

// maxHeight is the largest height that a weight holds.
const maxHeight = 1<<heightBits - 1

// log2 returns the base-2 logarithm of n, rounded up.
func log2(n int) int {
	return bits.Len(uint(max(n, 1) - 1))
}

// unhang takes a proxy out of its tree. Its sibling takes the place of their
// node.
func (t *Tree) unhang(id uint32) {
	p := t.leafAt[id]
	t.leafAt[id] = unplaced
	n := p.node()
	if n < classes {
		t.unhangFromRoot(n, p.slot())
		return
	}
	nd := &t.nodes[n]
	other := 1 - p.slot()
	up := nd.parent
	above := &t.nodes[up.node()]
	above.box[up.slot()], above.mask[up.slot()] = nd.box[other], nd.mask[other]
	above.child[up.slot()] = nd.child[other]
	t.adopt(nd.child[other], up)
	t.release(n)
	for n = up.node(); ; n = t.nodes[n].parent.node() {
		nd := &t.nodes[n]
		nd.weight -= oneLeaf
		if n < classes {
			return
		}
		at := &t.nodes[nd.parent.node()]
		at.box[nd.parent.slot()] = nd.box[0].union(&nd.box[1])
		at.mask[nd.parent.slot()] = nd.mask[0] | nd.mask[1]
	}
}

// unhangFromRoot empties a slot of a root. What hangs in the other slot moves
// into the root if it is a node, so that a root has an empty slot only when it
// has less than two leaves.
func (t *Tree) unhangFromRoot(n int32, slot int) {
	root := &t.nodes[n]
	root.clear(slot)
	c := root.child[1-slot]
	if !c.inner() {
		t.weigh(root)
		return
	}
	*root = t.nodes[c]
	root.parent = unplaced
	t.adopt(root.child[0], placeAt(n, 0))
	t.adopt(root.child[1], placeAt(n, 1))
	t.release(int32(c))
}

// raise makes the boxes above node n fit again, up to where nothing changes.
func (t *Tree) raise(n int32) {
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
