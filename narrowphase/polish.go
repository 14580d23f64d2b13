package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// The reach of a direction is how far the difference extends along it. Where the
// origin is inside, the depth is its least value over all directions; where it is
// outside, the distance is minus that. Both end here when the core is round: a
// minimum of one function of an angle, known to lie between two directions.

// sideways is how far the support point lies to the left of its direction. It is
// the derivative of the reach by the direction's angle, so between two directions
// where it turns from negative to positive the reach has a minimum.
func (v *Vertex) sideways() float64 { return v.P.Dot(v.D.LeftPerp()) }

// bracket reports whether a local minimum of the reach lies between the directions
// of two vertices of a counter-clockwise border, less than 60 degrees apart.
func bracket(from, to *Vertex) bool {
	return from.sideways() <= 0 && to.sideways() >= 0 && from.D.Dot(to.D) > 0.5
}

// reach is how far the difference extends along the vertex's direction.
func (v *Vertex) reach() float64 { return v.D.Dot(v.P) }

// lowest returns a minimum of the reach between two directions that bracket one,
// no farther than the least of the two and a third one between them.
func (m *difference) lowest(from, w, to *Vertex) depth {
	switch r := min(from.reach(), w.reach(), to.reach()); r {
	case from.reach():
		return m.valley(from, from, w)
	case to.reach():
		return m.valley(w, to, to)
	}
	return m.valley(from, w, to)
}

// valley goes down from a direction to a minimum of the reach beside it. Of the
// directions before and after it, less than half a turn away, the one that lies
// downhill must reach no less: then the minimum is on this side of it. What polish
// finds in a bracket of several minima may be a higher one; then halving goes on.
//
// So the end is always a minimum, and its witness points agree with its normal:
// along any other direction they are off by the vertex's part sideways.
func (m *difference) valley(before, low, after *Vertex) depth {
	side := low.sideways()
	if math.Abs(side) <= m.tiny {
		return depth{from: *low, to: *low, normal: low.D, depth: low.reach()}
	}
	down := side < 0 // the reach falls counter-clockwise
	from, to := *before, *low
	if down {
		from, to = *low, *after
	}
	var w Vertex
	limit, spent := low.reach(), 0
	for range maxPolish {
		if bracket(&from, &to) {
			d := m.minimum(&from, &to, limit)
			if spent += d.iterations; d.depth <= limit+float64(2*m.tiny) {
				d.iterations = spent
				return d
			}
		}
		d, length := from.D.Add(to.D).Unit()
		if length == 0 {
			d = from.D.LeftPerp()
		}
		if !between(from.D, d, to.D) {
			break
		}
		m.find(&w, d)
		spent++
		lower := w.reach() < limit
		if lower {
			limit, down = w.reach(), w.sideways() < 0
		}
		if lower == down {
			from = w
		} else {
			to = w
		}
	}
	return flat(from, to, spent)
}

// flats tries the flat sides of one of the shapes, of B when flipped. Custom shapes
// do not tell theirs.
func (m *difference) flats(best depth, c shape.Convex, flipped bool) depth {
	for i := range flatSides(c) {
		n := flatNormal(c, i)
		if flipped {
			n = m.pose.R.Apply(n).Neg()
		}
		across := n.LeftPerp().Mul(flatMargin)
		before, _ := n.Sub(across).Unit()
		after, _ := n.Add(across).Unit()
		from, w, to := m.support(before), m.support(n), m.support(after)
		if bracket(&from, &to) && w.reach() < best.depth {
			if d := m.lowest(&from, &w, &to); d.depth < best.depth {
				best = d
			}
		}
	}
	return best
}

// flatMargin is how far to either side of a flat side's normal its ends are looked
// for, in radians: the support points there differ hardly from the ends.
const flatMargin = 1e-6

// flatSides returns how many flat sides a core has.
func flatSides(c shape.Convex) uint32 {
	switch c.Kind {
	case shape.KindSector:
		return 2
	case shape.KindHalfEllipse:
		return 1
	case shape.KindCircle:
		return 0
	}
	return corners(c)
}

// flatNormal returns the outward normal of a flat side.
func flatNormal(c shape.Convex, i uint32) geom.Vec2 {
	switch c.Kind {
	case shape.KindSector:
		// The sides start at the apex and at the end of the arc; the arc is between.
		return c.EdgeNormals()[2*i]
	case shape.KindHalfEllipse:
		return c.Rotation().Y().Neg()
	}
	return faceNormal(c, i)
}

// between reports whether n lies strictly between the directions of two vertices
// that follow each other on a counter-clockwise border. The normal of the edge
// from one to the other does, or else the border between them is flat to rounding.
func between(from, n, to geom.Vec2) bool { return from.Cross(n) > 0 && n.Cross(to) > 0 }

// minimum returns the minimum of the reach between two directions that bracket it,
// given some reach between them: one of the two if it is straight ahead and no
// farther, or what polish finds.
func (m *difference) minimum(from, to *Vertex, reach float64) depth {
	for _, v := range [2]*Vertex{from, to} {
		if d := v.D.Dot(v.P); d <= reach && math.Abs(v.sideways()) <= m.tiny {
			return depth{from: *v, to: *v, normal: v.D, depth: d}
		}
	}
	return m.polish(*from, *to)
}

// maxPolish bounds polish; each second step about halves the bracket.
const maxPolish = 64

// polish finds the minimum of the reach between two directions that bracket it:
// the secant finds the point of a curve that lies straight along its direction,
// and the direction of a corner, and the normal of the edge between the two ends
// finds a flat side. They take turns, and stand in for each other where rounding
// leaves one of them no direction between the two.
func (m *difference) polish(from, to Vertex) depth {
	var w Vertex
	for i := 1; i <= maxPolish; i++ {
		d, length := to.P.Sub(from.P).RightPerp().Unit()
		if i%2 == 1 && length > 0 {
			m.find(&w, d)
			if reach := d.Dot(w.P); reach-d.Dot(from.P) <= m.tiny && opposite(from.P, to.P) {
				return depth{from, to, d, reach, i}
			}
		}
		if i%2 == 0 || !between(from.D, d, to.D) {
			if d, _ = secant(&from, &to, d); !between(from.D, d, to.D) {
				d, _ = from.D.Add(to.D).Unit()
			}
			if !between(from.D, d, to.D) {
				return flat(from, to, i)
			}
			m.find(&w, d)
		}
		side := w.sideways()
		if math.Abs(side) <= m.tiny {
			return depth{w, w, d, d.Dot(w.P), i}
		}
		if side < 0 {
			from = w
		} else {
			to = w
		}
	}
	return flat(from, to, maxPolish)
}

// flat is the end for two directions that are as close to each other as rounding
// lets them be: the support point that lies more nearly straight ahead, or the
// point between the two where that is better.
func flat(from, to Vertex, iterations int) depth {
	v := from
	if math.Abs(to.sideways()) < math.Abs(from.sideways()) {
		v = to
	}
	at, edge := depth{v, v, v.D, v.D.Dot(v.P), iterations}, depth{from, to, v.D, v.D.Dot(v.P), iterations}
	onA, onB := edge.witness()
	if onA.Sub(onB).Distance(v.D.Mul(at.depth)) < math.Abs(v.sideways()) {
		return edge
	}
	return at
}
