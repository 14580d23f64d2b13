package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/manifold"
)

// transition acts on what the evaluation found, in ascending order of contact
// slots: the order in which colours are given and islands merge is part of the
// result.
func (w *World) transition() {
	changed := w.pipeline.Changed()
	for i := changed.Next(0); i >= 0; i = changed.Next(i + 1) {
		slot := manifold.Slot(i)
		row := w.contacts.Row(slot)
		pair := &w.contacts.Pair[row]
		flags := pair.Flags
		pair.Flags &^= manifold.Began | manifold.Stopped
		switch {
		case flags&manifold.Parted != 0:
			w.events.ContactEnds = w.destroyContact(w.events.ContactEnds, slot)
		case flags&manifold.Began != 0:
			if flags&manifold.Silent == 0 {
				w.events.ContactBegins = append(w.events.ContactBegins, w.contactBegin(row))
			}
			w.linkContact(slot)
		case flags&manifold.Stopped != 0:
			if flags&manifold.Silent == 0 {
				w.events.ContactEnds = append(w.events.ContactEnds, w.contactEnd(pair))
			}
			w.unlinkContact(slot)
		}
	}
}

// linkContact gives a touching contact a colour and merges the islands of its
// bodies, waking whichever sleeps.
func (w *World) linkContact(slot manifold.Slot) {
	pair := &w.contacts.Pair[w.contacts.Row(slot)]
	a, b := body.Slot(pair.BodyA), body.Slot(pair.BodyB)
	w.wake(a)
	w.wake(b)
	// Waking moves rows.
	w.contacts.Pair[w.contacts.Row(slot)].Flags |= manifold.Linked
	w.islands.Link(a, b)
	w.solver.LinkContact(w.contacts, slot, w.bodies)
}

// unlinkContact undoes linkContact. A sleeping contact has no colour.
func (w *World) unlinkContact(slot manifold.Slot) {
	pair := &w.contacts.Pair[w.contacts.Row(slot)]
	pair.Flags &^= manifold.Linked
	if w.contacts.Meta[slot].Colour != manifold.None {
		w.solver.UnlinkContact(w.contacts, slot, w.bodies)
	}
	w.islands.Unlink(body.Slot(pair.BodyA), body.Slot(pair.BodyB))
}

// preSolve asks the game about every touching contact that it wants to be asked
// about, in ascending order of contact slots.
func (w *World) preSolve() {
	changed := w.pipeline.Changed()
	for i := range w.contacts.Cap() {
		if !w.contacts.Alive(w.contacts.Meta[i].ID) || !w.contacts.Meta[i].Awake {
			continue
		}
		row := w.contacts.Row(manifold.Slot(i))
		pair, solid := &w.contacts.Pair[row], &w.contacts.Solid[row]
		if pair.Flags&manifold.PreSolve == 0 || pair.Flags&manifold.Parted != 0 || solid.Count == 0 {
			continue
		}
		if w.config.PreSolve(w.contactAt(manifold.Slot(i), w.bodies.Pose)) {
			continue
		}
		solid.Count = 0
		if pair.Flags&manifold.Began != 0 {
			pair.Flags &^= manifold.Began | manifold.Touching
		} else {
			pair.Flags = pair.Flags&^manifold.Touching | manifold.Stopped
			changed.Set(uint32(i))
		}
	}
}
