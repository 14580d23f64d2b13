package islands

import "github.com/carom2d/carom/internal/state"

// Validate checks the relations between tables: that exactly the touching, awake
// contacts have a colour, and that the bodies of a touching contact share an island.
func (s *Stage) Validate() {
	for r := range s.p.Contacts.Slots {
		pair := &s.p.Contacts.Pair[r]
		colored := s.p.Contacts.Meta[s.p.Contacts.Slots[r]].Color != state.None
		linked := pair.Flags&state.ContactLinked != 0
		if linked != (pair.Flags&state.ContactTouching != 0) {
			panic("islands: a contact is linked but not touching, or the other way round")
		}
		if colored != (linked && r < s.p.Contacts.Awake()) {
			panic("islands: a contact has a colour it should not have, or lacks one")
		}
		if linked && s.Islands.Of(state.BodySlot(pair.BodyA)) != s.Islands.Of(state.BodySlot(pair.BodyB)) &&
			pair.Flags&state.ContactStaticPair == 0 {
			panic("islands: two touching bodies are in different islands")
		}
	}
}
