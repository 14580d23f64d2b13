package state

import (
	"cmp"

	"github.com/carom2d/carom/internal/id"
)

// CompareIDs orders by slot. A destroyed body comes before the present body of the same slot.
func (s *Bodies) CompareIDs(a, b BodyID) int {
	return cmp.Or(cmp.Compare(s.SlotOf(a), s.SlotOf(b)), cmp.Compare(a, b))
}

// CompareIDs orders by slot. A destroyed collider comes before the present collider of the same
// slot.
func (s *Colliders) CompareIDs(a, b ColliderID) int {
	return cmp.Or(cmp.Compare(s.SlotOf(a), s.SlotOf(b)), cmp.Compare(a, b))
}

// canonical returns the number of a body's ID in hashes.
func (s *Bodies) canonical(i BodyID) uint64        { return uint64(s.Canonical(id.ID(i))) }
func (s *Colliders) canonical(i ColliderID) uint64 { return uint64(s.Canonical(id.ID(i))) }
func (s *Joints) canonical(i JointID) uint64       { return uint64(s.Canonical(id.ID(i))) }

// Slot returns the number of a body's ID: the number of its slot, but for a body that a stable
// world has moved.
func (i BodyID) Slot() BodySlot { return BodySlot(id.ID(i).Slot()) }

// Slot returns the number of a collider's ID: the number of its slot, but for a collider that a
// stable world has moved.
func (i ColliderID) Slot() ColliderSlot { return ColliderSlot(id.ID(i).Slot()) }

// Slot returns the number of a joint's ID: the number of its slot, but for a joint that a stable
// world has moved.
func (i JointID) Slot() JointSlot { return JointSlot(id.ID(i).Slot()) }
