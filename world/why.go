package world

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/why"
)

// TouchReport is the answer of World.Why.
type TouchReport struct {
	Reason why.Touch
	// Distance is the distance of the two shapes, m, negative when they overlap. Two shapes nearer
	// than the contact distance touch already: they push each other before they overlap.
	Distance float64
	Body     Body  // the disabled body, with why.Disabled
	Joint    Joint // with why.Joint
	Asleep   bool  // neither body is awake, so nothing about the two changes
}

// String returns a sentence.
func (r TouchReport) String() string {
	s := r.Reason.String()
	switch {
	case r.Distance < 0:
		s += fmt.Sprintf(", %.3g m deep", -r.Distance)
	default:
		s += fmt.Sprintf(", at a distance of %.3g m", r.Distance)
	}
	if r.Asleep {
		s += ", and neither is awake"
	}
	return s
}

// Why returns why two colliders touch or do not touch, for tools and debugging. The distance is the
// present distance. If a tick decides, the reason comes from the last tick. It may call
// Config.ShouldCollide.
func (w *World) Why(a, b Collider) TouchReport {
	w.checkReadable()
	i, j := a.slot(), b.slot()
	if a.w != w || b.w != w {
		panic("world: Why of a collider of another world")
	}
	bodyA, bodyB := w.shapes.OwnerOf(i), w.shapes.OwnerOf(j)
	r := TouchReport{Asleep: !w.bodies.IsAwake(bodyA) && !w.bodies.IsAwake(bodyB), Distance: math.Inf(1)}
	rel := w.poseOf(i).InverseMul(*w.poseOf(j))
	nearestA, nearestB, touching := i, j, false
	for p := uint32(i); p != state.None; p = w.shapes.NextPart(p) {
		for q := uint32(j); q != state.None; q = w.shapes.NextPart(q) {
			a, b := state.ColliderSlot(p), state.ColliderSlot(q)
			d := state.Finite(narrowphase.SignedDistance(w.shapes.Convex(a), w.shapes.Convex(b), &rel, nil).Distance)
			touching = touching || w.whyContact(a, b, d) == why.Touching
			if d < r.Distance {
				r.Distance, nearestA, nearestB = d, a, b
			}
		}
	}
	if w.whyForbidden(&r, i, j, bodyA, bodyB) {
		return r
	}
	if r.Reason = why.Touching; !touching {
		r.Reason = w.whyContact(nearestA, nearestB, r.Distance)
	}
	return r
}

// whyForbidden finds the rule that keeps a pair from being a contact.
func (w *World) whyForbidden(r *TouchReport, a, b state.ColliderSlot, bodyA, bodyB state.BodySlot) bool {
	metaA, metaB := &w.bodies.Meta[bodyA], &w.bodies.Meta[bodyB]
	f, g := w.shapes.Filter(a), w.shapes.Filter(b)
	switch {
	case bodyA == bodyB:
		r.Reason = why.SameBody
	case metaA.Disabled:
		r.Reason, r.Body = why.Disabled, w.bodyAt(bodyA)
	case metaB.Disabled:
		r.Reason, r.Body = why.Disabled, w.bodyAt(bodyB)
	case (w.shapes.Link[a].Flags|w.shapes.Link[b].Flags)&state.ColliderSensor != 0:
		r.Reason = why.Sensor
	case metaA.Type != body.Dynamic && metaB.Type != body.Dynamic:
		r.Reason = why.Immovable
	case f.Ghost || g.Ghost:
		r.Reason = why.Ghost
	case !f.Accepts(g) && f.Group == g.Group && f.Group < 0:
		r.Reason = why.Group
	case !f.Accepts(g):
		r.Reason = why.Bits
	case w.linking.Connected(bodyA, bodyB):
		r.Reason, r.Joint = why.Joint, w.forbiddingJoint(bodyA, bodyB)
	case w.pipeline.Rules.ShouldCollide != nil && !w.config.ShouldCollide(w.colliderAt(a), w.colliderAt(b)):
		r.Reason = why.Game
	default:
		return false
	}
	return true
}

// forbiddingJoint returns the joint that keeps two bodies from colliding.
func (w *World) forbiddingJoint(a, b state.BodySlot) Joint {
	for key := w.bodies.Meta[a].FirstJoint; key != state.None; key = w.joints.Next(key) {
		owner, _ := w.joints.OwnerOfEdge(key)
		const free = state.JointCollideConnected | state.JointDisabled
		if w.joints.Other(key) == b && w.joints.Link[w.joints.Row(owner)].Flags&free == 0 {
			return Joint{w, w.joints.Meta[owner].ID}
		}
	}
	return Joint{}
}

// whyContact finds the reason for a pair that no rule forbids.
func (w *World) whyContact(a, b state.ColliderSlot, distance float64) why.Touch {
	row := state.ContactRow(-1)
	for contact := range w.pipeline.EachContact(w.shapes.OwnerOf(a)) {
		r := w.contacts.Row(contact)
		if p := &w.contacts.Pair[r]; p.ColliderA == uint32(a) && p.ColliderB == uint32(b) || p.ColliderA == uint32(b) && p.ColliderB == uint32(a) {
			row = r
		}
	}
	near := distance <= w.pipeline.Tolerance.Speculative
	switch {
	case row >= 0 && w.contacts.Pair[row].Flags&state.ContactTouching != 0:
		return why.Touching
	case !near:
		return why.Apart
	case row < 0:
		return why.NotYet
	case w.contacts.Pair[row].Flags&state.ContactOneWay != 0 && !w.contacts.OneWay[w.contacts.Slots[row]].Holds():
		if w.contacts.OneWay[w.contacts.Slots[row]]&state.OneWayDropping != 0 {
			return why.Dropping
		}
		return why.OneWay
	case w.contacts.Pair[row].Flags&state.ContactPreSolve != 0 && w.config.PreSolve != nil:
		return why.PreSolve
	}
	return w.whyNoPoints(a, b)
}

// whyNoPoints finds the reason why a contact of two near colliders has no points.
func (w *World) whyNoPoints(a, b state.ColliderSlot) why.Touch {
	for _, pair := range [2][2]state.ColliderSlot{{a, b}, {b, a}} {
		chain, other := pair[0], pair[1]
		if w.shapes.Geometry[chain].Kind != shape.KindChainSegment {
			continue
		}
		s := w.shapes.Convex(chain)
		center := w.poseOf(chain).ApplyInverse(w.poseOf(other).Apply(w.shapes.Geometry[other].Center))
		if s.Geometry.B.Sub(s.Geometry.A).Cross(center.Sub(s.Geometry.A)) > 0 { // the front is on the right
			return why.Behind
		}
	}
	return why.Neighbor
}

// AwakeReport is the answer of World.WhyAwake.
type AwakeReport struct {
	Reason why.Awake
	Bodies int     // how many bodies sleep and wake together, with this one
	Body   Body    // the one that keeps the others awake, with why.NeverSleep, why.OnKinematic, why.Moving
	Speed  float64 // of that body's fastest point, m/s, with why.Moving
	Joint  Joint   // with why.Motor
	Wait   float64 // s, with why.Resting: if nothing happens
}

// String returns a sentence.
func (r AwakeReport) String() string {
	s := r.Reason.String()
	switch r.Reason {
	case why.Moving:
		s += fmt.Sprintf(", at %.3g m/s: %v", r.Speed, r.Body)
	case why.NeverSleep, why.OnKinematic:
		s += fmt.Sprintf(": %v", r.Body)
	case why.Motor:
		s += fmt.Sprintf(": %v", r.Joint)
	case why.Resting:
		s += fmt.Sprintf(": %.3g s more", r.Wait)
	}
	if r.Bodies > 1 {
		s += fmt.Sprintf(", one of %d", r.Bodies)
	}
	return s
}

// WhyAwake returns why a body is awake, for tools and debugging. If several moving bodies keep it
// awake, it names the body that rested for the shortest time, and among equals the body with the
// first slot.
func (w *World) WhyAwake(b Body) AwakeReport {
	w.checkReadable()
	slot := b.slot()
	if b.w != w {
		panic("world: WhyAwake of a body of another world")
	}
	switch {
	case !w.bodies.IsAwake(slot):
		return AwakeReport{Reason: why.Asleep}
	case w.bodies.Meta[slot].Type == body.Kinematic:
		return AwakeReport{Reason: why.Kinematic, Bodies: 1, Body: b}
	}
	island := w.islands.Of(slot)
	r := AwakeReport{Bodies: w.islands.Count(island)}
	if w.config.NoSleep {
		r.Reason = why.NoSleep
		return r
	}
	members := w.islands.Bodies(make([]state.BodySlot, 0, r.Bodies), island)
	if w.blockingBody(&r, members) {
		return r
	}
	w.awakeMember(&r, members)
	if r.Reason == why.Resting && r.Wait == 0 && w.islands.LostLinks(island) {
		r.Reason = why.Splitting
	}
	return r
}

// blockingBody looks for the body or joint that keeps bodies awake even at rest.
func (w *World) blockingBody(r *AwakeReport, members []state.BodySlot) bool {
	for _, slot := range members {
		if w.bodies.Meta[slot].NeverSleep {
			r.Reason, r.Body = why.NeverSleep, w.bodyAt(slot)
			return true
		}
		for key := w.bodies.Meta[slot].FirstJoint; key != state.None; key = w.joints.Next(key) {
			l := &w.joints.Link[w.joints.Row(state.JointSlot(key>>1))]
			if l.Flags&state.JointLinked == 0 {
				continue
			}
			if l.Flags&state.JointDriven != 0 {
				owner, _ := w.joints.OwnerOfEdge(key)
				r.Reason, r.Joint = why.Motor, Joint{w, w.joints.Meta[owner].ID}
				return true
			}
			if w.isMovingKinematic(w.joints.Other(key)) {
				r.Reason, r.Body = why.OnKinematic, w.bodyAt(slot)
				return true
			}
		}
		for contact := range w.pipeline.EachContact(slot) {
			if w.contacts.Pair[w.contacts.Row(contact)].Flags&state.ContactTouching != 0 && w.isMovingKinematic(w.contacts.Other(contact, slot)) {
				r.Reason, r.Body = why.OnKinematic, w.bodyAt(slot)
				return true
			}
		}
	}
	return false
}

func (w *World) isMovingKinematic(slot state.BodySlot) bool {
	if !w.bodies.IsAwake(slot) {
		return false
	}
	st := &w.bodies.State[w.bodies.Row(slot)]
	return st.Flags&state.FlagDynamic == 0 && (st.VX != 0 || st.VY != 0 || st.W != 0)
}

// awakeMember finds the body whose sleep timer is the lowest.
func (w *World) awakeMember(r *AwakeReport, members []state.BodySlot) {
	lowest, at := float32(math.Inf(1)), state.BodySlot(0)
	for _, slot := range members {
		if t := w.bodies.Motion[w.bodies.Row(slot)].SleepTime; t < lowest || t == lowest && slot < at {
			lowest, at = t, slot
		}
	}
	// A timer starts at the two ticks over which it measures.
	if lowest > 0 {
		r.Reason, r.Wait = why.Resting, state.Finite(float64(max(w.params.SleepTime-lowest, 0)))
		return
	}
	row := w.bodies.Row(at)
	st := &w.bodies.State[row]
	speed := geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}.Length() + float64(math.Abs(float64(st.W))*float64(w.bodies.Motion[row].MaxExtent))
	r.Reason, r.Body, r.Speed = why.Moving, w.bodyAt(at), state.Finite(speed)
}
