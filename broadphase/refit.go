package broadphase

import "github.com/carom2d/carom/internal/grow"

// minOrderedRefit is the number of leaves from which on a tree is refitted in the order of its nodes.
const minOrderedRefit = 32

// refitOrdered is refitSubtree of a whole tree for one that holds many of all proxies. Which child is a leaf is
// unpredictable, so there is no branch on it: first all leaves get their boxes, in the order of their IDs, and then each node
// hands its box to its parent, the last node first. The costs are added as refitSubtree adds them.
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
	t.costs = grow.Resize(t.costs, len(nodes))
	costs := t.costs
	for _, n := range c.order {
		costs[n] = 0
	}
	for i := len(c.order) - 1; i > 0; i-- {
		n := c.order[i]
		nd := &nodes[n]
		box := nd.box[0].union(&nd.box[1])
		p := nd.parent
		nodes[p.node()].box[p.slot()] = box
		costs[p.node()] += costs[n] + float64(box.halfPerimeter())
	}
	box := nodes[root].box[0].union(&nodes[root].box[1])
	return costs[root] + float64(box.halfPerimeter())
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
