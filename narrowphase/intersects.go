package narrowphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// Intersects reports whether two shapes overlap, b posed in a's frame. Shapes that touch count as
// overlapping. If the gap or the depth is within a few roundings of the coordinates, either result
// is possible.
func Intersects(a, b shape.Convex, pose *geom.Transform) bool {
	if hasHalfPlane(a, b) {
		return halfPlaneDistance(a, b, pose).Distance <= 0
	}
	var m minkowskiDifference
	m.init(a, b, pose)
	if skin := a.Radius + b.Radius; skin > 0 {
		return m.coresWithin(skin)
	}
	return m.coresOverlap()
}

// coresOverlap reports whether the difference of the cores contains the origin. A support point
// that falls short of the origin proves that it does not. For most separate pairs the first
// direction, between the centres of their bounding circles, gives such a point.
func (m *minkowskiDifference) coresOverlap() bool {
	var s simplex
	var w vertex
	d := m.centerDirection()
	for range maxIterations {
		m.supportInto(&w, d)
		if d.Dot(w.P) < 0 {
			return false
		}
		if s.contains(&w) {
			// The origin is on the border, to rounding, or the next direction was degenerate:
			// the distance decides.
			break
		}
		s.push(w)
		var inside bool
		if d, inside = s.next(); inside {
			return true
		}
	}
	return m.coresWithin(0)
}

// coresWithin reports whether the cores are at most a distance apart. It ends as soon as a
// lower or an upper bound of their distance decides.
func (m *minkowskiDifference) coresWithin(distance float64) bool {
	limit := distance + m.tolerance
	limit = float64(limit * limit)
	var s simplex
	var w vertex
	m.supportInto(&s.Vertices[0], m.centerDirection())
	s.Count = 1
	for range maxIterations {
		d, squared := s.toOrigin()
		if squared <= limit {
			return true
		}
		d, _ = d.Unit()
		m.supportInto(&w, d)
		if -d.Dot(w.P) > distance || s.contains(&w) {
			return false
		}
		if s.add(&w) {
			return true
		}
		if _, newSquared := s.toOrigin(); newSquared >= squared {
			return false
		}
	}
	return false
}
