package state

// MarkChanged marks the bodies of a joint that the solver has linked or is about to unlink, or
// whose definition has changed. Their articulations are found anew before the next solve.
func (s *Joints) MarkChanged(slot JointSlot) {
	l := &s.Link[s.Rows[slot]]
	l.Flags &^= JointInArticulation
	s.edits++
	s.MarkBody(BodySlot(l.BodyA))
	s.MarkBody(BodySlot(l.BodyB))
	if w := s.MultiBodyOf(slot); w != nil {
		for _, b := range w.Bodies[2:] {
			s.MarkBody(b)
		}
	}
}

// noteChange marks a joint as changed if it acts.
func (s *Joints) noteChange(slot JointSlot) {
	if s.Meta[slot].Color != None {
		s.MarkChanged(slot)
	}
}

// MarkBody puts a body on the list of those whose joints have changed.
func (s *Joints) MarkBody(b BodySlot) {
	for int(b) >= len(s.IsChanged) {
		s.IsChanged = append(s.IsChanged, false)
		s.StabilizingInertia = append(s.StabilizingInertia, 0)
	}
	if !s.IsChanged[b] {
		s.IsChanged[b] = true
		s.Changed = append(s.Changed, b)
	}
}
