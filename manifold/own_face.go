package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// CollideFace finds the manifold of two shapes for one flat side as the reference, whether
// or not another direction separates them sooner: face is a side of the core of a, in a's
// frame, or of b, in b's frame, if onB is true. The other shape should be in front of it.
// The normal is that of the side. All else is as in CollideConvex.
//
// The deepest feature of the other shape may be beyond an end of the face. Then the point
// is at that end, and its separation is the height of the other shape's surface over it.
func CollideFace(dst *Manifold, a, b shape.Convex, pose *geom.Transform, face shape.Feature, onB bool, speculative float64) {
	dst.setEmpty(0)
	owner, other, toOther, first := a, b, *pose, face.IA
	if onB {
		owner, other, toOther = b, a, geom.IdentityTransform
		face = transformFeature(face, pose)
		first |= swapped
	}
	n := sideNormal(face)
	f := transformFeature(other.CoreFeature(toOther.R.ApplyInverse(n.Neg())), &toOther)
	at, s, e := faceFrame(face.A, n, face.B, f.B, f.A)
	m := margins{owner.Radius, other.Radius, speculative}
	if !isOver(s, e) {
		dst.collideFaceEnd(at, s, e, &toOther, other, m)
		dst.Points[0].Feature = featureID(vertexVertex, face.IA, f.IA)
	} else if f.Point {
		collideSidePoint(dst, face, n, f.A, m)
		dst.setCornerFeature(faceVertex, face.IA, f.IA, f)
	} else {
		collideFace(dst, at, s, e, m, featureIndices{first, face.IB, f.IB, f.IA})
		normal := dst.Normal
		if onB {
			normal = normal.Neg()
		}
		if dst.Count == 1 && !nearlyParallel(normal, n) {
			dst.setEmpty(0) // two corners face each other across a gap
			return
		}
	}
	dst.Normal = n
	if onB {
		dst.Normal = n.Neg()
	}
}

// isOver reports whether some of the edge is over the face.
func isOver(s span, e edge) bool {
	if e.low.Y == e.high.Y {
		return s.first <= e.low.Y && e.low.Y <= s.last
	}
	return e.low.Y < s.last && e.high.Y > s.first
}

// collideFaceEnd writes the point over that end of a face which is nearer to the other
// shape's deepest edge, if the shape has a surface over that end. At is the face's frame.
func (m *Manifold) collideFaceEnd(at geom.Transform, s span, e edge, pose *geom.Transform, other shape.Convex, r margins) {
	y := s.first
	if e.low.Y > s.last-float64(0.5*(s.last-s.first)) {
		y = s.last
	}
	below := float64(-2 * (other.BoundingRadius + math.Abs(at.ApplyInverse(pose.Apply(other.Center)).X)))
	above := r.speculative + r.face
	ray := geom.Ray{
		Origin:      pose.ApplyInverse(at.Apply(geom.Vec2{X: below, Y: y})),
		Translation: pose.R.ApplyInverse(at.R.Apply(geom.Vec2{X: above - below})),
	}
	hit, ok := shape.RayCast(other, ray)
	if !ok || hit.Inside {
		return
	}
	height := below + float64(hit.Fraction*(above-below))
	m.Points[0].Anchor = at.Apply(geom.Vec2{X: float64(0.5 * (height + r.face)), Y: y})
	m.Points[0].Separation = height - r.face
	m.Count = 1
}
