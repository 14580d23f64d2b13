package shape

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// Thinness returns how far a shape can move, in any direction, before its
// bounding centre may have left it, in metres: the least distance from that
// centre to the border. Continuous collision treats slower bodies as unable to
// pass through anything.
func Thinness(c Convex) float64 {
	switch c.Kind {
	case KindCircle, KindCapsule, KindSegment:
		return c.Radius
	case KindBox:
		return min(c.A.X, c.A.Y) + c.Radius
	case KindEllipse:
		return min(c.A.X, c.A.Y) + c.Radius
	case KindPolygon:
		least := math.Inf(1)
		for i, n := range c.EdgeNormals() {
			least = min(least, n.Dot(c.Points()[i].Sub(c.Centre)))
		}
		return max(least, 0) + c.Radius
	case KindHalfEllipse, KindSector:
		return c.Radius // the centre lies on the border
	case KindCustom:
		return customThinness(c)
	default:
		return 0
	}
}

// customThinness looks in sixteen directions. Between two of them the border of
// a convex shape may come nearer by the cosine of half their angle, 2 per cent.
func customThinness(c Convex) float64 {
	least := math.Inf(1)
	for i := range 16 {
		d := geom.RotFromAngle(float64(i) * (math.Pi / 8)).X()
		p, _ := c.CoreSupport(d)
		least = min(least, d.Dot(p.Sub(c.Centre)))
	}
	return float64(0.98*max(least, 0)) + c.Radius
}
