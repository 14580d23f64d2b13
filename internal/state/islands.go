package state

import (
	"github.com/carom2d/carom/internal/bitset"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/par"
)

// Islands are the sets of dynamic bodies that are linked by contacts or joints, directly or
// through other dynamic bodies. The bodies of an island sleep and wake together.
//
// Link merges two islands at once, the smaller list into the larger. Unlink only
// counts. Split finds the connected components of an island, and is called when one of its bodies
// has been slow for long enough to sleep. Most islands in motion never have such a body.
type Islands struct {
	islandOf    []uint32 `column:"state"` // island of each body slot, or None
	next, prev  []uint32 `column:"state"` // the island's list of bodies, by body slot
	table       []island `column:"state"`
	free        []uint32 `column:"state"`
	islandCount int      `column:"state"`
	bodyCount   int      `column:"state"` // number of bodies in all islands
	readyCalls  uint32   `column:"state"` // number of calls of ReadyToSleep
	version     uint64   `column:"derived"`

	writtenBodies  column.Marks `column:"scratch"` // of islandOf, next and prev
	writtenIslands column.Marks `column:"scratch"` // of table

	resting   []uint32   `column:"scratch"` // islands with slow bodies, in the order of the first such bodies
	waiting   []uint32   `column:"scratch"` // islands that wait for their last bodies to rest, see Waiting
	stack     []BodySlot `column:"scratch"`
	members   []BodySlot `column:"scratch"`
	neighbors []BodySlot `column:"scratch"`
	visited   bitset.Set `column:"scratch"` // the body slots that a search has reached, or the islands that findFast found
	rests     restSearch `column:"scratch"`
	links     linkLists  `column:"scratch"`
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

// Cap returns one more than the largest island ever used.
func (s *Islands) Cap() int { return len(s.table) }

// Version rises whenever an island comes or goes or a body leaves its island.
func (s *Islands) Version() uint64 { return s.version }

// Of returns the island of a body, or None when the body is not dynamic.
func (s *Islands) Of(b BodySlot) uint32 {
	if int(b) >= len(s.islandOf) {
		return None
	}
	return s.islandOf[b]
}

// AllInIslands reports whether every body that is neither static nor disabled is in an island.
// Kinematic bodies are in none.
func (s *Islands) AllInIslands(bodies *Bodies) bool { return s.bodyCount == bodies.AsleepEnd() }

// Count returns the number of bodies in an island.
func (s *Islands) Count(i uint32) int { return int(s.table[i].count) }

// LostLinks reports whether an island has lost links since it was known to be connected: it does
// not sleep before it is split.
func (s *Islands) LostLinks(i uint32) bool { return s.table[i].removedLinks > 0 }

// Bodies appends the bodies of an island in the order of its list.
func (s *Islands) Bodies(dst []BodySlot, i uint32) []BodySlot {
	for b := s.table[i].head; b != None; b = s.next[b] {
		dst = append(dst, BodySlot(b))
	}
	return dst
}

// Add puts a dynamic body in an island of its own.
func (s *Islands) Add(b BodySlot) {
	for int(b) >= len(s.islandOf) {
		s.islandOf = grow.Append(s.islandOf, None)
		s.next = grow.Append(s.next, None)
		s.prev = grow.Append(s.prev, None)
	}
	if s.islandOf[b] != None {
		panic("islands: the body is in an island already")
	}
	s.appendBody(s.newIsland(), b)
	s.bodyCount++
}

// Remove takes a body out of its island.
func (s *Islands) Remove(b BodySlot) {
	i := s.islandOf[b]
	t := &s.table[i]
	n, p := s.next[b], s.prev[b]
	s.writtenBodies.Set(int(b))
	s.writtenIslands.Set(int(i))
	if p != None {
		s.next[p] = n
		s.writtenBodies.Set(int(p))
	} else {
		t.head = n
	}
	if n != None {
		s.prev[n] = p
		s.writtenBodies.Set(int(n))
	} else {
		t.tail = p
	}
	s.islandOf[b], s.next[b], s.prev[b] = None, None, None
	s.version++
	s.bodyCount--
	t.count--
	t.removedLinks++
	if t.count == 0 {
		s.freeIsland(i)
	}
}

// Link merges the islands of two bodies; a body without an island links nothing.
func (s *Islands) Link(a, b BodySlot) {
	i, j := s.Of(a), s.Of(b)
	if i == j || i == None || j == None {
		return
	}
	if s.table[i].count < s.table[j].count || s.table[i].count == s.table[j].count && j < i {
		i, j = j, i
	}
	big, small := &s.table[i], &s.table[j]
	for x := small.head; x != None; x = s.next[x] {
		s.islandOf[x] = i
		s.writtenBodies.Set(int(x))
	}
	s.writtenBodies.Set(int(big.tail))
	s.writtenIslands.Set(int(i))
	s.next[big.tail] = small.head
	s.prev[small.head] = big.tail
	big.tail = small.tail
	big.count += small.count
	big.removedLinks += small.removedLinks
	s.freeIsland(j)
}

// Unlink counts a link that two bodies lost.
func (s *Islands) Unlink(a, b BodySlot) {
	if i := s.Of(a); i != None && i == s.Of(b) {
		s.table[i].removedLinks++
		s.writtenIslands.Set(int(i))
	}
}

// ReadyToSleep reads the sleep timers of the awake bodies. It appends to dst the islands that are
// known to be connected and all of whose bodies have a sleep time of at least minSleepTime
// seconds. It also returns the island to split next, or None: of the islands that
// lost links the one with the longest sleep time, of equals the one whose first body
// comes first in the table.
//
// In a world in motion most timers are below minSleepTime. Of such a body only the timer is
// read.
func (s *Islands) ReadyToSleep(dst []uint32, bodies *Bodies, minSleepTime float32, pool *par.Pool) (ready []uint32, split uint32) {
	s.resting, s.waiting = s.resting[:0], s.waiting[:0]
	s.readyCalls++
	s.findResting(bodies, minSleepTime, pool)
	split = None
	for _, i := range s.resting {
		t := &s.table[i]
		if t.maxSleepTime >= waitShare*minSleepTime && t.restingBodies < t.count && 2*t.restingBodies >= t.count {
			s.waiting = append(s.waiting, i)
		}
		switch {
		case t.removedLinks == 0 && t.restingBodies == t.count:
			dst = append(dst, i)
		case t.removedLinks > 0 && t.splitAfter <= s.readyCalls && (split == None || s.splitsBefore(bodies, i, split)):
			split = i
		}
		t.restingBodies = 0
	}
	return dst, split
}

// waitShare is how many times the time to sleep a body rests before its island counts as waiting.
const waitShare = 10

// Waiting returns the islands that the last call of ReadyToSleep found waiting: half of their
// bodies or more rest, one of these for waitShare times the time to sleep, and others move. The
// next call reuses the buffer.
func (s *Islands) Waiting() []uint32 { return s.waiting }

// splitsBefore reports whether the first island is to be split before the second.
func (s *Islands) splitsBefore(bodies *Bodies, i, j uint32) bool {
	if s.table[i].maxSleepTime != s.table[j].maxSleepTime {
		return s.table[i].maxSleepTime > s.table[j].maxSleepTime
	}
	return s.firstRow(bodies, i) < s.firstRow(bodies, j)
}

// firstRow returns the first row of an island's bodies.
func (s *Islands) firstRow(bodies *Bodies, i uint32) BodyRow {
	minRow := BodyRow(bodies.Len())
	for b := s.table[i].head; b != None; b = s.next[b] {
		minRow = min(minRow, bodies.Rows[b])
	}
	return minRow
}

func (s *Islands) newIsland() uint32 {
	s.islandCount++
	s.version++
	empty := island{head: None, tail: None}
	if n := len(s.free); n > 0 {
		i := s.free[n-1]
		s.free = s.free[:n-1]
		s.table[i] = empty
		s.writtenIslands.Set(int(i))
		return i
	}
	s.table = grow.Append(s.table, empty)
	s.writtenIslands.Set(len(s.table) - 1)
	return uint32(len(s.table) - 1)
}

func (s *Islands) freeIsland(i uint32) {
	s.islandCount--
	s.version++
	s.table[i] = island{head: None, tail: None}
	s.writtenIslands.Set(int(i))
	s.free = grow.Append(s.free, i)
}

func (s *Islands) appendBody(i uint32, b BodySlot) {
	t := &s.table[i]
	s.writtenBodies.Set(int(b))
	s.writtenIslands.Set(int(i))
	s.islandOf[b], s.next[b], s.prev[b] = i, None, t.tail
	if t.tail != None {
		s.writtenBodies.Set(int(t.tail))
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
		prev, n := uint32(None), int32(0)
		for b := t.head; b != None; b = s.next[b] {
			invariant.Check(s.islandOf[b] == uint32(i) && s.prev[b] == prev, "islands: the list of an island is broken")
			prev = b
			n++
		}
		invariant.Check(n == t.count && prev == t.tail, "islands: the count of an island is wrong")
		listed += int(n)
	}
	for _, i := range s.islandOf {
		if i != None {
			total++
		}
	}
	invariant.Check(listed == total && listed == s.bodyCount, "islands: a body is missing in the list of its island")
}
