package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// concentric is the normal of two circles with one centre, where any would do.
var concentric = geom.Vec2{X: 0, Y: 1}

// collideCircles compares the distance of the centres with the radii.
func collideCircles(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	d := pose.Apply(b.A).Sub(a.A)
	limit := a.Radius + b.Radius + speculative
	if d.LengthSquared() > float64(limit*limit) {
		dst.none(d.Length() - limit)
		return
	}
	normal, distance := d.Unit()
	if distance == 0 {
		normal = concentric
	}
	dst.one(normal, a.A, distance, a.Radius, b.Radius, feature(wholeShape, 0, 0))
}
