package solver

import (
	"math/bits"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/manifold"
)

// sorting sorts the contacts by group, class and colour, and the joints by group and
// colour, by counting: in pieces of the colours' lists, which workers share. Within
// a cell they keep the order of the colour. In a world at rest the order of the
// last tick still holds.
type sorting struct {
	tags     []tag   // by contact row
	changed  []bool  // by piece of them: not the same as in the last tick
	stale    bool    // the order does not hold
	parts    int     // of the rest
	shift    int     // of the row of a body, to get its tract
	sorted   bool    // it was made in this tick
	moves    uint64  // of the contacts when they were sorted
	pieces   []piece // of all lists, by colour
	counts   []int32 // by piece and key; then the place of the piece's next one
	contacts cells   // in whole rows of lanes
	order    []int32 // rows of contacts; padding is -1
	joints   cells
	jobs     []joint.Slot
}

// piece is a part of the list of a colour.
type piece struct {
	colour int32
	joints bool
	lo, hi int32
	counts int32 // where its counts begin
}

// cells say where the cells begin in the order, that of a key and a colour at
// key*colourCap + colour; the last entry is the end of the order. The first cells are
// filled part by part.
type cells struct {
	begin         []int32 // by cell
	next          []int32 // its next place, of each part of the first group, then by cell
	parts, stride int
}

// tag is what must be known of a contact to sort it: its class, whether it may bounce,
// in which part of the table its bodies are and, if there are groups, its island. The
// contacts of a colour lie scattered over the table, of which a line of the cache would
// be read for each question; the tags of all of them fit in the cache.
type tag uint32

const (
	tagClass   tag = 3
	tagBounces tag = 4
	tagTract       = 3 // the bits from here on
	tractBits      = 6
	tagIsland      = tagTract + tractBits
)

// The flags of a pair, from TwoPoints on, are those bits.
var (
	_ [class1Surface]struct{} = [manifold.Surfaced / manifold.TwoPoints]struct{}{}
	_ [tagBounces]struct{}    = [manifold.Bouncy / manifold.TwoPoints]struct{}{}
)

// The sizes of a piece of work, in contacts.
const (
	tagGrain  = 1024
	sortGrain = 2048
)

// gather makes the groups, sorts the constraints and lists the contacts that may
// bounce.
func (s *Solver) gather(pool *par.Pool) {
	t, c := &s.sorting, s.in.Contacts
	if n := c.Awake(); len(t.tags) != n || t.moves != c.Moves() {
		t.tags, t.moves, t.stale = grow.Fit(t.tags, n), c.Moves(), true
	}
	t.changed = grow.Fit(t.changed, par.Blocks(len(t.tags), tagGrain))
	t.shift = max(bits.Len(uint(s.in.Bodies.Awake()))-tractBits, 0)
	n := partsFor(pool.Workers())
	if len(s.grouping.groups) > 1 && len(s.grouping.blocks) == 0 {
		n = 1 // there was nothing but groups in the last tick
	}
	if t.parts != n {
		t.parts, t.stale = n, true
	}
	s.grouping.on = s.in.Islands != nil && s.grouping.limit > 0 && s.in.Bodies.Awake() >= s.grouping.least &&
		len(s.in.Islands.table) < 1<<(32-tagIsland)
	pool.RunStages((*gathering)(s))
	t.sorted, t.stale = t.stale, false
	if invariant.Enabled {
		s.validateOrder()
	}
}

func (t *sorting) cutList(p piece, n int) {
	for lo := 0; lo < n; lo += sortGrain {
		p.lo, p.hi = int32(lo), int32(min(lo+sortGrain, n))
		t.pieces = append(t.pieces, p)
	}
}

// gathering is a Solver that gathers, as the pool sees it.
type gathering Solver

// The stages of gathering.
const (
	gatherTags = iota // and, as the first piece, groups
	gatherCut
	gatherCounts
	gatherPlaces
	gatherOrder
	gatherStages
)

// Stages returns the number of stages to run.
func (g *gathering) Stages() int { return gatherStages }

// Blocks returns into how many pieces a stage is cut.
func (g *gathering) Blocks(stage int) int {
	switch stage {
	case gatherTags:
		return 1 + len(g.sorting.changed)
	case gatherCut:
		return 1
	case gatherPlaces:
		if !g.sorting.stale {
			return 0
		}
		return 1
	default:
		return len(g.sorting.pieces)
	}
}

// Do runs one piece of a stage.
func (g *gathering) Do(stage, block, _ int) {
	s := (*Solver)(g)
	switch {
	case stage == gatherTags && block == 0:
		s.group()
	case stage == gatherTags:
		lo, hi := par.Span(block-1, len(s.sorting.tags), tagGrain)
		s.sorting.changed[block-1] = s.tag(lo, hi)
	case stage == gatherCut:
		s.cutLists()
	case stage == gatherCounts:
		s.count(&s.sorting.pieces[block])
	case stage == gatherPlaces:
		s.place()
	default:
		s.arrange(&s.sorting.pieces[block])
	}
}

// tag writes the tags of the contacts in rows lo up to hi and reports whether one
// is not what it was.
func (s *Solver) tag(lo, hi int) (changed bool) {
	tags, pairs := s.sorting.tags[lo:hi], s.in.Contacts.Pair[lo:hi]
	pairs = pairs[:len(tags)]
	var differ tag
	for i := range tags {
		t := s.tagOf(&pairs[i])
		differ |= tags[i] ^ t
		tags[i] = t
	}
	return differ != 0
}

func (s *Solver) tagOf(p *manifold.Pair) tag {
	t := tag(p.Flags/manifold.TwoPoints) & (tagClass | tagBounces)
	if s.sorting.parts > 1 {
		rows := s.in.Bodies.Rows
		first := min(rows[p.BodyA], rows[p.BodyB]) // that of one which is awake
		t |= min(tag(first>>s.sorting.shift), tracts-1) << tagTract
	}
	if s.grouping.on {
		if island := s.islandOf(p.BodyA, p.BodyB); island != body.None {
			t |= tag(island) << tagIsland
		}
	}
	return t
}

// islandOf returns the island of two bodies that hold each other, or body.None when
// neither can move.
func (s *Solver) islandOf(a, b uint32) uint32 {
	i := s.in.Islands.Of(body.Slot(a))
	if i == body.None {
		i = s.in.Islands.Of(body.Slot(b))
	}
	return i
}

// cutLists cuts what must be sorted into pieces, if anything must: the contacts, and
// the joints if there are groups to sort them by.
func (s *Solver) cutLists() {
	t := &s.sorting
	t.pieces = t.pieces[:0]
	t.stale = t.stale || s.grouping.changed || slices.Contains(t.changed, true)
	if !t.stale {
		return
	}
	joints := len(s.grouping.groups) > 1 && s.in.Joints != nil
	for i := range s.colours {
		col := &s.colours[i]
		t.cutList(piece{colour: int32(i)}, len(col.contacts))
		if joints {
			t.cutList(piece{colour: int32(i), joints: true}, len(col.joints))
		}
	}
	at := 0
	for i := range t.pieces {
		t.pieces[i].counts = int32(at)
		at += s.keys(&t.pieces[i])
	}
	t.counts = grow.Fit(t.counts, at)
}

// keys returns how many counts a piece has: one for each group of joints, or for each
// part of the rest, each group and class of contacts, and one more for those that may bounce.
func (s *Solver) keys(p *piece) int {
	if p.joints {
		return len(s.grouping.groups)
	}
	return (s.sorting.parts-1+len(s.grouping.groups))*int(classes) + 1
}

func (s *Solver) countsOf(p *piece) []int32 {
	return s.sorting.counts[p.counts : int(p.counts)+s.keys(p)]
}

// keyOf returns the key of a contact of a colour. In the overflow the order counts, and
// there are no parts.
func (s *Solver) keyOf(t tag, colour int32) int32 {
	at := s.grouping.of[t>>tagIsland]
	switch {
	case at != rest:
		at += int32(s.sorting.parts) - 1
	case colour != overflow:
		at = int32(s.grouping.partOf[t>>tagTract%tracts])
	}
	return at*int32(classes) + int32(t&tagClass)
}

func (s *Solver) groupOfJoint(slot joint.Slot) int32 { return s.grouping.of[s.islandOfJoint(slot)] }

// islandOfJoint returns the island of the bodies of a joint that can move: of many, the
// first two need not be among them.
func (s *Solver) islandOfJoint(slot joint.Slot) uint32 {
	l := &s.in.Joints.Link[s.in.Joints.Rows[slot]]
	i := s.islandOf(l.BodyA, l.BodyB)
	if i == body.None {
		for _, b := range s.in.Joints.Bodies(slot) {
			if i = s.in.Islands.Of(b); i != body.None {
				break
			}
		}
	}
	return i
}

// count counts what there is in a piece.
func (s *Solver) count(p *piece) {
	counts := s.countsOf(p)
	clear(counts)
	if p.joints {
		for _, slot := range s.colours[p.colour].joints[p.lo:p.hi] {
			counts[s.groupOfJoint(slot)]++
		}
		return
	}
	tags, rows := s.sorting.tags, s.in.Contacts.Rows
	last := len(counts) - 1
	for _, slot := range s.colours[p.colour].contacts[p.lo:p.hi] {
		t := tags[rows[slot]]
		counts[s.keyOf(t, p.colour)]++
		counts[last] += int32(t&tagBounces) / int32(tagBounces)
	}
}

// place turns the counts into places in the order.
func (s *Solver) place() {
	t, groups := &s.sorting, len(s.grouping.groups)
	t.contacts.reset(groups, int(classes), t.parts)
	t.joints.reset(groups, 1, 1)
	for i := range t.pieces {
		p := &t.pieces[i]
		counts, c, width := s.cellsOf(p)
		for key, n := range counts {
			c.next[key*colourCap+int(p.colour)] += n * width
		}
	}
	t.order = grow.Fit(t.order, t.contacts.sum(Lanes))
	t.jobs = grow.Fit(t.jobs, t.joints.sum(1))
	bouncing := int32(0)
	for i := range t.pieces {
		p := &t.pieces[i]
		counts, c, width := s.cellsOf(p)
		for key, n := range counts {
			next := &c.next[key*colourCap+int(p.colour)]
			counts[key] = *next
			*next += n * width
		}
		if !p.joints {
			n := &t.counts[int(p.counts)+len(counts)]
			*n, bouncing = bouncing, bouncing+*n
		}
	}
	s.bouncing = grow.Fit(s.bouncing, int(bouncing))
	for i, end := range t.contacts.begin[1:] {
		for at := t.contacts.next[(t.parts-1)*t.contacts.stride+i]; at < end; at++ {
			t.order[at] = -1
		}
	}
}

// cellsOf returns a piece's counts by key, the cells they count for and how many
// places one takes. The contacts of the overflow get a row each, because the
// lanes of a row must not share a body.
func (s *Solver) cellsOf(p *piece) (counts []int32, c *cells, width int32) {
	counts = s.countsOf(p)
	if p.joints {
		return counts, &s.sorting.joints, 1
	}
	width = 1
	if p.colour == overflow {
		width = Lanes
	}
	return counts[:len(counts)-1], &s.sorting.contacts, width
}

// reset makes empty cells for so many groups and kinds, the first group in parts.
func (c *cells) reset(groups, kinds, parts int) {
	c.parts, c.stride = parts, kinds*colourCap
	c.begin, c.next = grow.Fit(c.begin, groups*c.stride+1), grow.Fit(c.next, (parts-1+groups)*c.stride)
	clear(c.next)
}

// sum turns the sizes in next into places. The cells, rounded up to multiples, follow each
// other, and in each its parts. It returns the end.
func (c *cells) sum(multiple int32) int {
	at, last := int32(0), len(c.begin)-1
	for i := range last {
		c.begin[i] = at
		part := i // of the first group
		if i >= c.stride {
			part += (c.parts - 1) * c.stride
		}
		for ; part <= i+(c.parts-1)*c.stride; part += c.stride {
			at, c.next[part] = at+c.next[part], at
		}
		at = (at + multiple - 1) / multiple * multiple
	}
	c.begin[last] = at
	return int(at)
}

// arrange puts what is in a piece into the order.
func (s *Solver) arrange(p *piece) {
	t, next := &s.sorting, s.countsOf(p)
	if p.joints {
		for _, slot := range s.colours[p.colour].joints[p.lo:p.hi] {
			at := &next[s.groupOfJoint(slot)]
			t.jobs[*at] = slot
			*at++
		}
		return
	}
	_, _, width := s.cellsOf(p)
	last := len(next) - 1
	for _, slot := range s.colours[p.colour].contacts[p.lo:p.hi] {
		row := s.in.Contacts.Rows[slot]
		tag := t.tags[row]
		at := &next[s.keyOf(tag, p.colour)]
		t.order[*at] = int32(row)
		*at += width
		if tag&tagBounces != 0 {
			s.bouncing[next[last]] = int32(row)
			next[last]++
		}
		if width == Lanes {
			pad(t.order[*at-Lanes+1 : *at])
		}
	}
}

// pad fills lanes that have no contact.
func pad(lanes []int32) {
	for i := range lanes {
		lanes[i] = -1
	}
}

// contactsOf returns the cells of a group's contacts of a class, by colour, and
// the end of the last.
func (t *sorting) contactsOf(group int, k class) []int32 {
	at := (group*int(classes) + int(k)) * colourCap
	return t.contacts.begin[at : at+colourCap+1]
}

// jobsOf returns a group's joints of a colour.
func (s *Solver) jobsOf(group, colour int) []joint.Slot {
	if len(s.grouping.groups) == 1 {
		return s.colours[colour].joints
	}
	begin := s.sorting.joints.begin[group*colourCap+colour:]
	return s.sorting.jobs[begin[0]:begin[1]]
}
