package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideCapsuleBox serves segments too.
func collideCapsuleBox(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	la := lineOf(a)
	r := rectangles{
		a:           geom.Vec2{X: la.half},
		b:           b.A,
		d:           la.turn.Unapply(pose.Apply(b.Centre).Sub(la.centre)),
		q:           la.turn.Unmul(pose.R.Mul(geom.Rot{C: b.B.X, S: b.B.Y})),
		ra:          a.Radius,
		rb:          b.Radius,
		speculative: speculative,
	}
	r.collide(dst)
	dst.place(la.centre, la.turn)
}
