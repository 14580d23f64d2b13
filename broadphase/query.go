package broadphase

import "github.com/carom2d/carom/geom"

// stackSize is the room that a traversal has on the goroutine's own stack: one
// place per level of the highest tree, and one per tree.
const stackSize = maxHeight + classes

// Query visits every proxy whose box overlaps, tree by tree.
func (t *Tree) Query(box geom.Box32, mask uint64, visit func(id uint32) bool) {
	for class := range Class(classes) {
		if !t.among(class, box, mask, visit) {
			return
		}
	}
}

// QueryClass visits the proxies of one class whose box overlaps.
func (t *Tree) QueryClass(class Class, box geom.Box32, mask uint64, visit func(id uint32) bool) {
	checkClass(class)
	t.among(class, box, mask, visit)
}

// among visits one tree and reports whether it saw the whole of it.
func (t *Tree) among(class Class, box geom.Box32, mask uint64, visit func(id uint32) bool) bool {
	t.freshen(class)
	if !box.Overlaps(box) { // a NaN
		return true
	}
	b := rankBox(box)
	var room [stackSize]ref
	stack := append(room[:0], ref(class))
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if c.leaf() {
			if !visit(c.id()) {
				return false
			}
			continue
		}
		nd := &t.nodes[c]
		for s := range 2 {
			if nd.mask[s]&mask != 0 && nd.box[s].apart(&b) >= 0 {
				stack = append(stack, nd.child[s])
			}
		}
	}
	return true
}

// Ray visits what the ray meets, nearer subtrees first.
func (t *Tree) Ray(ray geom.Ray, radius, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64) {
	b := makeRay(ray, radius, maxFraction, mask)
	t.follow(&b, maxFraction, visit)
}

// Cast visits what the moving box meets, nearer subtrees first.
func (t *Tree) Cast(box geom.Box32, translation geom.Vec2, maxFraction float64, mask uint64, visit func(id uint32, limit float64) float64) {
	b := makeBeam(box.Wide(), translation, maxFraction, mask)
	t.follow(&b, maxFraction, visit)
}

// ahead is a child that a beam is still to look at, and the fraction at which
// it meets its box: by then the limit may be shorter.
type ahead struct {
	child ref
	at    float64
}

// follow visits what a beam meets. Leaves wait on the stack like nodes do, so
// that of two neighbours the nearer is visited first and may clip the other.
func (t *Tree) follow(b *beam, limit float64, visit func(id uint32, limit float64) float64) {
	for class := range Class(classes) {
		t.freshen(class)
	}
	var room [stackSize]ahead
	stack := append(room[:0], ahead{child: ref(Query)}, ahead{child: ref(Resting)}, ahead{child: ref(Moving)})
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.at > limit {
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
		first, second := missed, missed
		if nd.mask[0]&b.mask != 0 {
			first = b.meets(nd.box[0].float(), limit)
		}
		if nd.mask[1]&b.mask != 0 {
			second = b.meets(nd.box[1].float(), limit)
		}
		near, far := ahead{nd.child[0], first}, ahead{nd.child[1], second}
		if second < first {
			near, far = far, near
		}
		if far.at != missed {
			stack = append(stack, far)
		}
		if near.at != missed {
			stack = append(stack, near)
		}
	}
}
