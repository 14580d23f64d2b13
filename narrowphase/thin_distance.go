package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// ThinDistance is SignedDistance in closed form: a is a box, a capsule or a segment, b a thin
// shape. The core of a thin shape is a point or a segment: circles, capsules, segments and chain
// segments are thin. It returns false, and writes nothing, for other shapes, for cores that overlap
// or almost touch, and where the nearest points are not unique.
func ThinDistance(dst *Result, a, b shape.Convex, pose *geom.Transform) bool {
	count := coreVertexCount(b)
	if count != 1 && count != 2 {
		return false
	}
	p := pose.Apply(b.A)
	q := p
	if count == 2 {
		q = pose.Apply(b.B)
	}
	var onA, onB geom.Vec2
	var unique bool
	switch a.Kind {
	case shape.KindBox:
		rot := a.Rotation()
		onA, onB, unique = nearestOfBox(a.A, rot.ApplyInverse(p.Sub(a.Center)), rot.ApplyInverse(q.Sub(a.Center)))
		onA, onB = a.Center.Add(rot.Apply(onA)), a.Center.Add(rot.Apply(onB))
	case shape.KindCapsule, shape.KindSegment, shape.KindChainSegment:
		onA, onB, unique = nearestOfSegments(a.A, a.B, p, q)
	}
	if !unique {
		return false
	}
	n, core := onB.Sub(onA).Unit()
	if !(core > minThinGap*(coordinateBound(a)+coordinateBound(b)+sumAbs(pose.P))) {
		return false
	}
	dst.Iterations = 0
	dst.addSkins(a, b, onA, onB, n, core)
	return true
}

// minThinGap times the coordinates is the smallest gap of two cores at which the difference of
// their nearest points has ten digits.
const minThinGap = 1e-6

// tieSlope is the slope below which sides count as parallel. It is also the smallest relative
// difference of two squared gaps of segments: if the gaps differ less, the nearest points are not
// unique.
const tieSlope = 1e-9

// nearestOfBox returns the nearest points of a box with the half extents h, at the origin, and a
// segment from p to q, and whether the two are apart and these points are unique.
//
// Let n be the normal of the segment that leads away from the box. If it separates the two, and the
// corner farthest along n faces the segment between its ends, that corner is nearest. Otherwise an
// end of the segment is nearest. Many points are nearest if the segment lies along a side.
func nearestOfBox(h, p, q geom.Vec2) (onBox, onSegment geom.Vec2, unique bool) {
	d := q.Sub(p)
	n := d.LeftPerp()
	if n.Dot(p) < 0 {
		n = n.Neg()
	}
	corner := geom.Vec2{X: math.Copysign(h.X, n.X), Y: math.Copysign(h.Y, n.Y)}
	from := corner.Sub(p)
	low, high, size := p.Min(q), p.Max(q), d.Abs()
	besideX, besideY := low.X <= h.X && high.X >= -h.X, low.Y <= h.Y && high.Y >= -h.Y
	if n.Dot(from) < 0 {
		if p != q && (besideX || besideY) && min(size.X, size.Y) <= float64(tieSlope*max(size.X, size.Y)) {
			return p, p, false // along a side
		}
		if along, squared := from.Dot(d), d.LengthSquared(); along > 0 && along < squared {
			return corner, p.MulAdd(along/squared, d), true
		}
	} else if besideX && besideY {
		return p, p, false // they overlap
	}
	onP, onQ := p.Max(h.Neg()).Min(h), q.Max(h.Neg()).Min(h)
	gapP, gapQ := p.Sub(onP).LengthSquared(), q.Sub(onQ).LengthSquared()
	if gapP <= gapQ {
		return onP, p, true
	}
	return onQ, q, true
}

// nearestOfSegments returns the nearest points of a segment from a to b and one from p to q, and
// whether the two are apart and these points are unique. An end of one of them is nearest.
func nearestOfSegments(a, b, p, q geom.Vec2) (onA, onB geom.Vec2, unique bool) {
	ab, pq := b.Sub(a), q.Sub(p)
	if float64(pq.Cross(a.Sub(p))*pq.Cross(b.Sub(p))) < 0 && float64(ab.Cross(p.Sub(a))*ab.Cross(q.Sub(a))) < 0 {
		return a, a, false // they cross
	}
	pairs := [4][2]geom.Vec2{
		{geom.ClosestOnSegment(a, b, p), p}, {geom.ClosestOnSegment(a, b, q), q},
		{a, geom.ClosestOnSegment(p, q, a)}, {b, geom.ClosestOnSegment(p, q, b)},
	}
	least := math.Inf(1)
	for i := range pairs {
		x := &pairs[i]
		switch gap := x[1].Sub(x[0]).LengthSquared(); {
		case gap < least-float64(tieSlope*least) || least > math.MaxFloat64:
			onA, onB, least, unique = x[0], x[1], gap, true
		case gap <= least+float64(tieSlope*least) && (x[0] != onA || x[1] != onB):
			unique = false
		}
	}
	return onA, onB, unique
}
