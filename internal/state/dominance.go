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

// InvMass returns the inverse mass and inertia of a body. A body with locked rotation has zero
// inverse inertia.
func (s *Bodies) InvMass(row BodyRow) (invMass, invInertia float32) {
	d := &s.Dynamics[row]
	if s.State[row].Flags&FlagLockRotation != 0 {
		return d.InvMass, 0
	}
	return d.InvMass, d.InvInertia
}

// PairInvMass returns the inverse masses and inertias of the two bodies of a constraint. A body
// above the other has zeros.
func (s *Bodies) PairInvMass(a, b BodySlot) (ma, ia, mb, ib float32) {
	ma, ia = s.InvMass(s.Rows[a])
	mb, ib = s.InvMass(s.Rows[b])
	aAbove, bAbove := s.Above(a, b)
	if aAbove {
		ma, ia = 0, 0
	}
	if bAbove {
		mb, ib = 0, 0
	}
	return ma, ia, mb, ib
}

// MarkJointsOf marks the acting joints of a body as changed.
func (s *Joints) MarkJointsOf(bodies *Bodies, slot BodySlot) {
	for key := bodies.Meta[slot].FirstJoint; key != None; key = s.Next(key) {
		s.noteChange(JointSlot(key >> 1))
	}
}
