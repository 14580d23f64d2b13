package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// hasHalfPlane reports whether one of the shapes is a half-plane.
func hasHalfPlane(a, b shape.Convex) bool {
	return a.Kind == shape.KindHalfPlane || b.Kind == shape.KindHalfPlane
}

// halfPlaneDistance returns the signed distance of two shapes of which at least one is a
// half-plane: the height of the other's deepest point along its normal. That is exact for
// every shape.
//
// Two half-planes have the distance minus infinity, unless their normals are exactly
// opposite. Then the distance is the distance of their borders.
func halfPlaneDistance(a, b shape.Convex, pose *geom.Transform) Result {
	if a.Kind != shape.KindHalfPlane {
		n := pose.R.Apply(b.B) // outward normal of B, from B towards A
		p := a.Support(n.Neg())
		gap := n.Dot(p.Sub(pose.Apply(b.A)))
		return Result{Distance: gap, PointA: p, PointB: p.MulSub(gap, n), Normal: n.Neg(), Iterations: 1, Overlap: gap <= 0}
	}
	deepest, iterations := b.A, 0
	if b.Kind != shape.KindHalfPlane {
		deepest, iterations = b.Support(pose.R.ApplyInverse(a.B.Neg())), 1
	}
	p := pose.Apply(deepest)
	gap := a.B.Dot(p.Sub(a.A))
	r := Result{Distance: gap, PointA: p.MulSub(gap, a.B), PointB: p, Normal: a.B, Iterations: iterations, Overlap: gap <= 0}
	if b.Kind == shape.KindHalfPlane && pose.R.Apply(b.B) != a.B.Neg() {
		r.Distance, r.Overlap = math.Inf(-1), true
	}
	return r
}
