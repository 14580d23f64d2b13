package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideBoxes is the most frequent pair. It works in A's own axes.
func collideBoxes(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	rot := a.Rotation()
	axes := geom.Transform{
		P: rot.ApplyInverse(pose.Apply(b.Center).Sub(a.Center)),
		R: rot.InverseMul(pose.R.Mul(b.Rotation())),
	}
	collideRectangles(dst, a.A, b.A, axes, margins{a.Radius, b.Radius, speculative},
		geom.Transform{P: a.Center, R: rot})
}
