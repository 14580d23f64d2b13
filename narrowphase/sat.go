package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// Collision tells how two shapes overlap, in A's frame: moving B by Normal x Depth
// moves Start to End.
type Collision struct {
	Depth  float64   // m, not negative
	Normal geom.Vec2 // unit, from A to B
	Start  geom.Vec2 // deepest point of B
	End    geom.Vec2 // the point of A's border that Start leaves through
	Axes   int       // face normals that were tried
}

// SAT looks for the face normal along which two shapes overlap the least, b posed
// in a's frame, or reports that some face has the whole other shape in front of
// it. Two circles, and a circle against a polygon, have their closed forms. Where
// rounded corners are nearer than faces, and where a core is round and has no
// faces, it answers with Penetration.
func SAT(a, b shape.Convex, pose *geom.Transform) (c Collision, ok bool) {
	if unbounded(a, b) {
		return collision(planeDistance(a, b, pose))
	}
	var m difference
	m.pair(a, b, pose)
	if !m.polygonal() {
		return collision(SignedDistance(a, b, pose, nil))
	}
	na, nb := corners(a), corners(b)
	switch {
	case na == 1 && nb == 1:
		return m.circles()
	case na == 1:
		return m.circleFaces(pose.ApplyInverse(a.A), b, true)
	case nb == 1:
		return m.circleFaces(pose.Apply(b.A), a, false)
	}
	best := m.leastFace()
	switch {
	case best.depth < -a.Radius-b.Radius:
		return Collision{Axes: best.iterations}, false
	case best.depth <= m.tiny:
		// The cores are apart, and their corners may be farther apart than any face
		// tells; of two segments on one line the faces tell nothing.
		c, ok = collision(SignedDistance(a, b, pose, nil))
	default:
		var r Result
		m.witnesses(&r, &best, 0)
		c, ok = collision(r)
	}
	c.Axes = best.iterations
	return c, ok
}

// collision restates a signed distance.
func collision(r Result) (Collision, bool) {
	if !r.Overlap {
		return Collision{Axes: r.Iterations}, false
	}
	return Collision{Depth: -r.Distance, Normal: r.Normal, Start: r.PointB, End: r.PointA, Axes: r.Iterations}, true
}

// circles is the closed form of two circles. With one centre the normal is fixed.
func (m *difference) circles() (Collision, bool) {
	from, to := m.a.A, m.pose.Apply(m.b.A)
	n, length := to.Sub(from).Unit()
	if length == 0 {
		n = concentric
	}
	distance := length - m.a.Radius - m.b.Radius
	return collision(Result{
		Distance: distance,
		PointA:   from.MulAdd(m.a.Radius, n),
		PointB:   to.MulSub(m.b.Radius, n),
		Normal:   n,
		Overlap:  distance <= 0,
	})
}

// circleFaces is the closed form of a circle, its centre given in the frame of the
// other shape, against faces. The face that the centre is farthest in front of
// decides: before its first vertex (region R1) and after its second (R2) the
// vertex is nearest, in the strip between (R3) the face is. A centre behind all
// faces is inside, and the same face is the shortest way out.
//
// That face touches the nearest feature: a vertex is nearest when the direction to
// the centre lies between the normals of its two faces, and no other normal is as
// close to that direction as both of them.
func (m *difference) circleFaces(centre geom.Vec2, c shape.Convex, flipped bool) (Collision, bool) {
	skins := m.a.Radius + m.b.Radius
	count := corners(c)
	front, face := math.Inf(-1), uint32(0)
	var normal geom.Vec2
	for i := range count {
		n := faceNormal(c, i)
		if d := n.Dot(centre.Sub(c.CoreVertex(i))); d > front {
			front, face, normal = d, i, n
			if front > skins {
				return Collision{Axes: int(i) + 1}, false
			}
		}
	}
	p, q := c.CoreVertex(face), c.CoreVertex((face+1)%count)
	on := centre.MulSub(front, normal)
	distance := front
	// A segment has no inside: on its line, beyond an end, both faces are at zero.
	if edge := q.Sub(p); front > 0 || count == 2 {
		corner := p
		switch {
		case edge.Dot(centre.Sub(p)) < 0: // R1
		case edge.Dot(centre.Sub(q)) > 0: // R2
			corner = q
		default: // R3
			corner = on
		}
		if corner != on {
			on = corner
			if n, length := centre.Sub(on).Unit(); length > m.tiny {
				normal, distance = n, length
			}
		}
	}
	r := Result{Distance: distance - skins, Iterations: int(count), Overlap: distance <= skins}
	if flipped { // the circle is A, and c is posed
		r.Normal = m.pose.R.Apply(normal).Neg()
		r.PointA = m.pose.Apply(centre).MulAdd(m.a.Radius, r.Normal)
		r.PointB = m.pose.Apply(on).MulSub(m.b.Radius, r.Normal)
		return collision(r)
	}
	r.Normal = normal
	r.PointA = on.MulAdd(m.a.Radius, normal)
	r.PointB = centre.MulSub(m.b.Radius, normal)
	return collision(r)
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

// leastFace returns the face of the difference of two polygonal cores that the
// origin is behind the least, by trying all of them: each face of the difference
// is parallel to one of A or of B. The first face that the origin is in front of
// ends it: the depth is negative, and no distance.
func (m *difference) leastFace() depth {
	best := depth{depth: math.Inf(1)}
	m.faces(m.a, false, &best)
	if best.depth >= 0 {
		m.faces(m.b, true, &best)
	}
	return best
}

// faces tries the faces of one of the shapes, of B when flipped.
func (m *difference) faces(c shape.Convex, flipped bool, best *depth) {
	count := corners(c)
	if count < 2 {
		return
	}
	var w Vertex
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
		m.find(&w, n)
		reach := n.Dot(w.P)
		if reach >= best.depth {
			continue
		}
		// The face itself: its two ends against the other shape's support point.
		if flipped {
			m.put(&best.from, w.IA, i)
			m.put(&best.to, w.IA, j)
		} else {
			m.put(&best.from, i, w.IB)
			m.put(&best.to, j, w.IB)
		}
		best.normal, best.depth = n, reach
		if reach < 0 {
			return
		}
	}
}
