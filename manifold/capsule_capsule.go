package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideCapsules serves segments too: a segment with a skin is a capsule. Two
// capsules are two rectangles without height.
func collideCapsules(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	la, lb := lineOf(a), lineOf(b)
	axes := geom.Transform{
		P: la.turn.ApplyInverse(pose.Apply(b.Center).Sub(a.Center)),
		R: la.turn.InverseMul(pose.R.Mul(lb.turn)),
	}
	collideRectangles(dst, la.half, lb.half, axes, margins{a.Radius, b.Radius, speculative},
		geom.Transform{P: a.Center, R: la.turn})
}

// line is the core of a capsule as a rectangle without height.
type line struct {
	half geom.Vec2
	turn geom.Rot
}

// lineOf measures the core of a capsule or segment; one that has shrunk to a
// point lies along X.
func lineOf(c shape.Convex) line {
	direction, length := c.B.Sub(c.A).Unit()
	if length == 0 {
		direction = geom.Vec2{X: 1}
	}
	return line{geom.Vec2{X: float64(0.5 * length)}, geom.Rot{C: direction.X, S: direction.Y}}
}
