package islands

import "github.com/carom2d/carom/internal/state"

// Wake wakes the island of a body. Bodies without an island never sleep.
func (s *Stage) Wake(slot state.BodySlot) {
	switch s.p.Bodies.PartitionOf(slot) {
	case state.Awake:
		s.p.Bodies.Motion[s.p.Bodies.Row(slot)].SleepTime = 0
	case state.Asleep:
		s.wakeIsland(s.Islands.Of(slot))
	}
}

func (s *Stage) wakeBodies(slot state.JointSlot) {
	a, b := s.Joints.Pair(slot)
	s.Wake(a)
	s.Wake(b)
	for _, c := range s.Joints.Bodies(slot) {
		s.Wake(c)
	}
}

// WakeTouching wakes the bodies that a body touches or is jointed with.
func (s *Stage) WakeTouching(slot state.BodySlot) {
	// Waking uses the buffer of ContactsOf.
	s.scratch.wakeContacts = s.p.AppendContacts(s.scratch.wakeContacts[:0], slot)
	for _, contact := range s.scratch.wakeContacts {
		if s.p.Contacts.Pair[s.p.Contacts.Row(contact)].Flags&state.ContactTouching != 0 {
			s.Wake(s.p.Contacts.Other(contact, slot))
		}
	}
	for key := s.p.Bodies.Meta[slot].FirstJoint; key != state.None; key = s.Joints.Next(key) {
		if s.Joints.Link[s.Joints.Row(state.JointSlot(key>>1))].Flags&state.JointLinked != 0 {
			s.Wake(s.Joints.Other(key))
		}
	}
}

// WakeTouchingCollider wakes the bodies of the touching contacts of a collider.
func (s *Stage) WakeTouchingCollider(c state.ColliderSlot) {
	owner := s.p.Shapes.OwnerOf(c)
	s.scratch.wakeContacts = s.p.AppendContacts(s.scratch.wakeContacts[:0], owner)
	for _, contact := range s.scratch.wakeContacts {
		pair := &s.p.Contacts.Pair[s.p.Contacts.Row(contact)]
		if pair.Flags&state.ContactTouching != 0 && s.p.IsOf(pair, c) {
			s.Wake(owner)
			s.Wake(s.p.Contacts.Other(contact, owner))
		}
	}
}

// WakeWeights wakes the sleeping bodies that have a weight, in ascending order of slots.
func (s *Stage) WakeWeights() {
	for slot := state.BodySlot(1); int(slot) < s.p.Bodies.Cap() && s.p.Bodies.Awake() < s.p.Bodies.AsleepEnd(); slot++ {
		if s.p.Bodies.Meta[slot].ID != 0 && s.p.Bodies.PartitionOf(slot) == state.Asleep &&
			s.p.Bodies.Dynamics[s.p.Bodies.Row(slot)].GravityScale != 0 {
			s.Wake(slot)
		}
	}
}

// wakeIsland wakes a sleeping island: its bodies, their contacts and joints.
func (s *Stage) wakeIsland(island uint32) {
	s.scratch.islandBodies = s.Islands.Bodies(s.scratch.islandBodies[:0], island)
	for _, b := range s.scratch.islandBodies {
		s.p.Bodies.MoveTo(b, state.Awake)
		s.p.Bodies.Motion[s.p.Bodies.Row(b)].SleepTime = 0
		s.calls.Wakes(b)
	}
	for _, b := range s.scratch.islandBodies {
		for _, contact := range s.ContactsOf(b) {
			if s.p.Contacts.IsAwake(contact) {
				continue
			}
			s.p.Contacts.Wake(contact)
			if s.p.Contacts.Pair[s.p.Contacts.Row(contact)].Flags&state.ContactLinked != 0 {
				s.Solver.LinkContact(s.p.Contacts, contact, s.p.Bodies)
			}
		}
		if s.ofBodies != nil {
			s.ofBodies.wake(s, b)
		}
	}
}
