package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideCapsuleBox serves segments too.
func collideCapsuleBox(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	la := lineOf(a)
	axes := geom.Transform{
		P: la.turn.ApplyInverse(pose.Apply(b.Center).Sub(a.Center)),
		R: la.turn.InverseMul(pose.R.Mul(b.Rotation())),
	}
	collideRectangles(dst, la.half, b.A, axes, margins{a.Radius, b.Radius, speculative},
		geom.Transform{P: a.Center, R: la.turn})
}
