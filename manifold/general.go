package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// collideGeneral serves every pair of bounded shapes. The distance search finds
// the normal, each shape tells its farthest feature along it, and the two
// features are clipped by the same rules as those of polygons. The package comment
// lists where it differs from the fast pairs.
func collideGeneral(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	var r narrowphase.Result
	if dst.search(&r, a, b, pose, speculative) {
		collideAlong(dst, a, b, pose, &r, speculative)
	}
}

// search finds the distance of two shapes with its normal, and reports whether it is
// no more than the speculative distance. The manifold is left empty, with the gap
// between them.
func (m *Manifold) search(r *narrowphase.Result, a, b shape.Convex, pose *geom.Transform, speculative float64) bool {
	if gap := apart(a, b, pose, speculative); gap > 0 {
		m.none(gap)
		return false
	}
	*r = narrowphase.SignedDistance(a, b, pose, nil)
	m.none(max(r.Distance-speculative, 0))
	return r.Distance <= speculative
}

// apart tells for most pairs whose bounding circles met in vain by how much more
// than the speculative distance they are apart: by the gap along the line of
// centres, for which one support point of each will do. It is not positive for
// pairs that may touch.
func apart(a, b shape.Convex, pose *geom.Transform, speculative float64) float64 {
	n, _ := pose.Apply(b.Center).Sub(a.Center).Unit()
	if n == (geom.Vec2{}) {
		return 0
	}
	p, _ := a.CoreSupport(n)
	q, _ := b.CoreSupport(pose.R.ApplyInverse(n.Neg()))
	return pose.Apply(q).Sub(p).Dot(n) - (speculative + (a.Radius + b.Radius))
}

// searchSlope is how far the normal of the search may be off the normal of a flat
// side that a round shape touches. A side's own normal is good to rounding, that
// of a search over custom shapes to about a millionth where they are almost flat.
const searchSlope = 1e-5

// collideAlong writes the manifold for a known normal.
func collideAlong(dst *Manifold, a, b shape.Convex, pose *geom.Transform, r *narrowphase.Result, speculative float64) {
	n := r.Normal
	fa := a.CoreFeature(n)
	fb := placed(b.CoreFeature(pose.R.ApplyInverse(n.Neg())), pose)
	switch {
	case fa.Point && fb.Point:
	case fb.Point:
		if m := sideOf(fa); m.Distance(n) <= searchSlope {
			p, _ := b.CoreSupport(pose.R.ApplyInverse(m.Neg()))
			if touchSide(dst, fa, m, pose.Apply(p), margins{a.Radius, b.Radius, speculative}) {
				dst.nameCorner(faceVertex, fa.IA, fb.IA, fb)
				return
			}
		}
	case fa.Point:
		if m := sideOf(fb); m.Neg().Distance(n) <= searchSlope {
			p, _ := a.CoreSupport(m.Neg())
			if touchSide(dst, fb, m, p, margins{b.Radius, a.Radius, speculative}) {
				dst.Normal = dst.Normal.Neg()
				dst.nameCorner(vertexFace, fa.IA, fb.IA, fa)
				return
			}
		}
	default:
		collideSides(dst, fa, fb, n, margins{a.Radius, b.Radius, speculative})
		return
	}
	core, foot := r.Distance+(a.Radius+b.Radius), r.PointA.MulSub(a.Radius, n)
	dst.one(n, foot, core, a.Radius, b.Radius, feature(wholeShape, 0, 0))
	if !round(fa) && !round(fb) {
		dst.Points[0].Feature = feature(vertexVertex, nearer(fa, foot), nearer(fb, foot.MulAdd(core, n)))
	}
}

// round reports whether a feature is neither a flat side nor a corner with a name.
func round(f shape.Feature) bool { return f.Point && f.IA == 0 }

// nameCorner gives the point of a corner on a flat side the name that it has when
// another side beside the corner lies flat.
func (m *Manifold) nameCorner(kind, a, b uint32, corner shape.Feature) {
	if m.Count == 1 && !round(corner) {
		m.Points[0].Feature = feature(kind, a, b)
	}
}

// nearer returns the name of the end of a feature that is nearer to p.
func nearer(f shape.Feature, p geom.Vec2) uint32 {
	if f.B.Sub(p).LengthSquared() < f.A.Sub(p).LengthSquared() {
		return f.IB
	}
	return f.IA
}

// placed returns a feature of B in A's frame.
func placed(f shape.Feature, pose *geom.Transform) shape.Feature {
	f.A, f.B = pose.Apply(f.A), pose.Apply(f.B)
	return f
}

// sideOf returns the outward normal of a flat feature.
func sideOf(f shape.Feature) geom.Vec2 {
	n, _ := f.B.Sub(f.A).RightPerp().Unit()
	return n
}

// alike reports whether two directions count as parallel.
func alike(m, n geom.Vec2) bool {
	return math.Abs(m.Cross(n)) <= parallelSlope && m.Dot(n) > 0
}

// touchSide writes the point between a flat side with normal m and the deepest
// point of a round shape against it, if that lies over the side. It reports
// whether it settled the matter. The point has the one name that all points of
// round shapes have, so that what rolls from side to side keeps its impulse.
func touchSide(dst *Manifold, side shape.Feature, m, p geom.Vec2, r margins) bool {
	edge, from := side.B.Sub(side.A), p.Sub(side.A)
	along := from.Dot(edge)
	if along < 0 || along > edge.LengthSquared() {
		return false
	}
	height := from.Dot(m)
	dst.none(0)
	if height-(r.face+r.edge) <= r.speculative {
		dst.one(m, p.MulSub(height, m), height, r.face, r.edge, feature(wholeShape, 0, 0))
	}
	return true
}

// collideSides clips two flat features. The one more perpendicular to the normal
// is the reference: its separation is the larger. A's is taken when they are
// parallel.
func collideSides(dst *Manifold, fa, fb shape.Feature, n geom.Vec2, m margins) {
	na, nb := sideOf(fa), sideOf(fb)
	onB := math.Abs(nb.Cross(n)) < math.Abs(na.Cross(n))
	if !onB || alike(na, nb.Neg()) {
		at, s, e := faceFrame(fa.A, na, fa.B, fb.B, fb.A)
		if !onB || e.low.Y < s.last && e.high.Y > s.first {
			collideFace(dst, at, s, e, m, names{fa.IA, fa.IB, fb.IB, fb.IA})
			return
		}
	}
	at, s, e := faceFrame(fb.A, nb, fb.B, fa.B, fa.A)
	collideFace(dst, at, s, e, margins{m.edge, m.face, m.speculative}, names{fb.IA | swapped, fb.IB, fa.IB, fa.IA})
}

// collideChainRound is a chain segment against a shape without vertices. What
// the search finds counts if the segment may push that way; an overlap that has
// a shorter way out which is the neighbour's leaves the segment's own normal.
func collideChainRound(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	c := chainAt(a, &geom.IdentityTransform)
	var r narrowphase.Result
	if !dst.search(&r, a, b, pose, speculative) {
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
	if c.admits(r.Normal) {
		collideAlong(dst, a, b, pose, &r, speculative)
	} else {
		c.holdUp(dst, b, pose, deepest, speculative)
		flat = dst.Count == 2
	}
	if dst.Count > 0 && !c.admits(dst.Normal) {
		if !flat {
			dst.none(0)
			return
		}
		dst.Normal = c.normal // as in collideHullChain
	}
	c.straighten(dst, 1)
}

// holdUp writes the contact along the segment's own normal, in the frame of the
// segment; deepest is the other core's deepest point against it.
func (c *chain) holdUp(dst *Manifold, b shape.Convex, pose *geom.Transform, deepest geom.Vec2, speculative float64) {
	m := margins{0, b.Radius, speculative}
	side := shape.Feature{A: c.p, B: c.q, IA: 0, IB: 1}
	f := placed(b.CoreFeature(pose.R.ApplyInverse(c.normal.Neg())), pose)
	if f.Point {
		touchSide(dst, side, c.normal, deepest, m)
		dst.nameCorner(faceVertex, 0, f.IA, f)
		return
	}
	at, s, e := faceFrame(c.p, c.normal, c.q, f.B, f.A)
	if !beside(s, e) {
		collideFace(dst, at, s, e, m, names{0, 1, f.IB, f.IA})
	}
}
