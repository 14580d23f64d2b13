package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// chain is one segment of a chain and the normals of its neighbours, in the frame of A. It
// collides on the right of q - p only.
//
// Neighbours matter to a shape that slides over the vertex between two segments. The shape overlaps
// the next segment by a little from the side and by more from above. The shortest translation that
// separates it from that segment alone pushes it back, so it would trip over level ground.
// Therefore a contact may push only along the segment's own normal or, at a convex vertex, along a
// direction between the normals of the two segments that meet there. All other directions are left
// to the neighbour.
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

// allowsNormal reports whether the segment may push along d, a unit vector.
func (c *chain) allowsNormal(d geom.Vec2) bool {
	sine := c.normal.Cross(d)
	if math.Abs(sine) <= parallelSlope {
		return c.normal.Dot(d) > 0
	}
	if sine > 0 { // towards q
		return inNormalCone(c.normal, d, c.after)
	}
	return inNormalCone(c.before, d, c.normal)
}

// inNormalCone reports whether d lies between the normals of two segments at a convex corner,
// counter-clockwise from one to the other. At flat and concave corners no direction lies between
// them.
func inNormalCone(from, d, to geom.Vec2) bool {
	sine := from.Cross(to)
	if sine < 0 || sine <= parallelSlope && from.Dot(to) > 0 {
		return false
	}
	return from.Cross(d) >= -parallelSlope && d.Cross(to) >= -parallelSlope
}

// isHollow reports whether the corner at q, or else at p, is hollow.
func (c *chain) isHollow(atQ bool) bool {
	sine := c.before.Cross(c.normal)
	if atQ {
		sine = c.normal.Cross(c.after)
	}
	return sine < -parallelSlope
}

// snapNormal replaces a normal that differs from the segment's own by rounding or by a slope that
// counts as parallel. The factor sign turns a normal out of the chain into the manifold's normal.
func (c *chain) snapNormal(m *Manifold, sign float64) {
	if math.Abs(c.normal.Cross(m.Normal)) <= parallelSlope {
		m.Normal = c.normal.Mul(sign)
	}
}

// inFront reports whether a shape is on the open side of the segment, given its lowest and highest
// heights over the segment's line. The middle of the two heights must be on the open side, to
// within the speculative distance. A thin shape at rest overlaps the chain by half the speculative
// distance.
func inFront(lowest, highest, speculative float64) bool {
	return lowest+highest >= -2*speculative
}

// collideCircleChain takes the closest point of the segment; beyond its ends the
// direction from the end must lie in the corner there.
func collideCircleChain(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	c := chainAt(b, pose)
	dst.setEmpty(0)
	d := a.A.Sub(geom.ClosestOnSegment(c.p, c.q, a.A))
	limit := a.Radius + speculative
	if d.LengthSquared() > float64(limit*limit) {
		dst.SeparationBound = d.Length() - limit
		return
	}
	height := a.A.Sub(c.p).Dot(c.normal)
	outward, distance := c.normal, height
	along := a.A.Sub(c.p).Dot(c.normal.LeftPerp())
	if along < 0 || along > c.q.Sub(c.p).Dot(c.normal.LeftPerp()) {
		u, length := d.Unit()
		if length > 0 && !(isAhead(height-a.Radius, speculative) && c.isHollow(along > 0)) {
			if !c.allowsNormal(u) {
				return
			}
			outward, distance = u, length
		}
	} else if !inFront(height, height, speculative) {
		return
	}
	dst.setSinglePoint(outward.Neg(), a.A, distance, a.Radius, 0, featureID(wholeShape, 0, 0))
	c.snapNormal(dst, -1)
}

// collideCapsuleChain serves segments too.
func collideCapsuleChain(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	var segment segmentHull
	var h hull
	segment.set(a)
	h.vertices, h.normals, h.center, h.radius = segment.vertices[:], segment.normals[:], a.Center, a.Radius
	collideHullChain(dst, &h, b, pose, speculative)
}

// collidePolygonChain serves boxes too.
func collidePolygonChain(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	var h hull
	h.set(a)
	collideHullChain(dst, &h, b, pose, speculative)
}

// collideHullChain compares the segment's own normal with the normals of the hull's faces along
// which it may push.
func collideHullChain(dst *Manifold, h *hull, b shape.Convex, pose *geom.Transform, speculative float64) {
	c := chainAt(b, pose)
	dst.setEmpty(0)
	limit := speculative + h.radius
	deepest, minHeight, maxHeight := 0, math.Inf(1), math.Inf(-1)
	for i, v := range h.vertices {
		s := v.Sub(c.p).Dot(c.normal)
		if s < minHeight {
			deepest, minHeight = i, s
		}
		if s > maxHeight {
			maxHeight = s
		}
	}
	if minHeight > limit {
		dst.SeparationBound = minHeight - limit
		return
	}
	if !inFront(minHeight, maxHeight, speculative) {
		return
	}
	face, best := -1, minHeight
	for i, n := range h.normals {
		s := min(c.p.Sub(h.vertices[i]).Dot(n), c.q.Sub(h.vertices[i]).Dot(n))
		if s > limit {
			dst.SeparationBound = s - limit
			return
		}
		if s > best && c.allowsNormal(n.Neg()) {
			face, best = i, s
		}
	}
	flat := false
	if face >= 0 && math.Abs(h.normals[face].Cross(c.normal)) > parallelSlope {
		last := nextIndex(face, len(h.vertices))
		at, s, e := faceFrame(h.vertices[face], h.normals[face], h.vertices[last], c.q, c.p)
		if missesFace(s, e) {
			return
		}
		collideFace(dst, at, s, e, margins{h.radius, 0, speculative}, featureIndices{uint32(face), uint32(last), 1, 0})
	} else {
		if face < 0 {
			face = h.incidentEdge(deepest, c.normal)
		}
		low := nextIndex(face, len(h.vertices))
		at, s, e := faceFrame(c.p, c.normal, c.q, h.vertices[low], h.vertices[face])
		// A capsule that stands upright on a vertex of the chain is over both its segments.
		upright := e.low.Y == e.high.Y && s.first <= e.low.Y && e.low.Y <= s.last
		if !upright && (e.low.Y >= s.last || e.high.Y <= s.first) {
			if c.isHollow(e.low.Y >= s.last) && dst.collideAhead(at, s, e, margins{0, h.radius, speculative}, limit) {
				dst.Normal = c.normal.Neg()
				return
			}
			if missesFace(s, e) {
				return
			}
		}
		collideFace(dst, at, s, e, margins{0, h.radius, speculative}, featureIndices{swapped, 1, uint32(low), uint32(face)})
		flat = dst.Count == 2
	}
	if dst.Count == 0 {
		return
	}
	if !c.allowsNormal(dst.Normal.Neg()) {
		if !flat {
			dst.setEmpty(0)
			return
		}
		dst.Normal = c.normal.Neg() // two points lie over the slightly tilted segment
	}
	c.snapNormal(dst, -1)
}

// missesFace reports whether the incident edge is below the line of the face and beyond one of its
// ends. The shapes do not overlap there. The face was not the best face, only the best face that
// may push, and the contact belongs to the neighbour.
func missesFace(s extent, e edge) bool {
	return (e.low.Y >= s.last || e.high.Y <= s.first) && (e.low.X <= 0 || e.high.X <= 0)
}
