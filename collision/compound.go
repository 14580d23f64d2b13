package collision

import "github.com/carom2d/carom/internal/state"

// Compounds.
//
// A shape.Compound is one collider of the game: one handle, one begin and end of contact with
// another collider, one visit of a sensor, one hit. In the tables each part is a collider of its
// own with the material, filter and flags of the whole. The first part has the ID that the game
// knows, the user data and the CrushThreshold.
//
// Contacts of parts between the same two colliders of the game are siblings. Siblings form one
// contact for the events: it begins when the first sibling touches and ends with the last.

// HasParts reports whether a contact involves a part of a compound.
func (p *Pipeline) HasParts(pair *state.ContactPair) bool { return pair.Flags&state.ContactParts != 0 }

// IsOf reports whether a contact involves a collider or one of its parts.
func (p *Pipeline) IsOf(pair *state.ContactPair, whole state.ColliderSlot) bool {
	return p.Shapes.WholeOf(state.ColliderSlot(pair.ColliderA)) == whole || p.Shapes.WholeOf(state.ColliderSlot(pair.ColliderB)) == whole
}

// areSiblings reports whether two contacts are siblings or the same contact.
func (p *Pipeline) areSiblings(x, y *state.ContactPair) bool {
	whole := func(c uint32) state.ColliderSlot { return p.Shapes.WholeOf(state.ColliderSlot(c)) }
	a, b, c, d := whole(x.ColliderA), whole(x.ColliderB), whole(y.ColliderA), whole(y.ColliderB)
	return a == c && b == d || a == d && b == c
}

// AnySibling reports whether a function holds for a sibling of a contact. It visits the contacts of
// the body with fewer contacts.
func (p *Pipeline) AnySibling(contact state.ContactSlot, holds func(slot state.ContactSlot, pair *state.ContactPair) bool) bool {
	pair := &p.Contacts.Pair[p.Contacts.Row(contact)]
	for slot := range p.EachContact(p.withFewerContacts(state.BodySlot(pair.BodyA), state.BodySlot(pair.BodyB))) {
		other := &p.Contacts.Pair[p.Contacts.Row(slot)]
		if slot != contact && p.areSiblings(pair, other) && holds(slot, other) {
			return true
		}
	}
	return false
}
