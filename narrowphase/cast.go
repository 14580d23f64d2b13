package narrowphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// Hit is the first touch of a straight motion, in A's frame.
type Hit struct {
	Fraction       float64   // of the motion, from 0
	Point          geom.Vec2 // the touching point, or the middle between the witness points of an overlap
	Normal         geom.Vec2 // unit, from A to B
	Iterations     int       // distances that were measured; none in closed form
	InitialOverlap bool      // the shapes overlapped before any motion
}

// ShapeCast moves b, posed in a's frame, along the translation and returns where it first
// touches a, if that is no farther than maxFraction (at most 1) of the translation.
//
// Shapes that overlap at the start hit at fraction zero with InitialOverlap set and the
// normal of their penetration. Shapes that only touch hit at zero if the motion brings
// them closer, and not if it slides along or separates them. A chain segment is hit only
// by shapes that start in front of it.
//
// If one of the shapes is a circle, capsule or segment, and the other shape is a circle, capsule,
// segment, box or polygon, the result comes from CapsuleCast. Other pairs are cast by advancement.
func ShapeCast(a, b shape.Convex, pose *geom.Transform, translation geom.Vec2, maxFraction float64) (hit Hit, ok bool) {
	switch countA, countB := coreVertexCount(a), coreVertexCount(b); {
	case countA == 0 || countB == 0 || min(countA, countB) > 2:
		return castByAdvancement(a, b, pose, translation, maxFraction)
	case countB <= 2:
		return CapsuleCast(a, b, pose, translation, maxFraction)
	}
	// Seen from b, a moves the other way.
	inverse := pose.Inverse()
	hit, ok = CapsuleCast(b, a, &inverse, pose.R.ApplyInverse(translation).Neg(), maxFraction)
	if !ok {
		return Hit{}, false
	}
	hit.Point = pose.Apply(hit.Point).MulAdd(hit.Fraction, translation)
	hit.Normal = pose.R.Apply(hit.Normal).Neg()
	return hit, true
}

// castByAdvancement is ShapeCast for any shapes.
//
// The distance is a convex function of the fraction, because the shapes are convex and the motion
// is straight: conservative advancement is Newton's method. Each step moves b to the line that
// separates the shapes at their closest points. It cannot pass the first touch, so no wall is too
// thin. It converges quadratically, or halves the distance in each step if the motion is tangential
// to a. If the motion does not approach the line, the line separates the shapes for ever.
func castByAdvancement(a, b shape.Convex, pose *geom.Transform, translation geom.Vec2, maxFraction float64) (hit Hit, ok bool) {
	if startsBehindChain(a, b, pose) {
		return Hit{}, false
	}
	var cache Cache
	moved, size, length := *pose, anyCoordinateBound(a)+anyCoordinateBound(b), translation.Length()
	var r Result
	signedDistance(&r, a, b, &moved, &cache, true)
	for hit.Iterations = 1; ; hit.Iterations++ {
		tolerance := castUlps * epsilon * (size + sumAbs(moved.P) + float64(hit.Fraction*length))
		first := hit.Iterations == 1
		if r.Distance > tolerance || first {
			// At the end b touches the line that the last step moved it to.
			hit.Normal = r.Normal
		}
		if r.Distance <= tolerance && !first {
			// Where corners or curves touch, the normal has rotated a little in the last step.
			// Thick skins keep the cores apart, and their normal is exact. Without skins the
			// border of the difference has the normal.
			switch skins := a.Radius + b.Radius; {
			case skins >= minSkinRatio*(size+sumAbs(moved.P)):
			case anyRound(a, b):
				signedDistance(&r, a, b, &moved, &cache, true)
			default:
				r.Normal = hit.Normal
			}
			if translation.Dot(r.Normal) < 0 {
				hit.Normal = r.Normal
			}
		}
		closing := -translation.Dot(hit.Normal)
		hit.Point = r.PointA.Lerp(r.PointB, 0.5)
		hit.InitialOverlap = first && r.Distance < -tolerance
		if r.Distance <= tolerance || hit.Iterations == maxCastSteps {
			return hit, hit.InitialOverlap || closing > 0
		}
		next := hit.Fraction + r.Distance/closing
		if closing <= 0 || next > maxFraction {
			return Hit{Iterations: hit.Iterations}, false
		}
		if next == hit.Fraction {
			return hit, true
		}
		hit.Fraction = next
		moved.P = pose.P.MulAdd(next, translation)
		signedDistance(&r, a, b, &moved, &cache, false)
	}
}

// RayCast returns where a ray first touches a shape with the given pose. Ray, pose and
// result are in one frame; shape.RayCast is the same in the shape's own frame.
func RayCast(c shape.Convex, pose *geom.Transform, ray geom.Ray) (hit shape.RayResult, ok bool) {
	local := geom.Ray{Origin: pose.ApplyInverse(ray.Origin), Translation: pose.R.ApplyInverse(ray.Translation)}
	if hit, ok = shape.RayCast(c, local); ok {
		hit.Point, hit.Normal = ray.At(hit.Fraction), pose.R.Apply(hit.Normal)
	}
	return hit, ok
}

// maxCastSteps bounds a cast. A tangential motion, the slowest, halves the remaining
// distance in each step.
const maxCastSteps = 64

// minSkinRatio is the least thickness of skins, relative to the coordinates, at which the
// direction between the cores has nine digits.
const minSkinRatio = 1e-6

// castUlps is the distance that counts as touching at the end of a cast, in units in the last place
// of the largest coordinate. It covers the roundings of the distance and of the pose.
const castUlps = 16

// anyCoordinateBound is coordinateBound for half-planes too, by their point on the border.
func anyCoordinateBound(c shape.Convex) float64 {
	if c.Kind == shape.KindHalfPlane {
		return sumAbs(c.A)
	}
	return coordinateBound(c)
}

// startsBehindChain reports whether one of the shapes is a chain segment and the centre of
// the other starts behind it, on its left. From there it may pass. A half-plane has no
// centre and does not pass.
func startsBehindChain(a, b shape.Convex, pose *geom.Transform) bool {
	if hasHalfPlane(a, b) {
		return false
	}
	if a.Kind == shape.KindChainSegment {
		return a.B.Sub(a.A).Cross(pose.Apply(b.Center).Sub(a.A)) > 0
	}
	if b.Kind == shape.KindChainSegment {
		return b.B.Sub(b.A).Cross(pose.ApplyInverse(a.Center).Sub(b.A)) > 0
	}
	return false
}
