package world

import "github.com/carom2d/carom/internal/state"

// transition begins, ends and destroys contacts by the flags that the evaluation set, in
// ascending order of contact slots: the order in which colours are given and islands
// merge is part of the result.
func (w *World) transition() {
	t := &w.scratch.transition
	t.begin(w)
	for i := range t.changes {
		c := &t.changes[i]
		switch {
		case c.Flags&state.ContactDisjoint != 0:
			if c.Flags&state.ContactLinked != 0 {
				w.endContact(c)
			}
			t.end(c, c.Flags&state.ContactTouching != 0)
		case c.Flags&state.ContactStarted != 0:
			if c.Rests && (w.bodies.PartitionOf(c.BodyA) == state.Asleep || w.bodies.PartitionOf(c.BodyB) == state.Asleep) {
				t.finish(i) // waking moves rows
				w.wake(c.BodyA)
				w.wake(c.BodyB)
			}
			t.start(c)
			w.islands.Link(c.BodyA, c.BodyB)
			w.solver.BeginContact(w.contacts, c, w.bodies)
		case c.Flags&state.ContactStopped != 0:
			t.end(c, true)
			w.endContact(c)
		}
	}
	t.finish(len(t.changes))
	t.report()
}

// endContact takes a contact that ends out of its colour and its island.
func (w *World) endContact(c *state.ContactChange) {
	if w.contacts.Meta[c.Slot].Color != state.None {
		w.solver.EndContact(w.contacts, c)
	}
	w.islands.Unlink(c.BodyA, c.BodyB)
}

// unlinkContact undoes what a contact that began did. A sleeping contact has no colour.
func (w *World) unlinkContact(slot state.ContactSlot) {
	pair := &w.contacts.Pair[w.contacts.Row(slot)]
	pair.Flags &^= state.ContactLinked
	if w.contacts.Meta[slot].Color != state.None {
		w.solver.UnlinkContact(w.contacts, slot, w.bodies)
	}
	w.islands.Unlink(state.BodySlot(pair.BodyA), state.BodySlot(pair.BodyB))
}
