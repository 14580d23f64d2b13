package broadphase

// rotate looks for an exchange of one child of node n with a grandchild on the
// other side that makes the box of that other child smaller, and does the best
// one. The box of n itself stays the same.
func (t *Tree) rotate(n int32) {
	nd := &t.nodes[n]
	best := float32(0)
	var side, with int
	for s := range 2 {
		c := nd.child[s]
		if !c.inner() {
			continue
		}
		other := &nd.box[1-s]
		old := nd.box[s].span()
		below := &t.nodes[c]
		for k := range 2 {
			box := other.union(&below.box[1-k])
			if gain := old - box.span(); gain > best && t.level(nd, s, k) {
				best, side, with = gain, s, k
			}
		}
	}
	if best > 0 {
		t.exchange(n, side, with)
	}
}

// level reports whether an exchange of grandchild k, below the child in the
// given slot, leaves both nodes concerned with at least a quarter of their
// leaves on either side, or no more lopsided than they are. Without this,
// boxes of growing sizes would rotate into a chain. Small subtrees are free.
func (t *Tree) level(nd *node, slot, k int) bool {
	if nd.weight.leaves() <= 16 {
		return true
	}
	below := &t.nodes[nd.child[slot]]
	up, stay := t.weightOf(below.child[k]).leaves(), t.weightOf(below.child[1-k]).leaves()
	down := t.weightOf(nd.child[1-slot]).leaves()
	return (4*up >= up+stay+down || up >= min(down, up+stay)) &&
		(4*min(down, stay) >= down+stay || down <= max(up, stay))
}

// exchange puts grandchild k of node n, below the child in the given slot, in
// place of the other child, and that child in its place.
func (t *Tree) exchange(n int32, slot, k int) {
	nd := &t.nodes[n]
	c := int32(nd.child[slot])
	below, o := &t.nodes[c], 1-slot
	below.child[k], nd.child[o] = nd.child[o], below.child[k]
	below.box[k], nd.box[o] = nd.box[o], below.box[k]
	below.mask[k], nd.mask[o] = nd.mask[o], below.mask[k]
	t.adopt(below.child[k], placeAt(c, k))
	t.adopt(nd.child[o], placeAt(n, o))
	t.weigh(below)
	nd.box[slot] = below.box[0].union(&below.box[1])
	nd.mask[slot] = below.mask[0] | below.mask[1]
}
