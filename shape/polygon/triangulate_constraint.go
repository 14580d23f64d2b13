package polygon

import "slices"

// blocker is the obstacle of a constraint: the loop edge of another constraint, or a
// point if edge is noEdge.
type blocker struct{ edge, point int32 }

// insertConstraint makes the segment from u to v an edge of the mesh and marks it as
// loop edge k. Nothing changes when an earlier constraint or a point is in the way.
func (m *mesh) insertConstraint(k, u, v int32) (blocker, bool) {
	h, hit, ok := m.firstCrossed(u, v)
	if !ok {
		return hit, false
	}
	if m.org[h] == u && m.dest(h) == v {
		return m.markConstraint(k, h)
	}
	if m.org[h] == v && m.dest(h) == u {
		hit, ok = m.markConstraint(-k-2, h) // -(k+1) against the direction of h
		return hit, ok
	}
	crossed, hit, ok := m.collectCrossed(h, u, v)
	if !ok {
		return hit, false
	}
	var along int32 // u -> v
	if len(crossed) == 1 {
		along = m.twin[crossed[0]]
		m.flip(crossed[0])
	} else {
		along = m.retriangulate(crossed, u, v)
	}
	hit, ok = m.markConstraint(k, along)
	m.pushAround(along)
	m.legalize()
	return hit, ok
}

// markConstraint marks h, and its twin in the other direction, unless h is a constraint
// already.
func (m *mesh) markConstraint(k, h int32) (blocker, bool) {
	if w := m.constraint[h]; w != 0 {
		return blocker{edge: max(w, -w) - 1}, false
	}
	m.constraint[h] = k + 1
	if g := m.twin[h]; g != noEdge {
		m.constraint[g] = -(k + 1)
	}
	return blocker{}, true
}

// pushAround pushes the other sides of both triangles of h on the stack of legalize.
func (m *mesh) pushAround(h int32) {
	m.stack = append(m.stack, nextEdge(h), prevEdge(h))
	if g := m.twin[h]; g != noEdge {
		m.stack = append(m.stack, nextEdge(g), prevEdge(g))
	}
}

// firstCrossed turns counter-clockwise around u to the triangle in which the segment to v begins.
// It returns the half-edge between u and v if there is one. Otherwise it returns the half-edge
// opposite u that the segment crosses first, from its right to its left.
func (m *mesh) firstCrossed(u, v int32) (int32, blocker, bool) {
	for h := m.outgoing[u]; ; h = m.twin[prevEdge(h)] {
		right, left := m.dest(h), m.apex(h)
		if right == v {
			return h, blocker{}, true
		}
		if left == v {
			return prevEdge(h), blocker{}, true
		}
		r, l := m.orient(u, v, right), m.orient(u, v, left)
		if r == 0 && m.between(u, v, right) {
			return 0, blocker{noEdge, right}, false
		}
		if l == 0 && m.between(u, v, left) {
			return 0, blocker{noEdge, left}, false
		}
		if r < 0 && l > 0 {
			return nextEdge(h), blocker{}, true
		}
	}
}

// between reports whether p, on the line through u and v, lies between them.
// Points are sorted along every line.
func (m *mesh) between(u, v, p int32) bool { return min(u, v) < p && p < max(u, v) }

// collectCrossed follows the segment from u, whose opposite edge is h, to v and returns
// the half-edges it crosses, each seen from the side of u.
func (m *mesh) collectCrossed(h, u, v int32) ([]int32, blocker, bool) {
	var crossed []int32
	for {
		if w := m.constraint[h]; w != 0 {
			return nil, blocker{edge: max(w, -w) - 1}, false
		}
		crossed = append(crossed, h)
		g := m.twin[h]
		far := m.apex(g)
		if far == v {
			return crossed, blocker{}, true
		}
		switch o := m.orient(u, v, far); {
		case o > 0:
			h = nextEdge(g)
		case o < 0:
			h = prevEdge(g)
		default:
			return nil, blocker{noEdge, far}, false
		}
	}
}

// retriangulate replaces the triangles that the segment uv crosses. It cuts the polygons
// on both sides of the segment into ears and returns the half-edge from u to v. The
// outline of such a polygon passes an edge twice if both triangles of the edge are
// crossed.
func (m *mesh) retriangulate(crossed []int32, u, v int32) int32 {
	first := crossed[0]
	free := []int32{first / 3}
	right := []int32{prevEdge(first)} // outline of the polygon on the right, from u to v
	left := []int32{nextEdge(first)}  // and on the left, each edge directed towards u
	for i, h := range crossed {
		g := m.twin[h]
		free = append(free, g/3)
		last := i == len(crossed)-1
		if last || crossed[i+1] == prevEdge(g) {
			right = append(right, nextEdge(g))
		}
		if last || crossed[i+1] == nextEdge(g) {
			left = append(left, prevEdge(g))
		}
	}
	slices.Reverse(left)
	sides := make(map[[2]int32]halfEdge, len(right)+len(left))
	ring := func(path []int32) []int32 {
		var points []int32
		for _, h := range path {
			points = append(points, m.org[h])
			sides[[2]int32{m.org[h], m.dest(h)}] = m.halfEdge(h)
		}
		return append(points, m.dest(path[len(path)-1]))
	}
	triangles := m.clipEars(ring(right), nil)
	triangles = m.clipEars(ring(left), triangles)

	at := make(map[[2]int32]int32, 3*len(triangles))
	for i, t := range triangles {
		for j := range int32(3) {
			h := 3*free[i] + j
			m.org[h] = t[j]
			at[[2]int32{t[j], t[(j+1)%3]}] = h
		}
	}
	for _, t := range free {
		for h := 3 * t; h < 3*t+3; h++ {
			from, to := m.org[h], m.dest(h)
			s, old := sides[[2]int32{from, to}]
			if !old {
				s = halfEdge{org: from, twin: noEdge}
			}
			if g, ok := at[[2]int32{to, from}]; ok {
				s.twin = g
			}
			m.setHalfEdge(h, s)
		}
	}
	for _, t := range free {
		m.updateOutgoing(3*t, 3*t+3)
		m.stack = append(m.stack, 3*t, 3*t+1, 3*t+2)
	}
	return at[[2]int32{u, v}]
}

// clipEars cuts the simple polygon ring, counter-clockwise, into triangles. It
// may pass a point twice where an edge sticks into it, but not cross itself.
func (m *mesh) clipEars(ring []int32, triangles [][3]int32) [][3]int32 {
	for len(ring) > 3 {
		i := 0
		for !m.isEar(ring, i) {
			i++
		}
		n := len(ring)
		triangles = append(triangles, [3]int32{ring[(i+n-1)%n], ring[i], ring[(i+1)%n]})
		ring = slices.Delete(ring, i, i+1)
	}
	return append(triangles, [3]int32{ring[0], ring[1], ring[2]})
}

// isEar reports whether corner i is convex and no other point of the ring lies in its
// triangle or on the border of it.
func (m *mesh) isEar(ring []int32, i int) bool {
	n := len(ring)
	a, b, c := ring[(i+n-1)%n], ring[i], ring[(i+1)%n]
	if m.orient(a, b, c) <= 0 {
		return false
	}
	for _, p := range ring {
		if p != a && p != b && p != c &&
			m.orient(a, b, p) >= 0 && m.orient(b, c, p) >= 0 && m.orient(c, a, p) >= 0 {
			return false
		}
	}
	return true
}
