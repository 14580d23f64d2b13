package islands

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// Update wakes the islands that may not sleep, slows the last bodies of those that wait, splits at
// most one island that lost links, and puts to sleep those that have rested for a time, s.
func (s *Stage) Update(sleepTime float32, pool *par.Pool) {
	kept := s.keptAwake(pool)
	for _, b := range kept {
		s.Wake(b)
	}
	var split uint32
	s.scratch.readyIslands, split = s.Islands.ReadyToSleep(s.scratch.readyIslands[:0], s.p.Bodies, sleepTime, pool)
	for _, island := range s.Islands.Waiting() {
		s.settle(island, kept, sleepTime)
	}
	if split != state.None {
		if s.splitNeighbors == nil {
			s.splitNeighbors = s.neighbors
		}
		s.Islands.Split(split, s.splitNeighbors, pool)
	}
	for _, island := range s.scratch.readyIslands {
		s.sleepIsland(island)
	}
}

// Sleep puts the island of a body to sleep now, unless something keeps it awake, such as one of its
// bodies that never sleeps.
func (s *Stage) Sleep(slot state.BodySlot) {
	if !s.p.Bodies.IsAwake(slot) || !s.canJoinIsland(slot) {
		return
	}
	island := s.Islands.Of(slot)
	for _, b := range s.keptAwake(nil) {
		if s.Islands.Of(b) == island {
			return
		}
	}
	s.scratch.islandBodies = s.Islands.Bodies(s.scratch.islandBodies[:0], island)
	for _, b := range s.scratch.islandBodies {
		if s.p.Bodies.Meta[b].NeverSleep {
			return
		}
	}
	s.sleepIsland(island)
}

// minReorderContacts is the number of awake contacts from which their rows are put in order: fewer
// rows fit into a second-level cache of two megabytes in any order.
const minReorderContacts = 8192

// Reorder puts the rows of islands together, and the rows of contacts into the order of their
// bodies.
func (s *Stage) Reorder() {
	s.reorderer.Reorder(s.Islands, s.p.Bodies)
	s.Solver.ReorderContacts(s.p.Contacts, s.p.Bodies, minReorderContacts)
}

// sleepIsland puts an island to sleep: its bodies, the contacts that hold them, their contacts that
// touch no awake body, and its joints. Contacts whose boxes have separated in this tick end.
func (s *Stage) sleepIsland(island uint32) {
	s.scratch.islandBodies = s.Islands.Bodies(s.scratch.islandBodies[:0], island)
	for _, b := range s.scratch.islandBodies {
		s.p.Bodies.Stop(b)
		row := s.p.Bodies.Row(b)
		s.p.Bodies.LastPose[row] = s.p.Bodies.Pose[row]
		s.p.Bodies.MoveTo(b, state.Asleep)
		s.calls.Sleeps(b)
	}
	for _, b := range s.scratch.islandBodies {
		for _, contact := range s.ContactsOf(b) {
			if !s.p.Contacts.IsAwake(contact) {
				continue
			}
			touching := s.p.Contacts.Pair[s.p.Contacts.Row(contact)].Flags&state.ContactLinked != 0
			if !touching && s.p.Bodies.IsAwake(s.p.Contacts.Other(contact, b)) || s.destroySeparated(contact) {
				continue
			}
			if touching {
				s.Solver.UnlinkContact(s.p.Contacts, contact, s.p.Bodies)
			}
			s.p.Contacts.Sleep(contact)
		}
		if s.ofBodies != nil {
			s.ofBodies.sleep(s, b)
		}
	}
}

// neighbors appends the bodies that a body in an island touches or is jointed with, the newest
// contact first.
func (s *Stage) neighbors(dst []state.BodySlot, slot state.BodySlot) []state.BodySlot {
	contacts, meta := s.p.Contacts, &s.p.Bodies.Meta[slot]
	for key := meta.FirstContact; key != state.None; key = contacts.Next(key) {
		pair := &contacts.Pair[contacts.Rows[key>>1]]
		if pair.Flags&(state.ContactLinked|state.ContactStaticPair) != state.ContactLinked {
			continue
		}
		other := state.BodySlot(pair.Across(key))
		if s.p.Bodies.PartitionOf(other) != state.Inactive { // enabled; and dynamic, as all bodies of the pair
			dst = append(dst, other)
		}
	}
	if meta.FirstJoint == state.None {
		return dst
	}
	return s.jointNeighbors(dst, slot)
}

// jointNeighbors appends the bodies that linked joints tie a body to.
func (s *Stage) jointNeighbors(dst []state.BodySlot, slot state.BodySlot) []state.BodySlot {
	for key := s.p.Bodies.Meta[slot].FirstJoint; key != state.None; key = s.Joints.Next(key) {
		other := s.Joints.Other(key)
		if s.Joints.Link[s.Joints.Row(state.JointSlot(key>>1))].Flags&state.JointLinked != 0 && s.canJoinIsland(other) {
			dst = append(dst, other)
		}
	}
	return dst
}

// canJoinIsland reports whether a body can be in an island: dynamic and enabled.
func (s *Stage) canJoinIsland(slot state.BodySlot) bool {
	m := &s.p.Bodies.Meta[slot]
	return m.Type == body.Dynamic && !m.Disabled
}

// keptAwake lists the bodies that may not sleep: the bodies that a moving kinematic body touches or
// is jointed with, and the bodies of motors with a speed to reach. The motion that these force on a
// body may be slower than its sleep speed. The next call reuses the buffer.
func (s *Stage) keptAwake(pool *par.Pool) []state.BodySlot {
	s.scratch.bodies = s.scratch.bodies[:0]
	if !s.Islands.AllInIslands(s.p.Bodies) {
		for _, rows := range s.p.KinematicsInMotion(pool) {
			for _, row := range rows {
				s.appendKinematicNeighbors(row)
			}
		}
	}
	if s.Joints.Driven() > 0 {
		s.appendDriven()
	}
	return s.scratch.bodies
}

// appendKinematicNeighbors appends the bodies that a kinematic body touches or is jointed with.
func (s *Stage) appendKinematicNeighbors(row state.BodyRow) {
	slot := s.p.Bodies.Slots[row]
	for contact := range s.p.EachContact(slot) {
		if s.p.Contacts.Pair[s.p.Contacts.Row(contact)].Flags&state.ContactTouching != 0 {
			s.scratch.bodies = append(s.scratch.bodies, s.p.Contacts.Other(contact, slot))
		}
	}
	s.scratch.bodies = s.jointNeighbors(s.scratch.bodies, slot)
}

// appendDriven appends the bodies of the linked joints whose motors have a speed to reach.
func (s *Stage) appendDriven() {
	for r := range s.Joints.Awake() {
		const mask = state.JointDriven | state.JointLinked
		if l := &s.Joints.Link[r]; l.Flags&mask == mask {
			s.scratch.bodies = append(s.scratch.bodies, state.BodySlot(l.BodyA), state.BodySlot(l.BodyB))
		}
	}
}
