package islands

import "github.com/carom2d/carom/internal/state"

// unlinkContact undoes the effects of a contact's begin. A sleeping contact has no colour.
func (s *Stage) unlinkContact(slot state.ContactSlot) {
	pair := &s.p.Contacts.Pair[s.p.Contacts.Row(slot)]
	pair.Flags &^= state.ContactLinked
	if s.p.Contacts.Meta[slot].Color != state.None {
		s.Solver.UnlinkContact(s.p.Contacts, slot, s.p.Bodies)
	}
	s.Islands.Unlink(state.BodySlot(pair.BodyA), state.BodySlot(pair.BodyB))
}

// ContactsOf returns the contacts of a body in a buffer that the next call reuses.
func (s *Stage) ContactsOf(slot state.BodySlot) []state.ContactSlot {
	s.scratch.contacts = s.p.AppendContacts(s.scratch.contacts[:0], slot)
	return s.scratch.contacts
}

// DestroyContactsOf removes the contacts of one collider, with their end events.
func (s *Stage) DestroyContactsOf(slot state.BodySlot, c state.ColliderSlot) {
	for _, contact := range s.ContactsOf(slot) {
		pair := &s.p.Contacts.Pair[s.p.Contacts.Row(contact)]
		if pair.ColliderA == uint32(c) || pair.ColliderB == uint32(c) {
			s.destroyContact(contact)
		}
	}
}

// destroyContact removes a contact between the ticks. If it was touching, its end is reported,
// unless a sibling touches.
func (s *Stage) destroyContact(contact state.ContactSlot) {
	silent := s.siblingTouches(contact)
	flags := s.p.Contacts.Pair[s.p.Contacts.Row(contact)].Flags
	if flags&state.ContactLinked != 0 {
		s.unlinkContact(contact)
	}
	if flags&state.ContactTouching != 0 && flags&state.ContactNoEvents == 0 && !silent {
		s.calls.Ends(contact)
	}
	s.p.Destroy(contact)
}
