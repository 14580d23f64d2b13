package solver

import (
	"math/bits"
	"slices"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
)

// sorting sorts the contacts by group, class and colour, and the joints by group and
// colour, by counting: in pieces of the colours' lists, which workers share. Within
// a cell they keep the order of the colour. In a world at rest the order of the
// last tick still holds.
type bucketSort struct {
	sortKeys       []sortKey    // by contact row
	changed        []bool       // by piece of them: not the same as in the last tick
	dirty          bool         // the order does not hold
	partitions     int          // of the rest
	blockShift     int          // of the row of a body, to get its tract
	sortedThisTick bool         // it was made in this tick
	contactMoves   uint64       // of the contacts when they were sorted
	slices         []colorSlice // of all lists, by colour
	counts         []int32      // by piece and key; then the place of the piece's next one
	contactBuckets buckets      // in whole rows of lanes
	contactOrder   []int32      // rows of contacts; padding is -1
	jointBuckets   buckets
	jointOrder     []joint.JointSlot
}

// piece is a part of the list of a colour.
type colorSlice struct {
	color      int32
	joints     bool
	lo, hi     int32
	firstCount int32 // where its counts begin
}

// cells say where the cells begin in the order, that of a key and a colour at
// key*colorCount + colour; the last entry is the end of the order. The first cells are
// filled part by part.
type buckets struct {
	begin              []int32 // by cell
	next               []int32 // its next place, of each part of the first group, then by cell
	partitions, stride int
}

// tag is what must be known of a contact to sort it: its class, whether it may bounce,
// in which part of the table its bodies are and, if there are groups, its island. The
// contacts of a colour lie scattered over the table, of which a line of the cache would
// be read for each question; the tags of all of them fit in the cache.
type sortKey uint32

const (
	keyClassMask   sortKey = 3
	keyBounces     sortKey = 4
	keyBlockShift          = 3 // the bits from here on
	rowBlockBits           = 6
	keyIslandShift         = keyBlockShift + rowBlockBits
)

// The flags of a pair, from TwoPoints on, are those bits.
var (
	_ [class1Surface]struct{} = [state.ContactHasSurface / state.ContactTwoPoints]struct{}{}
	_ [keyBounces]struct{}    = [state.ContactBouncy / state.ContactTwoPoints]struct{}{}
)

// The sizes of a piece of work, in contacts.
const (
	sortKeyGrain = 1024
	sortGrain    = 2048
)

// sortConstraints makes the groups, sorts the constraints and lists the contacts that may
// bounce.
func (s *Solver) sortConstraints(pool *par.Pool) {
	t, c := &s.sort, s.in.Contacts
	if n := c.Awake(); len(t.sortKeys) != n || t.contactMoves != c.Version() {
		t.sortKeys, t.contactMoves, t.dirty = grow.Resize(t.sortKeys, n), c.Version(), true
	}
	t.changed = grow.Resize(t.changed, par.Blocks(len(t.sortKeys), sortKeyGrain))
	t.blockShift = max(bits.Len(uint(s.in.Bodies.Awake()))-rowBlockBits, 0)
	n := partitionsFor(pool.Workers())
	if len(s.grouping.groups) > 1 && len(s.grouping.partitions) == 0 {
		n = 1 // there was nothing but groups in the last tick
	}
	if t.partitions != n {
		t.partitions, t.dirty = n, true
	}
	s.grouping.enabled = s.in.Islands != nil && s.grouping.maxBodies > 0 && s.in.Bodies.Awake() >= s.grouping.minAwake &&
		len(s.in.Islands.table) < 1<<(32-keyIslandShift)
	pool.RunStages((*sortRunner)(s))
	t.sortedThisTick, t.dirty = t.dirty, false
	if invariant.Enabled {
		s.validateOrder()
	}
}

func (t *bucketSort) sliceList(p colorSlice, n int) {
	for lo := 0; lo < n; lo += sortGrain {
		p.lo, p.hi = int32(lo), int32(min(lo+sortGrain, n))
		t.slices = append(t.slices, p)
	}
}

// sortRunner is a Solver that gathers, as the pool sees it.
type sortRunner Solver

// The stages of gathering.
const (
	sortStageKeys = iota // and, as the first piece, groups
	sortStageSlices
	sortStageHistogram
	sortStagePrefixSums
	sortStageScatter
	sortStageCount
)

// Stages returns the number of stages to run.
func (g *sortRunner) Stages() int { return sortStageCount }

// Blocks returns into how many pieces a stage is cut.
func (g *sortRunner) Blocks(stage int) int {
	switch stage {
	case sortStageKeys:
		return 1 + len(g.sort.changed)
	case sortStageSlices:
		return 1
	case sortStagePrefixSums:
		if !g.sort.dirty {
			return 0
		}
		return 1
	default:
		return len(g.sort.slices)
	}
}

// Do runs one piece of a stage.
func (g *sortRunner) Do(stage, block, _ int) {
	s := (*Solver)(g)
	switch {
	case stage == sortStageKeys && block == 0:
		s.buildGroups()
	case stage == sortStageKeys:
		lo, hi := par.Span(block-1, len(s.sort.sortKeys), sortKeyGrain)
		s.sort.changed[block-1] = s.updateSortKeys(lo, hi)
	case stage == sortStageSlices:
		s.sliceLists()
	case stage == sortStageHistogram:
		s.countSlice(&s.sort.slices[block])
	case stage == sortStagePrefixSums:
		s.prefixSums()
	default:
		s.scatterSlice(&s.sort.slices[block])
	}
}

// tag writes the tags of the contacts in rows lo up to hi and reports whether one
// is not what it was.
func (s *Solver) updateSortKeys(lo, hi int) (changed bool) {
	keys, pairs := s.sort.sortKeys[lo:hi], s.in.Contacts.Pair[lo:hi]
	pairs = pairs[:len(keys)]
	var differ sortKey
	for i := range keys {
		t := s.sortKeyOf(&pairs[i])
		differ |= keys[i] ^ t
		keys[i] = t
	}
	return differ != 0
}

func (s *Solver) sortKeyOf(p *state.ContactPair) sortKey {
	t := sortKey(p.Flags/state.ContactTwoPoints) & (keyClassMask | keyBounces)
	if s.sort.partitions > 1 {
		rows := s.in.Bodies.Rows
		first := min(rows[p.BodyA], rows[p.BodyB]) // that of one which is awake
		t |= min(sortKey(first>>s.sort.blockShift), rowBlocks-1) << keyBlockShift
	}
	if s.grouping.enabled {
		if island := s.islandOf(p.BodyA, p.BodyB); island != state.None {
			t |= sortKey(island) << keyIslandShift
		}
	}
	return t
}

// islandOf returns the island of two bodies that hold each other, or body.None when
// neither can move.
func (s *Solver) islandOf(a, b uint32) uint32 {
	i := s.in.Islands.Of(state.BodySlot(a))
	if i == state.None {
		i = s.in.Islands.Of(state.BodySlot(b))
	}
	return i
}

// sliceLists cuts what must be sorted into pieces, if anything must: the contacts, and
// the joints if there are groups to sort them by.
func (s *Solver) sliceLists() {
	t := &s.sort
	t.slices = t.slices[:0]
	t.dirty = t.dirty || s.grouping.changed || slices.Contains(t.changed, true)
	if !t.dirty {
		return
	}
	joints := len(s.grouping.groups) > 1 && s.in.Joints != nil
	for i := range s.colors {
		col := &s.colors[i]
		t.sliceList(colorSlice{color: int32(i)}, len(col.contacts))
		if joints {
			t.sliceList(colorSlice{color: int32(i), joints: true}, len(col.joints))
		}
	}
	at := 0
	for i := range t.slices {
		t.slices[i].firstCount = int32(at)
		at += s.bucketCount(&t.slices[i])
	}
	t.counts = grow.Resize(t.counts, at)
}

// keys returns how many counts a piece has: one for each group of joints, or for each
// part of the rest, each group and class of contacts, and one more for those that may bounce.
func (s *Solver) bucketCount(p *colorSlice) int {
	if p.joints {
		return len(s.grouping.groups)
	}
	return (s.sort.partitions-1+len(s.grouping.groups))*int(classes) + 1
}

func (s *Solver) countsOf(p *colorSlice) []int32 {
	return s.sort.counts[p.firstCount : int(p.firstCount)+s.bucketCount(p)]
}

// bucketOf returns the key of a contact of a colour. In the overflow the order counts, and
// there are no parts.
func (s *Solver) bucketOf(t sortKey, color int32) int32 {
	bucket := s.grouping.groupOfIsland[t>>keyIslandShift]
	switch {
	case bucket != global:
		bucket += int32(s.sort.partitions) - 1
	case color != overflow:
		bucket = int32(s.grouping.partitionOf[t>>keyBlockShift%rowBlocks])
	}
	return bucket*int32(classes) + int32(t&keyClassMask)
}

func (s *Solver) groupOfJoint(slot joint.JointSlot) int32 {
	return s.grouping.groupOfIsland[s.islandOfJoint(slot)]
}

// islandOfJoint returns the island of the bodies of a joint that can move: of many, the
// first two need not be among them.
func (s *Solver) islandOfJoint(slot joint.JointSlot) uint32 {
	l := &s.in.Joints.Link[s.in.Joints.Rows[slot]]
	i := s.islandOf(l.BodyA, l.BodyB)
	if i == state.None {
		for _, b := range s.in.Joints.Bodies(slot) {
			if i = s.in.Islands.Of(b); i != state.None {
				break
			}
		}
	}
	return i
}

// count counts what there is in a piece.
func (s *Solver) countSlice(p *colorSlice) {
	counts := s.countsOf(p)
	clear(counts)
	if p.joints {
		for _, slot := range s.colors[p.color].joints[p.lo:p.hi] {
			counts[s.groupOfJoint(slot)]++
		}
		return
	}
	keys, rows := s.sort.sortKeys, s.in.Contacts.Rows
	last := len(counts) - 1
	for _, slot := range s.colors[p.color].contacts[p.lo:p.hi] {
		t := keys[rows[slot]]
		counts[s.bucketOf(t, p.color)]++
		counts[last] += int32(t&keyBounces) / int32(keyBounces)
	}
}

// prefixSums turns the counts into places in the order.
func (s *Solver) prefixSums() {
	t, groups := &s.sort, len(s.grouping.groups)
	t.contactBuckets.reset(groups, int(classes), t.partitions)
	t.jointBuckets.reset(groups, 1, 1)
	for i := range t.slices {
		p := &t.slices[i]
		counts, c, width := s.bucketsOf(p)
		for bucket, n := range counts {
			c.next[bucket*colorCount+int(p.color)] += n * width
		}
	}
	t.contactOrder = grow.Resize(t.contactOrder, t.contactBuckets.prefixSum(Lanes))
	t.jointOrder = grow.Resize(t.jointOrder, t.jointBuckets.prefixSum(1))
	bouncy := int32(0)
	for i := range t.slices {
		p := &t.slices[i]
		counts, c, width := s.bucketsOf(p)
		for bucket, n := range counts {
			next := &c.next[bucket*colorCount+int(p.color)]
			counts[bucket] = *next
			*next += n * width
		}
		if !p.joints {
			n := &t.counts[int(p.firstCount)+len(counts)]
			*n, bouncy = bouncy, bouncy+*n
		}
	}
	s.bouncyContacts = grow.Resize(s.bouncyContacts, int(bouncy))
	for i, end := range t.contactBuckets.begin[1:] {
		for at := t.contactBuckets.next[(t.partitions-1)*t.contactBuckets.stride+i]; at < end; at++ {
			t.contactOrder[at] = -1
		}
	}
}

// bucketsOf returns a piece's counts by key, the cells they count for and how many
// places one takes. The contacts of the overflow get a row each, because the
// lanes of a row must not share a body.
func (s *Solver) bucketsOf(p *colorSlice) (counts []int32, c *buckets, width int32) {
	counts = s.countsOf(p)
	if p.joints {
		return counts, &s.sort.jointBuckets, 1
	}
	width = 1
	if p.color == overflow {
		width = Lanes
	}
	return counts[:len(counts)-1], &s.sort.contactBuckets, width
}

// reset makes empty cells for so many groups and kinds, the first group in parts.
func (c *buckets) reset(groups, kinds, partitions int) {
	c.partitions, c.stride = partitions, kinds*colorCount
	c.begin, c.next = grow.Resize(c.begin, groups*c.stride+1), grow.Resize(c.next, (partitions-1+groups)*c.stride)
	clear(c.next)
}

// prefixSum turns the sizes in next into places. The cells, rounded up to multiples, follow each
// other, and in each its parts. It returns the end.
func (c *buckets) prefixSum(multiple int32) int {
	at, last := int32(0), len(c.begin)-1
	for i := range last {
		c.begin[i] = at
		partition := i // of the first group
		if i >= c.stride {
			partition += (c.partitions - 1) * c.stride
		}
		for ; partition <= i+(c.partitions-1)*c.stride; partition += c.stride {
			at, c.next[partition] = at+c.next[partition], at
		}
		at = (at + multiple - 1) / multiple * multiple
	}
	c.begin[last] = at
	return int(at)
}

// scatterSlice puts what is in a piece into the order.
func (s *Solver) scatterSlice(p *colorSlice) {
	t, next := &s.sort, s.countsOf(p)
	if p.joints {
		for _, slot := range s.colors[p.color].joints[p.lo:p.hi] {
			at := &next[s.groupOfJoint(slot)]
			t.jointOrder[*at] = slot
			*at++
		}
		return
	}
	_, _, width := s.bucketsOf(p)
	last := len(next) - 1
	for _, slot := range s.colors[p.color].contacts[p.lo:p.hi] {
		row := s.in.Contacts.Rows[slot]
		key := t.sortKeys[row]
		at := &next[s.bucketOf(key, p.color)]
		t.contactOrder[*at] = int32(row)
		*at += width
		if key&keyBounces != 0 {
			s.bouncyContacts[next[last]] = int32(row)
			next[last]++
		}
		if width == Lanes {
			padLanes(t.contactOrder[*at-Lanes+1 : *at])
		}
	}
}

// padLanes fills lanes that have no contact.
func padLanes(lanes []int32) {
	for i := range lanes {
		lanes[i] = -1
	}
}

// contactsOf returns the cells of a group's contacts of a class, by colour, and
// the end of the last.
func (t *bucketSort) contactBucketsOf(group int, k class) []int32 {
	at := (group*int(classes) + int(k)) * colorCount
	return t.contactBuckets.begin[at : at+colorCount+1]
}

// jointsOfGroup returns a group's joints of a colour.
func (s *Solver) jointsOfGroup(group, color int) []joint.JointSlot {
	if len(s.grouping.groups) == 1 {
		return s.colors[color].joints
	}
	begin := s.sort.jointBuckets.begin[group*colorCount+color:]
	return s.sort.jointOrder[begin[0]:begin[1]]
}
