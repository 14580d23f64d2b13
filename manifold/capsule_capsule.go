package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideCapsules serves segments too: a segment with a skin is a capsule. Two
// capsules are two rectangles without height.
func collideCapsules(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	coreA, coreB := flatCoreOf(a), flatCoreOf(b)
	axes := geom.Transform{
		P: coreA.rot.ApplyInverse(pose.Apply(b.Center).Sub(a.Center)),
		R: coreA.rot.InverseMul(pose.R.Mul(coreB.rot)),
	}
	collideRectangles(dst, coreA.halfExtents, coreB.halfExtents, axes, margins{a.Radius, b.Radius, speculative},
		geom.Transform{P: a.Center, R: coreA.rot})
}

// flatCore is the core of a capsule as a rectangle without height.
type flatCore struct {
	halfExtents geom.Vec2
	rot         geom.Rot
}

// flatCoreOf measures the core of a capsule or segment. A core that is a point has the
// direction of X.
func flatCoreOf(c shape.Convex) flatCore {
	direction, length := c.B.Sub(c.A).Unit()
	if length == 0 {
		direction = geom.Vec2{X: 1}
	}
	return flatCore{geom.Vec2{X: float64(0.5 * length)}, geom.Rot{C: direction.X, S: direction.Y}}
}
