package schedule

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// Islands are the sets of dynamic bodies that touch or are jointed, directly or through
// other dynamic bodies. The bodies of an island sleep and wake together.
//
// Link merges two islands at once, the smaller list into the larger. Unlink only
// counts: Split finds the connected components of an island when one of its bodies has been slow
// for long enough to sleep, which most islands in motion never reach.
type Islands struct {
	islandOf    []uint32 // island of each body slot, or state.None
	next, prev  []uint32 // the island's list of bodies, by body slot
	table       []island
	free        []uint32
	islandCount int
	bodyCount   int    // number of bodies in all islands
	changes     uint64 // rises whenever a body changes its island

	resting    []uint32 // islands with slow bodies, in the order of the first such bodies
	stack      []state.BodySlot
	members    []state.BodySlot
	mortonKeys []uint64 // of members: place along the curve, then body slot
	neighbors  []state.BodySlot
	visited    []uint32 // by body slot: the stamp of the last search that reached it
	visitStamp uint32
	readyCalls uint32 // number of calls of ReadyToSleep
}

// splitCooldown is how many ticks an island is left whole after an attempt to split
// it: a large heap in motion loses links in every tick and mostly stays connected.
const splitCooldown = 16

type island struct {
	head, tail    uint32
	count         int32
	removedLinks  int32   // links lost since the island was known to be connected
	splitAfter    uint32  // the number of readyCalls before which the island is not split again
	restingBodies int32   // bodies that ReadyToSleep found slow; zero between its calls
	maxSleepTime  float32 // of the sleep times of those bodies, s
}

// Len returns the number of islands, sleeping ones included.
func (s *Islands) Len() int { return s.islandCount }

// Of returns the island of a body, or state.None when the body is not dynamic.
func (s *Islands) Of(b state.BodySlot) uint32 {
	if int(b) >= len(s.islandOf) {
		return state.None
	}
	return s.islandOf[b]
}

// AllInIslands reports whether every body that is neither static nor disabled is in an island.
// Kinematic bodies are in none.
func (s *Islands) AllInIslands(bodies *state.Bodies) bool { return s.bodyCount == bodies.AsleepEnd() }

// Count returns the number of bodies in an island.
func (s *Islands) Count(i uint32) int { return int(s.table[i].count) }

// Bodies appends the bodies of an island in the order of its list.
func (s *Islands) Bodies(dst []state.BodySlot, i uint32) []state.BodySlot {
	for b := s.table[i].head; b != state.None; b = s.next[b] {
		dst = append(dst, state.BodySlot(b))
	}
	return dst
}

// Add puts a dynamic body in an island of its own.
func (s *Islands) Add(b state.BodySlot) {
	for int(b) >= len(s.islandOf) {
		s.islandOf = grow.Append(s.islandOf, state.None)
		s.next = grow.Append(s.next, state.None)
		s.prev = grow.Append(s.prev, state.None)
		s.visited = grow.Append(s.visited, 0)
	}
	if s.islandOf[b] != state.None {
		panic("schedule: the body is in an island already")
	}
	s.appendBody(s.newIsland(), b)
	s.bodyCount++
}

// Remove takes a body out of its island.
func (s *Islands) Remove(b state.BodySlot) {
	i := s.islandOf[b]
	t := &s.table[i]
	n, p := s.next[b], s.prev[b]
	if p != state.None {
		s.next[p] = n
	} else {
		t.head = n
	}
	if n != state.None {
		s.prev[n] = p
	} else {
		t.tail = p
	}
	s.islandOf[b], s.next[b], s.prev[b] = state.None, state.None, state.None
	s.changes++
	s.bodyCount--
	t.count--
	t.removedLinks++
	if t.count == 0 {
		s.freeIsland(i)
	}
}

// Link merges the islands of two bodies; a body without an island links nothing.
func (s *Islands) Link(a, b state.BodySlot) {
	i, j := s.Of(a), s.Of(b)
	if i == j || i == state.None || j == state.None {
		return
	}
	if s.table[i].count < s.table[j].count || s.table[i].count == s.table[j].count && j < i {
		i, j = j, i
	}
	big, small := &s.table[i], &s.table[j]
	for x := small.head; x != state.None; x = s.next[x] {
		s.islandOf[x] = i
	}
	s.next[big.tail] = small.head
	s.prev[small.head] = big.tail
	big.tail = small.tail
	big.count += small.count
	big.removedLinks += small.removedLinks
	s.freeIsland(j)
}

// Unlink counts a link that two bodies lost.
func (s *Islands) Unlink(a, b state.BodySlot) {
	if i := s.Of(a); i != state.None && i == s.Of(b) {
		s.table[i].removedLinks++
	}
}

// ReadyToSleep reads the sleep timers of the awake bodies. It appends to dst the islands that are
// known to be connected and all of whose bodies have a sleep time of at least minSleepTime
// seconds. It also returns the island to split next, or state.None: of the islands that
// lost links the one with the longest sleep time, of equals the one whose first body
// comes first in the table.
//
// In a world in motion most timers are below minSleepTime. Of such a body only the timer is
// read.
func (s *Islands) ReadyToSleep(dst []uint32, bodies *state.Bodies, minSleepTime float32) (ready []uint32, split uint32) {
	s.resting = s.resting[:0]
	s.readyCalls++
	motions := bodies.Motion[:bodies.Awake()]
	for r := range motions {
		sleepTime := motions[r].SleepTime
		if sleepTime < minSleepTime {
			continue
		}
		i := s.Of(bodies.Slots[r])
		if i == state.None {
			continue
		}
		t := &s.table[i]
		if t.restingBodies == 0 {
			t.maxSleepTime = sleepTime
			s.resting = append(s.resting, i)
		}
		t.restingBodies++
		t.maxSleepTime = max(t.maxSleepTime, sleepTime)
	}
	split = state.None
	for _, i := range s.resting {
		t := &s.table[i]
		switch {
		case t.removedLinks == 0 && t.restingBodies == t.count:
			dst = append(dst, i)
		case t.removedLinks > 0 && t.splitAfter <= s.readyCalls && (split == state.None || s.splitsBefore(bodies, i, split)):
			split = i
		}
		t.restingBodies = 0
	}
	return dst, split
}

// splitsBefore reports whether the first island is to be split before the second.
func (s *Islands) splitsBefore(bodies *state.Bodies, i, j uint32) bool {
	if s.table[i].maxSleepTime != s.table[j].maxSleepTime {
		return s.table[i].maxSleepTime > s.table[j].maxSleepTime
	}
	return s.firstRow(bodies, i) < s.firstRow(bodies, j)
}

// firstRow returns the first row of an island's bodies.
func (s *Islands) firstRow(bodies *state.Bodies, i uint32) state.BodyRow {
	minRow := state.BodyRow(bodies.Len())
	for b := s.table[i].head; b != state.None; b = s.next[b] {
		minRow = min(minRow, bodies.Rows[b])
	}
	return minRow
}

// Split divides an island into its connected components. The function neighbors appends to dst
// the bodies that a body is linked with. It must be symmetric.
func (s *Islands) Split(i uint32, neighbors func(dst []state.BodySlot, b state.BodySlot) []state.BodySlot) {
	s.visitStamp++
	s.members = s.Bodies(s.members[:0], i)
	for _, b := range s.members {
		s.islandOf[b], s.next[b], s.prev[b] = state.None, state.None, state.None
	}
	s.freeIsland(i)
	for _, seed := range s.members {
		if s.visited[seed] == s.visitStamp {
			continue
		}
		component := s.newIsland()
		s.table[component].splitAfter = s.readyCalls + splitCooldown
		s.visited[seed] = s.visitStamp
		s.stack = append(s.stack[:0], seed)
		for len(s.stack) > 0 {
			b := s.stack[len(s.stack)-1]
			s.stack = s.stack[:len(s.stack)-1]
			s.appendBody(component, b)
			s.neighbors = neighbors(s.neighbors[:0], b)
			for _, n := range s.neighbors {
				if s.visited[n] != s.visitStamp {
					s.visited[n] = s.visitStamp
					s.stack = append(s.stack, n)
				}
			}
		}
	}
}

func (s *Islands) newIsland() uint32 {
	s.islandCount++
	s.changes++
	empty := island{head: state.None, tail: state.None}
	if n := len(s.free); n > 0 {
		i := s.free[n-1]
		s.free = s.free[:n-1]
		s.table[i] = empty
		return i
	}
	s.table = grow.Append(s.table, empty)
	return uint32(len(s.table) - 1)
}

func (s *Islands) freeIsland(i uint32) {
	s.islandCount--
	s.changes++
	s.table[i] = island{head: state.None, tail: state.None}
	s.free = append(s.free, i)
}

func (s *Islands) appendBody(i uint32, b state.BodySlot) {
	t := &s.table[i]
	s.islandOf[b], s.next[b], s.prev[b] = i, state.None, t.tail
	if t.tail != state.None {
		s.next[t.tail] = uint32(b)
	} else {
		t.head = uint32(b)
	}
	t.tail = uint32(b)
	t.count++
}

// Validate panics when the lists and the bodies' islands contradict each other.
func (s *Islands) Validate() {
	listed, total := 0, 0
	for i := range s.table {
		t := &s.table[i]
		prev, n := uint32(state.None), int32(0)
		for b := t.head; b != state.None; b = s.next[b] {
			if s.islandOf[b] != uint32(i) || s.prev[b] != prev {
				panic("schedule: the list of an island is broken")
			}
			prev = b
			n++
		}
		if n != t.count || prev != t.tail {
			panic("schedule: the count of an island is wrong")
		}
		listed += int(n)
	}
	for _, i := range s.islandOf {
		if i != state.None {
			total++
		}
	}
	if listed != total || listed != s.bodyCount {
		panic("schedule: a body is missing in the list of its island")
	}
}
