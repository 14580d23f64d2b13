package solver

import (
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/manifold"
)

// Groups of islands.
//
// Islands share no dynamic body, so nothing that happens in one of them during a tick
// can be seen in another. A group is a number of small islands that one worker
// takes through all passes of the tick, without a barrier and while their rows
// stay in its cache. What a group solves in which order is what colours over the
// whole world would solve: the result has the same bits, and groups may be made in any
// way. Three kinds of islands are not in a group and belong to the rest, group 0,
// which goes by colours with all workers:
//
//   - those of more bodies than a group may have,
//   - those that touch a kinematic body: it moves on in each sub-step, for all,
//   - those with joints that run code of the game's own, on the caller's goroutine.

// groupBodies is how many bodies a group may have. In a pyramid each has three contacts
// and so 300 bytes of rows and as many in the tables: 512 bodies take 300 kB, which
// leaves room in a second-level cache of half a megabyte.
const groupBodies = 512

// Several islands are put into one group up to a part of all awake bodies only, within
// bounds, so that no worker waits long for the last one.
const (
	groupShare = 32
	leastGroup = groupBodies / 2
)

// leastToGroup is the number of awake bodies from which groups are made: the rows of
// fewer lie in the cache anyway.
const leastToGroup = 1024

// rest is the group of all that goes by colours.
const rest = 0

// group is a set of islands, and the runs of rows that its bodies lie in.
type group struct {
	bodies      int32
	first, last int32 // in the list of runs, or -1
}

// run is a range of body rows of one group.
type run struct {
	lo, hi int32
	next   int32 // of the same group, or -1
}

// grouping says who is in which group.
type grouping struct {
	on     bool    // groups may be made in this tick
	limit  int     // bodies in a group; 0: no groups
	size   int     // bodies in a group of several islands
	least  int     // awake bodies from which there are groups; 0: whenever there can be
	of     []int32 // by island: its group, or none
	groups []group // the rest first
	runs   []run

	before  []int32 // what of was in the last tick
	changes uint64  // of the islands until then
	changed bool    // who is in which group

	partOf [tracts]uint8
	pieces []span // of the rest's runs
	blocks []span // of pieces, by part
}

const none = -1

// GroupUpTo makes groups of islands of so many bodies at most however few there are:
// zero solves the whole world by colours. The results are the same for every number.
func (s *Solver) GroupUpTo(bodies int) { s.grouping.limit, s.grouping.least = bodies, 0 }

// group packs the islands into groups, in the order of their first bodies.
func (s *Solver) group() {
	g, groups := &s.grouping, len(s.grouping.groups)
	g.before = append(g.before[:0], g.of...)
	g.groups = append(g.groups[:0], group{first: none, last: none})
	g.runs = g.runs[:0]
	if !g.on || !s.pack() {
		g.ungroup(s.in.Bodies.Awake())
	}
	parts := g.partOf
	g.cut(s.sorting.parts, s.sorting.shift)
	g.changed = groups != len(g.groups) || !slices.Equal(g.before, g.of) || parts != g.partOf
	if i := s.in.Islands; i != nil && i.changes != g.changes && len(g.groups) > 1 {
		g.changes, g.changed = i.changes, true
	}
}

// ungroup leaves the rest alone.
func (g *grouping) ungroup(awake int) {
	clear(g.of)
	if len(g.of) == 0 {
		g.of = append(g.of, rest)
	}
	g.groups = append(g.groups[:0], group{first: none, last: none})
	g.runs = g.runs[:0]
	if awake > 0 {
		g.extend(rest, 0, int32(awake))
	}
}

// pack makes the groups. It reports whether they are worth it: whether they have some
// of the bodies, and those lie together, as they do unless islands were long apart.
func (s *Solver) pack() bool {
	g, islands, bodies := &s.grouping, s.in.Islands, s.in.Bodies
	g.of = grow.Fit(g.of, len(islands.table))
	for i := range g.of {
		g.of[i] = none
	}
	s.exclude()
	awake, together := bodies.Awake(), 0
	g.size = min(g.limit, max(awake/groupShare, leastGroup))
	for lo := 0; lo < awake; {
		i := islands.Of(bodies.Slots[lo])
		hi := lo + 1
		for hi < awake && islands.Of(bodies.Slots[hi]) == i {
			hi++
		}
		to := int32(rest)
		if i != body.None {
			if g.of[i] == none {
				g.of[i] = g.open(int(islands.table[i].count))
			}
			to = g.of[i]
		}
		g.extend(to, int32(lo), int32(hi))
		if to != rest {
			together += hi - lo
		}
		lo = hi
	}
	return g.least == 0 || together*4 >= awake && (len(g.runs)-len(g.groups))*16 <= awake
}

// open returns the group for an island of so many bodies: the last one if they fit.
func (g *grouping) open(bodies int) int32 {
	if bodies > g.limit {
		return rest
	}
	last := len(g.groups) - 1
	if last == rest || int(g.groups[last].bodies)+bodies > g.size {
		g.groups = append(g.groups, group{first: none, last: none})
		last++
	}
	g.groups[last].bodies += int32(bodies)
	return int32(last)
}

// extend gives a group a range of rows, behind all that have been given so far.
func (g *grouping) extend(to, lo, hi int32) {
	t := &g.groups[to]
	if t.last != none && g.runs[t.last].hi == lo {
		g.runs[t.last].hi = hi
		return
	}
	at := int32(len(g.runs))
	g.runs = append(g.runs, run{lo, hi, none})
	if t.last == none {
		t.first = at
	} else {
		g.runs[t.last].next = at
	}
	t.last = at
}

// cut cuts the rows of the rest into parts of as many bodies each, along tracts of the table.
func (g *grouping) cut(parts, shift int) {
	var bodies [tracts]int
	total := 0
	for i := g.groups[rest].first; i != none; i = g.runs[i].next {
		for lo, hi := int(g.runs[i].lo), int(g.runs[i].hi); lo < hi; {
			n := min((lo>>shift+1)<<shift, hi) - lo
			bodies[lo>>shift] += n
			total += n
			lo += n
		}
	}
	before := 0
	for i, n := range bodies {
		g.partOf[i] = uint8(min((before+n/2)*parts/max(total, 1), parts-1))
		before += n
	}
	g.pieces, g.blocks = g.pieces[:0], g.blocks[:0]
	if total == 0 {
		return
	}
	for i := g.groups[rest].first; i != none; i = g.runs[i].next {
		for lo, hi := int(g.runs[i].lo), int(g.runs[i].hi); lo < hi; {
			part := int(g.partOf[lo>>shift])
			for len(g.blocks) <= part {
				g.blocks = append(g.blocks, span{len(g.pieces), len(g.pieces)})
			}
			end := lo
			for end < hi && int(g.partOf[end>>shift]) == part {
				end = min((end>>shift+1)<<shift, hi)
			}
			g.pieces = append(g.pieces, span{lo, end})
			g.blocks[part].hi = len(g.pieces)
			lo = end
		}
	}
	for len(g.blocks) < parts {
		g.blocks = append(g.blocks, span{len(g.pieces), len(g.pieces)})
	}
}

// exclude puts the islands into the rest that must be there whatever their size.
func (s *Solver) exclude() {
	bodies := s.in.Bodies
	if !s.in.Islands.HoldAll(bodies) {
		for row, slot := range bodies.Slots[:bodies.Awake()] {
			if bodies.State[row].Flags&body.FlagDynamic == 0 {
				s.excludeNeighbours(slot)
			}
		}
	}
	if s.in.Joints == nil {
		return
	}
	for _, slot := range s.colours[overflow].joints {
		if s.in.Joints.Link[s.in.Joints.Rows[slot]].Flags&joint.Serial != 0 {
			if i := s.islandOfJoint(slot); i != body.None {
				s.grouping.of[i] = rest
			}
		}
	}
}

// excludeNeighbours excludes the islands of the bodies that a body is linked with.
func (s *Solver) excludeNeighbours(slot body.Slot) {
	m, c, j := &s.in.Bodies.Meta[slot], s.in.Contacts, s.in.Joints
	for key := m.Contacts; key != body.None; {
		contact, side := key>>1, key&1
		if c.Meta[contact].Colour != manifold.None {
			pair := &c.Pair[c.Rows[contact]]
			s.excludeIsland([2]uint32{pair.BodyB, pair.BodyA}[side])
		}
		key = c.Meta[contact].Edges[side].Next
	}
	if j == nil {
		return
	}
	for key := m.Joints; key != body.None; {
		slot, side := key>>1, key&1 // of members, too, which have no colour
		link := &j.Link[j.Rows[slot]]
		s.excludeIsland([2]uint32{link.BodyB, link.BodyA}[side])
		key = j.Meta[slot].Edges[side].Next
	}
}

func (s *Solver) excludeIsland(slot uint32) {
	if i := s.in.Islands.Of(body.Slot(slot)); i != body.None {
		s.grouping.of[i] = rest
	}
}

// eachRun does a stage over the bodies of a group.
func (s *Solver) eachRun(what work, of int) {
	for i := s.grouping.groups[of].first; i != none; i = s.grouping.runs[i].next {
		r := &s.grouping.runs[i]
		s.runBodies(what, int(r.lo), int(r.hi))
	}
}
