package collision

import (
	"math/bits"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// renewals are the contacts of a block whose manifolds are computed in full, in groups with the same two kinds of shapes. Most
// branches of the narrowphase depend on the kinds, and a processor foresees them only if the same ones come again and again.
type renewals struct {
	rows  [evaluateBlock]int32
	next  [evaluateBlock]int16          // one more than the index of the next contact of the group; zero: the last one
	poses [evaluateBlock]geom.Transform // of B in A's frame
	heads [renewalGroups]int16          // likewise, of the first contact of each group
	used  [renewalGroups / 64]uint64    // the groups that have contacts
	count int
}

// A group has the bits of the two kinds, whether the contact had points, whether it is one with the ground, and whether its first point
// pressed.
const (
	kindBits      = 4
	renewalGroups = 1 << (2*kindBits + 3)
)

// culledGroup has the contacts of shapes whose bounding circles are apart, and no others: the last number of so many bits is no kind.
const culledGroup = renewalGroups - 1

var _ [1<<kindBits - 1 - shape.KindCount]struct{}

// pose returns the place for the pose of the next contact, B's in A's frame.
func (k *renewals) pose() *geom.Transform { return &k.poses[k.count&(evaluateBlock-1)] }

// add puts the contact in a row into its group. Its pose is in place already.
func (k *renewals) add(p *Pipeline, r int, pair *state.ContactPair, presses uint32) {
	a, b := &p.Shapes.Geometry[pair.ColliderA], &p.Shapes.Geometry[pair.ColliderB]
	i, flags := k.count&(evaluateBlock-1), uint32(pair.Flags)
	pair.Flags |= state.ContactReuseFailed
	group := uint32(a.Kind)<<(kindBits+3) | uint32(b.Kind)<<3 | presses
	group |= flags/uint32(state.ContactTouching)&1<<2 | flags/uint32(state.ContactStaticPair)&1<<1
	near := uint32(0) // no branch: a processor could not foresee it
	if between, reach := betweenCircles(a, b, &k.poses[i], p.Tolerance.Speculative); broadphase.CirclesOverlap(between, reach) {
		near = 1
	}
	group = (group | (near - 1)) & culledGroup
	k.rows[i] = int32(r)
	k.next[i] = k.heads[group]
	k.count = i + 1
	k.heads[group] = int16(i + 1)
	k.used[group/64] |= 1 << (group % 64)
}

// presses returns one if the first point of a contact pressed in the last tick, else zero.
func presses(s *state.SolverContact) (one uint32) {
	if s.Points[0].NormalImpulse > 0 {
		one = 1
	}
	return one
}

// betweenCircles returns how the centre of one bounding circle lies from that of another, and how far apart they are at most of shapes
// that have a contact with points.
func betweenCircles(a, b *shape.Geometry, rel *geom.Transform, speculative float64) (between geom.Vec2, reach float64) {
	return rel.Apply(b.Center).Sub(a.Center), a.BoundingRadius + b.BoundingRadius + speculative
}

// renewAll computes the manifolds of all contacts that wait for it, group by group.
func (p *Pipeline) renewAll(e *evaluator) {
	k := &e.renewals
	k.count = 0
	for w := range k.used {
		for ; k.used[w] != 0; k.used[w] &= k.used[w] - 1 {
			group := 64*w + bits.TrailingZeros64(k.used[w])
			first := int(k.heads[group])
			k.heads[group] = 0
			if group == culledGroup {
				p.renewCulled(first, e)
			} else {
				p.renewGroup(first, group, e)
			}
		}
	}
	p.faceBatch(e)
	p.rectangleBatch(e)
}

// renewCulled does the contacts of shapes whose bounding circles are apart. The test stands between that of the boxes and the
// narrowphase.
func (p *Pipeline) renewCulled(first int, e *evaluator) {
	k, m := &e.renewals, &e.manifold
	for i := first; i > 0; i = int(k.next[i-1]) {
		r, rel := int(k.rows[i-1]), &k.poses[i-1]
		pair := &p.Contacts.Pair[r]
		b := &p.Shapes.Geometry[pair.ColliderB]
		between, reach := betweenCircles(&p.Shapes.Geometry[pair.ColliderA], b, rel, p.Tolerance.Speculative)
		m.Hint, m.Count, m.SeparationBound = p.hintOf(r), 0, between.Length()-reach
		p.finishSeparated(r, pair, e, m, rel, b)
	}
}

// renewGroup does the contacts of one group of kinds.
func (p *Pipeline) renewGroup(first, group int, e *evaluator) {
	kindA, kindB := shape.Kind(group>>(kindBits+3)), shape.Kind(group>>3&(1<<kindBits-1))
	if kindB >= shape.KindPolygon {
		p.renewHulls(first, kindA, kindB, e)
		return
	}
	if e.boxes.serves(kindA, kindB) {
		p.renewRectangles(first, e)
		return
	}
	k, m, speculative := &e.renewals, &e.manifold, p.Tolerance.Speculative
	collide, _ := manifold.FuncFor(kindA, kindB) // it neither reads nor writes the hint
	for i := first; i > 0; i = int(k.next[i-1]) {
		r, rel := int(k.rows[i-1]), &k.poses[i-1]
		pair := &p.Contacts.Pair[r]
		a, b := p.shapesOf(pair)
		collide(m, a, b, rel, speculative)
		if m.Count > 0 {
			p.finishManifold(r, pair, e, m, a, b, rel)
		} else {
			m.Hint = p.hintOf(r)
			p.finishSeparated(r, pair, e, m, rel, b.Geometry)
		}
	}
}

// renewRectangles does the contacts of a group of boxes, capsules and segments.
func (p *Pipeline) renewRectangles(first int, e *evaluator) {
	for i := first; i > 0; i = int(e.renewals.next[i-1]) {
		e.boxes.add(i - 1)
		if e.boxes.full() {
			p.rectangleBatch(e)
		}
	}
}

// renewHulls does the contacts of a group of kinds whose pair function may search a face.
func (p *Pipeline) renewHulls(first int, kindA, kindB shape.Kind, e *evaluator) {
	k, m, speculative := &e.renewals, &e.manifold, p.Tolerance.Speculative
	collide, _ := manifold.FuncFor(kindA, kindB)
	for i := first; i > 0; i = int(k.next[i-1]) {
		r, rel := int(k.rows[i-1]), &k.poses[i-1]
		pair := &p.Contacts.Pair[r]
		a, b := p.shapesOf(pair)
		m.Hint = p.hintOf(r)
		if !e.faces.add(i-1, m.Hint, a, b, rel, speculative) {
			collide(m, a, b, rel, speculative)
			p.finishManifold(r, pair, e, m, a, b, rel)
		} else if e.faces.full() {
			p.faceBatch(e)
		}
	}
}
