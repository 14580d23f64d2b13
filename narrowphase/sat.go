package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

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
