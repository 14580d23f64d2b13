package islands

import (
	"slices"

	"github.com/carom2d/carom/internal/state"
)

// touched and touches report whether a contact touched before the evaluation of this tick, and
// whether it does after the transition.
func touched(f state.ContactFlags) bool {
	return f&state.ContactStopped != 0 || f&(state.ContactTouching|state.ContactStarted) == state.ContactTouching
}

func touches(f state.ContactFlags) bool {
	return f&(state.ContactTouching|state.ContactDisjoint) == state.ContactTouching
}

// findSilent lists the contacts that begin or end in this tick without an event, in ascending
// order, because a sibling touches throughout or reports in their place. See package collision for
// siblings.
func (s *Stage) findSilent() {
	s.silent = s.silent[:0]
	if s.p.PartColliders == 0 {
		return
	}
	changed := s.p.Changed()
	for i := changed.Next(0); i >= 0; i = changed.Next(i + 1) {
		slot := state.ContactSlot(i)
		pair := &s.p.Contacts.Pair[s.p.Contacts.Row(slot)]
		if before := touched(pair.Flags); before != touches(pair.Flags) && s.p.HasParts(pair) && s.siblingReports(slot, !before) {
			s.silent = append(s.silent, slot)
		}
	}
}

// siblingReports reports whether a sibling of a contact that begins or ends touches throughout, or
// reports in its place: the first sibling that begins, and the last sibling that ends.
func (s *Stage) siblingReports(contact state.ContactSlot, begins bool) bool {
	return s.p.AnySibling(contact, func(other state.ContactSlot, pair *state.ContactPair) bool {
		was, is := touched(pair.Flags), touches(pair.Flags)
		if begins {
			return was || is && other < contact
		}
		return is || was && other > contact
	})
}

// isSilent reports whether findSilent has listed a contact.
func (s *Stage) isSilent(slot state.ContactSlot) bool {
	_, found := slices.BinarySearch(s.silent, slot)
	return found
}

// siblingTouches reports whether a sibling still touches, so the end of a contact between the ticks
// is not an event.
func (s *Stage) siblingTouches(contact state.ContactSlot) bool {
	return s.p.HasParts(&s.p.Contacts.Pair[s.p.Contacts.Row(contact)]) &&
		s.p.AnySibling(contact, func(_ state.ContactSlot, pair *state.ContactPair) bool { return pair.Flags&state.ContactTouching != 0 })
}

// takeUserNumber gives a contact of parts that begins the number of a sibling that has one.
func (s *Stage) takeUserNumber(contact state.ContactSlot) {
	if s.p.Contacts.UserNumber(contact) != 0 {
		return
	}
	s.p.AnySibling(contact, func(other state.ContactSlot, _ *state.ContactPair) bool {
		n := s.p.Contacts.UserNumber(other)
		if n != 0 {
			s.p.Contacts.SetUserNumber(contact, n)
		}
		return n != 0
	})
}
