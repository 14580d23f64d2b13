package shape

import "github.com/carom2d/carom/geom"

// The searches in this file use nothing but a shape's support function, skin
// included. They refine a portal: two support points on opposite sides of a line, so
// that the boundary between them crosses the line. The support point along the normal
// of their chord is a third point; it and the point on the other side of the line are the
// next portal (compare Snethen, XenoCollide, 2008). On a flat side the search ends at
// once; on a round one the distance from chord to boundary shrinks to a quarter each time.

const (
	portalIterations = 64
	// portalTolerance is the distance from chord to boundary at which a search ends,
	// relative to the coordinates: see roundingTolerance.
	portalTolerance = 1e-15
)

// roundingTolerance returns portalTolerance in metres. It grows with the coordinates,
// because their rounding limits the accuracy for a small shape far from its origin.
func (c Convex) roundingTolerance() float64 {
	at := c.Center.Abs()
	return float64(portalTolerance * (c.BoundingRadius + at.X + at.Y))
}

// portal is a pair of boundary points to the right and to the left of a line.
type portal struct {
	right, left geom.Vec2
}

// normal returns the unit normal of the chord, outward, or along when the chord
// has no length.
func (g portal) normal(along geom.Vec2) geom.Vec2 {
	n, length := g.left.Sub(g.right).RightPerp().Unit()
	if length == 0 {
		return along
	}
	return n
}

// narrow replaces the end of the portal that is on the same side as s of the line
// through o along u.
func (g *portal) narrow(o, u, s geom.Vec2) {
	if u.Cross(s.Sub(o)) > 0 {
		g.left = s
	} else {
		g.right = s
	}
}

// customClosest is ClosestPoint for custom shapes, and whether p is inside.
func (c Convex) customClosest(p geom.Vec2) (q geom.Vec2, inside bool) {
	n, separated := c.separatingDirection(p)
	if !separated {
		return p, true
	}
	return c.closestFromOutside(p, n), false
}

// separatingDirection returns a direction along which p lies beyond the shape, if any. It
// refines a portal around the ray from a point inside the shape to p until p is
// certainly outside or inside.
func (c Convex) separatingDirection(p geom.Vec2) (n geom.Vec2, separated bool) {
	inner := c.Support(geom.Vec2{X: 1}).Lerp(c.Support(geom.Vec2{X: -1}), 0.5).
		Lerp(c.Support(geom.Vec2{Y: 1}).Lerp(c.Support(geom.Vec2{Y: -1}), 0.5), 0.5)
	u, length := p.Sub(inner).Unit()
	if length == 0 {
		return geom.Vec2{}, false
	}
	chord := portal{right: c.Support(u.RightPerp()), left: c.Support(u.LeftPerp())}
	tolerance := c.roundingTolerance()
	for range portalIterations {
		n = chord.normal(u)
		if n.Dot(p.Sub(chord.right)) <= 0 {
			return n, false
		}
		s := c.Support(n)
		if n.Dot(p.Sub(s)) > 0 {
			return n, true
		}
		if n.Dot(s.Sub(chord.right)) <= tolerance {
			return n, false
		}
		chord.narrow(inner, u, s)
	}
	return n, false
}

// closestFromOutside returns the boundary point closest to p, given a direction n that
// separates p from the shape.
//
// The separation d.(p - S(d)), where S(d) is the support point along d, has a single
// maximum among unit directions where it is positive: at the direction from the closest
// point to p. Rotating d to the left increases it while p lies to the left of the line
// from S(d) along d. If p lies to the left for n, it lies to the right a quarter
// revolution further, and the other way round, so the maximum is bracketed from the start.
//
// A step takes the direction to p from the closest point of the chord, as GJK does. Such
// steps end the search on flat sides and corners, but converge slowly on round sides, so
// every second step halves the angle of the bracket instead.
func (c Convex) closestFromOutside(p, n geom.Vec2) geom.Vec2 {
	lo, hi := n, n.LeftPerp()
	slo := c.Support(n)
	if n.Cross(p.Sub(slo)) < 0 {
		lo, hi = n.RightPerp(), n
	}
	slo, shi := c.Support(lo), c.Support(hi)
	q := geom.ClosestOnSegment(slo, shi, p)
	tolerance := c.roundingTolerance()
	for iteration := range 2 * portalIterations {
		d, distance := p.Sub(q).Unit()
		if distance == 0 {
			return q
		}
		s := c.Support(d)
		// Close to a flat side, the error of d is the tolerance over the distance. The
		// support point is then an end of the chord, up to that angle times its length.
		margin := tolerance + float64(tolerance/distance*s.Distance(q))
		if d.Dot(s.Sub(q)) <= tolerance || s.Distance(slo) <= margin || s.Distance(shi) <= margin {
			return q
		}
		if iteration%2 == 1 {
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

// lineEntry returns where the line from o along the unit vector u enters the shape,
// as a distance from o that may be negative, and the outward normal there.
func (c Convex) lineEntry(o, u geom.Vec2) (distance float64, n geom.Vec2, ok bool) {
	// The near boundary as seen from o faces against u, so right and left are the sides of -u.
	back := u.Neg()
	chord := portal{right: c.Support(back.RightPerp()), left: c.Support(back.LeftPerp())}
	if back.Cross(chord.right.Sub(o)) > 0 || back.Cross(chord.left.Sub(o)) < 0 {
		return 0, n, false
	}
	tolerance := c.roundingTolerance()
	for range portalIterations {
		n = chord.normal(back)
		s := c.Support(n)
		if n.Dot(s.Sub(chord.right)) <= tolerance {
			break
		}
		chord.narrow(o, back, s)
	}
	// The entry is the intersection of chord and line. If the chord lies along the line,
	// it is the nearer end of the chord.
	right, left := back.Cross(o.Sub(chord.right)), back.Cross(chord.left.Sub(o))
	if right+left > 0 {
		hit := chord.right.Lerp(chord.left, right/(right+left))
		return u.Dot(hit.Sub(o)), n, true
	}
	hit := chord.right
	if back.Dot(chord.left.Sub(hit)) > 0 {
		hit = chord.left
	}
	return u.Dot(hit.Sub(o)), back, true
}
