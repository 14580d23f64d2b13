package schedule

import (
	"slices"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// Sorting in the order of the rows.
//
// The list of a colour names contacts of all islands in turn, so to sort it is to read the rows of the
// contacts, their sort keys and the buckets from all over the memory. With many islands that took a
// fifth of a tick. Contact rows follow body rows, and a group is a few runs of body rows: contacts in the
// order of their rows come group by group. The order within a bucket is free, for no two contacts of a
// colour share a dynamic body. One worker does it sooner than two do the other.
//
// The overflow keeps the order of its list, and so do joints.

// maxBouncyShare is the largest share of contacts with restitution, as a divisor. These are listed in the order
// of the colours, which the rows do not tell.
const maxBouncyShare = 64

// sortsByRows reports whether the contacts are sorted in the order of their rows: when all bodies are in groups.
func (o *Order) sortsByRows() bool {
	bouncy := 0
	for _, n := range o.sort.bouncyCounts {
		bouncy += int(n)
	}
	return o.Groups() > 1 && !o.HasGlobal() && bouncy*maxBouncyShare <= len(o.sort.sortKeys)
}

// countRows adds the contacts of the colours to the sizes of their buckets.
func (o *Order) countRows() {
	next := o.sort.contactBuckets.next
	colors := o.in.Contacts.Colors[:len(o.sort.sortKeys)]
	for row, key := range o.sort.sortKeys {
		if color := colors[row]; color != state.NoColor && color != Overflow {
			next[int(o.bucketOf(key, int32(color)))*ColorCount+int(color)]++
		}
	}
}

// scatterRows writes them to their places in the order.
func (o *Order) scatterRows() {
	next, order := o.sort.contactBuckets.next, o.sort.contactOrder
	colors := o.in.Contacts.Colors[:len(o.sort.sortKeys)]
	for row, key := range o.sort.sortKeys {
		if color := colors[row]; color != state.NoColor && color != Overflow {
			at := &next[int(o.bucketOf(key, int32(color)))*ColorCount+int(color)]
			order[*at] = int32(row)
			*at++
		}
	}
}

// listBouncy lists the contacts with restitution in the order of the colours.
func (o *Order) listBouncy() {
	t, c := &o.sort, o.in.Contacts
	t.bouncyKeys = t.bouncyKeys[:0]
	for block, n := range t.bouncyCounts {
		if n == 0 {
			continue
		}
		lo := block * sortKeyGrain
		for i, key := range t.sortKeys[lo:min(lo+sortKeyGrain, len(t.sortKeys))] {
			if color := c.Colors[lo+i]; key&keyBouncy != 0 && color != state.NoColor {
				t.bouncyKeys = grow.Append(t.bouncyKeys, uint64(color)<<32|uint64(c.Meta[c.Slots[lo+i]].Index))
			}
		}
	}
	slices.Sort(t.bouncyKeys)
	o.bouncy = grow.Resize(o.bouncy, len(t.bouncyKeys))
	for i, key := range t.bouncyKeys {
		o.bouncy[i] = int32(c.Rows[o.constraints[key>>32].Contacts[uint32(key)]])
	}
}
