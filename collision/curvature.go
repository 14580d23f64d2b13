package collision

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// curvatureFlags returns which of two bodies have a surface so curved that the arm of the
// contact had better not rotate with the body.
//
// A surface with the radius of curvature c moves along the normal like the centre of its
// curvature: of the arm from the centre of mass to the surface, only arm - c rotates with
// the body. The solver can rotate all of the arm, which is off by c, or none of it, which
// is off by |arm - c|. So none is better for arms between zero and 2 c.
func curvatureFlags(s *state.SolverContact, m *manifold.Manifold, a, b shape.Convex, rel *geom.Transform) (f state.ContactFlags) {
	p := &s.Points[0]
	ca, cb := a.Radius, b.Radius
	if hasCurvedCore(a.Kind, m.Count) {
		ca = radiusOfCurvature(a, m.Normal)
	}
	if hasCurvedCore(b.Kind, m.Count) {
		cb = radiusOfCurvature(b, rel.R.ApplyInverse(m.Normal).Neg())
	}
	if arm := float32(p.AX*s.NormalX) + float32(p.AY*s.NormalY); arm > 0 && arm < float32(2*ca) {
		f |= state.ContactCurvedA
	}
	if arm := float32(p.BX*s.NormalX) + float32(p.BY*s.NormalY); arm < 0 && arm > -float32(2*cb) {
		f |= state.ContactCurvedB
	}
	return f
}

// hasCurvedCore reports whether the core of a shape of some kind may be curved where it has
// that many points of contact. Corners and flat sides have the radius of curvature of
// their skin.
func hasCurvedCore(k shape.Kind, pointCount int) bool {
	switch k {
	case shape.KindEllipse, shape.KindHalfEllipse, shape.KindSector, shape.KindCustom:
		return pointCount == 1
	}
	return false
}

// probeAngle is how far to both sides radiusOfCurvature probes, as a tangent.
const probeAngle = 1.0 / 64

// radiusOfCurvature returns the radius of curvature of a shape at its support point along a
// unit direction.
func radiusOfCurvature(c shape.Convex, n geom.Vec2) float64 {
	t := n.RightPerp()
	before, _ := c.CoreSupport(n.MulSub(probeAngle, t))
	mid, _ := c.CoreSupport(n)
	after, _ := c.CoreSupport(n.MulAdd(probeAngle, t))
	minChord := min(after.Sub(mid).Dot(t), mid.Sub(before).Dot(t))
	return c.Radius + float64(max(0, minChord)/probeAngle)
}
