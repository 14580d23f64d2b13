package state

import "github.com/carom2d/carom/body"

// Dominance. A constraint does not move a dynamic body whose dominance is above the lowest among
// its dynamic bodies. It sees such a body without inverse mass, as it sees a kinematic one.

// SetDominance sets the dominance of a body.
func (s *Bodies) SetDominance(slot BodySlot, dominance int8) {
	m := &s.Meta[slot]
	if m.Dominance != 0 {
		s.Dominant--
	}
	if dominance != 0 {
		s.Dominant++
	}
	m.Dominance = dominance
}

// Above reports for each of two bodies whether it is above the other. Bodies that are not dynamic
// never are.
func (s *Bodies) Above(a, b BodySlot) (aAbove, bAbove bool) {
	if s.Dominant == 0 {
		return false, false
	}
	ma, mb := &s.Meta[a], &s.Meta[b]
	if ma.Type != body.Dynamic || mb.Type != body.Dynamic {
		return false, false
	}
	return ma.Dominance > mb.Dominance, mb.Dominance > ma.Dominance
}

// Uneven reports whether one of two bodies is above the other.
func (s *Bodies) Uneven(a, b uint32) bool {
	aAbove, bAbove := s.Above(BodySlot(a), BodySlot(b))
	return aAbove || bAbove
}

// MarkJointsOf marks the acting joints of a body as changed.
func (s *Joints) MarkJointsOf(bodies *Bodies, slot BodySlot) {
	for key := bodies.Meta[slot].FirstJoint; key != None; key = s.Next(key) {
		s.noteChange(JointSlot(key >> 1))
	}
}
