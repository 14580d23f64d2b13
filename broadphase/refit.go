package broadphase

import "math"

// minOrderedRefit is the number of leaves from which on a tree is refitted in the order of its
// nodes.
const minOrderedRefit = 32

// refitOrdered is refitSubtree of a whole tree that holds many of all proxies. Whether a child is a
// leaf is unpredictable, so no branch depends on it. First all leaves get their boxes, in the order
// of their IDs. Then each node passes its box to its parent, the last node first. The costs are
// added in the order of refitSubtree.
func (t *Tree) refitOrdered(root int32) float64 {
	nodes := t.nodes
	linked := flagPresent | status(root)
	leafSlot, boxes := t.leafSlot[:len(t.state)], t.boxes[:len(t.state)]
	for id, s := range t.state {
		if s&(flagPresent|classMask|flagPending) == linked {
			p := leafSlot[id]
			nodes[p.node()].box[p.slot()] = rankBox(boxes[id])
		}
	}
	c := &t.upkeep[root]
	if len(c.order) == 0 {
		c.order = t.appendNodes(c.order, root)
	}
	// A stack of the costs of subtrees whose parents are still to come, at most one cost per level.
	// The cost of a first child lies above the cost of its sibling.
	var costs [2 * (maxHeight + 1)]float64
	const last = uint(len(costs) - 1)
	top := uint(0)
	for i := len(c.order) - 1; i >= 0; i-- {
		nd := &nodes[c.order[i]]
		box := nd.box[0].union(&nd.box[1])
		if p := nd.parent; p != noSlot {
			nodes[p.node()].box[p.slot()] = box
		}
		inner := nd.child[0].countInner() + nd.child[1].countInner()
		cost := keepIf(costs[(top-1)&last], (inner+1)>>1) + keepIf(costs[(top-2)&last], inner>>1) + float64(box.halfPerimeter())
		top -= inner
		costs[top&last] = cost
		top++
	}
	return costs[0]
}

// countInner returns one for a node and zero for anything else.
func (r ref) countInner() uint { return uint(^uint32(r) >> 31) }

// keepIf returns x, which is finite, if bit is one and zero if it is zero.
func keepIf(x float64, bit uint) float64 {
	return math.Float64frombits(math.Float64bits(x) & -uint64(bit))
}

// appendNodes appends the nodes of a subtree, depth first, as a rebuild places them in memory.
func (t *Tree) appendNodes(order []int32, n int32) []int32 {
	order = append(order, n)
	for _, c := range t.nodes[n].child {
		if c.inner() {
			order = t.appendNodes(order, int32(c))
		}
	}
	return order
}

// forgetOrder must follow every change of the shape of a tree.
func (c *treeUpkeep) forgetOrder() { c.order = c.order[:0] }
