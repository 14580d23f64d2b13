package schedule

import (
	"slices"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// bucketSort sorts the contacts by group, class and colour, and the joints by group and colour. It
// is a counting sort. Contacts are sorted in the order of their rows, see sort_rows.go. The
// overflow and the joints are sorted over slices of the colours' lists, which workers share, and
// keep the order of their colour within a bucket. In a world at rest the order of the last tick is
// still valid.
type bucketSort struct {
	sortKeys       []sortKey // by contact row; keys of contacts without a colour may be old
	changed        []bool    // by block of sortKeys: differs from the last tick
	late           bool      // the order is invalid anyway: the keys are written as contacts are counted
	workers        int
	dirty          bool    // the order is invalid
	partitions     int     // of the global group
	blockShift     int     // a body row shifted right by it is a row block
	sortedThisTick bool    // the order was made in this tick
	contactMoves   uint64  // version of the contacts when they were sorted
	contactBuckets buckets // in whole bundles of lanes
	contactOrder   []int32 // contact rows; -1 in a lane without a contact
	jointBuckets   buckets
	jointOrder     []state.JointSlot
	*sortScratch                // while Build runs
	own            *sortScratch // nil: it is borrowed, because the world has been small up to now
}

// sortScratch is the scratch of a sort.
type sortScratch struct {
	rowSlices []rowSlice
	rowCounts []int32      // of all row slices
	slices    []colorSlice // of all lists, by colour
	counts    []int32      // by slice and bucket; later the place of the slice's next constraint
}

// sortScratches lends scratch to worlds with up to maxBorrowing awake contacts.
var sortScratches par.Shelf[sortScratch]

const maxBorrowing = 256

// takeScratch provides the scratch of a Build.
func (t *bucketSort) takeScratch(contacts int) {
	if t.own == nil && contacts > maxBorrowing {
		t.own = new(sortScratch)
	}
	if t.sortScratch = t.own; t.own == nil {
		t.sortScratch = sortScratches.Take()
	}
}

// giveScratch returns the scratch.
func (t *bucketSort) giveScratch() {
	clear(t.rowSlices)
	if t.own == nil {
		sortScratches.Give(t.sortScratch)
	}
	t.sortScratch = nil
}

// colorSlice is a slice of the list of a colour.
type colorSlice struct {
	color      int32
	joints     bool
	lo, hi     int32
	firstCount int32 // the index of its first count in sortScratch.counts
}

// The numbers of contacts that a worker takes at a time.
const (
	sortKeyGrain = 1024
	sortGrain    = 2048
	maxSlices    = 64 // about, of all lists: each has a count for every bucket
)

// sliceList divides a list of n constraints into slices that equal p except for their ends.
func (t *bucketSort) sliceList(p colorSlice, n int) {
	grain := max(sortGrain, len(t.sortKeys)/maxSlices)
	for lo := 0; lo < n; lo += grain {
		p.lo, p.hi = int32(lo), int32(min(lo+grain, n))
		t.slices = append(t.slices, p)
	}
}

// sortRunner is an Order in Build, as the pool sees it.
type sortRunner Order

// The stages of Build.
const (
	sortStageKeys = iota // and, as its first block, the groups
	sortStageSlices
	sortStageHistogram
	sortStageSums
	sortStagePrefixSums
	sortStagePlaces
	sortStageScatter
	sortStageCount
)

// Stages returns the number of stages to run.
func (g *sortRunner) Stages() int { return sortStageCount }

// Blocks returns the number of blocks of a stage.
func (g *sortRunner) Blocks(stage int) int {
	switch stage {
	case sortStageKeys:
		if g.sort.late {
			return 1
		}
		return 1 + len(g.sort.changed)
	case sortStageSlices:
		return 1
	case sortStagePrefixSums:
		if !g.sort.dirty {
			return 0
		}
		return 1
	case sortStageSums, sortStagePlaces:
		return g.sort.bucketBlocks()
	default:
		return len(g.sort.slices) + len(g.sort.rowSlices)
	}
}

// Do runs one block of a stage.
func (g *sortRunner) Do(stage, block, _ int) {
	o := (*Order)(g)
	switch {
	case stage == sortStageKeys && block == 0:
		o.buildGroups()
	case stage == sortStageKeys:
		lo, hi := par.Span(block-1, len(o.sort.sortKeys), sortKeyGrain)
		o.sort.changed[block-1] = o.updateSortKeys(lo, hi)
	case stage == sortStageSlices:
		o.sliceLists()
	case stage == sortStageSums:
		o.sort.sumRows(block)
	case stage == sortStagePrefixSums:
		o.prefixSums()
	case stage == sortStagePlaces:
		o.sort.placeRows(block)
	case stage == sortStageHistogram && block < len(o.sort.slices):
		o.countSlice(&o.sort.slices[block])
	case stage == sortStageHistogram:
		o.countRows(&o.sort.rowSlices[block-len(o.sort.slices)])
	case block < len(o.sort.slices):
		o.scatterSlice(&o.sort.slices[block])
	default:
		o.scatterRows(&o.sort.rowSlices[block-len(o.sort.slices)])
	}
}

// sliceLists divides the lists of the colours into slices, if the order is invalid. Joints need
// sorting only if there are several groups.
func (o *Order) sliceLists() {
	t := &o.sort
	t.slices, t.rowSlices = t.slices[:0], t.rowSlices[:0]
	t.dirty = t.late || o.grouping.changed || slices.Contains(t.changed, true)
	if !t.dirty {
		return
	}
	t.sliceList(colorSlice{color: Overflow}, len(o.constraints[Overflow].Contacts))
	joints := o.Groups() > 1 && o.in.Joints != nil
	for i := range o.constraints {
		if joints {
			t.sliceList(colorSlice{color: int32(i), joints: true}, len(o.constraints[i].Joints))
		}
	}
	at := 0
	for i := range t.slices {
		t.slices[i].firstCount = int32(at)
		at += o.bucketCount(&t.slices[i])
	}
	t.counts = grow.Resize(t.counts, at)
	o.sliceRows()
}

// bucketCount returns the number of counts of a slice. A slice of joints has one count for each
// group. A slice of contacts has one count for each class in each partition and each further group,
// and one count for the contacts with restitution.
func (o *Order) bucketCount(p *colorSlice) int {
	if p.joints {
		return o.Groups()
	}
	return (o.sort.partitions-1+o.Groups())*int(sortClasses) + 1
}

// countsOf returns the counts of a slice.
func (o *Order) countsOf(p *colorSlice) []int32 {
	return o.sort.counts[p.firstCount : int(p.firstCount)+o.bucketCount(p)]
}

// bucketOf returns the index of a contact among the counts of its slice. The overflow has no
// partitions, because its order is part of the result.
func (o *Order) bucketOf(t sortKey, color int32) int32 {
	bucket := o.grouping.groupOfIsland[t>>keyIslandShift]
	switch {
	case bucket != Global:
		bucket += int32(o.sort.partitions) - 1
	case color != Overflow:
		bucket = int32(o.grouping.partitionOf[t>>keyBlockShift%rowBlocks])
	}
	return bucket*int32(sortClasses) + int32(t&keyClassMask)
}

// countSlice counts the constraints of a slice by bucket.
func (o *Order) countSlice(p *colorSlice) {
	counts := o.countsOf(p)
	clear(counts)
	if p.joints {
		for _, slot := range o.constraints[p.color].Joints[p.lo:p.hi] {
			counts[o.groupOfJoint(slot)]++
		}
		return
	}
	keys, contacts := o.sort.sortKeys, o.in.Contacts
	last := len(counts) - 1
	for _, slot := range o.constraints[p.color].Contacts[p.lo:p.hi] {
		row := contacts.Rows[slot]
		if o.sort.late {
			keys[row] = o.sortKeyOf(&contacts.Pair[row])
		}
		t := keys[row]
		counts[o.bucketOf(t, p.color)]++
		counts[last] += int32(t&keyBouncy) / int32(keyBouncy)
	}
}

// prefixSums turns the counts into places in the order.
func (o *Order) prefixSums() {
	t, groups := &o.sort, o.Groups()
	t.jointBuckets.reset(groups, 1, 1)
	for i := range t.slices {
		p := &t.slices[i]
		counts, c, width := o.bucketsOf(p)
		for bucket, n := range counts {
			c.next[bucket*ColorCount+int(p.color)] += n * width
		}
	}
	t.contactOrder = grow.Resize(t.contactOrder, t.contactBuckets.prefixSum(BundleSize))
	t.jointOrder = grow.Resize(t.jointOrder, t.jointBuckets.prefixSum(1))
	bouncy := int32(0)
	for i := range t.slices {
		p := &t.slices[i]
		counts, c, width := o.bucketsOf(p)
		for bucket, n := range counts {
			next := &c.next[bucket*ColorCount+int(p.color)]
			counts[bucket] = *next
			*next += n * width
		}
		if !p.joints {
			n := &t.counts[int(p.firstCount)+len(counts)]
			*n, bouncy = bouncy, bouncy+*n
		}
	}
	o.placeBouncy(bouncy)
}

// bucketsOf returns a slice's counts, their buckets, and the number of places for a constraint.
// Each contact of the overflow takes a whole bundle, because the lanes of a bundle must not share a
// body.
func (o *Order) bucketsOf(p *colorSlice) (counts []int32, c *buckets, width int32) {
	counts = o.countsOf(p)
	if p.joints {
		return counts, &o.sort.jointBuckets, 1
	}
	width = 1
	if p.color == Overflow {
		width = BundleSize
	}
	return counts[:len(counts)-1], &o.sort.contactBuckets, width
}

// scatterSlice writes the constraints of a slice to their places in the order.
func (o *Order) scatterSlice(p *colorSlice) {
	t, next := &o.sort, o.countsOf(p)
	if p.joints {
		for _, slot := range o.constraints[p.color].Joints[p.lo:p.hi] {
			at := &next[o.groupOfJoint(slot)]
			t.jointOrder[*at] = slot
			*at++
		}
		return
	}
	_, _, width := o.bucketsOf(p)
	last := len(next) - 1
	for _, slot := range o.constraints[p.color].Contacts[p.lo:p.hi] {
		row := o.in.Contacts.Rows[slot]
		key := t.sortKeys[row]
		at := &next[o.bucketOf(key, p.color)]
		t.contactOrder[*at] = int32(row)
		*at += width
		if key&keyBouncy != 0 {
			o.bouncy[next[last]] = int32(row)
			next[last]++
		}
		if width == BundleSize {
			padLanes(t.contactOrder[*at-BundleSize+1 : *at])
		}
	}
}

// padLanes marks lanes without a contact.
func padLanes(lanes []int32) {
	for i := range lanes {
		lanes[i] = -1
	}
}
