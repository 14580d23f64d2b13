package collision

import (
	"math/bits"

	"github.com/carom2d/carom/body"
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
	near  [evaluateBlock]int64          // all ones where the bounding circles overlap, else zero
	used  [renewalGroups / 64]uint64    // the groups that have contacts
	count int
	args  relationArgs
	edges [evaluateBlock]uint32 // scratch of fetchLists, one of each list
	read  uint32                // what fetchLists read, so that it does
}

// A group has the bits of the two kinds, whether the contact had points, whether it is one with the ground, and whether its first point
// pressed.
const (
	kindBits      = 4
	renewalGroups = 1 << (2*kindBits + 3)
	staticGroup   = 1 << 1             // the bit of contacts with the ground
	staticGroups  = 0xcccccccccccccccc // of 64 groups
)

// culledGroup has the contacts of shapes whose bounding circles are apart, and no others: the last number of so many bits is no kind.
const culledGroup = renewalGroups - 1

var _ [1<<kindBits - 1 - shape.KindCount]struct{}

// append lets a contact wait until its manifold is computed in full.
func (k *renewals) append(r int32) {
	k.rows[k.count&(evaluateBlock-1)] = r
	k.count++
}

// relate computes for all contacts how their bodies lie to each other, and whether the bounding circles of the shapes overlap.
func (k *renewals) relate(p *Pipeline) {
	k.relatePortable(p, k.args.relate(k, p))
}

// relatePortable is relate for the contacts from some index on.
func (k *renewals) relatePortable(p *Pipeline, first int) {
	for i := first; i < k.count; i++ {
		pair, rel := &p.Contacts.Pair[k.rows[i]], &k.poses[i]
		poseA, poseB := p.posesOf(pair)
		setRelative(rel, poseA, poseB)
		k.near[i] = 0
		between, reach := betweenCircles(&p.Shapes.Geometry[pair.ColliderA], &p.Shapes.Geometry[pair.ColliderB], rel, p.Tolerance.Speculative)
		if broadphase.CirclesOverlap(between, reach) {
			k.near[i] = -1
		}
	}
}

// groupRenewals puts the contacts that wait into groups, after it has tried to carry the manifolds of the last along. The first ones had no
// points.
func (p *Pipeline) groupRenewals(separated, moved int, e *evaluator) {
	k, contacts := &e.renewals, p.Contacts
	for i, r := range k.rows[:separated] {
		k.group(p, i, &contacts.Pair[r], 0)
	}
	for i := separated; i < moved; i++ {
		r := k.rows[i]
		k.group(p, i, &contacts.Pair[r], presses(&contacts.Solver[r]))
	}
	for i := moved; i < k.count; i++ {
		r := k.rows[i]
		pair, sc := &contacts.Pair[r], &contacts.Solver[r]
		if pair.Flags&state.ContactReusable != 0 && p.carry(pair, sc, &contacts.Cache[r], &k.poses[i]) {
			pair.Flags &^= state.ContactReuseFailed
			continue
		}
		k.group(p, i, pair, presses(sc))
	}
}

// group puts a contact into its group.
func (k *renewals) group(p *Pipeline, i int, pair *state.ContactPair, presses uint32) {
	flags, shapes := uint32(pair.Flags), p.Shapes.Geometry
	pair.Flags |= state.ContactReuseFailed
	group := uint32(shapes[pair.ColliderA].Kind)<<(kindBits+3) | uint32(shapes[pair.ColliderB].Kind)<<3 | presses
	group |= flags/uint32(state.ContactTouching)&1<<2 | flags/uint32(state.ContactStaticPair)&1*staticGroup
	group = (group | ^uint32(k.near[i&(evaluateBlock-1)])) & culledGroup // no branch: a processor could not foresee it
	k.next[i&(evaluateBlock-1)] = k.heads[group]
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
	p.fetchLists(e)
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

// maxFetchedEdges bounds how far lists are read ahead: that of a moving platform may have thousands.
const maxFetchedEdges = 24

// fetchLists reads the lists of contacts of the bodies that touch the ground, which the search for internal edges will walk. That would
// wait for memory at each edge of each list in turn. Here the lists are walked side by side, so no read waits for that of another list.
func (p *Pipeline) fetchLists(e *evaluator) {
	k, contacts := &e.renewals, p.Contacts
	count := 0
	for w, used := range k.used {
		for used &= staticGroups; used != 0; used &= used - 1 {
			group := 64*w + bits.TrailingZeros64(used)
			if group != culledGroup && canTile(shape.Kind(group>>(kindBits+3))) && canTile(shape.Kind(group>>3&(1<<kindBits-1))) {
				count = p.appendLists(int(k.heads[group]), count, k)
			}
		}
	}
	read := uint32(0)
	for range maxFetchedEdges {
		edges := k.edges[:count]
		count = 0
		for _, key := range edges {
			read += contacts.Pair[contacts.Rows[key>>1]].ColliderA
			next := p.next(key)
			edges[count] = next
			if next != state.None {
				count++
			}
		}
	}
	k.read = read
}

// appendLists puts the first edge of each contact of a group, that of its dynamic body, behind those that are there.
func (p *Pipeline) appendLists(first, count int, k *renewals) int {
	bodies := p.Bodies.Meta
	for i := first; i > 0; i = int(k.next[i-1]) {
		pair := &p.Contacts.Pair[k.rows[i-1]]
		a, b := &bodies[pair.BodyA], &bodies[pair.BodyB]
		key := a.FirstContact
		if a.Type != body.Dynamic {
			key = b.FirstContact
		}
		if count == 0 || key != k.edges[count-1] { // neighbours often are contacts of one body
			k.edges[count] = key
			count++
		}
	}
	return count
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
