package schedule

import (
	"github.com/carom2d/carom/internal/state"
)

// sortKey holds all properties of a contact that the sort needs: its class, whether it has
// restitution, the row block of its bodies and, if there are groups, its island. The contacts of a
// colour are scattered over the table, so each access to the table would read a cache line. The
// sort keys of all contacts fit in the cache.
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

// updateSortKeys writes the sort keys of the contacts in rows lo up to hi. It reports whether any
// key changed.
func (o *Order) updateSortKeys(lo, hi int) (changed bool) {
	keys, pairs := o.sort.sortKeys[lo:hi], o.in.Contacts.Pair[lo:hi]
	pairs = pairs[:len(keys)]
	rows, islands := o.in.Bodies.Rows, o.in.Islands
	parted, grouped, shift := o.sort.partitions > 1, o.grouping.enabled, o.sort.blockShift
	var differ sortKey
	for i := range keys {
		p := &pairs[i]
		t := kindOf(p.Flags)
		if parted {
			t |= rowBlockOf(rows[p.BodyA], rows[p.BodyB], shift)
		}
		if grouped {
			t |= islandKey(islands, p.BodyA, p.BodyB)
		}
		differ |= keys[i] ^ t
		keys[i] = t
	}
	return differ != 0
}

// writeSortKeys writes the sort keys of some contacts. Its loops are so short that their calls are
// inlined.
func (o *Order) writeSortKeys(contacts []linkedRow) {
	keys, rows, islands := o.sort.sortKeys, o.in.Bodies.Rows, o.in.Islands
	pairs := o.in.Contacts.Pair[:len(keys)]
	for i := range contacts {
		row := contacts[i].row
		keys[row] = kindOf(pairs[row].Flags)
	}
	if shift := o.sort.blockShift; o.sort.partitions > 1 {
		for i := range contacts {
			row := contacts[i].row
			p := &pairs[row]
			keys[row] |= rowBlockOf(rows[p.BodyA], rows[p.BodyB], shift)
		}
	}
	if o.grouping.enabled {
		for i := range contacts {
			row := contacts[i].row
			p := &pairs[row]
			keys[row] |= islandKey(islands, p.BodyA, p.BodyB)
		}
	}
}

// sortKeyOf returns the sort key of a contact.
func (o *Order) sortKeyOf(p *state.ContactPair) sortKey {
	t, rows := kindOf(p.Flags), o.in.Bodies.Rows
	if o.sort.partitions > 1 {
		t |= rowBlockOf(rows[p.BodyA], rows[p.BodyB], o.sort.blockShift)
	}
	if o.grouping.enabled {
		t |= islandKey(o.in.Islands, p.BodyA, p.BodyB)
	}
	return t
}

// kindOf returns the class of a contact and whether it has restitution.
func kindOf(f state.ContactFlags) sortKey {
	t := sortKey(f/state.ContactTwoPoints) & (keyClassMask | keyBouncy)
	if f&(state.ContactDirect|state.ContactCone) != 0 {
		t = t&keyBouncy | sortKey(rareClassOf(f))
	}
	return t
}

// rowBlockOf returns the block of the first of two rows, whose body is awake.
func rowBlockOf(a, b state.BodyRow, shift int) sortKey {
	return min(sortKey(min(a, b)>>shift), rowBlocks-1) << keyBlockShift
}

// islandKey returns the island of two linked bodies, shifted to its bits, or zero if neither is
// dynamic.
func islandKey(islands *state.Islands, a, b uint32) sortKey {
	i := islands.Of(state.BodySlot(a))
	if i == state.None {
		if i = islands.Of(state.BodySlot(b)); i == state.None {
			return 0
		}
	}
	return sortKey(i) << keyIslandShift
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

// islandOf returns the island of two linked bodies, or state.None if neither is dynamic.
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

// islandOfJoint returns the island of the dynamic bodies of a joint. In a joint of many bodies the
// first two may have none.
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
