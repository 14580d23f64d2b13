package broadphase

import "github.com/carom2d/carom/geom"

// care is what is remembered of one tree to keep it good.
//
// Single insertions, and moves that hang a leaf anew, rotate the nodes they
// pass, which keeps the tree as good as one that is built at once, for ever.
// (Rebuilding subtrees in turn was tried in its place and made it worse: what
// a subtree of long ago holds no longer belongs together.) An Update of many
// leaves them where they hang and refits the whole tree instead, which tells
// the sum of all spans, the expected cost of a query; when that has grown by a
// good part since the last rebuild, the tree is rebuilt whole. A refit visits
// all nodes anyway, so the work stays in proportion to what has moved. And a
// tree that was filled one by one is rebuilt once for its order in memory.
type care struct {
	inserted int     // since the last whole rebuild
	cost     float64 // sum of spans right after it, 0 if unknown
}

const (
	// tolerance is the growth of the cost at which a tree is rebuilt. When all
	// boxes fly about that is once in a dozen steps. Rotating nodes during the
	// refit was tried instead: it cost more and came to no rest.
	tolerance = 1.15
	// bulk is the least share of a tree, 1/bulk, for which an Update refits all
	// of it in one pass instead of climbing from every leaf.
	bulk = 8
)

// tend rebuilds a tree most of which has been inserted since it last was.
func (t *Tree) tend(root int32) {
	if c := &t.care[root]; c.inserted > 0 && c.inserted >= t.nodes[root].weight.leaves()/2 {
		t.renovate(root)
	}
}

// renovate rebuilds a whole tree.
func (t *Tree) renovate(root int32) {
	t.rebuild(root)
	t.care[root] = care{}
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
