package schedule

import (
	"slices"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// Groups of islands.
//
// Islands share no dynamic body, so no island depends on the events in another island during a
// tick. A group is a set of small islands that one worker takes through all passes of the tick,
// without a barrier and while their bundles stay in its cache. Within a group the constraints keep
// the order of the colours, so the result has the same bits however groups are made. Three kinds of
// islands are in no such group. They belong to the global group, which all workers solve together:
//
//   - islands of more bodies than a group may have,
//   - islands that touch a kinematic body: it moves on in each sub-step, for all of them,
//   - islands with joints that run code of the game, on the caller's goroutine.

// maxGroupBodies is the largest number of bodies in a group. In a pyramid each body has three
// contacts: 300 bytes in bundles and as many in the tables. 512 bodies take 300 kB, which leaves
// room in a second-level cache of half a megabyte.
const maxGroupBodies = 512

// A group of several islands has at most one in groupFraction of the awake bodies, or
// minGroupTarget bodies, so that no worker waits long for the last group. With many workers there
// are groupsPerWorker groups for each, and the groups may be smaller: their bundles have more empty
// lanes.
const (
	groupFraction   = 32
	groupsPerWorker = 6
	minGroupTarget  = maxGroupBodies / 2
	minSharedTarget = maxGroupBodies / 4
	manyWorkers     = 4
)

// groupTarget returns the largest number of bodies in a group of several islands.
func groupTarget(awake, workers, most int) int {
	fraction, least := groupFraction, minGroupTarget
	if workers >= manyWorkers {
		fraction, least = max(groupFraction, groupsPerWorker*workers), minSharedTarget
	}
	return min(most, max(awake/fraction, least))
}

// minAwakeToGroup is the number of awake bodies from which groups are made. The constraints of
// fewer bodies are in the cache anyway.
const minAwakeToGroup = 1024

// group is a set of islands and the runs of their bodies' rows.
type group struct {
	bodies            int32
	firstRun, lastRun int32 // in the list of runs, or -1
}

// bodyRun is a range of body rows of one group.
type bodyRun struct {
	lo, hi int32
	next   int32 // of the same group, or -1
}

// grouping holds the groups and the group of each island.
type grouping struct {
	enabled       bool          // groups may be made in this tick
	maxBodies     int           // bodies in a group; 0: no groups
	targetBodies  int           // bodies in a group of several islands
	minAwake      int           // awake bodies from which there are groups; 0: whenever there can be
	groupOfIsland []int32       // by island: its group, or none
	assigned      []islandGroup // the islands with a group, in the order of assignment
	forgotten     bool          // groupOfIsland must be rewritten
	groups        []group       // the global group first
	runs          []bodyRun

	previous      []islandGroup // assigned in the last tick
	shrinker      grow.Shrinker // of both: at first every body is an island
	islandChanges uint64        // Islands.Version at the last comparison
	key           groupKey      // of the groups
	changed       bool          // groups or partitions differ from the last tick's

	partitionOf [rowBlocks]uint8 // by row block
	runSlices   []column.Span    // the global group's rows, by partition
	partitions  []column.Span    // ranges of runSlices, by partition; none when the group is empty
}

// groupKey holds the values that determine the groups, besides the constraints.
type groupKey struct {
	islands, rows                  uint64 // versions
	awake, partitions, shift       int
	workers                        int
	enabled                        bool
	maxBodies, minAwake, islandCap int
}

// makeGroupKey returns the key of this tick.
func (o *Order) makeGroupKey() groupKey {
	g, t, bodies := &o.grouping, &o.sort, o.in.Bodies
	r := groupKey{
		rows: bodies.Version(), awake: bodies.Awake(), partitions: t.partitions, shift: t.blockShift, workers: t.workers,
		enabled: g.enabled, maxBodies: g.maxBodies, minAwake: g.minAwake,
	}
	if o.in.Islands != nil {
		r.islands, r.islandCap = o.in.Islands.Version(), o.in.Islands.Cap()
	}
	return r
}

// islandGroup is the group of an island. A tick reads and writes only the groups of awake islands,
// of which there may be few among many.
type islandGroup struct {
	island uint32
	group  int32
}

const noIndex = -1

// buildGroups packs the islands into groups, in the order of their first bodies. The groups are
// kept when no island, row or constraint has changed.
func (o *Order) buildGroups() {
	g, groups := &o.grouping, len(o.grouping.groups)
	key := o.makeGroupKey()
	if g.changed = false; key == g.key && !o.sort.dirty && !g.forgotten && groups > 0 {
		return
	}
	g.key = key
	if n := len(g.assigned); g.shrinker.ShouldShrink(n, cap(g.previous)) {
		g.assigned, g.previous = slices.Clone(g.assigned), make([]islandGroup, 0, 2*n)
	}
	g.previous, g.assigned = g.assigned, g.previous[:0]
	g.groups = append(g.groups[:0], group{firstRun: noIndex, lastRun: noIndex})
	g.runs = g.runs[:0]
	g.clearIslands(o.in.Islands)
	if !g.enabled || !o.packIslands() {
		g.allGlobal(o.in.Bodies.Awake())
	}
	partitionOf := g.partitionOf
	g.partitionGlobal(o.sort.partitions, o.sort.blockShift)
	g.changed = groups != len(g.groups) || !slices.Equal(g.previous, g.assigned) || partitionOf != g.partitionOf
	if i := o.in.Islands; i != nil && i.Version() != g.islandChanges && len(g.groups) > 1 {
		g.islandChanges, g.changed = i.Version(), true
	}
}

// clearIslands clears the groups of all islands.
func (g *grouping) clearIslands(islands *state.Islands) {
	known := len(g.groupOfIsland)
	if g.forgotten {
		g.forgotten, g.previous, known = false, g.previous[:0], 0
	}
	for _, a := range g.previous {
		g.groupOfIsland[a.island] = noIndex
	}
	n := 1 // a contact without an island has a sort key like one of island 0
	if islands != nil {
		n = max(n, islands.Cap())
	}
	g.groupOfIsland = grow.Resize(g.groupOfIsland, n)
	for i := min(known, n); i < n; i++ {
		g.groupOfIsland[i] = noIndex
	}
}

// assign assigns an island to a group, if it has none.
//
//go:noinline
func (g *grouping) assign(island uint32, group int32) {
	if g.groupOfIsland[island] == noIndex {
		g.groupOfIsland[island] = group
		g.assigned = append(g.assigned, islandGroup{island, group})
	}
}

// allGlobal puts all awake bodies into the global group.
func (g *grouping) allGlobal(awake int) {
	for i := range g.assigned {
		g.assigned[i].group = Global
		g.groupOfIsland[g.assigned[i].island] = Global
	}
	g.assign(0, Global)
	g.groups = append(g.groups[:0], group{firstRun: noIndex, lastRun: noIndex})
	g.runs = g.runs[:0]
	if awake > 0 {
		g.addRows(Global, 0, int32(awake))
	}
}

// packIslands makes the groups and reports whether they pay: they must hold a quarter of the awake
// bodies, and their rows must form few runs.
func (o *Order) packIslands() bool {
	g, islands, bodies := &o.grouping, o.in.Islands, o.in.Bodies
	o.excludeIslands()
	awake, grouped := bodies.Awake(), 0
	slots := bodies.Slots[:awake]
	g.targetBodies = groupTarget(awake, o.sort.workers, g.maxBodies)
	for lo := 0; lo < len(slots); {
		i := islands.Of(slots[lo])
		hi := lo + 1
		for hi < len(slots) && islands.Of(slots[hi]) == i {
			hi++
		}
		target := int32(Global)
		if i != state.None {
			if g.groupOfIsland[i] == noIndex {
				g.assign(i, g.groupFor(islands.Count(i)))
			}
			target = g.groupOfIsland[i]
		}
		g.addRows(target, int32(lo), int32(hi))
		if target != Global {
			grouped += hi - lo
		}
		lo = hi
	}
	return g.minAwake == 0 || grouped*4 >= awake && (len(g.runs)-len(g.groups))*16 <= awake
}

// groupFor returns the group for an island with a number of bodies: the last group if it has room.
func (g *grouping) groupFor(bodies int) int32 {
	if bodies > g.maxBodies {
		return Global
	}
	last := len(g.groups) - 1
	if last == Global || int(g.groups[last].bodies)+bodies > g.targetBodies {
		g.groups = append(g.groups, group{firstRun: noIndex, lastRun: noIndex})
		last++
	}
	g.groups[last].bodies += int32(bodies)
	return int32(last)
}

// addRows adds a range of rows to a group. The ranges of all groups come in ascending order.
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

// excludeIslands puts the islands that belong to the global group at any size into it.
func (o *Order) excludeIslands() {
	bodies := o.in.Bodies
	if !o.in.Islands.AllInIslands(bodies) {
		for row, slot := range bodies.Slots[:bodies.Awake()] {
			if bodies.State[row].Flags&state.FlagDynamic == 0 {
				o.excludeNeighbors(slot)
			}
		}
	}
	if o.in.Joints == nil {
		return
	}
	for _, slot := range o.constraints[Overflow].Joints {
		if o.in.Joints.Link[o.in.Joints.Rows[slot]].Flags&state.JointHasCallbacks != 0 {
			if i := o.islandOfJoint(slot); i != state.None {
				o.grouping.assign(i, Global)
			}
		}
	}
}

// excludeNeighbors puts the islands of the bodies linked with a body into the global group.
func (o *Order) excludeNeighbors(slot state.BodySlot) {
	m, c, j := &o.in.Bodies.Meta[slot], o.in.Contacts, o.in.Joints
	for key := m.FirstContact; key != state.None; key = c.Next(key) {
		if c.Meta[key>>1].Color != state.None {
			o.excludeIsland(state.BodySlot(c.Pair[c.Rows[key>>1]].Across(key)))
		}
	}
	if j == nil {
		return
	}
	for key := m.FirstJoint; key != state.None; key = j.Next(key) { // includes companions, which have no colour
		o.excludeIsland(j.Other(key))
	}
}

func (o *Order) excludeIsland(slot state.BodySlot) {
	if i := o.in.Islands.Of(slot); i != state.None {
		o.grouping.assign(i, Global)
	}
}
