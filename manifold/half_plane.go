package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideHalfPlane needs no search: the normal is the plane's normal, and the points belong to the
// other shape's deepest feature. Shape a is of any kind up to the half-plane itself.
func collideHalfPlane(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	normal := pose.R.Apply(b.B)
	origin := pose.Apply(b.A)
	dst.setEmpty(0)
	if height, limit := a.Center.Sub(origin).Dot(normal), a.BoundingRadius+speculative; height > limit {
		dst.SeparationBound = height - limit
		return // the bounding circle of the plane covers the world and culls nothing
	}
	if a.Kind == shape.KindChainSegment && a.B.Sub(a.A).RightPerp().Dot(normal) >= 0 {
		return // the open side of the chain faces away
	}
	f := a.CoreFeature(normal.Neg())
	dst.Normal = normal.Neg()
	dst.addHalfPlanePoint(f.A, origin, a.Radius, speculative, f.IA)
	if !f.Point {
		dst.addHalfPlanePoint(f.B, origin, a.Radius, speculative, f.IB)
	}
}

// addHalfPlanePoint appends a core vertex if it is no more than speculative away.
func (m *Manifold) addHalfPlanePoint(v, origin geom.Vec2, radius, speculative float64, index uint32) {
	height := origin.Sub(v).Dot(m.Normal)
	if height-radius > speculative {
		return
	}
	m.Points[m.Count] = Point{
		Anchor:     v.MulAdd(0.5*(height+radius), m.Normal),
		Separation: height - radius,
		Feature:    featureID(vertexFace, index, 0),
	}
	m.Count++
}

// collideHalfPlaneRound is collideHalfPlane for the kinds that follow the half-plane in the
// order of kinds.
func collideHalfPlaneRound(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	inverse := pose.Inverse()
	collideHalfPlane(dst, b, a, &inverse, speculative)
	dst.Flip(pose)
}
