package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideCapsules serves segments too: a segment with a skin is a capsule. Two
// capsules are two rectangles without height.
func collideCapsules(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	la, lb := lineOf(a), lineOf(b)
	r := rectangles{
		a:           geom.Vec2{X: la.half},
		b:           geom.Vec2{X: lb.half},
		d:           la.turn.Unapply(pose.Apply(lb.centre).Sub(la.centre)),
		q:           la.turn.Unmul(pose.R.Mul(lb.turn)),
		ra:          a.Radius,
		rb:          b.Radius,
		speculative: speculative,
	}
	r.collide(dst)
	dst.place(la.centre, la.turn)
}

// line is the core of a capsule as middle, half length and direction.
type line struct {
	centre geom.Vec2
	half   float64
	turn   geom.Rot
}

// lineOf measures the core of a capsule or segment; one that has shrunk to a
// point lies along X.
func lineOf(c shape.Convex) line {
	direction, length := c.B.Sub(c.A).Unit()
	if length == 0 {
		direction = geom.Vec2{X: 1}
	}
	return line{
		centre: c.A.Add(c.B).Mul(0.5),
		half:   0.5 * length,
		turn:   geom.Rot{C: direction.X, S: direction.Y},
	}
}
