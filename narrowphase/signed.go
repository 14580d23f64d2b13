package narrowphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// SignedDistance returns the distance of two shapes that are apart, and minus the
// penetration depth of two that overlap: the length of the shortest translation of
// B, along Normal, that leaves them touching. Witness points and normal go with
// either. The cache may be nil.
func SignedDistance(a, b shape.Convex, pose *geom.Transform, cache *Cache) Result {
	if unbounded(a, b) {
		return planeDistance(a, b, pose)
	}
	m := newDifference(a, b, pose)
	var s Simplex
	overlap, iterations := m.search(&s, cache)
	if !overlap {
		return m.apart(&s, iterations)
	}
	return m.overlapping(iterations)
}

// Penetration returns the penetration depth (positive, m) of two shapes in
// Distance, with its normal and witness points, or reports that they do not
// overlap.
func Penetration(a, b shape.Convex, pose *geom.Transform) (r Result, ok bool) {
	r = SignedDistance(a, b, pose, nil)
	if !r.Overlap {
		return Result{Iterations: r.Iterations}, false
	}
	r.Distance = -r.Distance
	return r, true
}

// overlapping returns the result for cores that overlap.
func (m *difference) overlapping(iterations int) Result {
	e := m.expand()
	return m.between(&e, iterations)
}

// between returns the result for cores whose nearest edge of the difference is
// known, whichever side of it the origin is on.
func (m *difference) between(e *depth, iterations int) Result {
	onA, onB := e.witness()
	return m.result(onA, onB, e.normal, -e.depth, iterations+e.iterations)
}

// witness returns the two support points whose difference is the point of the
// edge nearest to the origin.
func (e *depth) witness() (onA, onB geom.Vec2) {
	edge := e.to.P.Sub(e.from.P)
	squared := edge.LengthSquared()
	if squared == 0 {
		return e.from.A, e.from.B
	}
	t := clamp(-e.from.P.Dot(edge)/squared, 0, 1)
	return e.from.A.Lerp(e.to.A, t), e.from.B.Lerp(e.to.B, t)
}
