package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// maxIterations bounds the search for the nearest point. Each step at least halves the
// range of directions that contains the answer, or drops a vertex of polygonal cores. So
// round cores need about half the 53 bits of a float64, and a polygon of 65535 vertices
// about twenty steps.
const maxIterations = 64

// nearestSimplex runs the algorithm of Gilbert, Johnson and Keerthi (GJK): from a simplex
// of one vertex or one reduced edge it searches the part of the difference that is nearest
// to the origin. It reports whether the cores overlap or touch: the origin is inside the
// difference or within its rounding.
func (m *minkowskiDifference) nearestSimplex(s *simplex) (overlap bool, iterations int) {
	if m.polygonal() {
		return m.nearestPolygonal(s)
	}
	return m.nearestRound(s)
}

// nearestPolygonal ends when the support point is in the simplex already or is no nearer. It
// terminates because polygons have finitely many support points and each step comes nearer.
func (m *minkowskiDifference) nearestPolygonal(s *simplex) (overlap bool, iterations int) {
	var w vertex
	tolerance2 := float64(m.tolerance * m.tolerance)
	d, squared := s.toOrigin()
	for iterations = 1; iterations <= maxIterations; iterations++ {
		if squared <= tolerance2 {
			return true, iterations
		}
		m.supportInto(&w, d)
		progress := d.Dot(w.P.Sub(s.Vertices[0].P))
		if progress <= 0 || float64(progress*progress) <= float64(tolerance2*d.LengthSquared()) || s.contains(&w) {
			return false, iterations
		}
		previous, oldSquared := *s, squared
		if s.add(&w) {
			return true, iterations
		}
		if d, squared = s.toOrigin(); squared >= oldSquared {
			// Rounding only: no vertex is nearer than before.
			*s = previous
			return false, iterations
		}
	}
	return false, maxIterations
}

// nearestRound narrows the range of directions from both sides by two methods in turn. The
// normal of the edge between two support points halves the range on a curve, and finds a
// flat side at once. The secant estimates the direction in which the support point lies
// straight ahead, and finds the point of a curve at once.
//
// The distance of the simplex from the origin is an upper bound of the answer, and the
// distance of a support point along its direction is a lower bound. The search ends when
// the two agree.
func (m *minkowskiDifference) nearestRound(s *simplex) (overlap bool, iterations int) {
	var w vertex
	for iterations = 1; iterations <= maxIterations; iterations++ {
		d, squared := s.toOrigin()
		if squared <= float64(m.tolerance*m.tolerance) {
			return true, iterations
		}
		d, _ = d.Unit()
		usedSecant := false
		if iterations%2 == 0 && s.Count == 2 {
			d, usedSecant = secant(&s.Vertices[0], &s.Vertices[1], d)
		}
		m.lastDirection = d
		m.supportInto(&w, d)
		previous := *s
		if s.add(&w) {
			return true, iterations
		}
		if _, newSquared := s.toOrigin(); newSquared >= squared {
			*s = previous
			if !usedSecant {
				return false, iterations
			}
			continue
		} else if excess := m.tolerance - d.Dot(w.P); excess > 0 && float64(excess*excess) >= newSquared {
			return false, iterations
		}
	}
	return false, maxIterations
}

// secant estimates the direction, between a's and b's, whose support point lies straight
// ahead. There the support point's component to the left of the direction is zero, and it
// has opposite signs at a and b if the answer is between them. Otherwise secant returns
// the fallback.
func secant(a, b *vertex, fallback geom.Vec2) (d geom.Vec2, ok bool) {
	slopeA, slopeB := a.P.Dot(a.D.LeftPerp()), b.P.Dot(b.D.LeftPerp())
	if float64(slopeA*slopeB) < 0 && a.D.Dot(b.D) > 0 {
		if d, length := a.D.Mul(math.Abs(slopeB)).MulAdd(math.Abs(slopeA), b.D).Unit(); length > 0 {
			return d, true
		}
	}
	return fallback, false
}
