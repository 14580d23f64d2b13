package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideBoxes is the commonest pair. Everything happens in A's own axes.
func collideBoxes(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	turn := a.Turn()
	axes := geom.Transform{
		P: turn.Unapply(pose.Apply(b.Centre).Sub(a.Centre)),
		R: turn.Unmul(pose.R.Mul(b.Turn())),
	}
	collideRectangles(dst, a.A, b.A, axes, margins{a.Radius, b.Radius, speculative},
		geom.Transform{P: a.Centre, R: turn})
}
