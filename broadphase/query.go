package broadphase

import "github.com/carom2d/carom/geom"

// stackSize is the capacity of the stack of a traversal, which lies on the stack of the
// goroutine: one entry per level of the highest tree, and one per tree.
const stackSize = maxHeight + classes

// Query visits the proxies of some classes whose box overlaps, tree by tree. All trees are repaired
// before the first is read. They share a column of nodes, and the repair of one tree may move the
// column while another goroutine reads it.
func (t *Tree) Query(among Classes, box geom.Box32, mask uint64, visit func(id uint32) bool) {
	t.ensureFresh(AllClasses)
	t.queryTrees(among, box, mask, visit)
}

// QueryClasses is Query without the repair of trees of other classes.
func (t *Tree) QueryClasses(among Classes, box geom.Box32, mask uint64, visit func(id uint32) bool) {
	t.ensureFresh(among)
	t.queryTrees(among, box, mask, visit)
}

func (t *Tree) queryTrees(among Classes, box geom.Box32, mask uint64, visit func(id uint32) bool) {
	checkClasses(among)
	for class := range Class(classes) {
		if among.has(class) && t.count[class] > 0 && !t.queryTree(class, box, mask, visit) {
			return
		}
	}
}

// queryTree visits one tree and reports whether it came to the end.
//
// Both children of a node are written to the stack in any case, and the top advances only past
// those that overlap: no branch depends on the boxes.
func (t *Tree) queryTree(class Class, box geom.Box32, mask uint64, visit func(id uint32) bool) bool {
	if !box.Overlaps(box) { // a NaN
		return true
	}
	b := rankBox(box)
	var stackBuf [stackSize]ref
	stack := stackBuf[:]
	stack[0] = ref(class)
	for top := uint(1); top > 0; {
		top--
		c := stack[top]
		if c.leaf() {
			if !visit(c.id()) {
				return false
			}
			continue
		}
		if top+2 > uint(len(stack)) {
			stack = append(stack, make([]ref, len(stack))...)
		}
		nd, two := &t.nodes[c], stack[top:top+2:top+2]
		two[0] = nd.child[0]
		common := nd.mask[0] & mask
		first := uint((common|-common)>>63) & uint(1+nd.box[0].overlapSign(&b)>>63)
		two[first&1] = nd.child[1]
		common = nd.mask[1] & mask
		top += first + uint((common|-common)>>63)&uint(1+nd.box[1].overlapSign(&b)>>63)
	}
	return true
}

// RayCast visits the proxies that the ray meets, nearer subtrees first.
func (t *Tree) RayCast(ray geom.Ray, radius, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64) {
	b := makeSweptRay(ray, radius, maxFraction, mask)
	t.visitSwept(&b, maxFraction, visit)
}

// BoxCast visits the proxies that the moving box meets, nearer subtrees first.
func (t *Tree) BoxCast(box geom.Box32, translation geom.Vec2, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64) {
	b := makeSweptBox(box.ToBox(), translation, maxFraction, mask)
	t.visitSwept(&b, maxFraction, visit)
}

// castEntry is a child that a cast has yet to visit, and the fraction at which its box is
// met. The limit may have become shorter since.
type castEntry struct {
	child    ref
	fraction float64
}

// visitSwept visits the proxies that a swept box meets. Leaves go through the stack like
// nodes, so that the nearer of two siblings is visited first and may shorten the cast for
// the other.
func (t *Tree) visitSwept(b *sweptBox, limit float64, visit func(id uint32, limit float64) float64) {
	t.ensureFresh(AllClasses)
	var stackBuf [stackSize]castEntry
	stack := append(stackBuf[:0], castEntry{child: ref(QueryOnly)}, castEntry{child: ref(Static)}, castEntry{child: ref(Kinematic)}, castEntry{child: ref(Moving)})
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.fraction > limit {
			continue
		}
		if top.child.leaf() {
			limit = min(limit, visit(top.child.id(), limit))
			if limit < 0 {
				return
			}
			continue
		}
		nd := &t.nodes[top.child]
		first, second := noHit, noHit
		if nd.mask[0]&b.mask != 0 {
			first = b.hitFraction(nd.box[0].box32(), limit)
		}
		if nd.mask[1]&b.mask != 0 {
			second = b.hitFraction(nd.box[1].box32(), limit)
		}
		near, far := castEntry{nd.child[0], first}, castEntry{nd.child[1], second}
		if second < first {
			near, far = far, near
		}
		if far.fraction != noHit {
			stack = append(stack, far)
		}
		if near.fraction != noHit {
			stack = append(stack, near)
		}
	}
}

// CirclesOverlap is the second stage of the broadphase: it culls pairs whose boxes overlap and
// whose bounding circles do not. It reports whether two circles share a point. The vector between
// leads from one centre to the other. The length reach is the sum of the radii and of any gap that
// still counts as touching.
//
// A caller with shapes passes the circles around the shapes, which are smaller than the circles
// around their boxes. Brute knows boxes only, so it tests the circles around the boxes before it
// compares the boxes.
func CirclesOverlap(between geom.Vec2, reach float64) bool {
	return between.LengthSquared() <= float64(reach*reach)
}
