package joint

import (
	"github.com/carom2d/carom/internal/state"
)

// MarkChanged tells that a joint is linked by the solver, is about to be unlinked or was
// changed: the trees about it are found anew before the next solve.
func (s *Store) MarkChanged(slot Slot) {
	l := &s.Link[s.Rows[slot]]
	l.Flags &^= InArticulation
	s.version++
	s.markBody(state.BodySlot(l.BodyA))
	s.markBody(state.BodySlot(l.BodyB))
}

// change touches a joint if it acts.
func (s *Store) noteChange(slot Slot) {
	if s.Meta[slot].Color != state.None {
		s.MarkChanged(slot)
	}
}

// markBody puts a body on the list of those whose joints have changed.
func (s *Store) markBody(b state.BodySlot) {
	for int(b) >= len(s.isChanged) {
		s.isChanged = append(s.isChanged, false)
		s.stiffness = append(s.stiffness, geometricStiffness{})
	}
	if !s.isChanged[b] {
		s.isChanged[b] = true
		s.changed = append(s.changed, b)
	}
}
