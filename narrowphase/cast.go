package narrowphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// Hit says where a straight motion is stopped, in A's frame.
type Hit struct {
	Fraction   float64   // of the motion, from 0
	Point      geom.Vec2 // where the shapes touch
	Normal     geom.Vec2 // unit, from A to B
	Iterations int
	Initial    bool // the shapes overlapped before any motion
}

// CastShape moves b, posed in a's frame, along the translation and returns where
// it first touches a, if that is no farther than maxFraction (at most 1) of the
// way.
//
// Shapes that overlap at the start hit at fraction zero with Initial set and the
// normal of their penetration. Shapes that only touch hit at zero if the motion
// brings them closer, and not if it slides along or parts them. A chain segment is
// hit only by what starts in front of it.
//
// The distance is a convex function of the fraction, because the shapes are
// convex and the motion is straight. Each step moves b to where it would cross the
// plane that separates the shapes at their closest points: that is Newton's step,
// it cannot pass the first touch, so no wall is too thin, and it converges
// quadratically, or by halves where the motion only grazes. A plane that the
// motion does not approach parts the shapes for ever.
func CastShape(a, b shape.Convex, pose *geom.Transform, translation geom.Vec2, maxFraction float64) (hit Hit, ok bool) {
	at := *pose
	if behind(a, b, pose) {
		return Hit{}, false
	}
	var cache Cache
	var normal geom.Vec2
	longest := translation.Length()
	for i := 1; ; i++ {
		r := SignedDistance(a, b, &at, &cache)
		hit.Iterations += r.Iterations
		tiny := castRoundings * epsilon * (reachOf(a) + reachOf(b) + span(at.P) + float64(hit.Fraction*longest))
		arrived := r.Distance <= tiny || i == maxCastSteps
		closing := -translation.Dot(r.Normal)
		if i == 1 && r.Distance < -tiny {
			hit.Initial = true
			hit.Normal, hit.Point = r.Normal, r.PointA.Lerp(r.PointB, 0.5)
			return hit, true
		}
		if i == 1 || !arrived {
			normal = r.Normal
		}
		if arrived {
			hit.Normal, hit.Point = normal, r.PointA.Lerp(r.PointB, 0.5)
			return hit, i > 1 || closing > 0
		}
		if closing <= 0 {
			return Hit{Iterations: hit.Iterations}, false
		}
		next := hit.Fraction + r.Distance/closing
		if next > maxFraction {
			return Hit{Iterations: hit.Iterations}, false
		}
		if next == hit.Fraction {
			hit.Normal, hit.Point = normal, r.PointA.Lerp(r.PointB, 0.5)
			return hit, true
		}
		hit.Fraction = next
		at.P = pose.P.MulAdd(next, translation)
	}
}

// maxCastSteps bounds a cast. A grazing motion, the slowest, halves the way that
// is left in each step.
const maxCastSteps = 64

// castRoundings is how many units in the last place of the largest coordinate
// count as touching at the end of a cast: a distance, and the place it is measured
// at.
const castRoundings = 16

// reachOf is reach, for half-planes too: the anchor is theirs.
func reachOf(c shape.Convex) float64 {
	if c.Kind == shape.KindHalfPlane {
		return span(c.A)
	}
	return reach(c)
}

// behind reports whether one of the shapes is a chain segment and the centre of
// the other starts behind it, on its left, from where it may pass.
func behind(a, b shape.Convex, pose *geom.Transform) bool {
	if a.Kind == shape.KindChainSegment {
		return a.B.Sub(a.A).Cross(pose.Apply(b.Centre).Sub(a.A)) > 0
	}
	if b.Kind == shape.KindChainSegment {
		return b.B.Sub(b.A).Cross(pose.Unapply(a.Centre).Sub(b.A)) > 0
	}
	return false
}
