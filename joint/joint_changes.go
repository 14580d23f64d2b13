package joint

import (
	"github.com/carom2d/carom/internal/state"
)

// MarkChanged tells that a joint is linked by the solver, is about to be unlinked or was
// changed: the trees about it are found anew before the next solve.
func (s *Joints) MarkChanged(slot JointSlot) {
	l := &s.Link[s.Rows[slot]]
	l.Flags &^= JointInArticulation
	s.version++
	s.markBody(state.BodySlot(l.BodyA))
	s.markBody(state.BodySlot(l.BodyB))
}

// change touches a joint if it acts.
func (s *Joints) noteChange(slot JointSlot) {
	if s.Meta[slot].Color != state.None {
		s.MarkChanged(slot)
	}
}

// markBody puts a body on the list of those whose joints have changed.
func (s *Joints) markBody(b state.BodySlot) {
	for int(b) >= len(s.isChanged) {
		s.isChanged = append(s.isChanged, false)
		s.stiffness = append(s.stiffness, geometricStiffness{})
	}
	if !s.isChanged[b] {
		s.isChanged[b] = true
		s.changed = append(s.changed, b)
	}
}
