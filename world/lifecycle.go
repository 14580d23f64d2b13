package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/state"
)

// disable takes a body out of the world: no proxies, no contacts, no island.
func (w *World) disable(slot state.BodySlot) {
	w.calls++
	w.wakeTouching(slot)
	for c := w.firstCollider(slot); c != state.None; c = w.shapes.Link[c].Next {
		w.removeProxy(slot, state.ColliderSlot(c))
	}
	w.unlinkJointsOf(slot)
	if w.islands.Of(slot) != state.None {
		w.islands.Remove(slot)
	}
	w.stopBody(slot)
	w.bodies.LastPose[w.bodies.Row(slot)] = w.bodies.Pose[w.bodies.Row(slot)]
	w.bodies.MoveTo(slot, state.Inactive)
	w.bodies.Meta[slot].Disabled = true
}

// enable undoes disable.
func (w *World) enable(slot state.BodySlot) {
	m := &w.bodies.Meta[slot]
	m.Disabled = false
	if m.Type != body.Static {
		w.bodies.MoveTo(slot, state.Awake)
		w.bodies.Motion[w.bodies.Row(slot)].SleepTime = 0
	}
	if m.Type == body.Dynamic {
		w.islands.Add(slot)
	}
	for c := w.firstCollider(slot); c != state.None; c = w.shapes.Link[c].Next {
		w.insertProxy(slot, state.ColliderSlot(c))
	}
	w.wakeUnderBody(slot)
	w.linkJointsOf(slot)
}

// contactsOf returns the contacts of a body in a buffer that the next call reuses.
func (w *World) contactsOf(slot state.BodySlot) []state.ContactSlot {
	w.scratch.contacts = w.pipeline.AppendContacts(w.scratch.contacts[:0], slot)
	return w.scratch.contacts
}

// otherBody returns the other body of a contact.
func (w *World) otherBody(contact state.ContactSlot, slot state.BodySlot) state.BodySlot {
	pair := &w.contacts.Pair[w.contacts.Row(contact)]
	if pair.BodyA == uint32(slot) {
		return state.BodySlot(pair.BodyB)
	}
	return state.BodySlot(pair.BodyA)
}

// wakeTouching wakes the bodies that a body touches or is jointed with.
func (w *World) wakeTouching(slot state.BodySlot) {
	// Waking uses the buffer of contactsOf.
	w.scratch.wakeContacts = w.pipeline.AppendContacts(w.scratch.wakeContacts[:0], slot)
	for _, contact := range w.scratch.wakeContacts {
		if w.contacts.Pair[w.contacts.Row(contact)].Flags&state.ContactTouching != 0 {
			w.wake(w.otherBody(contact, slot))
		}
	}
	for key := w.bodies.Meta[slot].FirstJoint; key != state.None; key = w.joints.Next(key) {
		if w.joints.Link[w.joints.Row(state.JointSlot(key>>1))].Flags&state.JointLinked != 0 {
			w.wake(w.joints.Other(key))
		}
	}
}

// destroyContactsOf removes the contacts of one collider, with their end events.
func (w *World) destroyContactsOf(slot state.BodySlot, c state.ColliderSlot) {
	for _, contact := range w.contactsOf(slot) {
		pair := &w.contacts.Pair[w.contacts.Row(contact)]
		if pair.ColliderA == uint32(c) || pair.ColliderB == uint32(c) {
			w.destroyContact(contact)
		}
	}
}

// destroyContact removes a contact between the ticks. When it was touching its end is reported.
func (w *World) destroyContact(contact state.ContactSlot) {
	w.removeContact(contact, w.siblingTouches(contact))
}

// removeContact removes a contact. When it was touching its end is reported unless it is silent.
func (w *World) removeContact(contact state.ContactSlot, silent bool) {
	flags := w.contacts.Pair[w.contacts.Row(contact)].Flags
	if flags&state.ContactLinked != 0 {
		w.unlinkContact(contact)
	}
	if flags&state.ContactTouching != 0 && flags&state.ContactNoEvents == 0 && !silent {
		a, b := w.contactOwners(&w.contacts.Pair[w.contacts.Row(contact)])
		w.setContactEnd(w.currentEvents().addContactEnd(a, b), contact)
	}
	w.pipeline.Destroy(contact)
}
