package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideBoxes is the commonest pair. Everything happens in A's own axes.
func collideBoxes(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	turn := geom.Rot{C: a.B.X, S: a.B.Y}
	r := rectangles{
		a: a.A, b: b.A,
		d:           turn.Unapply(pose.Apply(b.Centre).Sub(a.Centre)),
		q:           turn.Unmul(pose.R.Mul(geom.Rot{C: b.B.X, S: b.B.Y})),
		ra:          a.Radius,
		rb:          b.Radius,
		speculative: speculative,
	}
	r.collide(dst)
	dst.place(a.Centre, turn)
}

// place moves a manifold out of a shape's own axes, which lie at centre with
// the given turn in the frame of its body.
func (m *Manifold) place(centre geom.Vec2, turn geom.Rot) {
	if m.Count == 0 {
		return
	}
	m.Normal = turn.Apply(m.Normal)
	for i := range m.Count {
		m.Points[i].Anchor = turn.Apply(m.Points[i].Anchor).Add(centre)
	}
}
