package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideCircleBox clamps the centre to the box, in the box's own axes. The point has the
// same feature all around the box, so a rolling ball keeps its impulse.
func collideCircleBox(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	rot := b.Rotation()
	p := rot.ApplyInverse(pose.ApplyInverse(a.A).Sub(b.Center))
	limit := a.Radius + b.Radius + speculative
	ex, ey := math.Abs(p.X)-b.A.X, math.Abs(p.Y)-b.A.Y
	if ex > limit || ey > limit {
		dst.setEmpty(max(ex, ey) - limit)
		return
	}
	var normal geom.Vec2 // out of the box
	var distance float64
	switch {
	case ex > 0 && ey > 0:
		normal, distance = geom.Vec2{X: ex, Y: ey}.Unit()
		if distance > limit {
			dst.setEmpty(distance - limit)
			return
		}
		normal = geom.Vec2{X: math.Copysign(normal.X, p.X), Y: math.Copysign(normal.Y, p.Y)}
	case ex >= ey: // beside a face, or inside and nearest to it
		normal, distance = geom.Vec2{X: math.Copysign(1, p.X)}, ex
	default:
		normal, distance = geom.Vec2{Y: math.Copysign(1, p.Y)}, ey
	}
	toward := pose.R.Apply(rot.Apply(normal)).Neg()
	dst.setSinglePoint(toward, a.A, distance, a.Radius, b.Radius, featureID(wholeShape, 0, 0))
}
