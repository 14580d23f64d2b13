package world

import "github.com/carom2d/carom/internal/state"

// transition begins, ends and destroys contacts by the flags that the evaluation set, in
// ascending order of contact slots: the order in which colours are given and islands
// merge is part of the result.
func (w *World) transition() {
	changed, begins := w.pipeline.Changed(), &w.scratch.begins
	begins.reset(w)
	w.scratch.silent = w.scratch.silent[:0]
	if w.listeners.parts > 0 {
		w.findSilent()
	}
	for i := changed.Next(0); i >= 0; i = changed.Next(i + 1) {
		slot := state.ContactSlot(i)
		row := w.contacts.Row(slot)
		pair := &w.contacts.Pair[row]
		flags := pair.Flags
		pair.Flags &^= state.ContactStarted | state.ContactStopped
		switch {
		case flags&state.ContactDisjoint != 0:
			w.removeContact(slot, w.isSilent(slot))
		case flags&state.ContactStarted != 0:
			w.takeUserNumber(slot)
			if flags&state.ContactNoEvents == 0 && !w.isSilent(slot) {
				begins.slots = append(begins.slots, slot)
			}
			w.linkContact(slot)
		case flags&state.ContactStopped != 0:
			if flags&state.ContactNoEvents == 0 && !w.isSilent(slot) {
				w.setContactEnd(w.events.addContactEnd(w.contactOwners(pair)), slot)
			}
			w.unlinkContact(slot)
		}
	}
	begins.report()
}

// linkContact gives a touching contact a colour and merges the islands of its bodies,
// which wake.
func (w *World) linkContact(slot state.ContactSlot) {
	pair := &w.contacts.Pair[w.contacts.Row(slot)]
	a, b := state.BodySlot(pair.BodyA), state.BodySlot(pair.BodyB)
	w.wake(a)
	w.wake(b)
	// Waking moves rows.
	w.contacts.Pair[w.contacts.Row(slot)].Flags |= state.ContactLinked
	w.islands.Link(a, b)
	w.solver.BeginContact(w.contacts, slot, w.bodies)
}

// unlinkContact undoes linkContact. A sleeping contact has no colour.
func (w *World) unlinkContact(slot state.ContactSlot) {
	pair := &w.contacts.Pair[w.contacts.Row(slot)]
	pair.Flags &^= state.ContactLinked
	if w.contacts.Meta[slot].Color != state.None {
		w.solver.UnlinkContact(w.contacts, slot, w.bodies)
	}
	w.islands.Unlink(state.BodySlot(pair.BodyA), state.BodySlot(pair.BodyB))
}
