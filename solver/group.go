package solver

import (
	"slices"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
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

// maxGroupBodies is how many bodies a group may have. In a pyramid each has three contacts
// and so 300 bytes of rows and as many in the tables: 512 bodies take 300 kB, which
// leaves room in a second-level cache of half a megabyte.
const maxGroupBodies = 512

// Several islands are put into one group up to a part of all awake bodies only, within
// bounds, so that no worker waits long for the last one.
const (
	groupFraction  = 32
	minGroupTarget = maxGroupBodies / 2
)

// minAwakeToGroup is the number of awake bodies from which groups are made: the rows of
// fewer lie in the cache anyway.
const minAwakeToGroup = 1024

// rest is the group of all that goes by colours.
const global = 0

// buildGroups is a set of islands, and the runs of rows that its bodies lie in.
type group struct {
	bodies            int32
	firstRun, lastRun int32 // in the list of runs, or -1
}

// run is a range of body rows of one group.
type bodyRun struct {
	lo, hi int32
	next   int32 // of the same group, or -1
}

// grouping says who is in which group.
type grouping struct {
	enabled       bool    // groups may be made in this tick
	maxBodies     int     // bodies in a group; 0: no groups
	targetBodies  int     // bodies in a group of several islands
	minAwake      int     // awake bodies from which there are groups; 0: whenever there can be
	groupOfIsland []int32 // by island: its group, or none
	groups        []group // the rest first
	runs          []bodyRun

	previous      []int32 // what of was in the last tick
	islandChanges uint64  // of the islands until then
	changed       bool    // who is in which group

	partitionOf [rowBlocks]uint8
	runSlices   []span // of the rest's runs
	partitions  []span // of pieces, by part
}

const noIndex = -1

// SetMaxGroupBodies makes groups of islands of so many bodies at most however few there are:
// zero solves the whole world by colours. The results are the same for every number.
func (s *Solver) SetMaxGroupBodies(bodies int) { s.grouping.maxBodies, s.grouping.minAwake = bodies, 0 }

// buildGroups packs the islands into groups, in the order of their first bodies.
func (s *Solver) buildGroups() {
	g, groups := &s.grouping, len(s.grouping.groups)
	g.previous = append(g.previous[:0], g.groupOfIsland...)
	g.groups = append(g.groups[:0], group{firstRun: noIndex, lastRun: noIndex})
	g.runs = g.runs[:0]
	if !g.enabled || !s.packIslands() {
		g.allGlobal(s.in.Bodies.Awake())
	}
	partitionOf := g.partitionOf
	g.partitionGlobal(s.sort.partitions, s.sort.blockShift)
	g.changed = groups != len(g.groups) || !slices.Equal(g.previous, g.groupOfIsland) || partitionOf != g.partitionOf
	if i := s.in.Islands; i != nil && i.changes != g.islandChanges && len(g.groups) > 1 {
		g.islandChanges, g.changed = i.changes, true
	}
}

// allGlobal leaves the rest alone.
func (g *grouping) allGlobal(awake int) {
	clear(g.groupOfIsland)
	if len(g.groupOfIsland) == 0 {
		g.groupOfIsland = append(g.groupOfIsland, global)
	}
	g.groups = append(g.groups[:0], group{firstRun: noIndex, lastRun: noIndex})
	g.runs = g.runs[:0]
	if awake > 0 {
		g.addRows(global, 0, int32(awake))
	}
}

// packIslands makes the groups. It reports whether they are worth it: whether they have some
// of the bodies, and those lie together, as they do unless islands were long apart.
func (s *Solver) packIslands() bool {
	g, islands, bodies := &s.grouping, s.in.Islands, s.in.Bodies
	g.groupOfIsland = grow.Resize(g.groupOfIsland, len(islands.table))
	for i := range g.groupOfIsland {
		g.groupOfIsland[i] = noIndex
	}
	s.excludeIslands()
	awake, grouped := bodies.Awake(), 0
	g.targetBodies = min(g.maxBodies, max(awake/groupFraction, minGroupTarget))
	for lo := 0; lo < awake; {
		i := islands.Of(bodies.Slots[lo])
		hi := lo + 1
		for hi < awake && islands.Of(bodies.Slots[hi]) == i {
			hi++
		}
		target := int32(global)
		if i != state.None {
			if g.groupOfIsland[i] == noIndex {
				g.groupOfIsland[i] = g.groupFor(int(islands.table[i].count))
			}
			target = g.groupOfIsland[i]
		}
		g.addRows(target, int32(lo), int32(hi))
		if target != global {
			grouped += hi - lo
		}
		lo = hi
	}
	return g.minAwake == 0 || grouped*4 >= awake && (len(g.runs)-len(g.groups))*16 <= awake
}

// groupFor returns the group for an island of so many bodies: the last one if they fit.
func (g *grouping) groupFor(bodies int) int32 {
	if bodies > g.maxBodies {
		return global
	}
	last := len(g.groups) - 1
	if last == global || int(g.groups[last].bodies)+bodies > g.targetBodies {
		g.groups = append(g.groups, group{firstRun: noIndex, lastRun: noIndex})
		last++
	}
	g.groups[last].bodies += int32(bodies)
	return int32(last)
}

// addRows gives a group a range of rows, behind all that have been given so far.
func (g *grouping) addRows(target, lo, hi int32) {
	t := &g.groups[target]
	if t.lastRun != noIndex && g.runs[t.lastRun].hi == lo {
		g.runs[t.lastRun].hi = hi
		return
	}
	at := int32(len(g.runs))
	g.runs = append(g.runs, bodyRun{lo, hi, noIndex})
	if t.lastRun == noIndex {
		t.firstRun = at
	} else {
		g.runs[t.lastRun].next = at
	}
	t.lastRun = at
}

// cut cuts the rows of the rest into parts of as many bodies each, along tracts of the table.
func (g *grouping) partitionGlobal(partitions, shift int) {
	var bodies [rowBlocks]int
	total := 0
	for i := g.groups[global].firstRun; i != noIndex; i = g.runs[i].next {
		for lo, hi := int(g.runs[i].lo), int(g.runs[i].hi); lo < hi; {
			n := min((lo>>shift+1)<<shift, hi) - lo
			bodies[lo>>shift] += n
			total += n
			lo += n
		}
	}
	before := 0
	for i, n := range bodies {
		g.partitionOf[i] = uint8(min((before+n/2)*partitions/max(total, 1), partitions-1))
		before += n
	}
	g.runSlices, g.partitions = g.runSlices[:0], g.partitions[:0]
	if total == 0 {
		return
	}
	for i := g.groups[global].firstRun; i != noIndex; i = g.runs[i].next {
		for lo, hi := int(g.runs[i].lo), int(g.runs[i].hi); lo < hi; {
			partition := int(g.partitionOf[lo>>shift])
			for len(g.partitions) <= partition {
				g.partitions = append(g.partitions, span{len(g.runSlices), len(g.runSlices)})
			}
			end := lo
			for end < hi && int(g.partitionOf[end>>shift]) == partition {
				end = min((end>>shift+1)<<shift, hi)
			}
			g.runSlices = append(g.runSlices, span{lo, end})
			g.partitions[partition].hi = len(g.runSlices)
			lo = end
		}
	}
	for len(g.partitions) < partitions {
		g.partitions = append(g.partitions, span{len(g.runSlices), len(g.runSlices)})
	}
}

// excludeIslands puts the islands into the rest that must be there whatever their size.
func (s *Solver) excludeIslands() {
	bodies := s.in.Bodies
	if !s.in.Islands.AllInIslands(bodies) {
		for row, slot := range bodies.Slots[:bodies.Awake()] {
			if bodies.State[row].Flags&state.FlagDynamic == 0 {
				s.excludeNeighbors(slot)
			}
		}
	}
	if s.in.Joints == nil {
		return
	}
	for _, slot := range s.colors[overflow].joints {
		if s.in.Joints.Link[s.in.Joints.Rows[slot]].Flags&joint.JointHasCallbacks != 0 {
			if i := s.islandOfJoint(slot); i != state.None {
				s.grouping.groupOfIsland[i] = global
			}
		}
	}
}

// excludeNeighbors excludes the islands of the bodies that a body is linked with.
func (s *Solver) excludeNeighbors(slot state.BodySlot) {
	m, c, j := &s.in.Bodies.Meta[slot], s.in.Contacts, s.in.Joints
	for key := m.FirstContact; key != state.None; {
		contact, side := key>>1, key&1
		if c.Meta[contact].Color != state.None {
			pair := &c.Pair[c.Rows[contact]]
			s.excludeIsland([2]uint32{pair.BodyB, pair.BodyA}[side])
		}
		key = c.Meta[contact].Edges[side].Next
	}
	if j == nil {
		return
	}
	for key := m.FirstJoint; key != state.None; {
		slot, side := key>>1, key&1 // of members, too, which have no colour
		link := &j.Link[j.Rows[slot]]
		s.excludeIsland([2]uint32{link.BodyB, link.BodyA}[side])
		key = j.Meta[slot].Edges[side].Next
	}
}

func (s *Solver) excludeIsland(slot uint32) {
	if i := s.in.Islands.Of(state.BodySlot(slot)); i != state.None {
		s.grouping.groupOfIsland[i] = global
	}
}

// runGroupBodies does a stage over the bodies of a group.
func (s *Solver) runGroupBodies(pass pass, group int) {
	for i := s.grouping.groups[group].firstRun; i != noIndex; i = s.grouping.runs[i].next {
		r := &s.grouping.runs[i]
		s.runBodies(pass, int(r.lo), int(r.hi))
	}
}
