package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// Side is a flat side of the core of one of two shapes, in the frame of that shape.
type Side struct {
	shape.Feature
	OnB bool // a side of the second shape
}

// CollideFace finds the manifold of two shapes for one flat side as the reference, whether
// or not another direction separates them sooner. The other shape should be in front of the
// side. The side gives the normal. All else is as in CollideConvex.
//
// The deepest feature of the other shape may be beyond an end of the face. If it is in front of the
// face's line, the shape reaches the line before it reaches that end, and the point is there.
// Otherwise the point is at the end, and its separation is the height of the other shape's surface
// over it.
func CollideFace(dst *Manifold, a, b shape.Convex, pose *geom.Transform, side Side, speculative float64) {
	dst.setEmpty(0)
	owner, other, toOther, face := a, b, *pose, side.Feature
	first := face.IA
	if side.OnB {
		owner, other, toOther = b, a, geom.IdentityTransform
		face = transformFeature(face, pose)
		first |= swapped
	}
	n := sideNormal(face)
	f := transformFeature(other.CoreFeature(toOther.R.ApplyInverse(n.Neg())), &toOther)
	at, s, e := faceFrame(face.A, n, face.B, f.B, f.A)
	m := margins{owner.Radius, other.Radius, speculative}
	if !isOver(s, e) {
		if !dst.collideAhead(at, s, e, m, math.Inf(1)) {
			dst.collideFaceEnd(at, s, e, &toOther, other, m)
		}
		dst.Points[0].Feature = featureID(vertexVertex, face.IA, f.IA)
	} else if f.Point {
		collideSidePoint(dst, face, n, f.A, m)
		dst.setCornerFeature(faceVertex, face.IA, f.IA, f)
	} else {
		collideFace(dst, at, s, e, m, featureIndices{first, face.IB, f.IB, f.IA})
		normal := dst.Normal
		if side.OnB {
			normal = normal.Neg()
		}
		if dst.Count == 1 && !nearlyParallel(normal, n) {
			dst.setEmpty(0) // two corners face each other across a gap
			return
		}
	}
	dst.Normal = n
	if side.OnB {
		dst.Normal = n.Neg()
	}
}

// BorderPoint is a point of the border of the core of one of two shapes and the outward unit normal
// there, in the frame of that shape.
type BorderPoint struct {
	P, Normal geom.Vec2
	OnB       bool // a point of the second shape
}

// CollidePoint finds the contact of two shapes at one point of the border of one of them, whether
// or not another direction separates them sooner. The other shape should be in front of the border
// there. The separation is the height of its surface over the point. There is no contact if the
// other shape has no surface over the point.
func CollidePoint(dst *Manifold, a, b shape.Convex, pose *geom.Transform, p BorderPoint, speculative float64) {
	dst.setEmpty(0)
	owner, other, toOther, at, n := a, b, *pose, p.P, p.Normal
	if p.OnB {
		owner, other, toOther = b, a, geom.IdentityTransform
		at, n = pose.Apply(p.P), pose.R.Apply(p.Normal)
	}
	frame := geom.Transform{P: at, R: geom.Rot{C: n.X, S: n.Y}}
	dst.collideFaceEnd(frame, extent{}, edge{}, &toOther, other, margins{owner.Radius, other.Radius, speculative})
	dst.Normal = n
	if p.OnB {
		dst.Normal = n.Neg()
	}
	dst.Points[0].Feature = featureID(wholeShape, 0, 0)
}

// collideAhead writes the point of a shape beyond an end of a face in a hollow: the deepest point
// of its core, if it is in front of the face's line and at most reach away from the end. Without
// this contact a shape that slides or rolls over the sides of a hollow would end its ticks a little
// deep in the next side, and gain the height by which the contact lifts it.
//
//go:noinline
func (m *Manifold) collideAhead(at geom.Transform, s extent, e edge, r margins, reach float64) bool {
	deepest := e.low
	if e.high.X < deepest.X {
		deepest = e.high
	}
	end := geom.Vec2{Y: s.first}
	if deepest.Y > s.first {
		end.Y = s.last
	}
	separation := deepest.X - (r.face + r.edge)
	if !isAhead(separation, r.speculative) || separation > r.speculative || deepest.Sub(end).LengthSquared() > float64(reach*reach) {
		return false
	}
	deepest.X = 0.5 * (deepest.X + (r.face - r.edge))
	m.Points[0] = Point{at.Apply(deepest), separation, featureID(wholeShape, 0, 0)}
	m.Count = 1
	return true
}

// isAhead reports whether a face is ahead of a shape with a given separation from the face's line.
func isAhead(separation, speculative float64) bool {
	return separation >= -float64(overhangFraction*speculative)
}

// isOver reports whether some of the edge is over the face.
func isOver(s extent, e edge) bool {
	if e.low.Y == e.high.Y {
		return s.first <= e.low.Y && e.low.Y <= s.last
	}
	return e.low.Y < s.last && e.high.Y > s.first
}

// collideFaceEnd writes the point over the end of a face that is nearer to the other shape's
// deepest edge, if that shape has a surface over this end. The transform at is the face's frame.
func (m *Manifold) collideFaceEnd(at geom.Transform, s extent, e edge, pose *geom.Transform, other shape.Convex, r margins) {
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
