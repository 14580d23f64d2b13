package state

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
)

// A joint of more than two bodies is one joint between the first two and one companion, a
// joint of kind JointCompanion, for every other pair. A companion has no effect on the motion. It
// is in the lists of its bodies so that they sleep and wake together, may be kept from colliding,
// and end the joint when they are removed. Companions are created and removed with the joint that
// owns them.

// JointCompanion is the kind of a companion. A game cannot make one, so it is not among the kinds
// of package joint.
const JointCompanion = joint.Kinds

// JointKinds is the number of kinds in the table, JointCompanion included.
const JointKinds = joint.Kinds + 1

// HasJoint reports whether an identity is of a living joint that a game has made: no companion.
func (s *Joints) HasJoint(id JointID) bool {
	return s.Alive(id) && s.Link[s.Rows[s.SlotOf(id)]].Kind != JointCompanion
}

// MultiBodyJoint is the record of a joint that may hold any number of bodies.
type MultiBodyJoint struct {
	Def        joint.Definition
	Bodies     []BodySlot
	companions []JointSlot
	Gear       gearJoint
	Impulses   []float64 // of a custom joint's rows, N s or N m s

	// Scratch of a custom joint during a tick; only its memory is kept.
	Views   []joint.ConstraintBody
	Context joint.ConstraintContext
}

// MultiBodyOf returns the record of a joint that has one, and nil for other kinds.
func (s *Joints) MultiBodyOf(slot JointSlot) *MultiBodyJoint {
	l := &s.Link[s.Rows[slot]]
	if l.Kind != joint.KindGear && l.Kind != joint.KindCustom {
		return nil
	}
	return s.multiBodies.at(l.Data)
}

// Companions returns the companions of a joint of more than two bodies.
func (s *Joints) Companions(slot JointSlot) []JointSlot {
	if w := s.MultiBodyOf(slot); w != nil {
		return w.companions
	}
	return nil
}

// Pair returns the two bodies of a joint or of a companion of one.
func (s *Joints) Pair(slot JointSlot) (a, b BodySlot) {
	l := &s.Link[s.Rows[slot]]
	return BodySlot(l.BodyA), BodySlot(l.BodyB)
}

// Owner returns the joint that a companion belongs to; other joints own themselves.
func (s *Joints) Owner(slot JointSlot) JointSlot {
	if l := &s.Link[s.Rows[slot]]; l.Kind == JointCompanion {
		return JointSlot(l.Data)
	}
	return slot
}

// OwnerOfEdge returns the joint that a key of a body's list belongs to, and whether this is the
// first key of that joint in the list, so that each joint can be visited once.
//
//go:noinline
func (s *Joints) OwnerOfEdge(key uint32) (slot JointSlot, first bool) {
	slot = JointSlot(key >> 1)
	owner := s.Owner(slot)
	if owner == slot {
		return slot, true
	}
	firstBody := s.Link[s.Rows[owner]].BodyA
	return owner, key&1 == 1 && s.Link[s.Rows[slot]].BodyA == firstBody
}

// Bodies returns the bodies of a joint that may hold any number of them, in the order of its
// creation.
func (s *Joints) Bodies(slot JointSlot) []BodySlot {
	if w := s.MultiBodyOf(slot); w != nil {
		return w.Bodies
	}
	return nil
}

// Exclusive reports whether a joint must be solved apart from all others: it has a
// dynamic body besides its first two, or runs code of the game's own.
func (s *Joints) Exclusive(slot JointSlot, bodies *Bodies) bool {
	if s.Link[s.Rows[slot]].Flags&JointHasCallbacks != 0 {
		return true
	}
	w := s.MultiBodyOf(slot)
	if w == nil {
		return false
	}
	for _, b := range w.Bodies[2:] {
		if bodies.Meta[b].Type == body.Dynamic {
			return true
		}
	}
	return false
}

// addMultiBody makes an awake joint of two or more bodies, all different.
func (s *Joints) addMultiBody(bodies *Bodies, slots []BodySlot, def joint.Definition) JointSlot {
	i := s.multiBodies.alloc()
	slot := s.add(bodies, JointLink{BodyA: uint32(slots[0]), BodyB: uint32(slots[1]), Kind: def.Kind(), Data: i}, def.Shared())
	var companions []JointSlot
	for k, b := range slots {
		for _, a := range slots[:k] {
			if k == 1 {
				continue
			}
			m := s.add(bodies, JointLink{BodyA: uint32(a), BodyB: uint32(b), Kind: JointCompanion, Data: uint32(slot)}, def.Shared())
			s.companionCount++
			companions = append(companions, m)
		}
	}
	*s.multiBodies.at(i) = MultiBodyJoint{
		Def: def, Bodies: append([]BodySlot(nil), slots...), companions: companions,
		Views: make([]joint.ConstraintBody, len(slots)),
	}
	return slot
}

// compileMultiBody derives the record of a gear or custom joint from its definition.
func (s *Joints) compileMultiBody(bodies *Bodies, slot JointSlot) {
	l := &s.Link[s.Rows[slot]]
	w := s.multiBodies.at(l.Data)
	switch d := w.Def.(type) {
	case *joint.Gear:
		s.setRatio(bodies, &w.Gear, d.Ratio)
	case *joint.Custom:
		s.setCallbacks(l, true)
	}
}

// AddCustom makes an awake custom joint from a valid definition between two or
// more bodies, all different.
func (s *Joints) AddCustom(bodies *Bodies, slots []BodySlot, def *joint.Custom) JointSlot {
	defCopy := *def
	slot := s.addMultiBody(bodies, slots, &defCopy)
	s.compileMultiBody(bodies, slot)
	return slot
}
