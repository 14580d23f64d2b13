package schedule

import (
	"github.com/carom2d/carom/internal/state"
)

// sortKey is all that must be known of a contact to sort it: its class, whether it has
// restitution, the row block of its bodies and, if there are groups, its island. The contacts
// of a colour lie scattered over the table, so each question to the table would read a line of
// the cache. The sort keys of all contacts fit in the cache.
type sortKey uint32

const (
	keyClassMask   sortKey = 7
	keyBouncy      sortKey = 8
	keyBlockShift          = 4 // the bits from here on
	rowBlockBits           = 6
	keyIslandShift         = keyBlockShift + rowBlockBits
)

// The flags of a pair, from ContactTwoPoints on, are the lowest bits of its sort key.
var (
	_ [OnePointSurface]struct{} = [state.ContactHasSurface / state.ContactTwoPoints]struct{}{}
	_ [OnePointArc]struct{}     = [state.ContactPlainArc / state.ContactTwoPoints]struct{}{}
	_ [keyClassMask]struct{}    = [Direct]struct{}{} // the classes fit into the mask
	_ [keyBouncy]struct{}       = [state.ContactBouncy / state.ContactTwoPoints]struct{}{}
)

// updateSortKeys writes the sort keys of the contacts in rows lo up to hi. It reports whether
// one of them changed.
func (o *Order) updateSortKeys(lo, hi int) (changed bool) {
	keys, pairs := o.sort.sortKeys[lo:hi], o.in.Contacts.Pair[lo:hi]
	pairs = pairs[:len(keys)]
	var differ sortKey
	for i := range keys {
		t := o.sortKeyOf(&pairs[i])
		differ |= keys[i] ^ t
		keys[i] = t
	}
	return differ != 0
}

// sortKeyOf returns the sort key of a contact.
func (o *Order) sortKeyOf(p *state.ContactPair) sortKey {
	t := sortKey(p.Flags/state.ContactTwoPoints) & (keyClassMask | keyBouncy)
	if p.Flags&(state.ContactDirect|state.ContactCone) != 0 {
		t = t&keyBouncy | sortKey(rareClassOf(p.Flags))
	}
	if o.sort.partitions > 1 {
		rows := o.in.Bodies.Rows
		first := min(rows[p.BodyA], rows[p.BodyB]) // the row of a body that is awake
		t |= min(sortKey(first>>o.sort.blockShift), rowBlocks-1) << keyBlockShift
	}
	if o.grouping.enabled {
		if island := o.islandOf(p.BodyA, p.BodyB); island != state.None {
			t |= sortKey(island) << keyIslandShift
		}
	}
	return t
}

// rareClassOf returns the class of a contact of a cluster or with a friction cone.
func rareClassOf(f state.ContactFlags) Class {
	switch {
	case f&state.ContactDirect != 0:
		return Direct
	case f&state.ContactTwoPoints != 0:
		return TwoPointsCone
	default:
		return OnePointCone
	}
}

// islandOf returns the island of two linked bodies, or state.None when neither is dynamic.
func (o *Order) islandOf(a, b uint32) uint32 {
	i := o.in.Islands.Of(state.BodySlot(a))
	if i == state.None {
		i = o.in.Islands.Of(state.BodySlot(b))
	}
	return i
}

// groupOfJoint returns the group of a joint.
func (o *Order) groupOfJoint(slot state.JointSlot) int32 {
	return o.grouping.groupOfIsland[o.islandOfJoint(slot)]
}

// islandOfJoint returns the island of the dynamic bodies of a joint. A joint of many bodies may
// have none among its first two.
func (o *Order) islandOfJoint(slot state.JointSlot) uint32 {
	l := &o.in.Joints.Link[o.in.Joints.Rows[slot]]
	i := o.islandOf(l.BodyA, l.BodyB)
	if i == state.None {
		for _, b := range o.in.Joints.Bodies(slot) {
			if i = o.in.Islands.Of(b); i != state.None {
				break
			}
		}
	}
	return i
}
