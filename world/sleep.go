package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// setSleepSpeed writes the speed below which a body's sleep timer runs.
func (w *World) setSleepSpeed(slot state.BodySlot) {
	m := &w.bodies.Meta[slot]
	speed := m.SleepSpeed
	if speed == 0 {
		speed = w.config.SleepSpeed
	}
	if m.NeverSleep || w.config.NoSleep {
		speed = -1
	}
	w.bodies.Motion[w.bodies.Row(slot)].SleepSpeed = float32(speed)
}

// reorderInterval is the number of ticks between two sorts of the rows. A sort takes a
// part of a tick, and the order decays over dozens.
const reorderInterval = 64

// minReorderContacts is the number of awake contacts from which their rows are put in order:
// those of fewer lie in a second-level cache of two megabytes in any order.
const minReorderContacts = 8192

// updateSleep puts islands to sleep that have rested long enough, splits at most one
// island that lost links, and keeps the rows of islands and of contacts in order.
func (w *World) updateSleep() {
	if !w.config.NoSleep {
		w.wakeAndSleepIslands()
	}
	if w.ticks%reorderInterval == 0 {
		w.scratch.bodyReorderer.Reorder(&w.islands, w.bodies)
		w.solver.ReorderContacts(w.contacts, w.bodies, minReorderContacts)
	}
}

// wakeAndSleepIslands wakes, splits and puts to sleep.
func (w *World) wakeAndSleepIslands() {
	for _, b := range w.keptAwake() {
		w.wake(b)
	}
	var split uint32
	w.scratch.readyIslands, split = w.islands.ReadyToSleep(w.scratch.readyIslands[:0], w.bodies, w.params.SleepTime)
	if split != state.None {
		w.islands.Split(split, w.neighbors)
	}
	for _, island := range w.scratch.readyIslands {
		w.sleepIsland(island)
	}
}

// neighbors appends the bodies that a body in an island touches or is jointed with, the newest
// contact first.
func (w *World) neighbors(dst []state.BodySlot, slot state.BodySlot) []state.BodySlot {
	contacts, meta := w.contacts, &w.bodies.Meta[slot]
	for key := meta.FirstContact; key != state.None; key = contacts.Meta[key>>1].Edges[key&1].Next {
		pair := &contacts.Pair[contacts.Rows[key>>1]]
		if pair.Flags&(state.ContactLinked|state.ContactStaticPair) != state.ContactLinked {
			continue
		}
		other := state.BodySlot(pair.BodyA)
		if key&1 == 0 {
			other = state.BodySlot(pair.BodyB)
		}
		if w.bodies.PartitionOf(other) != state.Inactive { // enabled; and dynamic, as all bodies of the pair
			dst = append(dst, other)
		}
	}
	if meta.FirstJoint == state.None {
		return dst
	}
	return w.jointNeighbors(dst, slot)
}

// canJoinIsland reports whether a body can be in an island: dynamic and enabled.
func (w *World) canJoinIsland(slot state.BodySlot) bool {
	m := &w.bodies.Meta[slot]
	return m.Type == body.Dynamic && !m.Disabled
}

// wake wakes the island of a body. Bodies without an island never sleep.
func (w *World) wake(slot state.BodySlot) {
	switch w.bodies.PartitionOf(slot) {
	case state.Awake:
		w.bodies.Motion[w.bodies.Row(slot)].SleepTime = 0
	case state.Asleep:
		w.wakeIsland(w.islands.Of(slot))
	}
}

// wakeIsland wakes a sleeping island: its bodies, their contacts and joints.
func (w *World) wakeIsland(island uint32) {
	w.scratch.islandBodies = w.islands.Bodies(w.scratch.islandBodies[:0], island)
	for _, b := range w.scratch.islandBodies {
		w.bodies.MoveTo(b, state.Awake)
		w.bodies.Motion[w.bodies.Row(b)].SleepTime = 0
		e := w.currentEvents()
		e.Wakes = append(e.Wakes, w.bodyAt(b))
	}
	for _, b := range w.scratch.islandBodies {
		for _, contact := range w.contactsOf(b) {
			if w.contacts.IsAwake(contact) {
				continue
			}
			w.contacts.Wake(contact)
			if w.contacts.Pair[w.contacts.Row(contact)].Flags&state.ContactLinked != 0 {
				w.solver.LinkContact(w.contacts, contact, w.bodies)
			}
		}
		if w.jointWork.wake != nil {
			w.jointWork.wake(w, b)
		}
	}
}

// sleepIsland puts an island to sleep: its bodies, the contacts that hold them,
// the contacts that are not touching anything awake, and its joints.
func (w *World) sleepIsland(island uint32) {
	w.areas.FellAsleep = true
	w.scratch.islandBodies = w.islands.Bodies(w.scratch.islandBodies[:0], island)
	for _, b := range w.scratch.islandBodies {
		w.stopBody(b)
		row := w.bodies.Row(b)
		w.bodies.LastPose[row] = w.bodies.Pose[row]
		w.bodies.MoveTo(b, state.Asleep)
		e := w.currentEvents()
		e.Sleeps = append(e.Sleeps, w.bodyAt(b))
	}
	for _, b := range w.scratch.islandBodies {
		for _, contact := range w.contactsOf(b) {
			if !w.contacts.IsAwake(contact) {
				continue
			}
			touching := w.contacts.Pair[w.contacts.Row(contact)].Flags&state.ContactLinked != 0
			if touching {
				w.solver.UnlinkContact(w.contacts, contact, w.bodies)
			}
			if touching || !w.bodies.IsAwake(w.otherBody(contact, b)) {
				w.contacts.Sleep(contact)
			}
		}
		if w.jointWork.sleep != nil {
			w.jointWork.sleep(w, b)
		}
	}
}

// Awake reports whether the body is awake. Static and disabled bodies are not.
func (b Body) Awake() bool { return b.w.bodies.IsAwake(b.slot()) }

// Wake wakes the body and everything it is connected with.
func (b Body) Wake() error {
	if r := b.w.recorder(); r != nil {
		r.call(callBodyWake).uint(uint64(b.id))
	}
	slot, err := b.beginChange()
	if err != nil {
		return err
	}
	defer b.w.endChange()
	b.w.wake(slot)
	return nil
}

// Sleep puts the body and everything it is connected with to sleep now, as if it
// had rested long enough. It does nothing to bodies that cannot sleep: static,
// kinematic and disabled ones, those that are connected with a motor that has a speed to
// reach or with a kinematic body in motion, and all with Config.NoSleep.
func (b Body) Sleep() error {
	if r := b.w.recorder(); r != nil {
		r.call(callBodySleep).uint(uint64(b.id))
	}
	slot, err := b.beginChange()
	if err != nil {
		return err
	}
	defer b.w.endChange()
	w := b.w
	if !w.bodies.IsAwake(slot) || !w.canJoinIsland(slot) || w.config.NoSleep {
		return nil
	}
	island := w.islands.Of(slot)
	for _, b := range w.keptAwake() {
		if w.islands.Of(b) == island {
			return nil
		}
	}
	w.sleepIsland(island)
	return nil
}

// NeverSleep reports whether the body is kept awake.
func (b Body) NeverSleep() bool { return b.w.bodies.Meta[b.slot()].NeverSleep }

// SetNeverSleep changes whether the body is kept awake, and wakes it.
func (b Body) SetNeverSleep(on bool) error {
	if r := b.w.recorder(); r != nil {
		r.call(callBodySetNeverSleep).uint(uint64(b.id)).bool(on)
	}
	slot, err := b.beginChange()
	if err != nil {
		return err
	}
	defer b.w.endChange()
	b.w.bodies.Meta[slot].NeverSleep = on
	b.w.setSleepSpeed(slot)
	b.w.wake(slot)
	return nil
}

// SleepSpeed returns the speed below which the body may fall asleep, m/s.
func (b Body) SleepSpeed() float64 {
	if s := b.w.bodies.Meta[b.slot()].SleepSpeed; s != 0 {
		return s
	}
	return b.w.config.SleepSpeed
}

// SetSleepSpeed changes the speed below which the body may fall asleep, m/s;
// zero means the world's.
func (b Body) SetSleepSpeed(speed float64) error {
	if r := b.w.recorder(); r != nil {
		r.call(callBodySetSleepSpeed).uint(uint64(b.id)).float(speed)
	}
	slot, err := b.beginChange()
	if err != nil {
		return err
	}
	defer b.w.endChange()
	if err := geom.CheckNotNegative("SleepSpeed", speed); err != nil {
		return err
	}
	b.w.bodies.Meta[slot].SleepSpeed = speed
	b.w.setSleepSpeed(slot)
	return nil
}
