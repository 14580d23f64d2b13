package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// hull is a convex polygon with a skin, in its own frame: vertices in
// counter-clockwise order, outward unit normals (normal i belongs to the edge
// from vertex i to vertex i+1), and a point inside.
type hull struct {
	vertices, normals []geom.Vec2
	center            geom.Vec2
	radius            float64
}

// set makes h the hull of a box or polygon. It fills h in place: a returned struct would
// be copied before the processor has stored its fields.
func (h *hull) set(c shape.Convex) {
	h.vertices, h.normals, h.center, h.radius = c.Points(), c.EdgeNormals(), c.Center, c.Radius
}

// axis is a face of one hull and the separation of the other along its normal.
type axis struct {
	face, deepest int     // deepest is the other hull's vertex of least height over the face
	separation    float64 // that height
}

// hullPair is two hulls, b at pose in a's frame.
type hullPair struct {
	a, b        *hull
	pose        *geom.Transform
	speculative float64
}

// limit returns the distance of the cores from which on the hulls have no contact.
func (p *hullPair) limit() float64 { return p.speculative + (p.a.radius + p.b.radius) }

// highestFace returns the face of h over which a point is highest. With the centre of
// another hull it is most likely the face of largest separation.
func (h *hull) highestFace(center geom.Vec2) int {
	face, maxHeight := 0, math.Inf(-1)
	for i, n := range h.normals {
		if height := n.Dot(center.Sub(h.vertices[i])); height > maxHeight {
			face, maxHeight = i, height
		}
	}
	return face
}

// bestAxis returns the face of h with the largest separation from o, whose pose is in h's
// frame, or best if no face has a larger one.
//
// The height of o's centre over a face is an upper bound of the separation. With a good first face
// hardly any other face has a larger bound. So the search takes one pass over the faces of h and
// few passes over the vertices of o.
func (h *hull) bestAxis(o *hull, pose *geom.Transform, best axis) axis {
	center, vertices := pose.Apply(o.center), h.vertices[:len(h.normals)]
	for i, n := range h.normals {
		if n.Dot(center.Sub(vertices[i])) <= best.separation || i == best.face {
			continue
		}
		if x := h.faceAxis(o, pose, i); x.separation > best.separation {
			best = x
		}
	}
	return best
}

// nextBelow returns the largest number that is less than x.
func nextBelow(x float64) float64 {
	if x == 0 {
		return -math.SmallestNonzeroFloat64
	}
	bits := math.Float64bits(x)
	return math.Float64frombits(bits - 1 + bits>>63<<1)
}

// faceAxis finds the deepest vertex of o under one face of h.
func (h *hull) faceAxis(o *hull, pose *geom.Transform, face int) axis {
	n := pose.R.ApplyInverse(h.normals[face])
	deepest, minProjection := 0, math.Inf(1)
	for i, v := range o.vertices {
		if s := n.Dot(v); s < minProjection {
			deepest, minProjection = i, s
		}
	}
	offset := h.normals[face].Dot(pose.P.Sub(h.vertices[face]))
	return axis{face, deepest, minProjection + offset}
}

// incidentEdge returns the edge of h at the given vertex whose normal is most against n, a
// direction in h's frame.
func (h *hull) incidentEdge(vertex int, n geom.Vec2) int {
	incident, previous := vertex, prevIndex(vertex, len(h.vertices))
	if h.normals[previous].Dot(n) < h.normals[vertex].Dot(n) {
		incident = previous
	}
	return incident
}

// bestFace returns the face of largest separation, and a's face at equal separations. The search
// starts at dst.Hint, if the hint is a face, and writes the face that it found to dst.Hint. A
// separation above the limit ends the search.
func (dst *Manifold) bestFace(p *hullPair) Face {
	a, b, pose, limit := p.a, p.b, p.pose, p.limit()
	inverse := pose.Inverse()
	var best axis
	first, onB := firstFace(dst.Hint, a, b, pose)
	if onB {
		best = b.faceAxis(a, &inverse, first)
		if best.separation <= limit {
			best = b.bestAxis(a, &inverse, best)
		}
		if best.separation <= limit {
			x := a.bestAxis(b, pose, axis{face: -1, separation: nextBelow(best.separation)})
			if x.face >= 0 {
				best, onB = x, false
			}
		}
	} else {
		best = a.faceAxis(b, pose, first)
		if best.separation <= limit {
			best = a.bestAxis(b, pose, best)
		}
		if best.separation <= limit {
			x := b.bestAxis(a, &inverse, axis{face: -1, separation: best.separation})
			if x.face >= 0 {
				best, onB = x, true
			}
		}
	}
	dst.setHint(best.face, onB)
	return Face{best.face, best.deepest, best.separation, onB}
}

// firstFace returns the face of a or b at which a search begins.
func firstFace(hint FeatureHint, a, b *hull, pose *geom.Transform) (face int, onB bool) {
	if face, onB, ok := hint.face(len(a.normals), len(b.normals)); ok {
		return face, onB
	}
	return a.highestFace(pose.Apply(b.center)), false
}

// face returns the face that the hint names on one of two polygons with the given numbers of
// corners, if it names one.
func (h FeatureHint) face(cornersA, cornersB int) (face int, onB, ok bool) {
	sign := int(h >> 31) // all ones for a face of B; no branch, because it would be unpredictable
	n := (int(h) ^ sign) - sign
	corners := cornersA&^sign | cornersB&sign
	return n - 1, sign != 0, n > 0 && n <= corners
}

// setHint records the face that a search found.
func (dst *Manifold) setHint(face int, onB bool) {
	sign := FeatureHint(0)
	if onB {
		sign = 1
	}
	dst.Hint = FeatureHint(face+1) * (1 - 2*sign) // no branch
}

// collideHulls writes the manifold of two hulls.
func collideHulls(dst *Manifold, p *hullPair) {
	collideAlong(dst, p, dst.bestFace(p))
}

// collideAlong writes the manifold of two hulls whose face of largest separation is known.
func collideAlong(dst *Manifold, p *hullPair, best Face) {
	a, b, pose := p.a, p.b, p.pose
	if limit := p.limit(); best.Separation > limit {
		dst.setEmpty(best.Separation - limit)
		return
	}
	face, incident := best.Index, 0
	if !best.OnB {
		incident = b.incidentEdge(best.Deepest, pose.R.ApplyInverse(a.normals[face]))
	} else {
		incident = best.Index
		n := pose.R.Apply(b.normals[incident])
		face = a.incidentEdge(best.Deepest, n)
		if m := a.normals[face]; math.Abs(m.Cross(n)) > parallelSlope || m.Dot(n) > 0 {
			collideFaceOfB(dst, p, face, incident)
			return
		}
	}
	low, last := nextIndex(incident, len(b.vertices)), nextIndex(face, len(a.vertices))
	at, s, e := faceFrame(a.vertices[face], a.normals[face], a.vertices[last],
		pose.Apply(b.vertices[low]), pose.Apply(b.vertices[incident]))
	if best.OnB && (e.low.Y >= s.last || e.high.Y <= s.first) {
		collideFaceOfB(dst, p, face, incident) // parallel, but side by side
		return
	}
	collideFace(dst, at, s, e, margins{a.radius, b.radius, p.speculative},
		featureIndices{uint32(face), uint32(last), uint32(low), uint32(incident)})
}

// collideFaceOfB takes a face of b as the reference and an edge of a over it.
func collideFaceOfB(dst *Manifold, p *hullPair, edge, face int) {
	a, b, pose := p.a, p.b, p.pose
	low, last := nextIndex(edge, len(a.vertices)), nextIndex(face, len(b.vertices))
	at, s, e := faceFrame(pose.Apply(b.vertices[face]), pose.R.Apply(b.normals[face]), pose.Apply(b.vertices[last]),
		a.vertices[low], a.vertices[edge])
	collideFace(dst, at, s, e, margins{b.radius, a.radius, p.speculative},
		featureIndices{uint32(face) | swapped, uint32(last), uint32(low), uint32(edge)})
}

// faceFrame returns the frame of a face with its extent, and an incident edge in it.
func faceFrame(first, normal, last, low, high geom.Vec2) (geom.Transform, extent, edge) {
	tangent := normal.LeftPerp()
	low, high = low.Sub(first), high.Sub(first)
	return geom.Transform{P: first, R: geom.Rot{C: normal.X, S: normal.Y}},
		extent{0, tangent.Dot(last.Sub(first))},
		edge{
			low:  geom.Vec2{X: normal.Dot(low), Y: tangent.Dot(low)},
			high: geom.Vec2{X: normal.Dot(high), Y: tangent.Dot(high)},
		}
}
