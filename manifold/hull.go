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
	centre            geom.Vec2
	radius            float64
}

// hullOf returns a box or polygon as a hull.
func hullOf(c shape.Convex) hull {
	return hull{c.Points(), c.EdgeNormals(), c.Centre, c.Radius}
}

// axis is a face of one hull and how the other lies against it.
type axis struct {
	face, deepest int     // the other hull's vertex of least height over the face
	separation    float64 // that height
}

// bestAxis returns the face of h with the largest separation from o, which lies
// at pose in h's frame. It stops early at a face that is more than limit away.
//
// The height of o's centre over a face bounds the separation from above. So the
// face with the highest centre is measured first, and hardly any other has a
// bound that can still beat it: the search costs one pass over the faces of h
// and one or two over the vertices of o, not their product.
func (h *hull) bestAxis(o *hull, pose *geom.Transform, limit float64) axis {
	centre := pose.Apply(o.centre)
	first, bound := 0, math.Inf(-1)
	for i, n := range h.normals {
		if u := n.Dot(centre.Sub(h.vertices[i])); u > bound {
			first, bound = i, u
		}
	}
	best := h.against(o, pose, first)
	if best.separation > limit {
		return best
	}
	for i, n := range h.normals {
		if n.Dot(centre.Sub(h.vertices[i])) <= best.separation || i == first {
			continue
		}
		if x := h.against(o, pose, i); x.separation > best.separation {
			best = x
		}
	}
	return best
}

// against finds the deepest vertex of o under one face of h.
func (h *hull) against(o *hull, pose *geom.Transform, face int) axis {
	n := pose.R.Unapply(h.normals[face])
	deepest, least := 0, math.Inf(1)
	for i, v := range o.vertices {
		if s := n.Dot(v); s < least {
			deepest, least = i, s
		}
	}
	offset := h.normals[face].Dot(pose.P.Sub(h.vertices[face]))
	return axis{face, deepest, least + offset}
}

// opposite returns the edge of o at the given vertex that looks most against n,
// a direction in o's frame.
func (h *hull) opposite(vertex int, n geom.Vec2) int {
	previous := before(vertex, len(h.vertices))
	if h.normals[previous].Dot(n) < h.normals[vertex].Dot(n) {
		return previous
	}
	return vertex
}

// collideHulls writes the manifold of two hulls, b at pose in a's frame.
func collideHulls(dst *Manifold, a, b *hull, pose *geom.Transform, speculative float64) {
	limit := speculative + (a.radius + b.radius)
	dst.Count = 0
	onA := a.bestAxis(b, pose, limit)
	if onA.separation > limit {
		return
	}
	inverse := pose.Inverse()
	onB := b.bestAxis(a, &inverse, limit)
	if onB.separation > limit {
		return
	}
	f := facing{speculative: speculative}
	if onA.separation >= onB.separation {
		f.faceOfA(a, b, pose, onA.face, b.opposite(onA.deepest, pose.R.Unapply(a.normals[onA.face])))
		f.collide(dst)
		return
	}
	n := pose.R.Apply(b.normals[onB.face])
	edge := a.opposite(onB.deepest, n)
	if m := a.normals[edge]; math.Abs(m.Cross(n)) <= parallelSlope && m.Dot(n) < 0 {
		f.faceOfA(a, b, pose, edge, onB.face)
		if max(f.low.Y, f.first) < min(f.high.Y, f.last) {
			f.collide(dst)
			return
		}
	}
	f.faceOfB(a, b, pose, onB.face, edge)
	f.collide(dst)
}

// faceOfA fills in a's face against b's edge, in a's frame.
func (f *facing) faceOfA(a, b *hull, pose *geom.Transform, face, edge int) {
	f.radius, f.other = a.radius, b.radius
	f.swapped = false
	last, low := after(face, len(a.vertices)), after(edge, len(b.vertices))
	f.hull(a.vertices[face], a.normals[face], a.vertices[last],
		pose.Apply(b.vertices[low]), pose.Apply(b.vertices[edge]))
	f.faceFirst, f.faceLast = uint32(face), uint32(last)
	f.edgeLow, f.edgeHigh = uint32(low), uint32(edge)
}

// faceOfB fills in b's face against a's edge, in a's frame.
func (f *facing) faceOfB(a, b *hull, pose *geom.Transform, face, edge int) {
	f.radius, f.other = b.radius, a.radius
	f.swapped = true
	last, low := after(face, len(b.vertices)), after(edge, len(a.vertices))
	f.hull(pose.Apply(b.vertices[face]), pose.R.Apply(b.normals[face]), pose.Apply(b.vertices[last]),
		a.vertices[low], a.vertices[edge])
	f.faceFirst, f.faceLast = uint32(face), uint32(last)
	f.edgeLow, f.edgeHigh = uint32(low), uint32(edge)
}

// hull brings the incident edge into the frame of the face.
func (f *facing) hull(origin, normal, end, low, high geom.Vec2) {
	tangent := normal.Left()
	f.origin, f.normal = origin, normal
	f.first, f.last = 0, tangent.Dot(end.Sub(origin))
	low, high = low.Sub(origin), high.Sub(origin)
	f.low = geom.Vec2{X: normal.Dot(low), Y: tangent.Dot(low)}
	f.high = geom.Vec2{X: normal.Dot(high), Y: tangent.Dot(high)}
}
