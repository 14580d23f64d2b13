package state

import (
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/invariant"
)

// link puts one side of a joint at the head of its body's list.
func (s *Joints) link(bodies *Bodies, slot JointSlot, side uint32, b BodySlot) {
	m := &bodies.Meta[b]
	key := uint32(slot)*2 + side
	s.Meta[slot].Edges[side] = JointEdge{Next: m.FirstJoint, Prev: None}
	if m.FirstJoint != None {
		s.edge(m.FirstJoint).Prev = key
	}
	m.FirstJoint = key
	bodies.Written.Set(int(b))
}

// unlink takes one side of a joint out of its body's list.
func (s *Joints) unlink(bodies *Bodies, slot JointSlot, side uint32, b BodySlot) {
	e := s.Meta[slot].Edges[side]
	if e.Prev != None {
		s.edge(e.Prev).Next = e.Next
	} else {
		bodies.Meta[b].FirstJoint = e.Next
		bodies.Written.Set(int(b))
	}
	if e.Next != None {
		s.edge(e.Next).Prev = e.Prev
	}
}

func (s *Joints) edge(key uint32) *JointEdge { return &s.Meta[key>>1].Edges[key&1] }

// Next returns the key after key in the list of joints that starts at
// BodyMeta.FirstJoint, or None. The joint of a key is Slot(key / 2); the body is its A if
// the key is even and its B if it is odd.
func (s *Joints) Next(key uint32) uint32 { return s.edge(key).Next }

// EntryAt returns the key after another in the list of a body, and the identity of the joint of
// that other key, or zero when it is gone.
func (s *Joints) EntryAt(key uint32) (next uint32, i id.ID) {
	return s.Next(key), s.IDAt(JointSlot(key >> 1))
}

// Other returns the body at the other end of the joint of a key.
func (s *Joints) Other(key uint32) BodySlot {
	l := &s.Link[s.Rows[key>>1]]
	if key&1 == 0 {
		return BodySlot(l.BodyB)
	}
	return BodySlot(l.BodyA)
}

// Connected reports whether an enabled joint forbids two bodies to collide. It
// goes through the joints of a, which should be the body with fewer.
func (s *Joints) Connected(bodies *Bodies, a, b BodySlot) bool {
	if bodies.Meta[b].FirstJoint == None {
		return false
	}
	for key := bodies.Meta[a].FirstJoint; key != None; key = s.Next(key) {
		if s.Other(key) == b && s.Link[s.Rows[key>>1]].Flags&(JointCollideConnected|JointDisabled) == 0 {
			return true
		}
	}
	return false
}

// Validate panics when the table contradicts itself or the bodies.
func (s *Joints) Validate(bodies *Bodies) {
	s.Table.Validate("joints", len(s.Link), len(s.Strength), len(s.Load))
	found := 0
	for b := range bodies.Meta {
		prev := uint32(None)
		for key := bodies.Meta[b].FirstJoint; key != None; key = s.Next(key) {
			l := &s.Link[s.Rows[key>>1]]
			owner := l.BodyA
			if key&1 == 1 {
				owner = l.BodyB
			}
			invariant.Check(owner == uint32(b) && s.edge(key).Prev == prev, "joints: a body's list of joints is broken")
			prev = key
			found++
		}
	}
	invariant.Check(found == 2*len(s.Slots), "joints: a joint is missing in a body's list")
}
