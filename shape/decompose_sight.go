package shape

import "github.com/carom2d/carom/geom"

// How two corners of a loop may be joined.
const (
	hidden = iota
	grazed // the segment lies in the region but passes through other corners
	seen   // it meets the border at its ends only, so it can be a cut
)

// sights is the table of what the concave corners of a loop see.
type sights struct {
	n       int32
	points  []geom.Vec2
	concave []bool
	see     []uint8 // n by n
}

func (s *sights) at(i, j int32) uint8 { return s.see[i*s.n+j] }

func (s *sights) set(i, j int32, how uint8) {
	s.see[i*s.n+j], s.see[j*s.n+i] = how, how
}

func (s *sights) orient(i, j, k int32) float64 {
	return geom.Orient(s.points[i], s.points[j], s.points[k])
}

// newSights looks around from every concave corner of loop l of c, whose corners
// are counted from the corner shift on.
func newSights(c *cutting, l, shift int32) *sights {
	edges := c.loops[l]
	n := int32(len(edges))
	s := &sights{n: n, points: make([]geom.Vec2, n), concave: make([]bool, n), see: make([]uint8, n*n)}
	for i := range n {
		s.points[i] = c.points[c.org[edges[(i+shift)%n]]]
	}
	for i := range n {
		s.concave[i] = s.orient((i+n-1)%n, i, (i+1)%n) < 0
	}
	look := lookout{cutting: c, sights: s, shift: shift}
	for i := range n {
		if s.concave[i] {
			look.around(i, edges[(i+shift)%n])
		}
	}
	for i := range n {
		if s.concave[i] {
			s.graze(i)
		}
	}
	return s
}

// lookout sees from one corner through the triangles of a loop. Cut open, these
// form a tree, so each is reached one way at most.
type lookout struct {
	*cutting
	*sights
	shift int32
	eye   int32
}

// cornerOf returns the number of the corner that half-edge h leaves from.
func (v *lookout) cornerOf(h int32) int32 { return (v.corner[h] + v.n - v.shift) % v.n }

// around looks from corner i, where half-edge h leaves, through every triangle
// that the corner owns.
func (v *lookout) around(i, h int32) {
	v.eye = i
	for {
		right, left := v.cornerOf(nextEdge(h)), v.cornerOf(prevEdge(h))
		v.set(i, right, seen)
		v.set(i, left, seen)
		v.through(nextEdge(h), right, left)
		back := prevEdge(h)
		if v.border[back] {
			return
		}
		h = v.twin[back]
	}
}

// through looks across half-edge h at what lies strictly between the rays to the
// corners right and left.
func (v *lookout) through(h, right, left int32) {
	if v.border[h] {
		return
	}
	g := v.twin[h]
	far := v.cornerOf(prevEdge(g))
	r, l := v.sights.orient(v.eye, right, far), v.sights.orient(v.eye, left, far)
	switch {
	case r > 0 && l < 0:
		v.set(v.eye, far, seen)
		v.through(nextEdge(g), right, far)
		v.through(prevEdge(g), far, left)
	case r <= 0:
		v.through(prevEdge(g), right, left)
	default:
		v.through(nextEdge(g), right, left)
	}
}

// graze finds the corners that corner i sees only along a line through other
// corners. Those are concave or straight, and from a straight one the line goes
// on along its own edge.
func (s *sights) graze(i int32) {
	var open []int32
	for v := range s.n {
		if s.at(i, v) == seen {
			open = append(open, v)
		}
	}
	try := func(v, w int32) {
		if w != i && s.at(i, w) == hidden && s.beyond(i, v, w) {
			s.set(i, w, grazed)
			open = append(open, w)
		}
	}
	for len(open) > 0 {
		v := open[len(open)-1]
		open = open[:len(open)-1]
		before, after := (v+s.n-1)%s.n, (v+1)%s.n
		switch {
		case s.concave[v]:
			for w := range s.n {
				if s.at(v, w) == seen {
					try(v, w)
				}
			}
		case s.orient(before, v, after) == 0:
			try(v, before)
			try(v, after)
		}
	}
}

// beyond reports whether the three lie on a line, v between i and w.
func (s *sights) beyond(i, v, w int32) bool {
	p, q, r := s.points[i], s.points[v], s.points[w]
	return s.orient(i, v, w) == 0 && comparePoints(p, q) == comparePoints(q, r)
}
