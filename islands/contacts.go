package islands

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// Transition begins, ends and destroys contacts by the flags that the evaluation set, in
// ascending order of contact slots: the order in which colours are given and islands
// merge is part of the result. It returns the contacts that began and report it, ascending; they
// are valid until the next call.
func (s *Stage) Transition() []state.ContactSlot {
	changed := s.p.Changed()
	s.begun = grow.Empty(s.begun, &s.begunShrinker)
	s.findSilent()
	for i := changed.Next(0); i >= 0; i = changed.Next(i + 1) {
		slot := state.ContactSlot(i)
		row := s.p.Contacts.Row(slot)
		pair := &s.p.Contacts.Pair[row]
		flags := pair.Flags
		pair.Flags &^= state.ContactStarted | state.ContactStopped
		switch {
		case flags&state.ContactDisjoint != 0:
			s.removeContact(slot, s.isSilent(slot))
		case flags&state.ContactStarted != 0:
			s.takeUserNumber(slot)
			if flags&state.ContactNoEvents == 0 && !s.isSilent(slot) {
				s.begun = append(s.begun, slot)
			}
			s.linkContact(slot)
		case flags&state.ContactStopped != 0:
			if flags&state.ContactNoEvents == 0 && !s.isSilent(slot) {
				s.calls.Ends(slot)
			}
			s.unlinkContact(slot)
		}
	}
	return s.begun
}

// linkContact gives a touching contact a colour and merges the islands of its bodies,
// which wake.
func (s *Stage) linkContact(slot state.ContactSlot) {
	pair := &s.p.Contacts.Pair[s.p.Contacts.Row(slot)]
	a, b := state.BodySlot(pair.BodyA), state.BodySlot(pair.BodyB)
	s.Wake(a)
	s.Wake(b)
	// Waking moves rows.
	s.p.Contacts.Pair[s.p.Contacts.Row(slot)].Flags |= state.ContactLinked
	s.Islands.Link(a, b)
	s.Solver.BeginContact(s.p.Contacts, slot, s.p.Bodies)
}

// unlinkContact undoes linkContact. A sleeping contact has no colour.
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

// destroyContact removes a contact between the ticks. When it was touching its end is reported.
func (s *Stage) destroyContact(contact state.ContactSlot) {
	s.removeContact(contact, s.siblingTouches(contact))
}

// removeContact removes a contact. When it was touching its end is reported, unless it is silent.
func (s *Stage) removeContact(contact state.ContactSlot, silent bool) {
	flags := s.p.Contacts.Pair[s.p.Contacts.Row(contact)].Flags
	if flags&state.ContactLinked != 0 {
		s.unlinkContact(contact)
	}
	if flags&state.ContactTouching != 0 && flags&state.ContactNoEvents == 0 && !silent {
		s.calls.Ends(contact)
	}
	s.p.Destroy(contact)
}
