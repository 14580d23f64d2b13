package polygon

import "github.com/carom2d/carom/geom"

// mesh is a triangulation in half-edges: triangle t has the half-edges 3t, 3t+1
// and 3t+2, counter-clockwise. Points are sorted by x and then y.
type mesh struct {
	points     []geom.Vec2
	org        []int32 // per half-edge: the point it leaves
	twin       []int32 // per half-edge: the same edge seen from the other triangle, or noEdge
	constraint []int32 // per half-edge: k+1 along loop edge k, -(k+1) against it, 0 for none
	outgoing   []int32 // per point: a half-edge that leaves it, without a twin if there is such a half-edge
	inside     []bool  // per triangle: part of the region
	stack      []int32 // edges that may need a flip
}

const noEdge = -1

func nextEdge(h int32) int32 {
	if h%3 == 2 {
		return h - 2
	}
	return h + 1
}

func prevEdge(h int32) int32 {
	if h%3 == 0 {
		return h + 2
	}
	return h - 1
}

// dest returns the point where h arrives.
func (m *mesh) dest(h int32) int32 { return m.org[nextEdge(h)] }

// apex returns the corner of the triangle of h that is not on h.
func (m *mesh) apex(h int32) int32 { return m.org[prevEdge(h)] }

func (m *mesh) orient(a, b, c int32) float64 {
	return geom.Orient(m.points[a], m.points[b], m.points[c])
}

// newMesh returns the Delaunay triangulation of distinct sorted points that are
// not all collinear. Points are added from left to right, each joined to the
// part of the hull that it sees, and edges are flipped at once. In this order no
// search is necessary, and no point ever lies inside a triangle.
func newMesh(points []geom.Vec2) *mesh {
	n := len(points)
	m := &mesh{points: points, outgoing: make([]int32, n)}
	for i := range m.outgoing {
		m.outgoing[i] = noEdge
	}
	hull := &meshHull{next: make([]int32, n), prev: make([]int32, n)}
	first := int32(2)
	for m.orient(0, 1, first) == 0 {
		first++
	}
	m.seed(hull, first)
	for q := first + 1; q < int32(n); q++ {
		m.extend(hull, q)
	}
	return m
}

// meshHull links the points of the hull counter-clockwise. The edge of the hull from
// each point is its half-edge without a twin.
type meshHull struct{ next, prev []int32 }

func (l *meshHull) link(a, b int32) { l.next[a], l.prev[b] = b, a }

// seed joins point q to the collinear points before it.
func (m *mesh) seed(hull *meshHull, q int32) {
	up := m.orient(0, 1, q) > 0
	join := func(a, b int32) { // a to b in the direction of growing index
		if !up {
			a, b = b, a
		}
		hull.link(a, b)
	}
	last := int32(noEdge)
	for i := range q - 1 {
		join(i, i+1)
		var h int32
		if up {
			h = m.addTriangle(i, i+1, q) // i+1 -> q is h+1, q -> i is h+2
		} else {
			h = m.addTriangle(i+1, i, q) // i -> q is h+1, q -> i+1 is h+2
		}
		if last != noEdge {
			if up {
				m.linkTwins(last+1, h+2)
			} else {
				m.linkTwins(last+2, h+1)
			}
		}
		last = h
	}
	join(q-1, q)
	join(q, 0)
	m.updateOutgoing(0, int32(len(m.org)))
}

// extend adds point q, which lies beyond all earlier ones. It sees consecutive edges of the hull on
// both sides of the point that was added last.
func (m *mesh) extend(hull *meshHull, q int32) {
	begin := int32(len(m.org))
	in, out := int32(noEdge), int32(noEdge) // half-edges that arrive at q and leave it along the new hull
	last := q - 1
	after := last
	for m.orient(after, hull.next[after], q) < 0 {
		far := hull.next[after]
		h := m.addTriangle(far, after, q) // far -> after, after -> q, q -> far
		m.linkTwins(h, m.outgoing[after])
		if out == noEdge {
			in = h + 1
		} else {
			m.linkTwins(out, h+1)
		}
		out = h + 2
		after = far
	}
	before := last
	for m.orient(hull.prev[before], before, q) < 0 {
		far := hull.prev[before]
		h := m.addTriangle(before, far, q) // before -> far, far -> q, q -> before
		m.linkTwins(h, m.outgoing[far])
		if in != noEdge {
			m.linkTwins(in, h+2)
		}
		in = h + 1
		before = far
	}
	hull.link(before, q)
	hull.link(q, after)
	m.updateOutgoing(begin, int32(len(m.org)))
	for h := begin; h < int32(len(m.org)); h += 3 {
		m.stack = append(m.stack, h)
	}
	m.legalize()
}

// addTriangle appends a triangle without neighbours and returns its half-edge
// from a to b.
func (m *mesh) addTriangle(a, b, c int32) int32 {
	h := int32(len(m.org))
	m.org = append(m.org, a, b, c)
	m.twin = append(m.twin, noEdge, noEdge, noEdge)
	m.constraint = append(m.constraint, 0, 0, 0)
	return h
}

func (m *mesh) linkTwins(g, h int32) { m.twin[g], m.twin[h] = h, g }

// updateOutgoing corrects outgoing after the half-edges in [begin, end) changed.
func (m *mesh) updateOutgoing(begin, end int32) {
	for h := begin; h < end; h++ {
		m.updateOutgoingAt(h)
	}
}

func (m *mesh) updateOutgoingAt(h int32) {
	v := m.org[h]
	if old := m.outgoing[v]; old == noEdge || m.twin[h] == noEdge || m.org[old] != v {
		m.outgoing[v] = h
	}
}

// legalize flips the edges on the stack, and the sides of each pair of triangles that a
// flip changes, until all of them are locally Delaunay (Lawson, 1977). Constraints stay.
func (m *mesh) legalize() {
	for len(m.stack) > 0 {
		h := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		g := m.twin[h]
		if g == noEdge || m.constraint[h] != 0 {
			continue
		}
		p := m.points
		if inCircle(p[m.org[h]], p[m.org[g]], p[m.apex(h)], p[m.apex(g)]) {
			m.flip(h)
			m.stack = append(m.stack, nextEdge(h), prevEdge(h), nextEdge(g), prevEdge(g))
		}
	}
}

// flip turns the edge h between two triangles that form a strictly convex
// quadrangle: a -> b with apexes c (of h) and d becomes d -> c in the place of h
// and c -> d in the place of its twin.
func (m *mesh) flip(h int32) {
	g := m.twin[h]
	h1, h2, g1, g2 := nextEdge(h), prevEdge(h), nextEdge(g), prevEdge(g)
	c, d := m.org[h2], m.org[g2]
	bc, ca, ad, db := m.halfEdge(h1), m.halfEdge(h2), m.halfEdge(g1), m.halfEdge(g2)
	m.org[h], m.org[g] = d, c
	m.setHalfEdge(h1, ca)
	m.setHalfEdge(h2, ad)
	m.setHalfEdge(g1, db)
	m.setHalfEdge(g2, bc)
	for _, e := range [6]int32{h, h1, h2, g, g1, g2} {
		m.updateOutgoingAt(e)
	}
}

// halfEdge is the content of one half-edge, to be stored at another index.
type halfEdge struct{ org, twin, constraint int32 }

func (m *mesh) halfEdge(h int32) halfEdge { return halfEdge{m.org[h], m.twin[h], m.constraint[h]} }

func (m *mesh) setHalfEdge(h int32, s halfEdge) {
	m.org[h], m.twin[h], m.constraint[h] = s.org, s.twin, s.constraint
	if s.twin != noEdge {
		m.twin[s.twin] = h
	}
}
