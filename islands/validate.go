package islands

import (
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/state"
)

// Validate checks the relations between tables: that exactly the touching, awake
// contacts have a colour, that the bodies of a touching contact share an island, and that the
// boxes of a sleeping contact overlap.
func (s *Stage) Validate() {
	boxes := s.p.Broadphase.Boxes()
	for r := range s.p.Contacts.Slots {
		pair := &s.p.Contacts.Pair[r]
		colored := s.p.Contacts.Meta[s.p.Contacts.Slots[r]].Color != state.None
		linked := pair.Flags&state.ContactLinked != 0
		awake := r < s.p.Contacts.Awake()
		invariant.Check(linked == (pair.Flags&state.ContactTouching != 0), "islands: a contact is linked but not touching, or the other way round")
		invariant.Check(colored == (linked && awake), "islands: a contact has a colour it should not have, or lacks one")
		invariant.Check(awake || boxes[pair.ColliderA].Overlaps(boxes[pair.ColliderB]), "islands: the boxes of a sleeping contact do not overlap")
		invariant.Check(!linked || pair.Flags&state.ContactStaticPair != 0 || s.Islands.Of(state.BodySlot(pair.BodyA)) == s.Islands.Of(state.BodySlot(pair.BodyB)),
			"islands: two touching bodies are in different islands")
	}
}
