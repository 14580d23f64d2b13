package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideCapsuleBox serves segments too.
func collideCapsuleBox(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	coreA := flatCoreOf(a)
	axes := geom.Transform{
		P: coreA.rot.ApplyInverse(pose.Apply(b.Center).Sub(a.Center)),
		R: coreA.rot.InverseMul(pose.R.Mul(b.Rotation())),
	}
	collideRectangles(dst, coreA.halfExtents, b.A, axes, margins{a.Radius, b.Radius, speculative},
		geom.Transform{P: a.Center, R: coreA.rot})
}
