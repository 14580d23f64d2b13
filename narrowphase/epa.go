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

// coarse is the gap, relative to the coordinates, from which on the expansion of
// a round core is left to polish. It bounds the error of the depth in the worst
// case; what polish finds is exact to rounding.
const coarse = 1e-7

// polytope is a convex polygon inside the difference, counter-clockwise, as a
// ring of vertices. Edge i runs from vertex i to vertex next[i].
type polytope struct {
	vertices [maxPolytope]Vertex
	normal   [maxPolytope]geom.Vec2 // unit, outward
	distance [maxPolytope]float64   // of the edge's line from the origin, along normal
	next     [maxPolytope]uint8
	count    int
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
	var p polytope
	if !p.seed(m) {
		// The difference is a point: two circles with one centre, for instance.
		return depth{from: p.vertices[0], to: p.vertices[0], normal: concentric, iterations: 4}
	}
	polygonal := m.polygonal()
	enough := 2 * m.tiny
	rough := m.tiny / (roundings * epsilon) * coarse
	for iterations := 3; ; iterations++ {
		i := p.nearest()
		from, to := &p.vertices[i], &p.vertices[p.next[i]]
		n := p.normal[i]
		w := m.support(n)
		reach := n.Dot(w.P)
		gap := reach - p.distance[i]
		if gap <= enough || same(&w, from) || same(&w, to) {
			i = p.facing(i, reach+enough)
			return depth{p.vertices[i], p.vertices[p.next[i]], n, reach, iterations}
		}
		inside := between(from.D, n, to.D)
		if inside && !polygonal && gap <= rough && bracket(from, to) {
			return m.lowest(from, &w, to).after(iterations)
		}
		switch {
		case inside && p.count < maxPolytope:
			p.insert(i, w)
		case !inside && p.retire(i):
		case polygonal:
			return m.leastFace().after(iterations)
		default:
			return p.descend(m).after(iterations)
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
		if !p.faces(i) && p.faces(j) && p.distance[j] <= limit && p.normal[j].Dot(p.normal[i]) > 0.5 {
			return j
		}
	}
	return i
}

// faces reports whether the origin projects onto edge i.
func (p *polytope) faces(i int) bool {
	return opposite(p.vertices[i].P, p.vertices[p.next[i]].P)
}

// retire takes an edge out of the search whose ends are one corner to rounding, so
// that its normal means nothing: its neighbours go through the same corner. It
// reports whether any edge is left.
func (p *polytope) retire(i int) bool {
	p.distance[i] = math.Inf(1)
	return p.distance[p.nearest()] < math.Inf(1)
}

// concentric is the normal of shapes whose cores are one point.
var concentric = geom.Vec2{Y: 1}

func same(a, b *Vertex) bool { return a.A == b.A && a.B == b.B }

// seed starts the polytope with two different vertices, in opposite directions,
// or reports that there are no two.
func (p *polytope) seed(m *difference) bool {
	d, _ := m.centres().Unit()
	for range 2 {
		p.vertices[0], p.vertices[1] = m.support(d), m.support(d.Neg())
		if p.vertices[0].P != p.vertices[1].P {
			p.count = 2
			p.next[0], p.next[1] = 1, 0
			p.measure(0)
			p.measure(1)
			return true
		}
		d = d.Left()
	}
	return false
}

// measure computes the normal and the distance of edge i.
func (p *polytope) measure(i int) {
	a, b := p.vertices[i].P, p.vertices[p.next[i]].P
	n, _ := b.Sub(a).Right().Unit()
	p.normal[i] = n
	// The end nearer to the origin has the smaller rounding error.
	if span(b) < span(a) {
		a = b
	}
	p.distance[i] = n.Dot(a)
}

// nearest returns the edge nearest to the origin, the first of several.
func (p *polytope) nearest() int {
	least, at := p.distance[0], 0
	for i := 1; i < p.count; i++ {
		if p.distance[i] < least {
			least, at = p.distance[i], i
		}
	}
	return at
}

// insert splits edge i at w, a point beyond it.
func (p *polytope) insert(i int, w Vertex) {
	k := p.count
	p.count++
	p.vertices[k] = w
	p.next[k] = p.next[i]
	p.next[i] = uint8(k)
	p.measure(i)
	p.measure(k)
}

// descend ends the search over a full polytope: it goes down from the vertex of
// least reach, which may be one that the polytope started with, and tries the flat
// sides that the shapes are known to have, where a minimum may be narrow.
func (p *polytope) descend(m *difference) depth {
	low, before := 0, 0
	for i := range p.count {
		if p.vertices[i].reach() < p.vertices[low].reach() {
			low = i
		}
	}
	for i := range p.count {
		if int(p.next[i]) == low {
			before = i
		}
	}
	best := m.valley(&p.vertices[before], &p.vertices[low], &p.vertices[p.next[low]])
	best = m.flats(best, m.a, false)
	return m.flats(best, m.b, true)
}
