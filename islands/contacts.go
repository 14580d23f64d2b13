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

// ContactsOf returns the contacts of a body in a buffer that the next call reuses. It is not
// inlined: many places call it and seldom run.
//
//go:noinline
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

// DestroySeparated removes the sleeping contacts of a body that was moved if their boxes no longer
// overlap.
func (s *Stage) DestroySeparated(slot state.BodySlot) {
	for _, contact := range s.ContactsOf(slot) {
		if !s.p.Contacts.IsAwake(contact) {
			s.destroySeparated(contact)
		}
	}
}

// destroySeparated removes a contact that is or falls asleep if its boxes no longer overlap, and
// reports whether it has. The evaluation, which removes such contacts, does not see sleeping ones,
// and the broadphase reports the pair anew when its boxes meet again: a contact that stayed would
// then be one of two. The boxes may meet again before the broadphase has seen them apart, so the
// broadphase forgets the pair.
func (s *Stage) destroySeparated(contact state.ContactSlot) bool {
	pair, boxes := &s.p.Contacts.Pair[s.p.Contacts.Row(contact)], s.p.Broadphase.Boxes()
	if boxes[pair.ColliderA].Overlaps(boxes[pair.ColliderB]) {
		return false
	}
	s.p.InvalidatePairs(state.ColliderSlot(pair.ColliderA))
	s.destroyContact(contact)
	return true
}
