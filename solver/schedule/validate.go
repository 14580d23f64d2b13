package schedule

import (
	"fmt"

	"github.com/carom2d/carom/internal/state"
)

// validate panics when a contact or joint is not exactly once in the bucket of its group, class and
// colour, and there in its partition.
func (o *Order) validate() {
	missing := 0
	for i := range o.constraints {
		missing += o.constraints[i].Len()
	}
	for group := range o.grouping.groups {
		for k := range sortClasses {
			if buckets := o.sort.contactBucketsOf(group, k); buckets[0] == buckets[ColorCount] {
				continue
			}
			for i := range o.constraints {
				missing -= o.validateContacts(group, k, i)
			}
		}
		for i := range o.constraints {
			for _, slot := range o.Joints(group, i) {
				missing--
				o.validateJoint(group, i, slot)
			}
		}
	}
	if missing != 0 {
		panic(fmt.Sprintf("schedule: %d constraints are missing in the order", missing))
	}
}

// validateContacts validates the contacts of a bucket, and returns their number.
func (o *Order) validateContacts(group int, k Class, color int) (count int) {
	c, partition := o.in.Contacts, uint8(0)
	buckets := o.sort.contactBucketsOf(group, k)
	for _, row := range o.sort.contactOrder[buckets[color]:buckets[color+1]] {
		if row < 0 {
			continue
		}
		count++
		key := o.sortKeyOf(&c.Pair[row])
		if o.grouping.groupOfIsland[key>>keyIslandShift] != int32(group) || Class(key&keyClassMask) != k || c.Meta[c.Slots[row]].Color != uint32(color) {
			panic(fmt.Sprintf("schedule: contact %d is sorted into the wrong bucket", c.Slots[row]))
		}
		if group != Global || color == Overflow {
			continue
		}
		p := o.grouping.partitionOf[key>>keyBlockShift%rowBlocks]
		if p < partition {
			panic(fmt.Sprintf("schedule: contact %d is sorted into the wrong partition", c.Slots[row]))
		}
		partition = p
	}
	return count
}

// validateJoint validates a joint.
func (o *Order) validateJoint(group, color int, slot state.JointSlot) {
	if o.in.Joints.Meta[slot].Color != uint32(color) || len(o.grouping.groups) > 1 && o.groupOfJoint(slot) != int32(group) {
		panic(fmt.Sprintf("schedule: joint %d is sorted into the wrong bucket", slot))
	}
}
