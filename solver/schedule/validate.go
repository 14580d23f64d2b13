package schedule

import "fmt"

// validate panics when a contact or joint does not lie exactly once in the bucket of its group,
// class and colour, and there in its partition.
func (o *Order) validate() {
	c, t, missing := o.in.Contacts, &o.sort, 0
	for i := range o.constraints {
		missing += o.constraints[i].Len()
	}
	for group := range o.grouping.groups {
		for i := range o.constraints {
			for k := range sortClasses {
				buckets, partition := t.contactBucketsOf(group, k), uint8(0)
				for _, row := range t.contactOrder[buckets[i]:buckets[i+1]] {
					if row < 0 {
						continue
					}
					missing--
					t := o.sortKeyOf(&c.Pair[row])
					if o.grouping.groupOfIsland[t>>keyIslandShift] != int32(group) || Class(t&keyClassMask) != k || c.Meta[c.Slots[row]].Color != uint32(i) {
						panic(fmt.Sprintf("schedule: contact %d is sorted into the wrong bucket", c.Slots[row]))
					}
					if group != Global || i == Overflow {
						continue
					}
					p := o.grouping.partitionOf[t>>keyBlockShift%rowBlocks]
					if p < partition {
						panic(fmt.Sprintf("schedule: contact %d is sorted into the wrong partition", c.Slots[row]))
					}
					partition = p
				}
			}
			for _, slot := range o.Joints(group, i) {
				missing--
				if o.in.Joints.Meta[slot].Color != uint32(i) || len(o.grouping.groups) > 1 && o.groupOfJoint(slot) != int32(group) {
					panic(fmt.Sprintf("schedule: joint %d is sorted into the wrong bucket", slot))
				}
			}
		}
	}
	if missing != 0 {
		panic(fmt.Sprintf("schedule: %d constraints are missing in the order", missing))
	}
}
