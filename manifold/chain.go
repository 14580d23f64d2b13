package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// chain is one segment of a chain with what it must know of its neighbours, in
// the frame of A. It collides on the right of q - p only.
//
// Neighbours matter because a shape that slides over an inner vertex overlaps
// the next segment by a little sideways and by more downwards, so the shortest
// way out of that segment alone is backwards: the shape would trip over ground
// that is flat. A contact may therefore only push along the segment's own normal
// or, at a convex vertex, along a direction between the normals of the two
// segments that meet there; all else is left to the neighbour.
type chain struct {
	p, q          geom.Vec2
	normal        geom.Vec2 // outward, unit
	before, after geom.Vec2 // the neighbours' outward normals
}

// chainAt returns chain segment c, which lies at pose.
func chainAt(c shape.Convex, pose *geom.Transform) chain {
	normals := c.EdgeNormals()
	p, q := pose.Apply(c.A), pose.Apply(c.B)
	n, _ := q.Sub(p).RightPerp().Unit()
	return chain{p, q, n, pose.R.Apply(normals[0]), pose.R.Apply(normals[1])}
}

// admits reports whether the segment may push along d, a unit vector.
func (c *chain) admits(d geom.Vec2) bool {
	turn := c.normal.Cross(d)
	if math.Abs(turn) <= parallelSlope {
		return c.normal.Dot(d) > 0
	}
	if turn > 0 { // towards q
		return between(c.normal, d, c.after)
	}
	return between(c.before, d, c.normal)
}

// between reports whether d lies in the convex corner that turns from one normal
// counter-clockwise to the next. Flat and hollow corners have no inside.
func between(from, d, to geom.Vec2) bool {
	corner := from.Cross(to)
	if corner < 0 || corner <= parallelSlope && from.Dot(to) > 0 {
		return false
	}
	return from.Cross(d) >= -parallelSlope && d.Cross(to) >= -parallelSlope
}

// straighten replaces a normal that is the segment's own but for rounding or a
// slope that counts as parallel; push is the sign that turns the manifold's
// normal into one out of the chain.
func (c *chain) straighten(m *Manifold, push float64) {
	if math.Abs(c.normal.Cross(m.Normal)) <= parallelSlope {
		m.Normal = c.normal.Mul(push)
	}
}

// inFront reports whether a shape that reaches from the lowest to the highest
// height over the segment's line counts as being on the open side: half of it
// must be. What has sunk in by less than the speculative distance is forgiven,
// for a thin shape at rest overlaps the chain by half of that.
func inFront(lowest, highest, speculative float64) bool {
	return lowest+highest >= -2*speculative
}

// collideCircleChain takes the closest point of the segment; beyond its ends the
// direction from the end must lie in the corner there.
func collideCircleChain(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	c := chainAt(b, pose)
	dst.none(0)
	d := a.A.Sub(geom.ClosestOnSegment(c.p, c.q, a.A))
	limit := a.Radius + speculative
	if d.LengthSquared() > float64(limit*limit) {
		dst.Gap = d.Length() - limit
		return
	}
	height := a.A.Sub(c.p).Dot(c.normal)
	push, distance := c.normal, height
	along := a.A.Sub(c.p).Dot(c.normal.LeftPerp())
	if along < 0 || along > c.q.Sub(c.p).Dot(c.normal.LeftPerp()) {
		u, length := d.Unit()
		if length > 0 {
			if !c.admits(u) {
				return
			}
			push, distance = u, length
		}
	} else if !inFront(height, height, speculative) {
		return
	}
	dst.one(push.Neg(), a.A, distance, a.Radius, 0, feature(wholeShape, 0, 0))
	c.straighten(dst, -1)
}

// collideCapsuleChain serves segments too.
func collideCapsuleChain(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	var two twoGon
	var h hull
	two.set(a)
	h.vertices, h.normals, h.centre, h.radius = two.vertices[:], two.normals[:], a.Center, a.Radius
	collideHullChain(dst, &h, b, pose, speculative)
}

// collidePolygonChain serves boxes too.
func collidePolygonChain(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	var h hull
	h.set(a)
	collideHullChain(dst, &h, b, pose, speculative)
}

// collideHullChain compares the segment's own normal with those faces of the
// hull that it may push against.
func collideHullChain(dst *Manifold, h *hull, b shape.Convex, pose *geom.Transform, speculative float64) {
	c := chainAt(b, pose)
	dst.none(0)
	limit := speculative + h.radius
	deepest, least, most := 0, math.Inf(1), math.Inf(-1)
	for i, v := range h.vertices {
		s := v.Sub(c.p).Dot(c.normal)
		if s < least {
			deepest, least = i, s
		}
		if s > most {
			most = s
		}
	}
	if least > limit {
		dst.Gap = least - limit
		return
	}
	if !inFront(least, most, speculative) {
		return
	}
	face, best := -1, least
	for i, n := range h.normals {
		s := min(c.p.Sub(h.vertices[i]).Dot(n), c.q.Sub(h.vertices[i]).Dot(n))
		if s > limit {
			dst.Gap = s - limit
			return
		}
		if s > best && c.admits(n.Neg()) {
			face, best = i, s
		}
	}
	flat := false
	if face >= 0 && math.Abs(h.normals[face].Cross(c.normal)) > parallelSlope {
		last := after(face, len(h.vertices))
		at, s, e := faceFrame(h.vertices[face], h.normals[face], h.vertices[last], c.q, c.p)
		if beside(s, e) {
			return
		}
		collideFace(dst, at, s, e, margins{h.radius, 0, speculative}, names{uint32(face), uint32(last), 1, 0})
	} else {
		if face < 0 {
			face = h.opposite(deepest, c.normal)
		}
		low := after(face, len(h.vertices))
		at, s, e := faceFrame(c.p, c.normal, c.q, h.vertices[low], h.vertices[face])
		// What stands upright on a vertex of the chain lies over both its segments.
		upright := e.low.Y == e.high.Y && s.first <= e.low.Y && e.low.Y <= s.last
		if !upright && beside(s, e) {
			return
		}
		collideFace(dst, at, s, e, margins{0, h.radius, speculative}, names{swapped, 1, uint32(low), uint32(face)})
		flat = dst.Count == 2
	}
	if dst.Count == 0 {
		return
	}
	if !c.admits(dst.Normal.Neg()) {
		if !flat {
			dst.none(0)
			return
		}
		dst.Normal = c.normal.Neg() // two points lie over the segment, a little tilted
	}
	c.straighten(dst, -1)
}

// beside reports whether the incident edge has sunk below the face without lying
// over it. The shapes do not overlap there: the face was not the best one, only
// the best that may push, and the neighbour has the contact.
func beside(s span, e edge) bool {
	return (e.low.Y >= s.last || e.high.Y <= s.first) && (e.low.X <= 0 || e.high.X <= 0)
}
