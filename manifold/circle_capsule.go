package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideCircleCapsule serves segments too: a segment with a skin is a capsule.
// There is never more than one point, and it keeps one name while the circle
// rolls from the side over the end, so that its impulse is not lost there.
func collideCircleCapsule(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	centre := pose.Unapply(a.A)
	d := segmentPoint(b.A, b.B, centre).Sub(centre) // from the circle to the core
	limit := a.Radius + b.Radius + speculative
	if d.LengthSquared() > float64(limit*limit) {
		dst.none(d.Length() - limit)
		return
	}
	normal, distance := d.Unit()
	if distance == 0 { // on the core: push out sideways, the shortest way
		normal, _ = b.B.Sub(b.A).Left().Unit()
		if normal == (geom.Vec2{}) {
			normal = concentric
		}
	}
	dst.one(pose.R.Apply(normal), a.A, distance, a.Radius, b.Radius, feature(wholeShape, 0, 0))
}

// segmentPoint returns the point of the segment from a to b that is closest to p.
func segmentPoint(a, b, p geom.Vec2) geom.Vec2 {
	e := b.Sub(a)
	along := p.Sub(a).Dot(e)
	if along <= 0 {
		return a
	}
	length := e.LengthSquared()
	if along >= length {
		return b
	}
	return a.MulAdd(along/length, e)
}
