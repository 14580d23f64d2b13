package world

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/why"
)

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

// WhyAwake returns what keeps a body awake, for tools and for the search for errors. Of several
// bodies that move it names the one that rested for the shortest time, of equals the first slot.
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

// blockingBody looks for the body or joint that keeps bodies awake however still they are.
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
	speed := math.Hypot(float64(st.VX), float64(st.VY)) + float64(math.Abs(float64(st.W))*float64(w.bodies.Motion[row].MaxExtent))
	r.Reason, r.Body, r.Speed = why.Moving, w.bodyAt(at), state.Finite(speed)
}
