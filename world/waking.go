package world

import (
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// waking is the search for the bodies that sleep where a static collider has come to lie.
type waking struct {
	found []state.BodySlot
	fresh []state.BodySlot // bodies made asleep since the last tick

	// The collider of the search under way, and the visitor: one made at the call would allocate.
	current state.ColliderSlot
	visit   func(uint32) bool
}

// wakeUnder wakes the bodies that sleep where a collider lies. It is for colliders of static
// bodies that are new in their place: those of others are awake, and a contact that begins
// wakes both bodies. Bodies that were made asleep since the last tick sleep on, so a level may
// be built in any order.
func (w *World) wakeUnder(c state.ColliderSlot) {
	if w.bodies.Awake() == w.bodies.AsleepEnd() {
		return
	}
	link := &w.shapes.Link[c]
	if m := &w.bodies.Meta[link.Owner]; m.Type != body.Static || m.Disabled || link.Flags&state.ColliderSensor != 0 {
		return
	}
	s := &w.waking
	if s.visit == nil {
		s.visit = w.recordSleeper
	}
	s.found, s.current = s.found[:0], c
	w.pipeline.Broadphase.Query(w.pipeline.Broadphase.Box(uint32(c)), ^uint64(0), s.visit)
	slices.Sort(s.found) // the order of visits depends on the broadphase
	for _, b := range s.found {
		w.wake(b)
	}
}

// wakeUnderBody is wakeUnder for all colliders of a body.
func (w *World) wakeUnderBody(slot state.BodySlot) {
	for c := w.firstCollider(slot); c != state.None; c = w.shapes.Link[c].Next {
		w.wakeUnder(state.ColliderSlot(c))
	}
}

// recordSleeper adds the body of a collider that touches the current one, if it sleeps.
func (w *World) recordSleeper(i uint32) bool {
	c, other := w.waking.current, state.ColliderSlot(i)
	owner, link := w.ownerOf(c), &w.shapes.Link[other]
	sleeper := state.BodySlot(link.Owner)
	if w.bodies.PartitionOf(sleeper) != state.Asleep || w.bodies.Meta[sleeper].Fresh || link.Flags&state.ColliderSensor != 0 ||
		!w.shapes.Filter(c).Accepts(w.shapes.Filter(other)) || w.connected(owner, sleeper) {
		return true
	}
	// The boxes must do for custom shapes, whose code may panic: this is the middle of a change.
	a, b := w.shapes.Convex(c), w.shapes.Convex(other)
	if a.Kind != shape.KindCustom && b.Kind != shape.KindCustom {
		rel := w.poseOf(c).InverseMul(*w.poseOf(other))
		if narrowphase.Distance(a, b, &rel, nil).Distance > w.pipeline.Tolerance.Slop {
			return true
		}
	}
	w.waking.found = append(w.waking.found, sleeper)
	return true
}

// markFresh notes that a body was made asleep.
func (w *World) markFresh(slot state.BodySlot) {
	w.bodies.Meta[slot].Fresh = true
	w.bodies.Written.Set(int(slot))
	w.waking.fresh = append(w.waking.fresh, slot)
}

// forgetFresh ends the notes of markFresh.
func (w *World) forgetFresh() {
	for _, slot := range w.waking.fresh {
		w.bodies.Meta[slot].Fresh = false
		w.bodies.Written.Set(int(slot))
	}
	w.waking.fresh = w.waking.fresh[:0]
}

// wakeWeights wakes the sleeping bodies that have a weight, in ascending order of slots.
func (w *World) wakeWeights() {
	for slot := state.BodySlot(1); int(slot) < w.bodies.Cap() && w.bodies.Awake() < w.bodies.AsleepEnd(); slot++ {
		if w.bodies.Meta[slot].ID != 0 && w.bodies.PartitionOf(slot) == state.Asleep &&
			w.bodies.Dynamics[w.bodies.Row(slot)].GravityScale != 0 {
			w.wake(slot)
		}
	}
}

// wakeTouchingCollider wakes the bodies of the contacts in which a collider touches another.
func (w *World) wakeTouchingCollider(c state.ColliderSlot) {
	owner := w.ownerOf(c)
	w.scratch.wakeContacts = w.pipeline.AppendContacts(w.scratch.wakeContacts[:0], owner)
	for _, contact := range w.scratch.wakeContacts {
		pair := &w.contacts.Pair[w.contacts.Row(contact)]
		if pair.Flags&state.ContactTouching != 0 && w.isOf(pair, c) {
			w.wake(owner)
			w.wake(w.otherBody(contact, owner))
		}
	}
}

// keptAwake lists the bodies that may not sleep: those that a kinematic body in motion
// touches or is jointed with, and those of motors with a speed to reach. The next call reuses
// the buffer. The motion that they force on a body may be slower than its sleep speed.
func (w *World) keptAwake() []state.BodySlot {
	w.scratch.bodies = w.scratch.bodies[:0]
	if !w.islands.AllInIslands(w.bodies) {
		w.appendKinematicNeighbors()
	}
	if w.joints.Driven() > 0 {
		w.appendDriven()
	}
	return w.scratch.bodies
}

func (w *World) appendKinematicNeighbors() {
	for r := range w.bodies.Awake() {
		st := &w.bodies.State[r]
		if st.Flags&state.FlagDynamic != 0 || st.VX == 0 && st.VY == 0 && st.W == 0 {
			continue
		}
		slot := w.bodies.Slots[r]
		for contact := range w.pipeline.EachContact(slot) {
			if w.contacts.Pair[w.contacts.Row(contact)].Flags&state.ContactTouching != 0 {
				w.scratch.bodies = append(w.scratch.bodies, w.otherBody(contact, slot))
			}
		}
		w.scratch.bodies = w.jointNeighbors(w.scratch.bodies, slot)
	}
}

// appendDriven appends the bodies of the linked joints whose motors have a speed to reach.
func (w *World) appendDriven() {
	for r := range w.joints.Awake() {
		const mask = state.JointDriven | state.JointLinked
		if l := &w.joints.Link[r]; l.Flags&mask == mask {
			w.scratch.bodies = append(w.scratch.bodies, state.BodySlot(l.BodyA), state.BodySlot(l.BodyB))
		}
	}
}
