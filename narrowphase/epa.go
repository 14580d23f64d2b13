package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// maxPolytope bounds the polytope. A polygon that needs more is finished by its
// face normals, which is exact; a round core that needs more has a border of
// almost constant depth, a circle's about its centre, and ends with the minimum
// beside the least reach seen, or a flat side.
const maxPolytope = 64

// fewCorners is what there is room for at first: more are seldom needed, and Go clears
// all of the room.
const fewCorners = 12

// coarse is the gap, relative to the coordinates, from which on the expansion of
// a round core is left to polish. It bounds the error of the depth in the worst
// case; what polish finds is exact to rounding.
const coarse = 1e-7

// polytope is a convex polygon inside the difference, counter-clockwise, as a
// ring of corners.
type polytope struct {
	corners    []corner // the first count are in use
	count      int
	iterations int
}

// corner is a vertex of a polytope and the edge that starts there.
type corner struct {
	Vertex
	normal   geom.Vec2 // unit, outward
	distance float64   // of the edge's line from the origin, along normal
	next     int       // where the edge ends
}

// depth is how a penetration ends: the vertices of the nearest edge (the same
// twice for a single support point), its outward normal and the depth.
type depth struct {
	from, to   Vertex
	normal     geom.Vec2
	depth      float64
	iterations int
}

// expand finds the border of the difference nearest to the origin, which must be
// inside or on it: the expanding polytope algorithm (van den Bergen, 2001). The
// nearest edge of a polytope inside the difference is a lower bound of the depth,
// and the reach of the support point along its normal is an upper one; the edge is
// split there until they agree.
//
// The polytope starts as two vertices with an edge each way, so a difference
// without area (two segments on one line, a point on a segment) needs no special
// case, nor does an origin on an edge: each edge has its normal by its winding.
// Should the origin be outside, by rounding, the depth comes out just below zero.
func (m *difference) expand() depth {
	var few [fewCorners]corner
	p := polytope{corners: few[:], iterations: 3}
	if !p.seed(m) {
		// The difference is a point: two circles with one centre, for instance.
		return depth{from: few[0].Vertex, to: few[0].Vertex, normal: concentric, iterations: 4}
	}
	if e, ok := m.split(&p); ok {
		return e
	}
	return m.expandWide(&p)
}

// expandWide goes on where the few corners ended.
func (m *difference) expandWide(p *polytope) depth {
	var many [maxPolytope]corner
	copy(many[:], p.corners)
	e, _ := m.split(&polytope{many[:], p.count, p.iterations})
	return e
}

// split splits edges until the depth is known, or reports that more corners are needed
// than there is room for, which is less than the most.
func (m *difference) split(p *polytope) (e depth, ok bool) {
	polygonal := m.polygonal()
	enough := 2 * m.tiny
	rough := m.tiny / (roundings * epsilon) * coarse
	var w Vertex
	for ; ; p.iterations++ {
		i := p.nearest()
		at := &p.corners[i]
		from, to := &at.Vertex, &p.corners[at.next].Vertex
		n := at.normal
		m.find(&w, n)
		reach := n.Dot(w.P)
		gap := reach - at.distance
		if gap <= enough || same(&w, from) || same(&w, to) {
			at = &p.corners[p.facing(i, reach+enough)]
			return depth{at.Vertex, p.corners[at.next].Vertex, n, reach, p.iterations}, true
		}
		inside := between(from.D, n, to.D)
		if inside && !polygonal && gap <= rough && bracket(from, to) {
			return m.lowest(from, &w, to).after(p.iterations), true
		}
		switch {
		case inside && p.count < len(p.corners):
			p.insert(i, &w)
		case inside && p.count < maxPolytope:
			return e, false
		case !inside && p.retire(i):
		case polygonal:
			return m.leastFace().after(p.iterations), true
		default:
			return p.descend(m).after(p.iterations), true
		}
	}
}

// after adds iterations that went before.
func (e depth) after(iterations int) depth {
	e.iterations += iterations
	return e
}

// facing returns edge i, or an edge in line with it that the origin projects onto
// if it does not onto i: a flat side may have been found in pieces.
func (p *polytope) facing(i int, limit float64) int {
	for j := range p.count {
		if !p.faces(i) && p.faces(j) && p.corners[j].distance <= limit && p.corners[j].normal.Dot(p.corners[i].normal) > 0.5 {
			return j
		}
	}
	return i
}

// faces reports whether the origin projects onto edge i.
func (p *polytope) faces(i int) bool {
	at := &p.corners[i]
	return opposite(at.P, p.corners[at.next].P)
}

// retire takes an edge out of the search whose ends are one corner to rounding, so
// that its normal means nothing: its neighbours go through the same corner. It
// reports whether any edge is left.
func (p *polytope) retire(i int) bool {
	p.corners[i].distance = math.Inf(1)
	return p.corners[p.nearest()].distance < math.Inf(1)
}

// concentric is the normal of shapes whose cores are one point.
var concentric = geom.Vec2{Y: 1}

func same(a, b *Vertex) bool { return a.A == b.A && a.B == b.B }

// seed starts the polytope with two different vertices, in opposite directions,
// or reports that there are no two.
func (p *polytope) seed(m *difference) bool {
	d, _ := m.centres().Unit()
	first, second := &p.corners[0], &p.corners[1]
	for range 2 {
		m.find(&first.Vertex, d)
		m.find(&second.Vertex, d.Neg())
		if first.P != second.P {
			p.count = 2
			first.next, second.next = 1, 0
			p.measure(0)
			p.measure(1)
			return true
		}
		d = d.LeftPerp()
	}
	return false
}

// measure computes the normal and the distance of edge i.
func (p *polytope) measure(i int) {
	at := &p.corners[i]
	a, b := at.P, p.corners[at.next].P
	n, _ := b.Sub(a).RightPerp().Unit()
	at.normal = n
	// The end nearer to the origin has the smaller rounding error.
	if span(b) < span(a) {
		a = b
	}
	at.distance = n.Dot(a)
}

// nearest returns the edge nearest to the origin, the first of several.
func (p *polytope) nearest() int {
	least, at := p.corners[0].distance, 0
	for i := 1; i < p.count; i++ {
		if d := p.corners[i].distance; d < least {
			least, at = d, i
		}
	}
	return at
}

// insert splits edge i at w, a point beyond it.
func (p *polytope) insert(i int, w *Vertex) {
	k := p.count
	p.count++
	p.corners[k].Vertex = *w
	p.corners[k].next = p.corners[i].next
	p.corners[i].next = k
	p.measure(i)
	p.measure(k)
}

// descend ends the search over a full polytope: it goes down from the vertex of
// least reach, which may be one that the polytope started with, and tries the flat
// sides that the shapes are known to have, where a minimum may be narrow.
func (p *polytope) descend(m *difference) depth {
	low, before := 0, 0
	for i := range p.count {
		if p.corners[i].reach() < p.corners[low].reach() {
			low = i
		}
	}
	for i := range p.count {
		if p.corners[i].next == low {
			before = i
		}
	}
	at := &p.corners[low]
	best := m.valley(&p.corners[before].Vertex, &at.Vertex, &p.corners[at.next].Vertex)
	best = m.flats(best, m.a, false)
	return m.flats(best, m.b, true)
}
