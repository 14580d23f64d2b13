package continuous

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// The choice of the time of a stop. Let d be the signed distance at the start of the sweep. The
// inner radius belongs to the moving collider.
//
// Apart: d is more than one and a half slops. The body is stopped at a slop's distance from an
// obstacle that it would otherwise enter by more than the allowed penetration. The allowed
// penetration depends on the body's points of contact at the beginning of the tick. If the body
// touched nothing, or the obstacle itself, the allowed penetration is a small part of a slop. If it
// touched something else, the allowed penetration is two slops: otherwise a body that slides over a
// floor of tiles would be stopped by the side of every tile, because it rests a little deeper than
// their tops. A body that was deeper in something at the start of the tick may be as deep and a
// slop more, up to a quarter of its inner radius.
//
// Near: d is less. If the pair were stopped as soon as it is near, a stick that stands on one end
// and falls on the other would never move again, nor rotate. So the pair is stopped at the allowed
// depth, or a little deeper than d, and it always makes progress. If the body approaches straight
// and would get deeper than allowed, it is stopped at half of d: a contact stops a body well across
// a gap, less well in overlap. A body that slides from one collider to the next and gets hardly
// deeper in the next than allowed is not stopped. A body that goes around an edge may get a little
// deeper there than at its last stop, so that it makes progress too.
//
// A body that lies on rising ground, such as a wheel in a loop, is a little deep in the ground, or
// touches it if the ground is a chain. So the body comes near the end of the next side before it
// touches that side, with a normal that leans against its motion. It is stopped at the allowed
// depth, where the side pushes along its own normal.
//
// A body that others have pressed into a wall by more than a slop is stopped only if it would get
// deeper than a quarter of the inner radius. It is stopped at the time before the impact at which
// its depth is smallest, the last of several such times: one end has come out then and the other
// has not yet gone in, and the contacts of the next tick find both. It must still be able to slide
// along the wall, from one collider to the next, and to come out. In every collider it may be as
// deep as it was in the deepest collider that faces the same way, and a slop more. When the wall
// covers nearly the whole distance to the centre of its inner circle, only that centre is stopped,
// before it crosses the surface.
const (
	// In slops: the extra depth that a body may get.
	extraDepthFree     = 0.05 // of a body that touched nothing
	extraDepthOwn      = 0.25 // in a collider that it touched
	extraDepthTouching = 2    // in another collider than the ones it touched

	touchingDistance = 0.25 // slops
	pressedDepth     = 1    // slops

	// Shares of the inner radius.
	allowedPenetrationRatio          = 0.25
	allowedPenetrationExtraRatio     = 0.0625
	allowedPenetrationLimitRatio     = 0.9
	allowedPenetrationToleranceRatio = 0.03125

	straightApproach = 0.06 // the share of the motion that leads towards the obstacle
)

// impact returns the time at which a pair is stopped whose sweep lasts from one time of the tick to
// another. The solver knows the contacts at the start of the tick. The distances of moving from the
// faces of fixed at the two ends of the sweep decide nearly all pairs.
func (q *ccdQuery) impact(mp *motionPair, other state.ColliderSlot, from, to float64) (hit narrowphase.Impact, ok bool) {
	slop, innerRadius := q.p.Tolerance.Slop, q.innerRadius
	q.lies = false
	if innerRadius == 0 {
		return q.impactWithoutInterior(mp)
	}
	f := mp.bestFace()
	if f.minDistance >= -float64(extraDepthFree*slop) || mp.misses(2*slop) {
		return hit, false
	}
	ownDepth, extra, known := q.startDepthIn(uint32(other))
	allowed := ownDepth + min(extra, float64(allowedPenetrationRatio*innerRadius))
	if f.minDistance >= -allowed || known && min(f.startDistance, f.endDistance) >= -allowed {
		return hit, false // an arc between the two ends penetrates no deeper than its sagitta
	}
	q.extra = min(extra, slop)
	contactRange, atTickStart := 1.5*slop, from == 0
	separated := f.maxStartDistance > contactRange || mp.farFromSegment(contactRange)
	known = known && atTickStart
	if (atTickStart || separated) && !known && q.wasThisDeep(mp, &f, -f.minDistance-q.extra) {
		return hit, false
	}
	if mp.fixed.Kind == shape.KindChainSegment && mp.startsBehindChain(q.p.Tolerance.Speculative) {
		return hit, false
	}
	mp.beginSearch()
	distance := math.Inf(1)
	if !separated {
		distance = mp.search.StartDistance().Distance
	}
	if distance < -float64(allowedPenetrationLimitRatio*innerRadius) {
		return mp.coreCircleImpact(distance, float64(allowedPenetrationToleranceRatio*innerRadius))
	}
	lying := 0.0
	if mp.fixed.Geometry == &mp.segment {
		lying = float64(touchingDistance * slop) // contacts with the next segment stop it before it is deep
	}
	q.lies = q.separationFacing(mp, &f) < lying
	if distance > contactRange {
		// The search is exact to a fraction of a slop, so its result may be a little earlier than
		// the time at which the face is a slop away. A result before the best hit so far must not
		// be missed, or the result would depend on the order of the candidates.
		if from+float64(mp.earliestTime(&f, 1.5*slop)*(to-from)) > q.best.time {
			return hit, false
		}
		return q.impactSeparated(mp, &f, max(allowed, q.allowedDepth(mp, &f)))
	}
	if atTickStart && !known {
		allowed = max(allowed, q.allowedDepth(mp, &f))
	}
	target := -allowed
	switch {
	case distance < 0 || q.motion.around && distance <= float64(0.5*slop):
		target = min(target, distance-float64(extraDepthOwn*slop))
	case distance > float64(0.5*slop) && f.startDistance > f.endDistance+float64(straightApproach*mp.motionBound):
		// It approaches straight. The stop leaves the contacts of the next tick a gap to stop it
		// in.
		if !q.enters(mp, &f, allowed) {
			return hit, false // such as past the corner of a tile of the slope that it slides down
		}
		if !q.lies {
			target = float64(0.5 * distance)
		}
	}
	tolerance := min(0.1*slop, float64(allowedPenetrationToleranceRatio*innerRadius))
	if distance-target < tolerance {
		tolerance = float64(0.5 * (distance - target)) // or the search would end where it begins, even as the two part
	}
	if known && distance > float64(touchingDistance*slop) && f.minDistance >= target-tolerance && q.rests() {
		return hit, false // within its tolerance the search would find a stop outside of the obstacle
	}
	if f.staysAbove(target, tolerance) {
		return hit, false
	}
	hit = mp.search.TimeOfImpact(target, tolerance)
	if hit.State == narrowphase.Separated || hit.State == narrowphase.Overlapped || known && q.roundsCorner(mp, other, hit.Normal, ownDepth, tolerance) {
		return hit, false
	}
	if target >= -2*slop {
		return hit, true // the contacts of the next tick know all of it
	}
	mp.moveToShallowest(&hit, distance, float64(allowedPenetrationExtraRatio*innerRadius))
	return hit, true
}

// roundsCorner reports whether a body that touched fixed at the start of the tick moves away from
// fixed at the end, is clear of it then, and is hardly deeper in between. The solver moved the body
// around a corner, and the straight sweep cuts the corner.
func (q *ccdQuery) roundsCorner(mp *motionPair, other state.ColliderSlot, n geom.Vec2, ownDepth, tolerance float64) bool {
	slop := q.p.Tolerance.Slop
	if q.s.approach(q.row, q.p.Bodies.Rows[q.p.Shapes.Link[other].Owner], n) < 0 {
		return false
	}
	pose := mp.fixedSweep.End.InverseMul(mp.movingSweep.End)
	if narrowphase.SignedDistance(mp.fixed, mp.moving, &pose, nil).Distance <= slop {
		return false
	}
	depth := ownDepth + min(float64(extraDepthTouching*slop), float64(allowedPenetrationRatio*q.innerRadius))
	return mp.search.TimeOfImpact(-depth, tolerance).State == narrowphase.Separated
}

// impactSeparated is impact for a pair that is apart when the sweep starts.
func (q *ccdQuery) impactSeparated(mp *motionPair, f *faceSeparation, allowed float64) (hit narrowphase.Impact, ok bool) {
	if !q.enters(mp, f, allowed) {
		return hit, false
	}
	slop := q.p.Tolerance.Slop
	target, tolerance := slop, 0.25*slop
	if q.lies {
		target, tolerance = -allowed, 0.1*slop
	}
	hit = mp.search.TimeOfImpact(target, tolerance)
	return hit, hit.State != narrowphase.Separated
}

// enters reports whether a pair that is apart gets deeper during the sweep than allowed.
func (q *ccdQuery) enters(mp *motionPair, f *faceSeparation, allowed float64) bool {
	tolerance := min(0.1*q.p.Tolerance.Slop, float64(allowedPenetrationToleranceRatio*q.innerRadius))
	// A point this far behind the face, between the ends of the face, is this deep. At an acute end
	// it may be near the next face.
	if f.staysAbove(-allowed, tolerance) {
		return false
	}
	entersFace := f.endDistance <= -allowed-tolerance && mp.endInset(f) >= allowed && !mp.hasAcuteEnd(f)
	return entersFace || mp.search.TimeOfImpact(-allowed, tolerance).State != narrowphase.Separated
}

// impactWithoutInterior is impact for shapes without an inside, such as segments.
func (q *ccdQuery) impactWithoutInterior(mp *motionPair) (hit narrowphase.Impact, ok bool) {
	slop := q.p.Tolerance.Slop
	if mp.bestFace().minDistance >= 1.25*slop || mp.misses(2*slop) || mp.fixed.Kind == shape.KindChainSegment && mp.startsBehindChain(q.p.Tolerance.Speculative) {
		return hit, false
	}
	mp.beginSearch()
	hit = mp.search.TimeOfImpact(slop, 0.25*slop)
	return hit, hit.State != narrowphase.Separated && hit.State != narrowphase.Overlapped
}

// coreCircleImpact returns the time at which the centre of moving's inner circle is stopped before
// the surface of fixed, if the centre starts outside of fixed.
func (mp *motionPair) coreCircleImpact(distance, backOff float64) (hit narrowphase.Impact, ok bool) {
	c, _ := shape.InnerCircle(mp.moving)
	from := mp.fixedSweep.Start.ApplyInverse(mp.movingSweep.Start.Apply(c))
	translation := mp.fixedSweep.End.ApplyInverse(mp.movingSweep.End.Apply(c)).Sub(from)
	if mp.fixed.Geometry == &mp.segment {
		mp.segment.Kind = shape.KindChainSegment // a body behind it may come out
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

// startDepth is the depth of a body in others at the beginning of the tick. It is a lower bound:
// the body's contacts are read only as far as a caller needs.
type startDepth struct {
	_        [0]func() // not comparable, so no program has code for a comparison
	depth    float64
	nextEdge uint32 // of the first contact that has not been read
	started  bool
}

// wasThisDeep reports whether the body had at least the given depth at the beginning of the tick.
// Up to a quarter of its inner radius the depth counts in any collider. Beyond that it counts only
// in a collider that faces the same way as fixed.
func (q *ccdQuery) wasThisDeep(mp *motionPair, f *faceSeparation, depth float64) bool {
	switch limit := depth + q.extra; {
	case limit <= float64(allowedPenetrationRatio*q.innerRadius):
		if q.touchedThisDeep(depth) {
			return true
		}
		q.updateStartDepth(depth)
		return q.startDepth.depth >= depth
	case limit <= float64(allowedPenetrationLimitRatio*q.innerRadius):
		return q.startDepthFacing(mp, f) >= depth
	}
	return false
}

// touchedThisDeep reports whether the body had at least the given depth in a static or kinematic
// collider. These contacts are listed; the others are scattered over the table.
func (q *ccdQuery) touchedThisDeep(depth float64) bool {
	s := q.s
	for i := s.firstTouched[q.row]; i != 0; i = s.touched[i].link {
		if -float64(s.touched[i].separation) >= depth {
			return true
		}
	}
	return false
}

// allowedDepth returns the depth that the body may have in fixed during the sweep because of its
// depth at the beginning of the tick.
func (q *ccdQuery) allowedDepth(mp *motionPair, f *faceSeparation) float64 {
	extra, limit := q.extra, float64(allowedPenetrationRatio*q.innerRadius)
	q.updateStartDepth(limit)
	if q.startDepth.depth+extra < limit {
		return q.startDepth.depth + extra
	}
	return max(limit, min(q.startDepthFacing(mp, f)+extra, float64(allowedPenetrationLimitRatio*q.innerRadius)))
}

// startDepthIn returns the depth of the body in a static or kinematic collider at the beginning of
// the tick, the extra depth that it may get, and whether the two had points of contact. A body that
// is on something else may slide on over the neighbouring collider, which it meets from the side.
func (q *ccdQuery) startDepthIn(other uint32) (depth, extra float64, known bool) {
	slop, s := q.p.Tolerance.Slop, q.s
	extra = float64(extraDepthFree * slop)
	nearest := math.Inf(1)
	for i := s.firstTouched[q.row]; i != 0; i = s.touched[i].link {
		t := &s.touched[i]
		extra = float64(extraDepthTouching * slop)
		if s.isOf(t.contact, other) {
			nearest, known = min(nearest, float64(t.separation)), true
		}
	}
	depth = max(0, -nearest)
	switch {
	case depth > float64(pressedDepth*slop): // others press it in
		return 0, float64(allowedPenetrationRatio * q.innerRadius), false
	case nearest <= float64(touchingDistance*slop):
		extra = float64(extraDepthOwn * slop)
	case known:
		extra = float64(extraDepthFree * slop)
	}
	return depth, extra, known
}

// rests reports whether the body touched anything at the beginning of the tick.
func (q *ccdQuery) rests() bool {
	s, slop := q.s, q.p.Tolerance.Slop
	for i := s.firstTouched[q.row]; i != 0; i = s.touched[i].link {
		if float64(s.touched[i].separation) <= float64(touchingDistance*slop) {
			return true
		}
	}
	return false
}

// updateStartDepth reads more contacts until the body is known to have the given depth in one of
// them.
func (q *ccdQuery) updateStartDepth(depth float64) {
	p, start := q.p, &q.startDepth
	if !start.started {
		start.started, start.nextEdge = true, p.Bodies.Meta[q.self].FirstContact
	}
	for ; start.depth < depth && start.nextEdge != state.None; start.nextEdge = p.Contacts.Next(start.nextEdge) {
		sc := &p.Contacts.Solver[p.Contacts.Rows[start.nextEdge>>1]]
		for i := range sc.Count {
			start.depth = max(start.depth, -float64(sc.Points[i].Separation))
		}
	}
}

// sameFacingCos is the cosine of the largest angle between two normals that count as facing the
// same way: a quarter of a right angle.
const sameFacingCos = 0.924

// startDepthFacing returns the depth of the body at the beginning of the tick in static and
// kinematic colliders that face the same way as the face of fixed.
func (q *ccdQuery) startDepthFacing(mp *motionPair, f *faceSeparation) float64 {
	if s := q.separationFacing(mp, f); s < 0 {
		return -s
	}
	return 0
}

// separationFacing returns the least separation of the body's contacts with these colliders.
func (q *ccdQuery) separationFacing(mp *motionPair, f *faceSeparation) float64 {
	contacts, least := q.p.Contacts, math.Inf(1)
	n := mp.fixedSweep.Start.R.Apply(f.normal)
	for i := q.s.firstTouched[q.row]; i != 0; i = q.s.touched[i].link {
		t := &q.s.touched[i]
		sc := &contacts.Solver[t.contact]
		normal := geom.Vec2{X: float64(sc.NormalX), Y: float64(sc.NormalY)}
		if contacts.Pair[t.contact].BodyA == uint32(q.self) {
			normal = normal.Neg() // the normal points away from the body
		}
		if normal.Dot(n) >= sameFacingCos {
			least = min(least, float64(t.separation))
		}
	}
	return least
}
