package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// simplex is one to three vertices of the difference, the newest last. It has the two operations of
// the algorithm of Gilbert, Johnson and Keerthi (1988). The operation next decides whether the
// difference contains the origin. The operation add searches the part of the difference that is
// nearest to the origin.
type simplex struct {
	Vertices [3]vertex
	Count    int
}

// push appends the newest vertex.
func (s *simplex) push(v vertex) {
	s.Vertices[s.Count] = v
	s.Count++
}

// next drops the vertices that are no longer needed and returns the direction from the remaining
// ones to the origin. Inside means that the simplex contains the origin in its interior or on its
// border. The newest vertex must have passed the origin along its direction.
//
// The direction from a line AB to the origin O is (AB x AO) x AB. Its length has no
// meaning.
func (s *simplex) next() (d geom.Vec2, inside bool) {
	switch s.Count {
	case 1:
		p := s.Vertices[0].P
		return p.Neg(), p == (geom.Vec2{})
	case 2:
		return s.lineDirection()
	}
	// The newest vertex A passed the origin, so the origin is not beyond BC: it is
	// beyond AB, beyond AC, or inside.
	a, b, c := s.Vertices[2].P, s.Vertices[1].P, s.Vertices[0].P
	ab, ac := b.Sub(a), c.Sub(a)
	orientation := ab.Cross(ac)
	outAC := ac.Cross(a) // > 0: the origin is to the right of AC
	outAB := ab.Cross(a)
	if orientation < 0 {
		outAC, outAB = -outAC, -outAB
	}
	// With C to the left of AB, the outside of AB is to its right and the outside
	// of AC to its left.
	switch {
	case outAC < 0 && orientation != 0:
		s.Vertices[1] = s.Vertices[2]
	case outAB > 0 || orientation == 0: // to a line the oldest vertex adds nothing
		s.Vertices[0], s.Vertices[1] = s.Vertices[1], s.Vertices[2]
	default:
		return geom.Vec2{}, true
	}
	s.Count = 2
	return s.lineDirection()
}

// lineDirection returns the direction from the line through the first two vertices to the
// origin. An origin on that line is inside if it is between the two. If it is not, the
// direction is the normal of the line.
func (s *simplex) lineDirection() (d geom.Vec2, inside bool) {
	b, a := s.Vertices[0].P, s.Vertices[1].P
	ab, ao := b.Sub(a), a.Neg()
	z := ab.Cross(ao)
	if z == 0 {
		if a.Dot(b) <= 0 {
			return geom.Vec2{}, true
		}
		return ab.LeftPerp(), false
	}
	// (0, 0, z) x AB
	return geom.Vec2{X: -float64(z * ab.Y), Y: float64(z * ab.X)}, false
}

// add puts w into a simplex of one or two vertices and keeps the vertex or edge that is
// nearest to the origin, or reports that the triangle contains the origin. With two
// vertices the origin must project between them, and w must be on the origin's side of
// their line, as in a search for the distance.
//
// Each test is for the side of the origin against an edge through w. Its rounding is
// relative to the ends of that edge and not to the area of the triangle, so a tiny
// triangle far from the origin is not mistaken for one that contains it.
func (s *simplex) add(w *vertex) (inside bool) {
	if s.Count == 1 {
		s.Vertices[1] = *w
		s.Count = 2
		s.reduceEdge()
		return false
	}
	a, b := &s.Vertices[0], &s.Vertices[1]
	outA, outB := a.P.Cross(w.P), w.P.Cross(b.P)
	if a.P.Cross(b.P.Sub(a.P)) < 0 {
		outA, outB = -outA, -outB
	}
	if outA <= 0 && outB <= 0 {
		s.Vertices[2] = *w
		s.Count = 3
		return true
	}
	if outA > 0 && originProjectsBetween(a.P, w.P) {
		s.Vertices[1] = *w
		return false
	}
	if outB > 0 && originProjectsBetween(b.P, w.P) {
		s.Vertices[0] = *w
		return false
	}
	s.Vertices[0] = *w
	s.Count = 1
	return false
}

// originProjectsBetween reports whether the origin projects between a and w, so that neither
// end of that segment is its nearest point. It is false when the two differ by rounding
// only.
func originProjectsBetween(a, w geom.Vec2) bool {
	e := w.Sub(a)
	return a.Dot(e) < 0 && w.Dot(e) > 0
}

// reduceEdge reduces an edge to an end when that end is the nearest point.
func (s *simplex) reduceEdge() {
	a, b := s.Vertices[0].P, s.Vertices[1].P
	e := b.Sub(a)
	switch {
	case !(b.Dot(e) > 0): // beyond b
		s.Vertices[0] = s.Vertices[1]
		s.Count = 1
	case a.Dot(e) >= 0: // before a
		s.Count = 1
	}
}

// toOrigin returns the direction from the nearest point of a reduced simplex to the
// origin, not of unit length, and the square of the distance.
func (s *simplex) toOrigin() (d geom.Vec2, squared float64) {
	a := s.Vertices[0].P
	if s.Count == 1 {
		return a.Neg(), a.LengthSquared()
	}
	e := s.Vertices[1].P.Sub(a)
	z := a.Cross(e)
	d = e.LeftPerp()
	if z < 0 {
		d = e.RightPerp()
	}
	return d, float64(z / e.LengthSquared() * z)
}

// contains reports whether the simplex has a vertex with the same support points.
func (s *simplex) contains(w *vertex) bool {
	for i := range s.Count {
		if v := &s.Vertices[i]; v.A == w.A && v.B == w.B {
			return true
		}
	}
	return false
}

// closestPoints returns the points of A and B whose difference is the point of a reduced simplex
// nearest to the origin. It also returns the distance and the unit direction from A to B, which is
// zero only if the distance is zero.
func (s *simplex) closestPoints() (onA, onB, normal geom.Vec2, distance float64) {
	a := &s.Vertices[0]
	if s.Count == 1 {
		n, l := a.P.Neg().Unit()
		return a.A, a.B, n, l
	}
	b := &s.Vertices[1]
	e := b.P.Sub(a.P)
	t := clamp(-a.P.Dot(e)/e.LengthSquared(), 0, 1)
	onA, onB = a.A.Lerp(b.A, t), a.B.Lerp(b.B, t)
	// The normal of a long edge is more precise than the direction of a short vector to the origin.
	// The direction of a long vector is more precise than the normal of a short edge.
	across, length := e.Unit()
	z := a.P.Cross(across)
	if math.Abs(z) > length {
		n, l := a.P.Lerp(b.P, t).Neg().Unit()
		return onA, onB, n, l
	}
	if z < 0 {
		return onA, onB, across.RightPerp(), -z
	}
	return onA, onB, across.LeftPerp(), z
}

func clamp(x, low, high float64) float64 { return max(low, min(high, x)) }
