package broadphase

// rotate exchanges one child of node n with a grandchild below the other child. It performs the
// exchange that makes the box of that other child smaller by the most, if there is one. The box of
// n does not change.
func (t *Tree) rotate(n int32) {
	nd := &t.nodes[n]
	best := float32(0)
	var slot, grandchild int
	for s := range 2 {
		c := nd.child[s]
		if !c.inner() {
			continue
		}
		other := &nd.box[1-s]
		old := nd.box[s].halfPerimeter()
		below := &t.nodes[c]
		for k := range 2 {
			box := other.union(&below.box[1-k])
			if gain := old - box.halfPerimeter(); gain > best && t.keepsBalance(nd, s, k) {
				best, slot, grandchild = gain, s, k
			}
		}
	}
	if best > 0 {
		t.swapGrandchild(n, slot, grandchild)
	}
}

// keepsBalance reports whether an exchange of grandchild k, below the child in the given
// slot, leaves both nodes concerned with at least a quarter of their leaves on either side,
// or no less balanced than they are. Otherwise boxes of growing sizes would rotate into a
// chain. Small subtrees are exempt.
func (t *Tree) keepsBalance(nd *node, slot, k int) bool {
	if nd.weight.leaves() <= 16 {
		return true
	}
	below := &t.nodes[nd.child[slot]]
	raised, kept := t.weightOf(below.child[k]).leaves(), t.weightOf(below.child[1-k]).leaves()
	lowered := t.weightOf(nd.child[1-slot]).leaves()
	return (4*raised >= raised+kept+lowered || raised >= min(lowered, raised+kept)) &&
		(4*min(lowered, kept) >= lowered+kept || lowered <= max(raised, kept))
}

// swapGrandchild exchanges grandchild k of node n, below the child in the given slot, with
// the other child.
func (t *Tree) swapGrandchild(n int32, slot, k int) {
	nd := &t.nodes[n]
	c := int32(nd.child[slot])
	below, o := &t.nodes[c], 1-slot
	below.child[k], nd.child[o] = nd.child[o], below.child[k]
	below.box[k], nd.box[o] = nd.box[o], below.box[k]
	below.mask[k], nd.mask[o] = nd.mask[o], below.mask[k]
	t.setParent(below.child[k], childSlotAt(c, k))
	t.setParent(nd.child[o], childSlotAt(n, o))
	t.updateWeight(below)
	nd.box[slot] = below.box[0].union(&below.box[1])
	nd.mask[slot] = below.mask[0] | below.mask[1]
}
