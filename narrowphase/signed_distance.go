package narrowphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// SignedDistance returns the distance of two separate shapes, or minus the penetration depth of two
// overlapping shapes. The depth is the length of the shortest translation of B, along Normal, that
// leaves them touching. There are witness points and a normal in both cases. The cache may be nil.
func SignedDistance(a, b shape.Convex, pose *geom.Transform, cache *Cache) Result {
	var r Result
	signedDistance(&r, a, b, pose, cache, true)
	return r
}

// Point is the shape of a point at the origin. Nothing writes to it. A geometry made for one query
// would be moved to the heap.
var Point = shape.Convex{Geometry: &shape.Geometry{Kind: shape.KindCircle}, Arena: new(shape.Arena)}

// SignedDistanceUpTo writes the signed distance of two shapes if it is no more than limit.
// Otherwise ok is false, dst holds no result, and the distance exceeds limit by at least gap. Most
// pairs beyond the limit end at the first support point. The gap is then measured between the
// shapes' projections on the line through the centres of their bounding circles.
func SignedDistanceUpTo(dst *Result, a, b shape.Convex, pose *geom.Transform, limit float64) (gap float64, ok bool) {
	if hasHalfPlane(a, b) {
		*dst = halfPlaneDistance(a, b, pose)
	} else {
		var first vertex
		if n, length := BetweenCenters(a, b, pose).Unit(); length > 0 {
			first.setSupport(a, b, pose, n)
			if gap = first.P.Neg().Dot(n) - (limit + (a.Radius + b.Radius)); gap > 0 {
				return gap, false
			}
		} else {
			first.setSupport(a, b, pose, geom.Vec2{X: 1})
		}
		signedDistanceFrom(dst, &first, a, b, pose)
	}
	return max(dst.Distance-limit, 0), dst.Distance <= limit
}

// signedDistanceFrom is signedDistance without a cache, starting from a support point.
func signedDistanceFrom(dst *Result, first *vertex, a, b shape.Convex, pose *geom.Transform) {
	var m minkowskiDifference
	m.init(a, b, pose)
	s := simplex{Count: 1}
	s.Vertices[0] = *first
	if overlap, iterations := m.nearestSimplex(&s); overlap {
		m.overlapResult(dst, iterations)
	} else {
		m.separatedResult(dst, &s, iterations)
	}
}

// signedDistance writes the signed distance of two shapes. Without wantDepth, cores that overlap
// have one common point and neither a depth nor a normal.
func signedDistance(dst *Result, a, b shape.Convex, pose *geom.Transform, cache *Cache, wantDepth bool) {
	if hasHalfPlane(a, b) {
		*dst = halfPlaneDistance(a, b, pose)
		return
	}
	var m minkowskiDifference
	m.init(a, b, pose)
	var s simplex
	switch overlap, iterations := m.searchNearest(&s, cache); {
	case !overlap:
		m.separatedResult(dst, &s, iterations)
	case wantDepth:
		m.overlapResult(dst, iterations)
	default:
		p := s.commonPoint()
		*dst = Result{PointA: p, PointB: p, Iterations: iterations, Overlap: true}
	}
}

// Penetration returns the penetration depth (positive, m) of two shapes in Distance, with its
// normal and witness points, or reports that they do not overlap. EPA finds the depth of
// overlapping cores.
func Penetration(a, b shape.Convex, pose *geom.Transform) (r Result, ok bool) {
	signedDistance(&r, a, b, pose, nil, true)
	if !r.Overlap {
		return Result{Iterations: r.Iterations}, false
	}
	r.Distance = -r.Distance
	return r, true
}

// overlapResult writes the result for cores that overlap.
func (m *minkowskiDifference) overlapResult(dst *Result, iterations int) {
	e := m.expand()
	m.resultFromEdge(dst, &e, iterations)
}

// resultFromEdge writes the result for cores whose nearest edge of the difference is known,
// with the origin on either side of it.
func (m *minkowskiDifference) resultFromEdge(dst *Result, e *nearestEdge, iterations int) {
	onA, onB := e.witnessPoints()
	dst.Iterations = iterations + e.iterations
	dst.addSkins(m.a, m.b, onA, onB, e.normal, -e.depth)
}

// witnessPoints returns the two support points whose difference is the point of the
// edge nearest to the origin.
func (e *nearestEdge) witnessPoints() (onA, onB geom.Vec2) {
	edge := e.to.P.Sub(e.from.P)
	squared := edge.LengthSquared()
	if squared == 0 {
		return e.from.A, e.from.B
	}
	t := clamp(-e.from.P.Dot(edge)/squared, 0, 1)
	return e.from.A.Lerp(e.to.A, t), e.from.B.Lerp(e.to.B, t)
}
