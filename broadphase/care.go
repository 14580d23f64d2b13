package broadphase

import "github.com/carom2d/carom/geom"

// care is what keeps one tree good while its leaves come, go and wander.
//
// Single changes are repaid by rebuilding: every insertion, move and removal
// owes one leaf, and at each Pairs subtrees of about turn leaves are rebuilt in
// turn until the debt is paid; when all have had their turn, so has the crown
// above them. So the work per step is in proportion to the changes, however
// large the tree. Moves by the batch refit the whole tree instead, which tells
// the sum of all spans, the expected cost of a query; when it has grown by a
// good part since the last rebuild, the tree is rebuilt whole.
type care struct {
	owed   int     // leaves to rebuild
	crown  int     // leaves rebuilt since the crown was
	cursor uint32  // its bits, lowest first, lead to the subtree that is next
	cost   float64 // sum of spans right after the last whole rebuild, 0 if unknown
}

const (
	turn      = 64
	tolerance = 1.25 // growth of the cost at which a tree is rebuilt
	// bulk is the least share of a tree, 1/bulk, for which an Update refits all
	// of it in one pass instead of climbing from every leaf.
	bulk = 8
)

// tend pays what a tree owes.
func (t *Tree) tend(root int32) {
	c := &t.care[root]
	leaves := int(t.nodes[root].leaves)
	if c.owed >= leaves {
		t.renovate(root)
		return
	}
	for c.owed >= turn {
		n := root
		path := c.cursor
		for int(t.nodes[n].leaves) > turn {
			next := t.nodes[n].child[path&1]
			if !next.inner() {
				next = t.nodes[n].child[1-path&1]
			}
			n = int32(next)
			path >>= 1
		}
		c.cursor++
		t.rebuild(n)
		done := int(t.nodes[n].leaves)
		c.owed -= done
		c.crown += done
		if c.crown >= leaves {
			c.crown = 0
			t.rebuildDown(root, turn)
		}
	}
}

// renovate rebuilds a whole tree.
func (t *Tree) renovate(root int32) {
	t.rebuild(root)
	t.care[root] = care{cursor: t.care[root].cursor}
}

// Update gives many proxies new boxes.
func (t *Tree) Update(ids []uint32, boxes []geom.Box32) {
	checkBatch(ids, boxes)
	var moved [classes]int
	for _, id := range ids {
		t.mustHave(id)
		moved[t.state[id].class()]++
	}
	var whole [classes]bool
	for class := range whole {
		whole[class] = moved[class] > bulk && moved[class] >= t.count[class]/bulk
	}
	for i, id := range ids {
		if !whole[t.state[id].class()] {
			t.Move(id, boxes[i])
			continue
		}
		t.shift(id, boxes[i])
		p := t.leafAt[id]
		t.nodes[p.node()].box[p.slot()] = rankBox(boxes[i])
	}
	for class := range whole {
		if whole[class] {
			t.refit(int32(class))
		}
	}
}

// refit makes all boxes of a tree fit again and rebuilds it when its cost has
// grown too much.
func (t *Tree) refit(root int32) {
	c := &t.care[root]
	_, cost := t.fit(root)
	if c.cost == 0 {
		c.cost = cost
	}
	if cost > tolerance*c.cost {
		t.renovate(root)
		_, c.cost = t.fit(root)
	}
}

// fit makes the boxes below node n fit and returns the box around it and the
// sum of the spans of all nodes' boxes.
func (t *Tree) fit(n int32) (ibox, float64) {
	nd := &t.nodes[n]
	cost := 0.0
	for s := range 2 {
		if c := nd.child[s]; c.inner() {
			box, sum := t.fit(int32(c))
			nd.box[s] = box
			cost += sum
		}
	}
	box := nd.box[0].union(&nd.box[1])
	return box, cost + float64(box.span())
}
