package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// collideGeneral serves every pair of bounded shapes. The distance search finds the normal, each
// shape gives its support feature along it, and the two features are clipped by the same rules as
// the features of polygons. The package comment lists the differences from the fast pair functions.
func collideGeneral(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	var r narrowphase.Result
	if dst.searchDistance(&r, a, b, pose, speculative) {
		collideAlongNormal(dst, a, b, pose, &r, speculative)
	}
}

// searchDistance finds the distance of two shapes with its normal, and reports whether it is no
// more than the speculative distance. The manifold is left empty, with the gap by which the
// distance exceeds the speculative distance.
func (m *Manifold) searchDistance(r *narrowphase.Result, a, b shape.Convex, pose *geom.Transform, speculative float64) bool {
	gap, ok := narrowphase.SignedDistanceUpTo(r, a, b, pose, speculative)
	m.setEmpty(gap)
	return ok
}

// searchNormalTolerance is how far the normal of the search may be off the normal of a flat side
// that a round shape touches. A side's own normal is exact to rounding. The normal of a search over
// custom shapes is good to about a millionth where the shapes are almost flat.
const searchNormalTolerance = 1e-5

// collideAlongNormal writes the manifold for a known normal.
func collideAlongNormal(dst *Manifold, a, b shape.Convex, pose *geom.Transform, r *narrowphase.Result, speculative float64) {
	n := r.Normal
	fa := a.CoreFeature(n)
	fb := transformFeature(b.CoreFeature(pose.R.ApplyInverse(n.Neg())), pose)
	switch {
	case fa.Point && fb.Point:
	case fb.Point:
		if m := sideNormal(fa); m.Distance(n) <= searchNormalTolerance {
			p, _ := b.CoreSupport(pose.R.ApplyInverse(m.Neg()))
			if collideSidePoint(dst, fa, m, pose.Apply(p), margins{a.Radius, b.Radius, speculative}) {
				dst.setCornerFeature(faceVertex, fa.IA, fb.IA, fb)
				return
			}
		}
	case fa.Point:
		if m := sideNormal(fb); m.Neg().Distance(n) <= searchNormalTolerance {
			p, _ := a.CoreSupport(m.Neg())
			if collideSidePoint(dst, fb, m, p, margins{b.Radius, a.Radius, speculative}) {
				dst.Normal = dst.Normal.Neg()
				dst.setCornerFeature(vertexFace, fa.IA, fb.IA, fa)
				return
			}
		}
	default:
		collideSides(dst, fa, fb, n, margins{a.Radius, b.Radius, speculative})
		return
	}
	coreDistance, pointOnA := r.Distance+(a.Radius+b.Radius), r.PointA.MulSub(a.Radius, n)
	dst.setSinglePoint(n, pointOnA, coreDistance, a.Radius, b.Radius, featureID(wholeShape, 0, 0))
	if !isSmooth(fa) && !isSmooth(fb) {
		dst.Points[0].Feature = featureID(vertexVertex, nearerEnd(fa, pointOnA), nearerEnd(fb, pointOnA.MulAdd(coreDistance, n)))
	}
}

// isSmooth reports whether a feature is neither a flat side nor a corner with an index.
func isSmooth(f shape.Feature) bool { return f.Point && f.IA == 0 }

// setCornerFeature gives the point of a corner on a flat side the feature that it also has
// when a side next to the corner lies flat.
func (m *Manifold) setCornerFeature(kind, a, b uint32, corner shape.Feature) {
	if m.Count == 1 && !isSmooth(corner) {
		m.Points[0].Feature = featureID(kind, a, b)
	}
}

// nearerEnd returns the index of the end of a feature that is nearer to p.
func nearerEnd(f shape.Feature, p geom.Vec2) uint32 {
	if f.B.Sub(p).LengthSquared() < f.A.Sub(p).LengthSquared() {
		return f.IB
	}
	return f.IA
}

// transformFeature returns a feature of B in A's frame.
func transformFeature(f shape.Feature, pose *geom.Transform) shape.Feature {
	f.A, f.B = pose.Apply(f.A), pose.Apply(f.B)
	return f
}

// sideNormal returns the outward normal of a flat feature.
func sideNormal(f shape.Feature) geom.Vec2 {
	n, _ := f.B.Sub(f.A).RightPerp().Unit()
	return n
}

// nearlyParallel reports whether two directions count as parallel.
func nearlyParallel(m, n geom.Vec2) bool {
	return math.Abs(m.Cross(n)) <= parallelSlope && m.Dot(n) > 0
}

// collideSidePoint handles a flat side with normal m and the deepest point p of a round shape
// against it. It reports false when p is not over the side. Otherwise dst is the result. The point
// has the feature of all points of round shapes, so that a shape that rolls from side to side keeps
// its impulse.
func collideSidePoint(dst *Manifold, side shape.Feature, m, p geom.Vec2, r margins) bool {
	edge, from := side.B.Sub(side.A), p.Sub(side.A)
	along := from.Dot(edge)
	if along < 0 || along > edge.LengthSquared() {
		return false
	}
	height := from.Dot(m)
	dst.setEmpty(0)
	if height-(r.face+r.edge) <= r.speculative {
		dst.setSinglePoint(m, p.MulSub(height, m), height, r.face, r.edge, featureID(wholeShape, 0, 0))
	}
	return true
}

// collideSides clips two flat features. The reference is the feature whose own normal is closer to
// n, because its separation is larger. If the features are parallel, A's is the reference.
func collideSides(dst *Manifold, fa, fb shape.Feature, n geom.Vec2, m margins) {
	na, nb := sideNormal(fa), sideNormal(fb)
	onB := math.Abs(nb.Cross(n)) < math.Abs(na.Cross(n))
	if !onB || nearlyParallel(na, nb.Neg()) {
		at, s, e := faceFrame(fa.A, na, fa.B, fb.B, fb.A)
		if !onB || e.low.Y < s.last && e.high.Y > s.first {
			collideFace(dst, at, s, e, m, featureIndices{fa.IA, fa.IB, fb.IB, fb.IA})
			return
		}
	}
	at, s, e := faceFrame(fb.A, nb, fb.B, fa.B, fa.A)
	collideFace(dst, at, s, e, margins{m.edge, m.face, m.speculative}, featureIndices{fb.IA | swapped, fb.IB, fa.IB, fa.IA})
}

// collideChainRound is a chain segment against a shape without vertices. The normal of the search
// is used if the segment may push along it. Otherwise the neighbour pushes in that direction, and
// the segment pushes along its own normal.
func collideChainRound(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	c := chainAt(a, &geom.IdentityTransform)
	var r narrowphase.Result
	if !dst.searchDistance(&r, a, b, pose, speculative) {
		return
	}
	down := pose.R.ApplyInverse(c.normal.Neg())
	deepest, _ := b.CoreSupport(down)
	deepest = pose.Apply(deepest)
	highest, _ := b.CoreSupport(down.Neg())
	highest = pose.Apply(highest)
	if !inFront(deepest.Sub(c.p).Dot(c.normal), highest.Sub(c.p).Dot(c.normal), speculative) {
		return
	}
	flat := false
	if c.allowsNormal(r.Normal) {
		collideAlongNormal(dst, a, b, pose, &r, speculative)
	} else {
		c.collideAlongOwnNormal(dst, b, pose, deepest, speculative)
		flat = dst.Count == 2
	}
	if dst.Count > 0 && !c.allowsNormal(dst.Normal) {
		if !flat {
			dst.setEmpty(0)
			return
		}
		dst.Normal = c.normal // as in collideHullChain
	}
	c.snapNormal(dst, 1)
}

// collideAlongOwnNormal writes the contact along the segment's own normal, in the frame of the
// segment; deepest is the other core's deepest point against it.
func (c *chain) collideAlongOwnNormal(dst *Manifold, b shape.Convex, pose *geom.Transform, deepest geom.Vec2, speculative float64) {
	m := margins{0, b.Radius, speculative}
	side := shape.Feature{A: c.p, B: c.q, IA: 0, IB: 1}
	f := transformFeature(b.CoreFeature(pose.R.ApplyInverse(c.normal.Neg())), pose)
	at, s, e := faceFrame(c.p, c.normal, c.q, f.B, f.A)
	switch {
	case (e.low.Y >= s.last || e.high.Y <= s.first) && c.isHollow(e.low.Y >= s.last) && dst.collideAhead(at, s, e, m, math.Inf(1)):
		dst.Normal = c.normal
	case f.Point && collideSidePoint(dst, side, c.normal, deepest, m):
	case !f.Point && !missesFace(s, e):
		collideFace(dst, at, s, e, m, featureIndices{0, 1, f.IB, f.IA})
	case c.isHollow(e.low.Y > s.first):
		dst.setEmpty(0)
		if dst.collideFaceEnd(at, s, e, pose, b, m); dst.Count > 0 {
			dst.Normal = c.normal
			dst.Points[0].Feature = featureID(wholeShape, 0, 0)
		}
	}
	if f.Point {
		dst.setCornerFeature(faceVertex, 0, f.IA, f)
	}
}
