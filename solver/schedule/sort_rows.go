package schedule

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// Sorting in the order of the rows.
//
// The list of a colour names contacts in the order in which they began, so to sort it is to read
// the rows of the contacts, their sort keys and the buckets from all over the memory, and each pass
// over the result does so again with the contacts and their bodies. Contact rows follow body rows:
// contacts in the order of their rows come group by group, and those at the same place of two
// colours mostly have the same bodies. The order within a bucket is free, for no two contacts of a
// colour share a dynamic body. One worker does it sooner than two sort the lists.
//
// The overflow keeps the order of its list, and so do joints.

// linkedRow is a contact of a colour.
type linkedRow struct {
	row    int32
	bucket uint32 // its place in buckets.next, doubled, and one if it has restitution
}

// countRows lists the contacts of the colours and adds them to the sizes of their buckets.
func (o *Order) countRows() {
	t := &o.sort
	keys := t.sortKeys
	colors := o.in.Contacts.Colors[:len(keys)]
	most := 1 // the place behind the last is written too
	for i := range o.constraints {
		most += len(o.constraints[i].Contacts)
	}
	t.linked = grow.ResizeDiscard(t.linked, most)
	linked, n := t.linked, 0
	for row, color := range colors { // without a branch, which could not be predicted
		linked[n].row = int32(row)
		n += int((uint32(color-1) - uint32(state.NoColor-1)) >> 31) // neither the overflow nor none
	}
	linked = linked[:n]
	t.linked = linked
	next := t.contactBuckets.next
	for i := range linked {
		l := &linked[i]
		key, color := keys[l.row], int32(colors[l.row])
		at := o.bucketOf(key, color)*ColorCount + color
		next[at]++
		l.bucket = uint32(at)<<1 | uint32(key&keyBouncy)/uint32(keyBouncy)
	}
}

// scatterRows writes them to their places in the order.
func (o *Order) scatterRows() {
	next, order := o.sort.contactBuckets.next, o.sort.contactOrder
	for _, l := range o.sort.linked {
		at := &next[l.bucket>>1]
		order[*at] = l.row
		*at++
	}
}

// listBouncy lists the contacts with restitution behind those of the overflow.
func (o *Order) listBouncy(ofOverflow int) {
	var next [ColorCount]int32
	linked := o.sort.linked
	for _, l := range linked {
		next[l.bucket>>1%ColorCount] += int32(l.bucket & 1)
	}
	at := int32(ofOverflow)
	for color, n := range next {
		next[color], at = at, at+n
	}
	o.bouncy = grow.ResizeDiscard(o.bouncy, int(at))
	if int(at) == ofOverflow {
		return
	}
	for _, l := range linked {
		if l.bucket&1 != 0 {
			place := &next[l.bucket>>1%ColorCount]
			o.bouncy[*place] = l.row
			*place++
		}
	}
}
