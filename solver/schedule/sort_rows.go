package schedule

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// Sorting in the order of the rows.
//
// The list of a colour names contacts in the order in which they began. So a sort of the list reads
// the rows of the contacts, their sort keys and the buckets from all over the memory, and each pass
// over the result does the same with the contacts and their bodies. Contact rows follow body rows:
// contacts in the order of their rows come group by group, and contacts at the same place of two
// colours mostly have the same bodies. The order within a bucket is free, because no two contacts
// of a colour share a dynamic body.
//
// Workers share the rows in slices. Each slice has a count for every bucket, so there are few
// slices. The places of a slice in a bucket follow the places of the slices before it, so the order
// is the same for any number of slices.
//
// The overflow keeps the order of its list, and so do joints.

// linkedRow is a contact of a colour.
type linkedRow struct {
	row    int32
	bucket uint32 // its index in buckets.next, doubled, plus one if it has restitution
}

// rowSlice is a slice of the contact rows.
type rowSlice struct {
	lo, hi int32
	linked []linkedRow       // its contacts that have a colour, in the order of their rows
	counts []int32           // by bucket; later the place of the slice's next contact
	bouncy [ColorCount]int32 // the same for the contacts with restitution, by colour
}

const (
	rowGrain     = 3072 // rows in a slice, at least
	maxRowSlices = 16
	bucketGrain  = 2048 // buckets in a block

	// A row takes as long as this many buckets of a slice. Eight workers have 6144 buckets, and the
	// ten thousand rows of a heap would be one slice if a row and a bucket took the same time.
	bucketsPerRow = 4
)

// sliceRows divides the rows into slices. A single worker gets one slice. The counts of all buckets
// must take no more time than the rows.
func (o *Order) sliceRows() {
	t := &o.sort
	t.contactBuckets.reset(o.Groups(), int(sortClasses), t.partitions)
	n, buckets := len(t.sortKeys), len(t.contactBuckets.next)
	slices := 1
	if t.workers > 1 {
		slices = max(min(n/rowGrain, maxRowSlices, bucketsPerRow*n/buckets), 1)
	}
	places := n
	if slices == 1 {
		places = 0
		for i := range o.constraints {
			places += len(o.constraints[i].Contacts)
		}
	}
	o.in.Memory.Begin()
	linked := grow.Carve[linkedRow](o.in.Memory, places+slices) // the place after the last of a slice is written too
	t.rowCounts = grow.ResizeDiscard(t.rowCounts, slices*buckets)
	t.rowSlices = grow.Resize(t.rowSlices, slices)
	for i := range t.rowSlices {
		lo, hi := n*i/slices, n*(i+1)/slices
		p := &t.rowSlices[i]
		p.lo, p.hi = int32(lo), int32(hi)
		p.linked, p.counts = linked[lo+i:min(hi+i+1, len(linked))], t.rowCounts[i*buckets:(i+1)*buckets]
	}
}

// bucketBlocks returns the number of blocks of all buckets, or zero if the rows need no sort.
func (t *bucketSort) bucketBlocks() int {
	if !t.dirty {
		return 0
	}
	return par.Blocks(len(t.contactBuckets.next), bucketGrain)
}

// countRows lists the contacts of the colours in a slice and counts them by bucket.
func (o *Order) countRows(p *rowSlice) {
	t := &o.sort
	keys := t.sortKeys
	linked, n := p.linked, 0
	for i, color := range o.in.Contacts.Colors[p.lo:p.hi] { // without a branch, which could not be predicted
		linked[n].row = p.lo + int32(i)
		n += int((uint32(color-1) - uint32(state.NoColor-1)) >> 31) // neither the overflow nor none
	}
	p.linked = linked[:n]
	if t.late {
		o.writeSortKeys(p.linked)
	}
	counts, colors := p.counts, o.in.Contacts.Colors[:len(keys)]
	clear(counts)
	p.bouncy = [ColorCount]int32{}
	for i := range linked[:n] {
		l := &linked[i]
		key, color := keys[l.row], int32(colors[l.row])
		at := o.bucketOf(key, color)*ColorCount + color
		counts[at]++
		bouncy := uint32(key&keyBouncy) / uint32(keyBouncy)
		p.bouncy[color] += int32(bouncy)
		l.bucket = uint32(at)<<1 | bouncy
	}
}

// sumRows sums up the counts of the slices for a block of buckets.
func (t *bucketSort) sumRows(block int) {
	lo, hi := par.Span(block, len(t.contactBuckets.next), bucketGrain)
	next := t.contactBuckets.next[lo:hi]
	for i := range t.rowSlices {
		counts := t.rowSlices[i].counts[lo:hi]
		counts = counts[:len(next)]
		for bucket := range next {
			next[bucket] += counts[bucket]
		}
	}
}

// placeRows turns the counts of the slices into places for a block of buckets. The places after the
// contacts of a bucket, up to a whole bundle, get no contact.
func (t *bucketSort) placeRows(block int) {
	c := &t.contactBuckets
	lo, hi := par.Span(block, len(c.next), bucketGrain)
	next := c.next[lo:hi]
	for i := range t.rowSlices {
		counts := t.rowSlices[i].counts[lo:hi]
		counts = counts[:len(next)]
		for bucket, n := range counts {
			if n != 0 {
				next[bucket], counts[bucket] = next[bucket]+n, next[bucket]
			}
		}
	}
	before := (c.partitions - 1) * c.stride // buckets of other partitions than the last
	lo = max(lo, before)
	next = c.next[lo:max(lo, hi)]
	ends := c.begin[lo-before+1:][:len(next)]
	for i, at := range next {
		if at < ends[i] {
			padLanes(t.contactOrder[at:ends[i]])
		}
	}
}

// scatterRows writes the contacts of a slice to their places in the order.
func (o *Order) scatterRows(p *rowSlice) {
	next, order := p.counts, o.sort.contactOrder
	for _, l := range p.linked {
		at := &next[l.bucket>>1]
		order[*at] = l.row
		*at++
	}
	if len(o.bouncy) == 0 {
		return
	}
	colors, bouncy := o.in.Contacts.Colors, o.bouncy
	for _, l := range p.linked {
		if l.bucket&1 != 0 {
			place := &p.bouncy[colors[l.row]]
			bouncy[*place] = l.row
			*place++
		}
	}
}

// placeBouncy makes room for the contacts with restitution after the contacts of the overflow,
// colour after colour, and in each colour slice after slice.
func (o *Order) placeBouncy(ofOverflow int32) {
	at := ofOverflow
	for color := range ColorCount {
		for i := range o.sort.rowSlices {
			n := &o.sort.rowSlices[i].bouncy[color]
			*n, at = at, at+*n
		}
	}
	o.bouncy = grow.ResizeDiscard(o.bouncy, int(at))
}
