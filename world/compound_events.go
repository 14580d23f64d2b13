package world

import (
	"slices"

	"github.com/carom2d/carom/internal/state"
)

// Events of compounds. Contacts of parts between the same two colliders are siblings. Together they
// are one contact for the events: it begins with the first that touches and ends with the last.

// hasParts reports whether a contact is one of a part of a compound.
func (w *World) hasParts(pair *state.ContactPair) bool {
	return w.listeners.parts > 0 && (w.shapes.Link[pair.ColliderA].Flags|w.shapes.Link[pair.ColliderB].Flags)&state.ColliderPart != 0
}

// sibling reports whether two contacts are siblings, or one.
func (w *World) sibling(x, y *state.ContactPair) bool {
	whole := func(c uint32) state.ColliderSlot { return w.shapes.WholeOf(state.ColliderSlot(c)) }
	a, b, c, d := whole(x.ColliderA), whole(x.ColliderB), whole(y.ColliderA), whole(y.ColliderB)
	return a == c && b == d || a == d && b == c
}

// anySibling reports whether a function holds for a sibling of a contact. It looks at the contacts of
// the body that has fewer.
func (w *World) anySibling(contact state.ContactSlot, holds func(slot state.ContactSlot, pair *state.ContactPair) bool) bool {
	pair := &w.contacts.Pair[w.contacts.Row(contact)]
	owner := state.BodySlot(pair.BodyA)
	if w.bodies.Meta[pair.BodyB].ContactCount < w.bodies.Meta[pair.BodyA].ContactCount {
		owner = state.BodySlot(pair.BodyB)
	}
	for slot := range w.pipeline.EachContact(owner) {
		other := &w.contacts.Pair[w.contacts.Row(slot)]
		if slot != contact && w.sibling(pair, other) && holds(slot, other) {
			return true
		}
	}
	return false
}

// touched and touches report whether a contact touched before the evaluation of this tick, and
// whether it does after the transition.
func touched(f state.ContactFlags) bool {
	return f&state.ContactStopped != 0 || f&(state.ContactTouching|state.ContactStarted) == state.ContactTouching
}

func touches(f state.ContactFlags) bool {
	return f&(state.ContactTouching|state.ContactDisjoint) == state.ContactTouching
}

// findSilent lists the contacts that begin or end in this tick without an event, in ascending order:
// a sibling touches all the while, or reports in their place.
func (w *World) findSilent() {
	silent := w.scratch.silent[:0]
	changed := w.pipeline.Changed()
	for i := changed.Next(0); i >= 0; i = changed.Next(i + 1) {
		slot := state.ContactSlot(i)
		pair := &w.contacts.Pair[w.contacts.Row(slot)]
		before, after := touched(pair.Flags), touches(pair.Flags)
		if before == after || !w.hasParts(pair) {
			continue
		}
		if w.anySibling(slot, func(other state.ContactSlot, p *state.ContactPair) bool {
			was, is := touched(p.Flags), touches(p.Flags)
			if after { // the first of those that begin reports
				return was || is && other < slot
			}
			return is || was && other > slot // the last of those that end
		}) {
			silent = append(silent, slot)
		}
	}
	w.scratch.silent = silent
}

// isSilent reports whether findSilent has listed a contact.
func (w *World) isSilent(slot state.ContactSlot) bool {
	_, found := slices.BinarySearch(w.scratch.silent, slot)
	return found
}

// siblingTouches reports whether the end of a contact between the ticks is none for the game.
func (w *World) siblingTouches(contact state.ContactSlot) bool {
	return w.hasParts(&w.contacts.Pair[w.contacts.Row(contact)]) &&
		w.anySibling(contact, func(_ state.ContactSlot, p *state.ContactPair) bool { return p.Flags&state.ContactTouching != 0 })
}

// takeUserNumber gives a contact that begins the number of a sibling that has one.
func (w *World) takeUserNumber(contact state.ContactSlot) {
	if !w.hasParts(&w.contacts.Pair[w.contacts.Row(contact)]) || w.contacts.UserNumber(contact) != 0 {
		return
	}
	w.anySibling(contact, func(other state.ContactSlot, _ *state.ContactPair) bool {
		n := w.contacts.UserNumber(other)
		if n != 0 {
			w.contacts.SetUserNumber(contact, n)
		}
		return n != 0
	})
}

// hitsHarder reports whether a sibling of a contact reports its hit: the faster one does, and of two
// equally fast ones the one with the smaller slot.
func (w *World) hitsHarder(contact state.ContactSlot, speed float32) bool {
	if !w.hasParts(&w.contacts.Pair[w.contacts.Row(contact)]) {
		return false
	}
	return w.anySibling(contact, func(other state.ContactSlot, p *state.ContactPair) bool {
		const touching = state.ContactHitEvents | state.ContactTouching
		sc := &w.contacts.Solver[w.contacts.Row(other)]
		if p.Flags&touching != touching {
			return false
		}
		k := w.fastestPoint(sc)
		return k >= 0 && (-sc.Points[k].NormalVelocity > speed || -sc.Points[k].NormalVelocity == speed && other < contact)
	})
}
