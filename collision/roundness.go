package collision

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// roundness tells on which of two bodies the point of contact stays behind as they turn,
// instead of going along. A surface with the radius of curvature c moves along the
// normal as if its centre of curvature were what touches: of the arm from the centre of
// mass to the surface only arm - c turns with the body. The solver takes all of the arm or
// none of it. All is off by c and none by |arm - c|, so none is better for arms
// between nothing and 2 c.
func roundness(s *manifold.Solid, m *manifold.Manifold, a, b shape.Convex, rel *geom.Transform) (f manifold.Flags) {
	p := &s.Points[0]
	if c := 2 * curve(a, m.Normal, m.Count); c > 0 {
		if arm := float32(p.AX*s.NormalX) + float32(p.AY*s.NormalY); arm > 0 && arm < float32(c) {
			f |= manifold.RoundA
		}
	}
	if c := 2 * curve(b, rel.R.Unapply(m.Normal).Neg(), m.Count); c > 0 {
		if arm := float32(p.BX*s.NormalX) + float32(p.BY*s.NormalY); arm < 0 && arm > -float32(c) {
			f |= manifold.RoundB
		}
	}
	return f
}

// bend is how far to both sides the curvature of a shape is looked at, as a tangent.
const bend = 1.0 / 64

// curve returns the radius of curvature where a shape with so many points of contact
// reaches farthest along a unit direction; of corners and flat sides that is the skin.
func curve(c shape.Convex, n geom.Vec2, points int) float64 {
	switch c.Kind {
	case shape.KindEllipse, shape.KindHalfEllipse, shape.KindSector, shape.KindCustom:
	default:
		return c.Radius
	}
	if points > 1 {
		return c.Radius
	}
	t := n.Right()
	behind, _ := c.CoreSupport(n.MulSub(bend, t))
	mid, _ := c.CoreSupport(n)
	ahead, _ := c.CoreSupport(n.MulAdd(bend, t))
	least := min(ahead.Sub(mid).Dot(t), mid.Sub(behind).Dot(t))
	return c.Radius + float64(max(0, least)/bend)
}
