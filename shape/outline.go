package shape

import (
	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Outline returns points on the border of a shape, skin included, for drawing:
// counter-clockwise, without the first point repeated. No point of the border is
// farther from the polygon through them than tolerance, in metres. A tolerance of zero
// or less means a thousandth of the bounding radius; the smallest one is a billionth, or for a
// small shape far from its origin the rounding of its points.
//
// The outline of a polygon without skin is exactly its vertices. A segment without
// skin, a chain segment and a half-plane give the two ends of a line. The ends of the
// half-plane lie HalfPlaneExtent on either side of its point. The result is nil for a
// shape that New refuses.
func Outline(s Support, tolerance float64) []mgl64.Vec2 {
	c, err := New(s)
	if err != nil {
		return nil
	}
	return mglPoints(appendOutline(nil, c, tolerance))
}

// appendOutline appends the outline of a compiled shape, in its frame, to dst. It
// allocates nothing if dst has room.
func appendOutline(dst []geom.Vec2, c Convex, tolerance float64) []geom.Vec2 {
	switch {
	case c.Kind == KindHalfPlane:
		return append(dst, c.CoreVertex(2), c.CoreVertex(3))
	case c.hasNoInterior():
		return append(dst, c.A, c.B)
	case c.Radius == 0 && (c.Kind == KindBox || c.Kind == KindPolygon):
		return append(dst, c.Points()...)
	}
	if !(tolerance > 0) {
		tolerance = float64(1e-3 * c.BoundingRadius)
	}
	// Below the rounding of support points any point would seem to lie outside its chord.
	rounding := 0x1p-48 * (c.Center.Length() + c.BoundingRadius)
	tolerance = max(tolerance, float64(1e-9*c.BoundingRadius), rounding)
	axes := [4]geom.Vec2{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}}
	start := len(dst)
	border := borderWalk{c, tolerance, start}
	for i, d := range axes {
		p, q := c.Support(d), c.Support(axes[(i+1)%4])
		dst = border.appendDistinct(dst, p)
		dst = border.appendBetween(dst, p, q, outlineDepth)
	}
	if n := len(dst) - 1; n > start && dst[n] == dst[start] {
		dst = dst[:n]
	}
	return dst
}

// outlineDepth bounds the halvings of a quarter of the border.
const outlineDepth = 40

// borderWalk is a walk around the border of a shape in steps that leave it by no more than a
// tolerance.
type borderWalk struct {
	c         Convex
	tolerance float64 // m
	start     int     // index of the first point
}

// appendBetween appends the necessary points between the border points p and q. The
// point farthest from their chord is the support point along its normal, so the
// tolerance is checked exactly.
func (w *borderWalk) appendBetween(dst []geom.Vec2, p, q geom.Vec2, depth int) []geom.Vec2 {
	n, length := q.Sub(p).RightPerp().Unit()
	if length == 0 || depth == 0 {
		return dst
	}
	m := w.c.Support(n)
	if m.Sub(p).Dot(n) <= w.tolerance {
		return dst
	}
	dst = w.appendBetween(dst, p, m, depth-1)
	dst = w.appendDistinct(dst, m)
	return w.appendBetween(dst, m, q, depth-1)
}

// appendDistinct appends p unless it is the last point already: a corner is the support
// point of many directions.
func (w *borderWalk) appendDistinct(dst []geom.Vec2, p geom.Vec2) []geom.Vec2 {
	if n := len(dst); n > w.start && dst[n-1] == p {
		return dst
	}
	return append(dst, p)
}

func mglPoints(points []geom.Vec2) []mgl64.Vec2 {
	out := make([]mgl64.Vec2, len(points))
	for i, p := range points {
		out[i] = p.Mgl()
	}
	return out
}
