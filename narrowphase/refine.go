package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// The support value of a direction is the extent of the difference along it. If the origin is
// inside, the depth is the least support value of all directions. If the origin is outside, the
// distance is minus the least support value. For round cores both searches end here: they minimise
// a function of one angle, with a minimum that is known to lie between two directions.

// supportDerivative is how far the support point lies to the left of its direction. It is
// the derivative of the support value by the direction's angle, so the support value has
// a minimum between two directions where it changes from negative to positive.
func (v *vertex) supportDerivative() float64 { return v.P.Dot(v.D.LeftPerp()) }

// bracketsMinimum reports whether the support value has a local minimum between the
// directions of two vertices of a counter-clockwise border, less than 60 degrees apart.
func bracketsMinimum(from, to *vertex) bool {
	return from.supportDerivative() <= 0 && to.supportDerivative() >= 0 && from.D.Dot(to.D) > 0.5
}

// supportValue is how far the difference extends along the vertex's direction.
func (v *vertex) supportValue() float64 { return v.D.Dot(v.P) }

// minimumNear returns a minimum of the support value between two directions that bracket
// one. It is no more than the least support value of the two and of a third direction
// between them.
func (m *minkowskiDifference) minimumNear(from, w, to *vertex) nearestEdge {
	switch r := min(from.supportValue(), w.supportValue(), to.supportValue()); r {
	case from.supportValue():
		return m.descendToMinimum(from, from, w)
	case to.supportValue():
		return m.descendToMinimum(w, to, to)
	}
	return m.descendToMinimum(from, w, to)
}

// descendToMinimum descends from a direction to a minimum of the support value next to it. The
// directions before and after it are less than half a turn away. The downhill one of them must have
// no smaller support value than the start: then the minimum lies between the two. If a bracket
// holds several minima, minimumBetween may find a higher one. Then halving continues.
//
// So the result is always a minimum, and its witness points agree with its normal. Along any other
// direction the witness points are off by the sideways component of the vertex.
func (m *minkowskiDifference) descendToMinimum(previous, start, next *vertex) nearestEdge {
	slope := start.supportDerivative()
	if math.Abs(slope) <= m.tolerance {
		return nearestEdge{from: *start, to: *start, normal: start.D, depth: start.supportValue()}
	}
	falling := slope < 0 // the support value falls counter-clockwise
	from, to := *previous, *start
	if falling {
		from, to = *start, *next
	}
	var w vertex
	limit, iterations := start.supportValue(), 0
	for range maxRefineSteps {
		if bracketsMinimum(&from, &to) {
			d := m.minimumBetween(&from, &to, limit)
			if iterations += d.iterations; d.depth <= limit+float64(2*m.tolerance) {
				d.iterations = iterations
				return d
			}
		}
		d, length := from.D.Add(to.D).Unit()
		if length == 0 {
			d = from.D.LeftPerp()
		}
		if !strictlyBetween(from.D, d, to.D) {
			break
		}
		m.supportInto(&w, d)
		iterations++
		lower := w.supportValue() < limit
		if lower {
			limit, falling = w.supportValue(), w.supportDerivative() < 0
		}
		if lower == falling {
			from = w
		} else {
			to = w
		}
	}
	return bracketResult(from, to, iterations)
}

// tryFlatSides tries the flat sides of one of the shapes, of B when flipped. The flat sides of
// custom shapes are not known.
func (m *minkowskiDifference) tryFlatSides(best nearestEdge, c shape.Convex, flipped bool) nearestEdge {
	for i := range flatSideCount(c) {
		n := flatSideNormal(c, i)
		if flipped {
			n = m.pose.R.Apply(n).Neg()
		}
		offset := n.LeftPerp().Mul(flatSideAngle)
		dirBefore, _ := n.Sub(offset).Unit()
		dirAfter, _ := n.Add(offset).Unit()
		from, w, to := m.support(dirBefore), m.support(n), m.support(dirAfter)
		if bracketsMinimum(&from, &to) && w.supportValue() < best.depth {
			if d := m.minimumNear(&from, &w, &to); d.depth < best.depth {
				best = d
			}
		}
	}
	return best
}

// flatSideAngle is the angle, rad, to either side of a flat side's normal at which the search looks
// for the ends of the side. The support points there hardly differ from the ends.
const flatSideAngle = 1e-6

// flatSideCount returns how many flat sides a core has.
func flatSideCount(c shape.Convex) uint32 {
	switch c.Kind {
	case shape.KindSector:
		return 2
	case shape.KindHalfEllipse:
		return 1
	case shape.KindCircle:
		return 0
	}
	return coreVertexCount(c)
}

// flatSideNormal returns the outward normal of a flat side.
func flatSideNormal(c shape.Convex, i uint32) geom.Vec2 {
	switch c.Kind {
	case shape.KindSector:
		// The sides start at the apex and at the end of the arc; the arc is between.
		return c.EdgeNormals()[2*i]
	case shape.KindHalfEllipse:
		return c.Rotation().Y().Neg()
	}
	return faceNormal(c, i)
}

// strictlyBetween reports whether n lies strictly between the directions of two vertices that
// follow each other on a counter-clockwise border. The normal of the edge between the vertices lies
// there, unless the border between them is flat to rounding.
func strictlyBetween(from, n, to geom.Vec2) bool { return from.Cross(n) > 0 && n.Cross(to) > 0 }

// minimumBetween returns the minimum of the support value between two directions that bracket it,
// given some support value between them. The minimum is one of the two directions if its support
// point is straight ahead and no farther than the bound. Otherwise refinement finds it.
func (m *minkowskiDifference) minimumBetween(from, to *vertex, bound float64) nearestEdge {
	for _, v := range [2]*vertex{from, to} {
		if d := v.D.Dot(v.P); d <= bound && math.Abs(v.supportDerivative()) <= m.tolerance {
			return nearestEdge{from: *v, to: *v, normal: v.D, depth: d}
		}
	}
	return m.refineMinimum(*from, *to)
}

// maxRefineSteps bounds refineMinimum; each second step about halves the bracket.
const maxRefineSteps = 64

// refineMinimum finds the minimum of the support value between two directions that bracket it by
// two methods in turn. The secant finds the point of a curve that lies straight along its
// direction, and the direction of a corner. The normal of the edge between the two ends finds a
// flat side. Each method replaces the other where rounding leaves the other no direction between
// the two.
func (m *minkowskiDifference) refineMinimum(from, to vertex) nearestEdge {
	var w vertex
	for i := 1; i <= maxRefineSteps; i++ {
		d, length := to.P.Sub(from.P).RightPerp().Unit()
		if i%2 == 1 && length > 0 {
			m.supportInto(&w, d)
			if support := d.Dot(w.P); support-d.Dot(from.P) <= m.tolerance && originProjectsBetween(from.P, to.P) {
				return nearestEdge{from, to, d, support, i}
			}
		}
		if i%2 == 0 || !strictlyBetween(from.D, d, to.D) {
			if d, _ = secant(&from, &to, d); !strictlyBetween(from.D, d, to.D) {
				d, _ = from.D.Add(to.D).Unit()
			}
			if !strictlyBetween(from.D, d, to.D) {
				return bracketResult(from, to, i)
			}
			m.supportInto(&w, d)
		}
		slope := w.supportDerivative()
		if math.Abs(slope) <= m.tolerance {
			return nearestEdge{w, w, d, d.Dot(w.P), i}
		}
		if slope < 0 {
			from = w
		} else {
			to = w
		}
	}
	return bracketResult(from, to, maxRefineSteps)
}

// bracketResult is the result for two directions that are as close to each other as
// rounding allows: the support point that lies more nearly straight ahead, or the point
// between the two if that is better.
func bracketResult(from, to vertex, iterations int) nearestEdge {
	v := from
	if math.Abs(to.supportDerivative()) < math.Abs(from.supportDerivative()) {
		v = to
	}
	vertexResult, edgeResult := nearestEdge{v, v, v.D, v.D.Dot(v.P), iterations}, nearestEdge{from, to, v.D, v.D.Dot(v.P), iterations}
	onA, onB := edgeResult.witnessPoints()
	if onA.Sub(onB).Distance(v.D.Mul(vertexResult.depth)) < math.Abs(v.supportDerivative()) {
		return edgeResult
	}
	return vertexResult
}
