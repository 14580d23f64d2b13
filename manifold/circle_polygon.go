package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideCirclePolygon finds the face that the centre is farthest in front of. The closest feature
// is that face or one of its ends: among the faces that the centre is in front of, the distance to
// the line grows towards the closest feature from both sides.
func collideCirclePolygon(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	center := pose.ApplyInverse(a.A)
	limit := a.Radius + b.Radius + speculative
	vertices, normals := b.Points(), b.EdgeNormals()
	face, distance := 0, math.Inf(-1)
	for i, n := range normals {
		s := n.Dot(center.Sub(vertices[i]))
		if s > distance {
			face, distance = i, s
		}
	}
	if distance > limit {
		dst.setEmpty(distance - limit)
		return
	}
	normal := normals[face]
	if distance > 0 {
		first, last := vertices[face], vertices[nextIndex(face, len(vertices))]
		edge := last.Sub(first)
		corner := first
		outside := center.Sub(first).Dot(edge) < 0
		if !outside && center.Sub(last).Dot(edge) > 0 {
			corner, outside = last, true
		}
		if outside {
			if n, d := center.Sub(corner).Unit(); d > distance {
				normal, distance = n, d
			}
			if distance > limit {
				dst.setEmpty(distance - limit)
				return
			}
		}
	}
	toward := pose.R.Apply(normal).Neg()
	dst.setSinglePoint(toward, a.A, distance, a.Radius, b.Radius, featureID(wholeShape, 0, 0))
}

// nextIndex returns the index of the vertex that follows i in a ring of n.
func nextIndex(i, n int) int {
	i++
	if i == n {
		return 0
	}
	return i
}

// prevIndex returns the index of the vertex that comes before i in a ring of n.
func prevIndex(i, n int) int {
	if i == 0 {
		return n - 1
	}
	return i - 1
}
