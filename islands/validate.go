package islands

import (
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/state"
)

// Validate checks the relations between tables: that exactly the touching, awake
// contacts have a colour, and that the bodies of a touching contact share an island. With the
// self-checks it also checks that the boxes of a sleeping contact overlap: files of older versions
// may hold contacts for which that is not so.
func (s *Stage) Validate() {
	boxes := s.p.Broadphase.Boxes()
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
		if invariant.Enabled && r >= s.p.Contacts.Awake() && !boxes[pair.ColliderA].Overlaps(boxes[pair.ColliderB]) {
			panic("islands: the boxes of a sleeping contact do not overlap")
		}
		if linked && s.Islands.Of(state.BodySlot(pair.BodyA)) != s.Islands.Of(state.BodySlot(pair.BodyB)) &&
			pair.Flags&state.ContactStaticPair == 0 {
			panic("islands: two touching bodies are in different islands")
		}
	}
}
