package world

import (
	"github.com/carom2d/carom/internal/bitset"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// transition begins, ends and destroys contacts by the flags that the evaluation set, in
// ascending order of contact slots: the order in which colours are given and islands
// merge is part of the result.
func (w *World) transition() {
	changed := w.pipeline.Changed()
	w.reserveContactBegins(changed)
	for i := changed.Next(0); i >= 0; i = changed.Next(i + 1) {
		slot := state.ContactSlot(i)
		row := w.contacts.Row(slot)
		pair := &w.contacts.Pair[row]
		flags := pair.Flags
		pair.Flags &^= state.ContactStarted | state.ContactStopped
		switch {
		case flags&state.ContactDisjoint != 0:
			w.destroyContact(slot)
		case flags&state.ContactStarted != 0:
			if flags&state.ContactNoEvents == 0 {
				w.setContactBegin(w.events.addContactBegin(w.contactOwners(pair)), row)
			}
			w.linkContact(slot)
		case flags&state.ContactStopped != 0:
			if flags&state.ContactNoEvents == 0 {
				w.setContactEnd(w.events.addContactEnd(w.contactOwners(pair)), slot)
			}
			w.unlinkContact(slot)
		}
	}
}

// manyChanges is the number of changed contacts for each event in the capacity of a list from which
// the events are counted.
const manyChanges = 8

// reserveContactBegins makes room for the events of a tick in which far more contacts begin than
// ever before, such as that in which heaps that were just built come to stand: to append them one
// by one would copy all of them again and again.
func (w *World) reserveContactBegins(changed *bitset.Set) {
	const begins = state.ContactStarted | state.ContactNoEvents | state.ContactDisjoint
	e, n := &w.events, 0
	if changed.Count() <= manyChanges*(cap(e.ContactBegins)+manyChanges) {
		return
	}
	for i := changed.Next(0); i >= 0; i = changed.Next(i + 1) {
		if w.contacts.Pair[w.contacts.Row(state.ContactSlot(i))].Flags&begins == state.ContactStarted {
			n++
		}
	}
	e.ContactBegins = grow.Reserve(e.ContactBegins, n)
	e.owners[contactBegins] = grow.Reserve(e.owners[contactBegins], n)
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
