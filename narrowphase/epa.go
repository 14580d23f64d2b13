package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// maxPolytope bounds the polytope. A polygon that needs more is finished by its
// face normals, which is exact; a round core that needs more has a border of
// almost constant depth, a circle's about its centre, and the best direction seen
// is within the sagitta of its edges.
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
	best := depth{depth: math.Inf(1)}
	for iterations := 3; ; iterations++ {
		i := p.nearest()
		from, to := &p.vertices[i], &p.vertices[p.next[i]]
		n := p.normal[i]
		w := m.support(n)
		reach := n.Dot(w.P)
		gap := reach - p.distance[i]
		if gap <= enough || same(&w, from) || same(&w, to) {
			return depth{*from, *to, n, reach, iterations}
		}
		if reach < best.depth {
			best = depth{from: w, to: w, normal: n, depth: reach}
		}
		inside := between(from.D, n, to.D)
		if inside && !polygonal && gap <= rough && bracket(from, to) {
			d := m.minimum(from, to, reach)
			d.iterations += iterations
			return d
		}
		switch {
		case !inside && p.retire(i):
		case inside && p.count < maxPolytope:
			p.insert(i, w)
		default:
			if polygonal {
				best = m.leastFace()
			} else {
				best = p.descend(m, best)
			}
			best.iterations += iterations
			return best
		}
	}
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

// sideways is how far the support point lies to the left of its direction. It is
// the derivative of the reach by the direction's angle, so between two directions
// where it turns from negative to positive the reach has a minimum.
func (v *Vertex) sideways() float64 { return v.P.Dot(v.D.Left()) }

// bracket reports whether a local minimum of the reach lies between the directions
// of two vertices of a counter-clockwise border, less than 60 degrees apart.
func bracket(from, to *Vertex) bool {
	return from.sideways() <= 0 && to.sideways() >= 0 && from.D.Dot(to.D) > 0.5
}

// descend polishes the least reach of a full polytope: between the two vertices
// that bracket a minimum and have the least reach of all that do.
func (p *polytope) descend(m *difference, best depth) depth {
	least, at := math.Inf(1), -1
	for i := range p.count {
		from, to := &p.vertices[i], &p.vertices[p.next[i]]
		if !bracket(from, to) {
			continue
		}
		if reach := min(from.D.Dot(from.P), to.D.Dot(to.P)); reach < least {
			least, at = reach, i
		}
	}
	if at >= 0 {
		if d := m.minimum(&p.vertices[at], &p.vertices[p.next[at]], best.depth); d.depth <= best.depth {
			return d
		}
	}
	return best
}

// between reports whether n lies strictly between the directions of two vertices
// that follow each other on a counter-clockwise border. The normal of the edge
// from one to the other does, or else the border between them is flat to rounding.
func between(from, n, to geom.Vec2) bool { return from.Cross(n) > 0 && n.Cross(to) > 0 }

// minimum returns the minimum of the reach between two directions that bracket it,
// given some reach between them: one of the two if it is straight ahead and no
// farther, or what polish finds.
func (m *difference) minimum(from, to *Vertex, reach float64) depth {
	for _, v := range [2]*Vertex{from, to} {
		if d := v.D.Dot(v.P); d <= reach && math.Abs(v.sideways()) <= m.tiny {
			return depth{from: *v, to: *v, normal: v.D, depth: d}
		}
	}
	return m.polish(*from, *to)
}

// maxPolish bounds polish; each second step about halves the bracket.
const maxPolish = 64

// polish finds the minimum of the reach between two directions that bracket it:
// the secant finds the point of a curve that lies straight along its direction,
// and the direction of a corner, and the normal of the edge between the two ends
// finds a flat side. They take turns, and stand in for each other where rounding
// leaves one of them no direction between the two.
func (m *difference) polish(from, to Vertex) depth {
	for i := 1; i <= maxPolish; i++ {
		var w Vertex
		d, length := to.P.Sub(from.P).Right().Unit()
		if i%2 == 1 && length > 0 {
			w = m.support(d)
			if reach := d.Dot(w.P); reach-d.Dot(from.P) <= m.tiny && opposite(from.P, to.P) {
				return depth{from, to, d, reach, i}
			}
		}
		if i%2 == 0 || !between(from.D, d, to.D) {
			if d, _ = secant(&from, &to, d); !between(from.D, d, to.D) {
				d, _ = from.D.Add(to.D).Unit()
			}
			if !between(from.D, d, to.D) {
				return flat(from, to, i)
			}
			w = m.support(d)
		}
		side := w.sideways()
		if math.Abs(side) <= m.tiny {
			return depth{w, w, d, d.Dot(w.P), i}
		}
		if side < 0 {
			from = w
		} else {
			to = w
		}
	}
	return flat(from, to, maxPolish)
}

// flat is the end for two directions that are as close to each other as rounding
// lets them be: the support point that lies more nearly straight ahead, or the
// point between the two where that is better.
func flat(from, to Vertex, iterations int) depth {
	v := from
	if math.Abs(to.sideways()) < math.Abs(from.sideways()) {
		v = to
	}
	at, edge := depth{v, v, v.D, v.D.Dot(v.P), iterations}, depth{from, to, v.D, v.D.Dot(v.P), iterations}
	onA, onB := edge.witness()
	if onA.Sub(onB).Distance(v.D.Mul(at.depth)) < math.Abs(v.sideways()) {
		return edge
	}
	return at
}
