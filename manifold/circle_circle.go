package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// concentricNormal is the normal of two circles with one centre; any would be right.
var concentricNormal = geom.Vec2{X: 0, Y: 1}

// collideCircles compares the distance of the centres with the sum of the radii.
func collideCircles(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	d := pose.Apply(b.A).Sub(a.A)
	limit := a.Radius + b.Radius + speculative
	if d.LengthSquared() > float64(limit*limit) {
		dst.setEmpty(d.Length() - limit)
		return
	}
	normal, distance := d.Unit()
	if distance == 0 {
		normal = concentricNormal
	}
	dst.setSinglePoint(normal, a.A, distance, a.Radius, b.Radius, featureID(wholeShape, 0, 0))
}
