package shape

import "math"

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
		return max(c.Bound-c.Centre.Distance(ClosestPoint(c, c.Centre)), 0) / 4
	default:
		return 0
	}
}
