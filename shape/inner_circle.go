package shape

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// InnerRadius returns the radius of InnerCircle, in metres. A body that moves less than
// that in a step cannot pass through another one unnoticed.
func InnerRadius(c Convex) float64 {
	_, r := InnerCircle(c)
	return r
}

// InnerCircle returns a circle inside a shape, in the shape's frame and in metres. It is the
// largest circle if that has a closed form, and otherwise a circle of similar size. A half-plane
// and a segment without a skin have a radius of zero.
func InnerCircle(c Convex) (center geom.Vec2, radius float64) {
	switch c.Kind {
	case KindCircle, KindCapsule, KindSegment:
		return c.Center, c.Radius
	case KindBox, KindEllipse:
		return c.Center, min(c.A.X, c.A.Y) + c.Radius
	case KindPolygon:
		return polygonInnerCircle(c)
	case KindHalfEllipse:
		// About the point at half the height, an ellipse of half the size fits in the whole
		// one, because it is convex. So the border is at least half the shorter axis away.
		// The flat side is RY / 2 away.
		return c.Center.MulAdd(0.5*c.A.Y, c.Rotation().Y()), float64(0.5*min(c.A.X, c.A.Y)) + c.Radius
	case KindSector:
		// At distance d from the apex the sides are d sin(h) away and the arc R - d.
		sin, _ := geom.SinCos(min(c.A.Y, math.Pi/2))
		d := c.A.X / (1 + sin)
		return c.Center.MulAdd(d, c.Rotation().X()), float64(d*sin) + c.Radius
	case KindCustom:
		return customInnerCircle(c)
	default:
		return c.Center, 0
	}
}

// polygonInnerCircle takes the centre of the bounding circle or the mean of the
// vertices, whichever is farther inside. The first lies on the longest side of an
// obtuse triangle, the second near a side with many vertices.
func polygonInnerCircle(c Convex) (geom.Vec2, float64) {
	var sum geom.Vec2
	points := c.Points()
	for _, p := range points {
		sum = sum.Add(p.Sub(c.Center))
	}
	mean := c.Center.MulAdd(1/float64(len(points)), sum)
	atCenter, atMean := math.Inf(1), math.Inf(1)
	for i, n := range c.EdgeNormals() {
		atCenter = min(atCenter, n.Dot(points[i].Sub(c.Center)))
		atMean = min(atMean, n.Dot(points[i].Sub(mean)))
	}
	if atCenter >= atMean {
		return c.Center, max(atCenter, 0) + c.Radius
	}
	return mean, max(atMean, 0) + c.Radius
}

// customInnerCircle is polygonInnerCircle for the polygon of the support points in sixteen
// directions, which lies inside the shape. It uses the centre of mass in place of the mean, because
// many directions share a corner.
func customInnerCircle(c Convex) (geom.Vec2, float64) {
	var points [16]geom.Vec2
	for i := range points {
		p, _ := c.CoreSupport(geom.RotFromAngle(float64(i) * (math.Pi / 8)).X())
		points[i] = p.Sub(c.Center)
	}
	middle := centroid(points[:])
	atCenter, atMiddle := math.Inf(1), math.Inf(1)
	for i, p := range points {
		edge, length := points[(i+1)%16].Sub(p).Unit()
		if length <= float64(roundedEdge*c.BoundingRadius) {
			continue
		}
		atCenter = min(atCenter, edge.Cross(p.Neg()))
		atMiddle = min(atMiddle, edge.Cross(middle.Sub(p)))
	}
	switch {
	case math.IsInf(atCenter, 1): // a point
		return c.Center, c.Radius
	case atCenter >= atMiddle:
		return c.Center, max(atCenter, 0) + c.Radius
	}
	return c.Center.Add(middle), max(atMiddle, 0) + c.Radius
}

// roundedEdge is the length of an edge between two support points, as a share of the bounding
// radius, below which the edge is the rounding of one corner and has no direction.
const roundedEdge = 1e-9

// centroid returns the centre of mass of a polygon, or the origin if it has no area.
func centroid(points []geom.Vec2) (sum geom.Vec2) {
	area := 0.0
	last := points[len(points)-1]
	for _, p := range points {
		cross := last.Cross(p)
		sum, area = sum.MulAdd(cross, last.Add(p)), area+cross
		last = p
	}
	if !(area > 0) {
		return geom.Vec2{}
	}
	return sum.Mul(1 / float64(3*area))
}
