package world

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/state"
)

// AwakeReason is why a body is awake or not.
type AwakeReason uint8

// The reasons, in the order in which World.WhyAwake looks for them. Bodies that touch or are
// jointed, directly or through others, sleep together, so the reason may lie with any of them.
const (
	AwakeNot         AwakeReason = iota // it is not awake
	AwakeKinematic                      // kinematic bodies do not sleep
	AwakeNoSleep                        // Config.NoSleep
	AwakeNeverSleep                     // Body.SetNeverSleep, of Body
	AwakeMotor                          // the motor of Joint has a speed to reach
	AwakeOnKinematic                    // Body touches or is jointed with a kinematic body in motion
	AwakeMoving                         // Body moves, or was just woken
	AwakeResting                        // all are at rest, and sleep in Wait seconds
	AwakeSplitting                      // they lost a link, and sleep when it is known who is still linked
)

var awakeReasons = [...]string{
	AwakeNot: "it is not awake", AwakeKinematic: "kinematic bodies do not sleep", AwakeNoSleep: "Config.NoSleep",
	AwakeNeverSleep: "a body never sleeps", AwakeMotor: "a motor has a speed to reach",
	AwakeOnKinematic: "a body is on a kinematic body in motion", AwakeMoving: "a body moves or was just woken", AwakeResting: "all are at rest, but not for long enough",
	AwakeSplitting: "a link was lost, and it is not known yet who is still linked",
}

func (r AwakeReason) String() string {
	if int(r) >= len(awakeReasons) {
		return fmt.Sprintf("AwakeReason(%d)", uint8(r))
	}
	return awakeReasons[r]
}

// AwakeReport is the answer of World.WhyAwake.
type AwakeReport struct {
	Reason AwakeReason
	Bodies int     // how many bodies sleep and wake together, with this one
	Body   Body    // the one that keeps the others awake, with AwakeNeverSleep, AwakeOnKinematic, AwakeMoving
	Speed  float64 // of that body's fastest point, m/s, with AwakeMoving
	Joint  Joint   // with AwakeMotor
	Wait   float64 // s, with AwakeResting: if nothing happens
}

// String returns a sentence.
func (r AwakeReport) String() string {
	s := r.Reason.String()
	switch r.Reason {
	case AwakeMoving:
		s += fmt.Sprintf(", at %.3g m/s: %v", r.Speed, r.Body)
	case AwakeNeverSleep, AwakeOnKinematic:
		s += fmt.Sprintf(": %v", r.Body)
	case AwakeMotor:
		s += fmt.Sprintf(": %v", r.Joint)
	case AwakeResting:
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
		return AwakeReport{Reason: AwakeNot}
	case w.bodies.Meta[slot].Type == body.Kinematic:
		return AwakeReport{Reason: AwakeKinematic, Bodies: 1, Body: b}
	}
	island := w.islands.Of(slot)
	r := AwakeReport{Bodies: w.islands.Count(island)}
	if w.config.NoSleep {
		r.Reason = AwakeNoSleep
		return r
	}
	members := w.islands.Bodies(make([]state.BodySlot, 0, r.Bodies), island)
	if w.blockingBody(&r, members) {
		return r
	}
	w.awakeMember(&r, members)
	if r.Reason == AwakeResting && r.Wait == 0 && w.islands.LostLinks(island) {
		r.Reason = AwakeSplitting
	}
	return r
}

// blockingBody looks for the body or joint that keeps bodies awake however still they are.
func (w *World) blockingBody(r *AwakeReport, members []state.BodySlot) bool {
	for _, slot := range members {
		if w.bodies.Meta[slot].NeverSleep {
			r.Reason, r.Body = AwakeNeverSleep, w.bodyAt(slot)
			return true
		}
		for key := w.bodies.Meta[slot].FirstJoint; key != state.None; key = w.joints.Next(key) {
			l := &w.joints.Link[w.joints.Row(state.JointSlot(key>>1))]
			if l.Flags&state.JointLinked == 0 {
				continue
			}
			if l.Flags&state.JointDriven != 0 {
				owner, _ := w.joints.OwnerOfEdge(key)
				r.Reason, r.Joint = AwakeMotor, Joint{w, w.joints.Meta[owner].ID}
				return true
			}
			if w.isMovingKinematic(w.joints.Other(key)) {
				r.Reason, r.Body = AwakeOnKinematic, w.bodyAt(slot)
				return true
			}
		}
		for contact := range w.pipeline.EachContact(slot) {
			if w.contacts.Pair[w.contacts.Row(contact)].Flags&state.ContactTouching != 0 && w.isMovingKinematic(w.contacts.Other(contact, slot)) {
				r.Reason, r.Body = AwakeOnKinematic, w.bodyAt(slot)
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
		r.Reason, r.Wait = AwakeResting, state.Finite(float64(max(w.params.SleepTime-lowest, 0)))
		return
	}
	row := w.bodies.Row(at)
	st := &w.bodies.State[row]
	speed := math.Hypot(float64(st.VX), float64(st.VY)) + float64(math.Abs(float64(st.W))*float64(w.bodies.Motion[row].MaxExtent))
	r.Reason, r.Body, r.Speed = AwakeMoving, w.bodyAt(at), state.Finite(speed)
}
