package polygon

import "github.com/carom2d/carom/geom"

// The visibility of one corner of a loop from another.
const (
	hidden           = iota
	collinearVisible // the segment between them lies in the region but passes through other corners
	visible          // the segment meets the border at its ends only, so it can be a cut
)

// visibility is the table of the corners of a loop that its concave corners see.
type visibility struct {
	n       int32
	points  []geom.Vec2
	concave []bool
	table   []uint8 // n by n
}

func (s *visibility) at(i, j int32) uint8 { return s.table[i*s.n+j] }

func (s *visibility) set(i, j int32, state uint8) {
	s.table[i*s.n+j], s.table[j*s.n+i] = state, state
}

func (s *visibility) orient(i, j, k int32) float64 {
	return geom.Orient(s.points[i], s.points[j], s.points[k])
}

// newVisibility fills the table for loop l of c. Its corners are counted from the
// corner shift on.
func newVisibility(c *cutMesh, l, shift int32) *visibility {
	edges := c.loops[l]
	n := int32(len(edges))
	s := &visibility{n: n, points: make([]geom.Vec2, n), concave: make([]bool, n), table: make([]uint8, n*n)}
	for i := range n {
		s.points[i] = c.points[c.org[edges[(i+shift)%n]]]
	}
	for i := range n {
		s.concave[i] = s.orient((i+n-1)%n, i, (i+1)%n) < 0
	}
	walker := visibilityWalker{cutMesh: c, visibility: s, shift: shift}
	for i := range n {
		if s.concave[i] {
			walker.fromCorner(i, edges[(i+shift)%n])
		}
	}
	for i := range n {
		if s.concave[i] {
			s.findCollinearVisible(i)
		}
	}
	return s
}

// visibilityWalker walks from one corner through the visible triangles of a loop. The
// triangles of a loop without holes form a tree, so there is at most one way to each.
type visibilityWalker struct {
	*cutMesh
	*visibility
	shift     int32
	viewpoint int32
}

// cornerOf returns the number of the corner that half-edge h leaves from.
func (v *visibilityWalker) cornerOf(h int32) int32 { return (v.corner[h] + v.n - v.shift) % v.n }

// fromCorner walks from corner i, where half-edge h leaves, through every triangle
// that the corner owns.
func (v *visibilityWalker) fromCorner(i, h int32) {
	v.viewpoint = i
	for {
		right, left := v.cornerOf(nextEdge(h)), v.cornerOf(prevEdge(h))
		v.set(i, right, visible)
		v.set(i, left, visible)
		v.acrossEdge(nextEdge(h), right, left)
		back := prevEdge(h)
		if v.border[back] {
			return
		}
		h = v.twin[back]
	}
}

// acrossEdge walks across half-edge h and marks the corners strictly between the rays
// to the corners right and left.
func (v *visibilityWalker) acrossEdge(h, right, left int32) {
	if v.border[h] {
		return
	}
	g := v.twin[h]
	far := v.cornerOf(prevEdge(g))
	r, l := v.visibility.orient(v.viewpoint, right, far), v.visibility.orient(v.viewpoint, left, far)
	switch {
	case r > 0 && l < 0:
		v.set(v.viewpoint, far, visible)
		v.acrossEdge(nextEdge(g), right, far)
		v.acrossEdge(prevEdge(g), far, left)
	case r <= 0:
		v.acrossEdge(prevEdge(g), right, left)
	default:
		v.acrossEdge(nextEdge(g), right, left)
	}
}

// findCollinearVisible finds the corners that corner i sees only along a line through other
// corners. The corners in between are concave or straight. From a straight corner the line
// continues along the corner's own edge.
func (s *visibility) findCollinearVisible(i int32) {
	var beyond []int32
	stack := s.appendVisible(nil, i)
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		before, after := (v+s.n-1)%s.n, (v+1)%s.n
		beyond = beyond[:0]
		switch {
		case s.concave[v]:
			beyond = s.appendVisible(beyond, v)
		case s.orient(before, v, after) == 0:
			beyond = append(beyond, before, after)
		}
		for _, w := range beyond {
			if w != i && s.at(i, w) == hidden && s.collinearBetween(i, v, w) {
				s.set(i, w, collinearVisible)
				stack = append(stack, w)
			}
		}
	}
}

// appendVisible appends the corners that corner i sees.
func (s *visibility) appendVisible(dst []int32, i int32) []int32 {
	for w := range s.n {
		if s.at(i, w) == visible {
			dst = append(dst, w)
		}
	}
	return dst
}

// collinearBetween reports whether the three lie on a line, v between i and w.
func (s *visibility) collinearBetween(i, v, w int32) bool {
	p, q, r := s.points[i], s.points[v], s.points[w]
	return s.orient(i, v, w) == 0 && comparePoints(p, q) == comparePoints(q, r)
}
