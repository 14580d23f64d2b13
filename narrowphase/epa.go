package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// maxPolytope bounds the polytope. For polygonal cores that need more edges, the face normals give
// the exact result. Round cores that need more edges have almost the same depth in all directions,
// like a circle about its centre. Their search ends with the minimum next to the least support
// value found so far, or with a flat side.
const maxPolytope = 64

// smallPolytope is the number of edges that first get memory. More are seldom needed, and Go clears
// all of the memory.
const smallPolytope = 12

// coarseTolerance is the gap, relative to the coordinates, at which the expansion of a round core
// ends and refinement starts. It bounds the error of the depth in the worst case. The minimum that
// refinement finds is exact to rounding.
const coarseTolerance = 1e-7

// polytope is a convex polygon inside the difference, as a ring of edges, counter-clockwise.
type polytope struct {
	edges      []polytopeEdge // the first count are in use
	count      int
	iterations int
}

// polytopeEdge is a vertex of a polytope and the edge that starts there.
type polytopeEdge struct {
	vertex
	normal   geom.Vec2 // unit, outward
	distance float64   // of the edge's line from the origin, along normal
	next     int       // where the edge ends
}

// nearestEdge is the edge of the difference nearest to the origin: its vertices (the same
// one twice for a single support point), its outward normal and the depth.
type nearestEdge struct {
	from, to   vertex
	normal     geom.Vec2
	depth      float64
	iterations int
}

// expand finds the point of the difference's border that is nearest to the origin, which
// must be inside or on it: the expanding polytope algorithm (van den Bergen, 2001). The
// distance of the nearest edge of a polytope inside the difference is a lower bound of
// the depth. The support value along its normal is an upper bound. The edge is split
// there until the two agree.
//
// The polytope starts as two vertices with an edge each way, so a difference without area
// (two segments on one line, a point on a segment) needs no special case. Nor does an
// origin on an edge, because each edge has its normal by its winding. If rounding puts
// the origin outside, the depth is just below zero.
func (m *minkowskiDifference) expand() nearestEdge {
	var small [smallPolytope]polytopeEdge
	p := polytope{edges: small[:], iterations: 3}
	if !p.seed(m) {
		// The difference is a point: two circles with one centre, for instance.
		return nearestEdge{from: small[0].vertex, to: small[0].vertex, normal: concentricNormal, iterations: 4}
	}
	if e, ok := m.splitEdges(&p); ok {
		return e
	}
	return m.expandLarge(&p)
}

// expandLarge continues with a polytope that has outgrown its memory.
func (m *minkowskiDifference) expandLarge(p *polytope) nearestEdge {
	var large [maxPolytope]polytopeEdge
	copy(large[:], p.edges)
	e, _ := m.splitEdges(&polytope{large[:], p.count, p.iterations})
	return e
}

// splitEdges splits edges until the depth is known. It reports false when the polytope needs more
// edges than it has memory for, unless it has memory for maxPolytope.
func (m *minkowskiDifference) splitEdges(p *polytope) (e nearestEdge, ok bool) {
	polygonal := m.polygonal()
	exitGap := 2 * m.tolerance
	coarseGap := m.tolerance / (supportUlps * epsilon) * coarseTolerance
	var w vertex
	for ; ; p.iterations++ {
		i := p.nearest()
		edge := &p.edges[i]
		from, to := &edge.vertex, &p.edges[edge.next].vertex
		n := edge.normal
		m.supportInto(&w, n)
		support := n.Dot(w.P)
		gap := support - edge.distance
		if gap <= exitGap || sameVertex(&w, from) || sameVertex(&w, to) {
			edge = &p.edges[p.projectedEdge(i, support+exitGap)]
			return nearestEdge{edge.vertex, p.edges[edge.next].vertex, n, support, p.iterations}, true
		}
		inside := strictlyBetween(from.D, n, to.D)
		if inside && !polygonal && gap <= coarseGap && bracketsMinimum(from, to) {
			return m.minimumNear(from, &w, to).addIterations(p.iterations), true
		}
		switch {
		case inside && p.count < len(p.edges):
			p.insert(i, &w)
		case inside && p.count < maxPolytope:
			return e, false
		case !inside && p.dropEdge(i):
		case polygonal:
			return m.minDepthFace().addIterations(p.iterations), true
		default:
			return p.refineFull(m).addIterations(p.iterations), true
		}
	}
}

// addIterations adds the iterations of an earlier part of the search.
func (e nearestEdge) addIterations(iterations int) nearestEdge {
	e.iterations += iterations
	return e
}

// projectedEdge returns edge i if the origin projects onto it. Otherwise it returns an edge in line
// with edge i onto which the origin projects: the search may find a flat side in pieces.
func (p *polytope) projectedEdge(i int, limit float64) int {
	for j := range p.count {
		if !p.projectsOnto(i) && p.projectsOnto(j) && p.edges[j].distance <= limit && p.edges[j].normal.Dot(p.edges[i].normal) > 0.5 {
			return j
		}
	}
	return i
}

// projectsOnto reports whether the origin projects onto edge i.
func (p *polytope) projectsOnto(i int) bool {
	edge := &p.edges[i]
	return originProjectsBetween(edge.P, p.edges[edge.next].P)
}

// dropEdge removes an edge whose ends are one point to rounding, so that its normal has no meaning.
// Its neighbours go through the same point. It reports whether any edge is left.
func (p *polytope) dropEdge(i int) bool {
	p.edges[i].distance = math.Inf(1)
	return p.edges[p.nearest()].distance < math.Inf(1)
}

// concentricNormal is the normal of shapes whose cores are one point.
var concentricNormal = geom.Vec2{Y: 1}

func sameVertex(a, b *vertex) bool { return a.A == b.A && a.B == b.B }

// seed starts the polytope with two different vertices, along the direction between the
// centres of the bounding circles and against it, or reports that there are no two.
func (p *polytope) seed(m *minkowskiDifference) bool {
	d, _ := m.centerDirection().Unit()
	first, second := &p.edges[0], &p.edges[1]
	for range 2 {
		m.supportInto(&first.vertex, d)
		m.supportInto(&second.vertex, d.Neg())
		if first.P != second.P {
			p.count = 2
			first.next, second.next = 1, 0
			p.computeEdge(0)
			p.computeEdge(1)
			return true
		}
		d = d.LeftPerp()
	}
	return false
}

// computeEdge computes the normal and the distance of edge i.
func (p *polytope) computeEdge(i int) {
	edge := &p.edges[i]
	a, b := edge.P, p.edges[edge.next].P
	n, _ := b.Sub(a).RightPerp().Unit()
	edge.normal = n
	// The end nearer to the origin has the smaller rounding error.
	if sumAbs(b) < sumAbs(a) {
		a = b
	}
	edge.distance = n.Dot(a)
}

// nearest returns the edge nearest to the origin, the first of several.
func (p *polytope) nearest() int {
	minDistance, index := p.edges[0].distance, 0
	for i := 1; i < p.count; i++ {
		if d := p.edges[i].distance; d < minDistance {
			minDistance, index = d, i
		}
	}
	return index
}

// insert splits edge i at w, a point beyond it.
func (p *polytope) insert(i int, w *vertex) {
	k := p.count
	p.count++
	p.edges[k].vertex = *w
	p.edges[k].next = p.edges[i].next
	p.edges[i].next = k
	p.computeEdge(i)
	p.computeEdge(k)
}

// refineFull ends the search over a full polytope. It descends from the vertex of least
// support value, which may be one that the polytope started with. Then it tries the flat
// sides that the shapes are known to have, where a minimum may be narrow.
func (p *polytope) refineFull(m *minkowskiDifference) nearestEdge {
	low, previous := 0, 0
	for i := range p.count {
		if p.edges[i].supportValue() < p.edges[low].supportValue() {
			low = i
		}
	}
	for i := range p.count {
		if p.edges[i].next == low {
			previous = i
		}
	}
	lowest := &p.edges[low]
	best := m.descendToMinimum(&p.edges[previous].vertex, &lowest.vertex, &p.edges[lowest.next].vertex)
	best = m.tryFlatSides(best, m.a, false)
	return m.tryFlatSides(best, m.b, true)
}
