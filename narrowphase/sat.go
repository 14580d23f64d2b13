package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// SATResult is the overlap of two shapes, in A's frame: moving B by Normal x Depth moves
// Start to End.
type SATResult struct {
	Depth  float64   // m, not negative
	Normal geom.Vec2 // unit, from A to B
	Start  geom.Vec2 // deepest point of B
	End    geom.Vec2 // the point of A's border to which Start moves
	Axes   int       // face normals that were tried
}

// SAT is the separating axis test, with b posed in a's frame. It finds the face normal along which
// two shapes overlap the least, or reports that some face has the whole other shape in front of it.
// Two circles, and a circle against a polygon, have closed forms. Where rounded corners are nearer
// than faces, and where a core is round and has no faces, the result equals Penetration's.
func SAT(a, b shape.Convex, pose *geom.Transform) (c SATResult, ok bool) {
	if hasHalfPlane(a, b) {
		return satResult(halfPlaneDistance(a, b, pose))
	}
	var m minkowskiDifference
	m.init(a, b, pose)
	if !m.polygonal() {
		return satResult(SignedDistance(a, b, pose, nil))
	}
	na, nb := coreVertexCount(a), coreVertexCount(b)
	switch {
	case na == 1 && nb == 1:
		return m.circleCircle()
	case na == 1:
		return m.circlePolygon(pose.ApplyInverse(a.A), b, true)
	case nb == 1:
		return m.circlePolygon(pose.Apply(b.A), a, false)
	}
	best := m.minDepthFace()
	switch {
	case best.depth < -a.Radius-b.Radius:
		return SATResult{Axes: best.iterations}, false
	case best.depth <= m.tolerance:
		// The cores are apart, and their corners may be farther apart than along any face
		// normal. For two segments on one line no face normal separates.
		c, ok = satResult(SignedDistance(a, b, pose, nil))
	default:
		var r Result
		m.resultFromEdge(&r, &best, 0)
		c, ok = satResult(r)
	}
	c.Axes = best.iterations
	return c, ok
}

// satResult restates a signed distance.
func satResult(r Result) (SATResult, bool) {
	if !r.Overlap {
		return SATResult{Axes: r.Iterations}, false
	}
	return SATResult{Depth: -r.Distance, Normal: r.Normal, Start: r.PointB, End: r.PointA, Axes: r.Iterations}, true
}

// circleCircle is the closed form of two circles. With one centre the normal is fixed.
func (m *minkowskiDifference) circleCircle() (SATResult, bool) {
	from, to := m.a.A, m.pose.Apply(m.b.A)
	n, length := to.Sub(from).Unit()
	if length == 0 {
		n = concentricNormal
	}
	distance := length - m.a.Radius - m.b.Radius
	return satResult(Result{
		Distance: distance,
		PointA:   from.MulAdd(m.a.Radius, n),
		PointB:   to.MulSub(m.b.Radius, n),
		Normal:   n,
		Overlap:  distance <= 0,
	})
}

// circlePolygon is the closed form of a circle, its centre given in the frame of the other shape,
// against a polygon. It takes the face that has the centre farthest in front. Before the first
// vertex of that face (region R1) and after its second (R2) the vertex is nearest, between the two
// (R3) the face is. A centre behind all faces is inside, and the same face is its shortest way out
// of the polygon.
//
// That face contains the nearest feature. A vertex is nearest when the direction to the
// centre lies between the normals of its two faces, and no other normal is as close to
// that direction as both of them.
func (m *minkowskiDifference) circlePolygon(center geom.Vec2, c shape.Convex, flipped bool) (SATResult, bool) {
	skins := m.a.Radius + m.b.Radius
	count := coreVertexCount(c)
	maxDistance, face := math.Inf(-1), uint32(0)
	var normal geom.Vec2
	for i := range count {
		n := faceNormal(c, i)
		if d := n.Dot(center.Sub(c.CoreVertex(i))); d > maxDistance {
			maxDistance, face, normal = d, i, n
			if maxDistance > skins {
				return SATResult{Axes: int(i) + 1}, false
			}
		}
	}
	p, q := c.CoreVertex(face), c.CoreVertex((face+1)%count)
	closest := center.MulSub(maxDistance, normal)
	distance := maxDistance
	// A segment has no inside: on its line, beyond an end, both faces are at zero.
	if edge := q.Sub(p); maxDistance > 0 || count == 2 {
		corner := p
		switch {
		case edge.Dot(center.Sub(p)) < 0: // R1
		case edge.Dot(center.Sub(q)) > 0: // R2
			corner = q
		default: // R3
			corner = closest
		}
		if corner != closest {
			closest = corner
			if n, length := center.Sub(closest).Unit(); length > m.tolerance {
				normal, distance = n, length
			}
		}
	}
	r := Result{Distance: distance - skins, Iterations: int(count), Overlap: distance <= skins}
	if flipped { // the circle is A, and c is posed
		r.Normal = m.pose.R.Apply(normal).Neg()
		r.PointA = m.pose.Apply(center).MulAdd(m.a.Radius, r.Normal)
		r.PointB = m.pose.Apply(closest).MulSub(m.b.Radius, r.Normal)
		return satResult(r)
	}
	r.Normal = normal
	r.PointA = closest.MulAdd(m.a.Radius, normal)
	r.PointB = center.MulSub(m.b.Radius, normal)
	return satResult(r)
}

// faceNormal returns the outward unit normal of the face of a polygonal core that
// starts at vertex i. A segment has two faces, one to each side.
func faceNormal(c shape.Convex, i uint32) geom.Vec2 {
	if c.Kind == shape.KindBox || c.Kind == shape.KindPolygon {
		return c.EdgeNormals()[i]
	}
	n, _ := c.CoreVertex(1 - i).Sub(c.CoreVertex(i)).RightPerp().Unit()
	return n
}

// minDepthFace returns the face of the difference of two polygonal cores with the least depth of
// the origin behind it. It tries all faces of A and of B, because each face of the difference is
// parallel to one of them. The first face with the origin in front of it ends the search. The depth
// is then negative, and is not a distance.
func (m *minkowskiDifference) minDepthFace() nearestEdge {
	best := nearestEdge{depth: math.Inf(1)}
	m.testFaces(m.a, false, &best)
	if best.depth >= 0 {
		m.testFaces(m.b, true, &best)
	}
	return best
}

// testFaces tries the faces of one of the shapes, of B when flipped.
func (m *minkowskiDifference) testFaces(c shape.Convex, flipped bool, best *nearestEdge) {
	count := coreVertexCount(c)
	if count < 2 {
		return
	}
	var w vertex
	for i := range count {
		j := i + 1
		if j == count {
			j = 0
		}
		n := faceNormal(c, i)
		if flipped {
			n = m.pose.R.Apply(n).Neg()
		}
		best.iterations++
		m.supportInto(&w, n)
		support := n.Dot(w.P)
		if support >= best.depth {
			continue
		}
		// The face itself: its two ends against the other shape's support point.
		if flipped {
			m.vertexInto(&best.from, w.IA, i)
			m.vertexInto(&best.to, w.IA, j)
		} else {
			m.vertexInto(&best.from, i, w.IB)
			m.vertexInto(&best.to, j, w.IB)
		}
		best.normal, best.depth = n, support
		if support < 0 {
			return
		}
	}
}
