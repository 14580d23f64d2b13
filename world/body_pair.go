package world

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/go-gl/mathgl/mgl64"
)

// BodySeparation is the separation of two bodies: the separation of the two colliders that are
// nearest to each other or overlap the most.
type BodySeparation struct {
	ColliderA, ColliderB Collider
	Separation
}

// Distance returns how far another body is from this one, which is A of the result, and whether
// there is an answer. There is none if the filter finds no collider of one of the two bodies, and
// for the zero Body and a body of another world. Collision filters and joints are ignored. Among
// pairs at equal distance, the pair with the smaller IDs counts.
func (b Body) Distance(other Body, filter QueryFilter) (s BodySeparation, ok bool) {
	slotA := b.slot()
	if other.w != b.w {
		return BodySeparation{}, false
	}
	slotB := other.slot()
	w := b.w
	poseA, poseB := &w.bodies.Pose[w.bodies.Row(slotA)], &w.bodies.Pose[w.bodies.Row(slotB)]
	rel := poseA.InverseMul(*poseB)
	filter = filter.normalized()
	var best, r narrowphase.Result
	best.Distance = math.Inf(1)
	for ca := w.bodies.FirstCollider(slotA); ca != state.None; ca = w.shapes.Link[ca].Next {
		a := state.ColliderSlot(ca)
		if !w.queryAccepts(&filter, a) {
			continue
		}
		for cb := w.bodies.FirstCollider(slotB); cb != state.None; cb = w.shapes.Link[cb].Next {
			c := state.ColliderSlot(cb)
			if ca == cb || !w.queryAccepts(&filter, c) {
				continue
			}
			_, near := narrowphase.SignedDistanceUpTo(&r, w.shapes.Convex(a), w.shapes.Convex(c), &rel, best.Distance)
			if !near || r.Distance < -maxDepth {
				continue
			}
			pair := BodySeparation{ColliderA: w.colliderAt(a), ColliderB: w.colliderAt(c)}
			if !ok || r.Distance < best.Distance || w.pairBefore(pair.ColliderA, pair.ColliderB, s.ColliderA, s.ColliderB) {
				s, best, ok = pair, r, true
			}
		}
	}
	if ok {
		s.Separation = separationAt(&best, poseA)
	}
	return s, ok
}

// pairBefore reports whether a pair of colliders has smaller IDs than another.
func (s *space) pairBefore(a, b, otherA, otherB Collider) bool {
	order := cmp.Or(s.compareColliders(a, otherA), s.compareColliders(b, otherB))
	return order < 0
}

// Impact is when and where two bodies come to touch.
type Impact struct {
	ColliderA, ColliderB Collider
	Time                 float64    // s from now
	Point                mgl64.Vec2 // where they touch then, m
	Normal               mgl64.Vec2 // unit, from A to B
}

// TimeOfImpact returns when another body and this one, which is A of the result, first touch if
// both keep their linear and angular velocities. It ignores gravity, forces, joints and other
// bodies. The search ends at horizon, s, which may be infinite; ok is false if the bodies do not
// touch before. Colliders that overlap now touch at time zero. Only shapes that start in front of a
// segment of a chain hit it. The filter selects colliders of both bodies, as in Distance. The
// search gives up on bodies that turn more than some 5000 times while they are near each other.
func (b Body) TimeOfImpact(other Body, horizon float64, filter QueryFilter) (hit Impact, ok bool) {
	slotA := b.slot()
	if other.w != b.w || !(horizon >= 0) {
		return Impact{}, false
	}
	slotB := other.slot()
	s := impactSearch{w: b.w, filter: filter.normalized(), tolerance: impactTolerance * b.w.config.LengthUnit}
	s.a, s.b = s.motionOf(slotA), s.motionOf(slotB)
	begin, end, meets := s.window(min(horizon, maxHorizon))
	if !meets {
		return Impact{}, false
	}
	return s.search(begin, end)
}

const (
	impactTolerance = 1e-7 // length units: how near counts as touching
	maxHorizon      = 1e15 // s
	pieceAngle      = 2    // rad, by how much a body turns in a piece of the motion: less than half a turn
	maxPieces       = 1 << 14
)

// impactSearch is the search for the first touch of two bodies.
type impactSearch struct {
	w         *World
	filter    QueryFilter
	tolerance float64
	a, b      bodyMotion
}

// bodyMotion is a body that keeps its velocity.
type bodyMotion struct {
	slot     state.BodySlot
	pose     geom.Transform // now
	velocity geom.Vec2      // m/s
	spin     float64        // rad/s
	reach    float64        // m, of its colliders about the centre of mass; negative without any
}

func (s *impactSearch) motionOf(slot state.BodySlot) bodyMotion {
	w := s.w
	row := w.bodies.Row(slot)
	st := &w.bodies.State[row]
	m := bodyMotion{slot: slot, pose: w.bodies.Pose[row], velocity: geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}, spin: float64(st.W), reach: -1}
	for c := w.bodies.FirstCollider(slot); c != state.None; c = w.shapes.Link[c].Next {
		if w.queryAccepts(&s.filter, state.ColliderSlot(c)) {
			g := &w.shapes.Geometry[c]
			m.reach = max(m.reach, g.Center.Length()+g.BoundingRadius)
		}
	}
	return m
}

// at returns the pose after t seconds.
func (m *bodyMotion) at(t float64) geom.Transform {
	pose := geom.Transform{P: m.pose.P.MulAdd(t, m.velocity), R: m.pose.R}
	if m.spin != 0 {
		pose.R = geom.RotFromAngle(float64(m.spin * t)).Mul(pose.R)
	}
	return pose
}

// window returns the part of the motion in which the circles around the two bodies overlap:
// the times t with |d + v t| <= r.
func (s *impactSearch) window(horizon float64) (begin, end float64, ok bool) {
	if s.a.reach < 0 || s.b.reach < 0 {
		return 0, 0, false
	}
	d, v := s.b.pose.P.Sub(s.a.pose.P), s.b.velocity.Sub(s.a.velocity)
	r := float64((s.a.reach+s.b.reach)*(1+1e-9)) + float64(2*s.tolerance)
	speed := v.Length()
	if speed == 0 {
		if s.a.spin == 0 && s.b.spin == 0 {
			horizon = 0 // nothing changes
		}
		return 0, horizon, d.Length() <= r
	}
	u := v.Mul(1 / speed)
	along, across := d.Dot(u), math.Abs(d.Cross(u))
	if across > r {
		return 0, 0, false
	}
	half := math.Sqrt(float64((r - across) * (r + across)))
	begin, end = max((-along-half)/speed, 0), min((half-along)/speed, horizon)
	return begin, end, begin <= end
}

// search looks for the first touch piece by piece.
func (s *impactSearch) search(begin, end float64) (hit Impact, ok bool) {
	piece := math.Inf(1)
	if spin := max(math.Abs(s.a.spin), math.Abs(s.b.spin)); spin > 0 {
		piece = pieceAngle / spin
	}
	for range maxPieces {
		stop := min(begin+piece, end)
		if hit, ok = s.searchPiece(begin, stop); ok || stop >= end || stop == begin {
			return hit, ok
		}
		begin = stop
	}
	return Impact{}, false
}

// searchPiece looks for the first touch of all pairs of colliders in one piece.
func (s *impactSearch) searchPiece(begin, end float64) (hit Impact, ok bool) {
	w := s.w
	for ca := w.bodies.FirstCollider(s.a.slot); ca != state.None; ca = w.shapes.Link[ca].Next {
		a := state.ColliderSlot(ca)
		if !w.queryAccepts(&s.filter, a) {
			continue
		}
		for cb := w.bodies.FirstCollider(s.b.slot); cb != state.None; cb = w.shapes.Link[cb].Next {
			b := state.ColliderSlot(cb)
			if ca == cb || !w.queryAccepts(&s.filter, b) {
				continue
			}
			pair, touches := s.impactOf(a, b, begin, end)
			if !touches {
				continue
			}
			if !ok || pair.Time < hit.Time || pair.Time == hit.Time && w.pairBefore(pair.ColliderA, pair.ColliderB, hit.ColliderA, hit.ColliderB) {
				hit, ok = pair, true
				end = hit.Time
			}
		}
	}
	return hit, ok
}

// impactOf returns when two colliders first touch in a piece of the motion.
func (s *impactSearch) impactOf(a, b state.ColliderSlot, begin, end float64) (hit Impact, ok bool) {
	convexA, convexB := s.w.shapes.Convex(a), s.w.shapes.Convex(b)
	var r narrowphase.Impact
	for range maxRestarts {
		sweepA := narrowphase.Sweep{Start: s.a.at(begin), End: s.a.at(end)}
		sweepB := narrowphase.Sweep{Start: s.b.at(begin), End: s.b.at(end)}
		r = narrowphase.TimeOfImpact(convexA, &sweepA, convexB, &sweepB, 0, s.tolerance)
		if r.State == narrowphase.Separated {
			return Impact{}, false
		}
		at := begin + float64(r.Time*(end-begin))
		if r.State != narrowphase.Failed || at == begin {
			begin = at
			break
		}
		begin = at // they are apart until then
	}
	return Impact{s.w.colliderAt(a), s.w.colliderAt(b), begin, r.Point.Mgl(), r.Normal.Mgl()}, true
}

// maxRestarts bounds the number of times that the search for a time of impact continues after it
// has reached its bound on iterations. After that many restarts the bodies count as touching.
const maxRestarts = 16
