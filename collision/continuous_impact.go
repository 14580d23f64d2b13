package collision

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// How a stop is found. Let d be the signed distance at the start.
//
// Apart, farther than the contacts of this tick reach: the body is stopped at a
// slop's distance from what it would enter by more than a graze. A graze is a few
// millimetres, and no more than a quarter of the thinness; without it a body that
// slides over a floor of tiles would be stopped by the side of every tile, because
// it rests a little deeper than their tops. A body that was deeper in something
// already may graze by that and a slop more, up to a quarter of its thinness.
//
// In contact: the solver has seen the pair, but perhaps not all of it. A stick that
// stands on one end falls on the other. To stop such a pair where it is near would
// hold it fast for ever, turn and all. If it would get deeper than a quarter of
// its thinness, or a little deeper than it is, it is stopped when it is least deep
// before that, as late as possible: when the one end has come out and the other has
// not yet gone in, so that the contacts of the next tick find both. If it only gets
// deeper it is stopped at that depth, so that it always gets on.
//
// A body that a crowd has pressed deeper than that into a wall must still get along
// it, from one piece of the wall to the next, and come out: it may be as deep in every
// piece as it was in the deepest that faces the same way, and a slop more. When nearly
// all of the way to the heart is in, only that is stopped, and before it crosses the
// surface.
const (
	allowedPenetrationApartRatio     = 0.25
	allowedPenetrationContactRatio   = 0.25
	allowedPenetrationExtraRatio     = 0.0625
	allowedPenetrationLimitRatio     = 0.9
	allowedPenetrationToleranceRatio = 0.03125
)

// timeOfImpact returns where a pair is to be stopped whose sweep lasts from one time to
// another. At the start of the tick the contacts that the solver saw were found.
// Nearly all pairs are settled by how moving stands to the faces of fixed when the
// sweep starts and when it ends.
func (q *ccdQuery) impact(mp *motionPair, from, to float64) (hit narrowphase.Impact, ok bool) {
	slop, innerRadius := q.p.Tolerance.Slop, q.innerRadius
	if innerRadius == 0 {
		return q.impactWithoutInterior(mp)
	}
	allowedApart := min(2*slop, float64(allowedPenetrationApartRatio*innerRadius))
	contactRange, allowedInContact := 1.5*slop, allowedApart
	atTickStart := from == 0
	if atTickStart {
		contactRange, allowedInContact = q.p.Tolerance.Speculative, float64(allowedPenetrationContactRatio*innerRadius)
	}
	f := mp.bestFace()
	if f.minDistance >= -allowedApart || f.startInset >= 0 && f.startDistance <= contactRange && f.minDistance >= -allowedInContact || mp.misses(2*slop) {
		return hit, false
	}
	separated := f.maxStartDistance > contactRange || mp.farFromSegment(contactRange)
	if (atTickStart || separated) && q.wasThisDeep(mp, &f, -f.minDistance-slop) {
		return hit, false
	}
	if mp.fixed.Kind == shape.KindChainSegment && mp.startsBehindChain(q.p.Tolerance.Speculative) {
		return hit, false
	}
	distance := math.Inf(1)
	if !separated {
		distance = mp.startDistance()
	}
	if distance < -float64(allowedPenetrationLimitRatio*innerRadius) {
		return mp.coreCircleImpact(distance, float64(allowedPenetrationToleranceRatio*innerRadius))
	}
	if distance > contactRange {
		// The search ends within its precision of a slop, so it may end a little before the
		// face is a slop away. What it would find before the best so far must be looked
		// for, or the order in which the others are met would tell.
		if from+float64(mp.earliestTime(&f, 1.5*slop)*(to-from)) > q.best.time {
			return hit, false
		}
		return q.impactSeparated(mp, &f, max(allowedApart, q.allowedDepth(mp, &f)))
	}
	if atTickStart {
		allowedInContact = max(allowedInContact, q.allowedDepth(mp, &f))
	}
	hit = mp.timeOfImpact(min(-allowedInContact, distance-float64(allowedPenetrationExtraRatio*innerRadius)), min(0.25*slop, float64(allowedPenetrationToleranceRatio*innerRadius)))
	if hit.State == narrowphase.Separated || hit.State == narrowphase.Overlapped {
		return hit, false
	}
	mp.moveToShallowest(&hit, distance, float64(allowedPenetrationExtraRatio*innerRadius))
	return hit, true
}

// impactSeparated is impact for a pair that is apart when the sweep starts.
func (q *ccdQuery) impactSeparated(mp *motionPair, f *faceSeparation, allowed float64) (hit narrowphase.Impact, ok bool) {
	slop := q.p.Tolerance.Slop
	tolerance := min(0.25*slop, float64(allowedPenetrationToleranceRatio*q.innerRadius))
	// What ends that far behind the face, and inside of its ends, is that deep.
	entersFace := f.endDistance <= -allowed-tolerance && f.endInset >= allowed
	if !entersFace && mp.timeOfImpact(-allowed, tolerance).State == narrowphase.Separated {
		return hit, false
	}
	hit = mp.timeOfImpact(slop, 0.25*slop)
	return hit, hit.State != narrowphase.Separated
}

// impactWithoutInterior is impact for what has no inside.
func (q *ccdQuery) impactWithoutInterior(mp *motionPair) (hit narrowphase.Impact, ok bool) {
	slop := q.p.Tolerance.Slop
	if mp.bestFace().minDistance >= 1.25*slop || mp.misses(2*slop) || mp.fixed.Kind == shape.KindChainSegment && mp.startsBehindChain(q.p.Tolerance.Speculative) {
		return hit, false
	}
	hit = mp.timeOfImpact(slop, 0.25*slop)
	return hit, hit.State != narrowphase.Separated && hit.State != narrowphase.Overlapped
}

// coreCircleImpact returns where the heart of moving is to be stopped before the surface of
// fixed, if it starts outside of that.
func (mp *motionPair) coreCircleImpact(distance, backOff float64) (hit narrowphase.Impact, ok bool) {
	c, _ := shape.InnerCircle(mp.moving)
	from := mp.fixedSweep.Start.ApplyInverse(mp.movingSweep.Start.Apply(c))
	translation := mp.fixedSweep.End.ApplyInverse(mp.movingSweep.End.Apply(c)).Sub(from)
	if mp.fixed.Geometry == &mp.segment {
		mp.segment.Kind = shape.KindChainSegment // what is behind it may come out
	}
	ray, ok := shape.RayCast(mp.fixed, geom.Ray{Origin: from, Translation: translation})
	closing := -translation.Dot(ray.Normal)
	if !ok || ray.Inside || closing <= 0 {
		return hit, false
	}
	hit = narrowphase.Impact{State: narrowphase.ReachedTarget, Time: max(0, ray.Fraction-backOff/closing), Distance: distance}
	hit.Normal = mp.fixedSweep.At(hit.Time).R.Apply(ray.Normal)
	return hit, true
}

// startDepth is how deep a body was in others when the tick began, as far as is known: its
// contacts are asked only as long as that is needed.
type startDepth struct {
	depth    float64
	nextEdge uint32 // of the first contact that was not asked
	started  bool
}

// wasThisDeep reports whether the body was that deep when the tick began: up to a quarter of
// its thinness in anything, beyond that in what faces as fixed does.
func (q *ccdQuery) wasThisDeep(mp *motionPair, f *faceSeparation, depth float64) bool {
	switch limit := depth + q.p.Tolerance.Slop; {
	case limit <= float64(allowedPenetrationContactRatio*q.innerRadius):
		q.updateStartDepth(depth)
		return q.startDepth.depth >= depth
	case limit <= float64(allowedPenetrationLimitRatio*q.innerRadius):
		return q.startDepthFacing(mp, f) >= depth
	}
	return false
}

// allowedDepth returns how deep the body may be in fixed on its way because it was that
// deep when the tick began.
func (q *ccdQuery) allowedDepth(mp *motionPair, f *faceSeparation) float64 {
	slop, limit := q.p.Tolerance.Slop, float64(allowedPenetrationContactRatio*q.innerRadius)
	q.updateStartDepth(limit)
	if q.startDepth.depth+slop < limit {
		return q.startDepth.depth + slop
	}
	return max(limit, min(q.startDepthFacing(mp, f)+slop, float64(allowedPenetrationLimitRatio*q.innerRadius)))
}

// updateStartDepth goes on along the contacts until the body is known to be that deep in one.
func (q *ccdQuery) updateStartDepth(depth float64) {
	p, start := q.p, &q.startDepth
	if !start.started {
		start.started, start.nextEdge = true, p.Bodies.Meta[q.self].FirstContact
	}
	for ; start.depth < depth && start.nextEdge != state.None; start.nextEdge = p.next(start.nextEdge) {
		sc := &p.Contacts.Solver[p.Contacts.Rows[start.nextEdge>>1]]
		for i := range sc.Count {
			start.depth = max(start.depth, -float64(sc.Points[i].Separation))
		}
	}
}

// sameFacingCos is the cosine of the largest angle between the normals of what counts as
// facing the same way: a quarter of a right angle.
const sameFacingCos = 0.924

// startDepthFacing returns how deep the body was in what is not dynamic and faces as the face
// of fixed does.
func (q *ccdQuery) startDepthFacing(mp *motionPair, f *faceSeparation) float64 {
	p, maxDepth := q.p, 0.0
	n := mp.fixedSweep.Start.R.Apply(f.normal)
	for key := p.Bodies.Meta[q.self].FirstContact; key != state.None; key = p.next(key) {
		row := p.Contacts.Rows[key>>1]
		if p.Contacts.Pair[row].Flags&state.ContactStaticPair == 0 {
			continue
		}
		sc := &p.Contacts.Solver[row]
		normal := geom.Vec2{X: float64(sc.NormalX), Y: float64(sc.NormalY)}
		if key&1 == 0 {
			normal = normal.Neg() // the normal leads away from the body, which is A
		}
		if normal.Dot(n) < sameFacingCos {
			continue
		}
		for i := range sc.Count {
			maxDepth = max(maxDepth, -float64(sc.Points[i].Separation))
		}
	}
	return maxDepth
}
