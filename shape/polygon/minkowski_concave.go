package polygon

import (
	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// MinkowskiSumConcave returns all sums of a point inside a and a point inside b, which may be
// concave, have holes and consist of several outlines. With the points of b negated, the result is
// the set of positions of b's origin at which b overlaps a: the obstacle that a path of b must
// avoid.
//
// Both are decomposed into convex parts, and the sums of all pairs are united. The time grows
// with the product of the numbers of parts. Loops, rule, accuracy and errors are as of Union.
// MinkowskiSum does the same for two convex polygons, faster and without a grid.
func MinkowskiSumConcave(a, b [][]mgl64.Vec2, rule FillRule) ([]Region, error) {
	p, err := convexParts(operand{"A", a}, rule)
	if err != nil {
		return nil, err
	}
	q, err := convexParts(operand{"B", b}, rule)
	if err != nil {
		return nil, err
	}
	var s segmentList
	for _, u := range p {
		for _, v := range q {
			s.add(convexSum(u, v), windings{a: 1})
		}
	}
	g, l := s.arrange()
	return g.regions(l, func(w windings) bool { return NonZero.fills(w.a) }), nil
}

// convexParts decomposes the inside of an operand. Each part begins at its leftmost corner.
func convexParts(o operand, rule FillRule) ([][]geom.Vec2, error) {
	overlay, err := newOverlay(rule, o)
	if err != nil {
		return nil, err
	}
	var parts [][]geom.Vec2
	for _, r := range overlay.regions(func(a, _ bool) bool { return a }) {
		pieces, err := Decompose(r.Outer, r.Holes...)
		if err != nil {
			return nil, err // cannot happen for regions of this package
		}
		for _, piece := range pieces {
			parts = append(parts, fromLeftmost(geomPoints(piece)))
		}
	}
	return parts, nil
}

// fromLeftmost turns a ring until it begins at its leftmost, lowest corner.
func fromLeftmost(ring []geom.Vec2) []geom.Vec2 {
	first := 0
	for i, p := range ring {
		if comparePoints(p, ring[first]) < 0 {
			first = i
		}
	}
	return append(ring[first:len(ring):len(ring)], ring[:first]...)
}
