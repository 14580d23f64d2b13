package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideCircleCapsule serves segments too: a segment with a skin is a capsule. There is
// never more than one point, and its feature is always the same, so a circle that rolls
// from the side over the end keeps its impulse.
func collideCircleCapsule(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	center := pose.ApplyInverse(a.A)
	d := geom.ClosestOnSegment(b.A, b.B, center).Sub(center) // from the circle to the core
	limit := a.Radius + b.Radius + speculative
	if d.LengthSquared() > float64(limit*limit) {
		dst.setEmpty(d.Length() - limit)
		return
	}
	normal, distance := d.Unit()
	if distance == 0 { // on the core: push out sideways, the shortest way
		normal, _ = b.B.Sub(b.A).LeftPerp().Unit()
		if normal == (geom.Vec2{}) {
			normal = concentricNormal
		}
	}
	dst.setSinglePoint(pose.R.Apply(normal), a.A, distance, a.Radius, b.Radius, featureID(wholeShape, 0, 0))
}
