package shape

import (
	"github.com/carom2d/carom/geom"
)

// The searches in this file know a shape by its support function alone, skin
// included. They narrow down a portal: two support points on either side of a
// line, between which the boundary passes over it. The direction across the
// portal, normal to its chord, gives a third point; the pair that still
// straddles the line is the next portal. Flat sides end the search at once,
// round ones shrink what lies between chord and boundary fourfold every time.

const (
	portalRounds = 64
	// portalGap is the distance from chord to boundary at which a portal is as good
	// as the boundary, in parts of the coordinates: see gap.
	portalGap = 1e-15
)

// gap returns portalGap of the shape's coordinates. A small shape far from the
// origin of its frame is known to their rounding only.
func (c Convex) gap() float64 {
	at := c.Centre.Abs()
	return float64(portalGap * (c.Bound + at.X + at.Y))
}

// portal is a pair of boundary points to the right and to the left of a line.
type portal struct {
	right, left geom.Vec2
}

// normal returns the unit normal of the chord, outward, or along when the chord
// has no length.
func (g portal) normal(along geom.Vec2) geom.Vec2 {
	n, length := g.left.Sub(g.right).Right().Unit()
	if length == 0 {
		return along
	}
	return n
}

// narrow replaces the end of the portal that is on the same side of the line
// through o along u as the point s.
func (g *portal) narrow(o, u, s geom.Vec2) {
	if u.Cross(s.Sub(o)) > 0 {
		g.left = s
	} else {
		g.right = s
	}
}

// customClosest is ClosestPoint for custom shapes, and whether p is inside.
func (c Convex) customClosest(p geom.Vec2) (q geom.Vec2, inside bool) {
	n, apart := c.separating(p)
	if !apart {
		return p, true
	}
	return c.closestAhead(p, n), false
}

// separating returns a direction along which p lies beyond the shape, if any. It
// follows the ray from a point inside the shape to p until the portal around it
// is either beyond p or short of it.
func (c Convex) separating(p geom.Vec2) (n geom.Vec2, apart bool) {
	inner := c.Support(geom.Vec2{X: 1}).Lerp(c.Support(geom.Vec2{X: -1}), 0.5).
		Lerp(c.Support(geom.Vec2{Y: 1}).Lerp(c.Support(geom.Vec2{Y: -1}), 0.5), 0.5)
	u, length := p.Sub(inner).Unit()
	if length == 0 {
		return geom.Vec2{}, false
	}
	gate := portal{right: c.Support(u.Right()), left: c.Support(u.Left())}
	gap := c.gap()
	for range portalRounds {
		n = gate.normal(u)
		if n.Dot(p.Sub(gate.right)) <= 0 {
			return n, false
		}
		s := c.Support(n)
		if n.Dot(p.Sub(s)) > 0 {
			return n, true
		}
		if n.Dot(s.Sub(gate.right)) <= gap {
			return n, false
		}
		gate.narrow(inner, u, s)
	}
	return n, false
}

// closestAhead returns the boundary point closest to p, given a direction n that
// separates p from the shape.
//
// The separation d.(p - S(d)) has a single maximum among unit directions where
// it is positive, at the direction from the closest point to p. Turning d to the
// left increases it while p lies to the left of the line from S(d) along d. That
// line has p on its right after a quarter turn away from any separating n, so
// the maximum is bracketed from the start. Steps towards p from the point of the
// chord closest to it, as in GJK, end on flat sides and corners; every other
// step halves the angle, because on round sides the former creep.
func (c Convex) closestAhead(p, n geom.Vec2) geom.Vec2 {
	lo, hi := n, n.Left()
	slo := c.Support(n)
	if n.Cross(p.Sub(slo)) < 0 {
		lo, hi = n.Right(), n
	}
	slo, shi := c.Support(lo), c.Support(hi)
	q := geom.ClosestOnSegment(slo, shi, p)
	gap := c.gap()
	for round := range 2 * portalRounds {
		d, distance := p.Sub(q).Unit()
		if distance == 0 {
			return q
		}
		s := c.Support(d)
		// Close to a flat side, d is off by the gap over the distance. Then an end of the
		// chord comes back, turned by as much around its corner.
		slack := gap + float64(gap/distance*s.Distance(q))
		if d.Dot(s.Sub(q)) <= gap || s.Distance(slo) <= slack || s.Distance(shi) <= slack {
			return q
		}
		if round%2 == 1 {
			d, _ = lo.Add(hi).Unit()
			s = c.Support(d)
		}
		if d.Cross(p.Sub(s)) > 0 {
			lo, slo = d, s
		} else {
			hi, shi = d, s
		}
		q = geom.ClosestOnSegment(slo, shi, p)
	}
	return q
}

// enter returns where the line from o along the unit vector u enters the shape,
// as a distance from o that may be negative, and the outward normal there.
func (c Convex) enter(o, u geom.Vec2) (distance float64, n geom.Vec2, ok bool) {
	// Seen from o, the near boundary lies against u; looking back from the shape,
	// along -u, right and left are those of -u.
	back := u.Neg()
	gate := portal{right: c.Support(back.Right()), left: c.Support(back.Left())}
	if back.Cross(gate.right.Sub(o)) > 0 || back.Cross(gate.left.Sub(o)) < 0 {
		return 0, n, false
	}
	gap := c.gap()
	for range portalRounds {
		n = gate.normal(back)
		s := c.Support(n)
		if n.Dot(s.Sub(gate.right)) <= gap {
			break
		}
		gate.narrow(o, back, s)
	}
	// Where the chord crosses the line; a chord along the line, seen edge on, is
	// entered at its near end.
	right, left := back.Cross(o.Sub(gate.right)), back.Cross(gate.left.Sub(o))
	if right+left > 0 {
		hit := gate.right.Lerp(gate.left, right/(right+left))
		return u.Dot(hit.Sub(o)), n, true
	}
	hit := gate.right
	if back.Dot(gate.left.Sub(hit)) > 0 {
		hit = gate.left
	}
	return u.Dot(hit.Sub(o)), back, true
}
