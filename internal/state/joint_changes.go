package state

// MarkChanged tells that a joint is linked by the solver, is about to be unlinked or was
// changed: the articulations about it are found anew before the next solve.
func (s *Joints) MarkChanged(slot JointSlot) {
	l := &s.Link[s.Rows[slot]]
	l.Flags &^= JointInArticulation
	s.Version++
	s.MarkBody(BodySlot(l.BodyA))
	s.MarkBody(BodySlot(l.BodyB))
}

// change touches a joint if it acts.
func (s *Joints) noteChange(slot JointSlot) {
	if s.Meta[slot].Color != None {
		s.MarkChanged(slot)
	}
}

// MarkBody puts a body on the list of those whose joints have changed.
func (s *Joints) MarkBody(b BodySlot) {
	for int(b) >= len(s.IsChanged) {
		s.IsChanged = append(s.IsChanged, false)
		s.Stiffness = append(s.Stiffness, GeometricStiffness{})
	}
	if !s.IsChanged[b] {
		s.IsChanged[b] = true
		s.Changed = append(s.Changed, b)
	}
}
