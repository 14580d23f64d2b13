package solver

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/grow"
)

// Islands groups dynamic bodies that touch or are jointed, directly or through
// other dynamic bodies: an island sleeps and wakes as one.
//
// Linking merges at once, the smaller list into the larger. Unlinking only
// counts: whether the island really fell apart is found out when one of its
// bodies has rested long enough to sleep, which most islands in motion never do.
type Islands struct {
	of         []uint32 // island of each body slot, or body.None
	next, prev []uint32 // the island's list of bodies, by body slot
	table      []island
	free       []uint32
	live       int
	count      int    // of the bodies in all of them
	changes    uint64 // of what is in which island

	seen    []uint32 // islands met by Rest, in the order of the first bodies that rest
	stack   []body.Slot
	members []body.Slot
	keys    []uint64 // of members along a curve
	near    []body.Slot
	mark    []uint32 // by body slot: the flood that reached it
	flood   uint32
	calls   uint32 // of Rest
}

// splitPause is how many ticks an island is left whole after an attempt to split
// it: a big heap that is stirred loses links in every tick and mostly stays one.
const splitPause = 16

type island struct {
	head, tail uint32
	count      int32
	removed    int32   // links lost since the island was last known to be connected
	patience   uint32  // the call of Rest before which it is not split again
	rested     int32   // bodies that Rest has found to rest, zero outside of it
	most       float32 // of their sleep times
}

// Len returns the number of islands, sleeping ones included.
func (s *Islands) Len() int { return s.live }

// Of returns the island of a body, or body.None when it is not dynamic.
func (s *Islands) Of(b body.Slot) uint32 {
	if int(b) >= len(s.of) {
		return body.None
	}
	return s.of[b]
}

// HoldAll reports whether every body that is not static or disabled is in an island:
// whether none is kinematic.
func (s *Islands) HoldAll(bodies *body.Store) bool { return s.count == bodies.AsleepEnd() }

// Count returns the number of bodies in an island.
func (s *Islands) Count(i uint32) int { return int(s.table[i].count) }

// Bodies appends the bodies of an island in the order of its list.
func (s *Islands) Bodies(dst []body.Slot, i uint32) []body.Slot {
	for b := s.table[i].head; b != body.None; b = s.next[b] {
		dst = append(dst, body.Slot(b))
	}
	return dst
}

// Add puts a dynamic body in an island of its own.
func (s *Islands) Add(b body.Slot) {
	for int(b) >= len(s.of) {
		s.of = grow.Append(s.of, body.None)
		s.next = grow.Append(s.next, body.None)
		s.prev = grow.Append(s.prev, body.None)
		s.mark = grow.Append(s.mark, 0)
	}
	if s.of[b] != body.None {
		panic("solver: a body is in an island already")
	}
	s.push(s.make(), b)
	s.count++
}

// Remove takes a body out of its island.
func (s *Islands) Remove(b body.Slot) {
	i := s.of[b]
	t := &s.table[i]
	n, p := s.next[b], s.prev[b]
	if p != body.None {
		s.next[p] = n
	} else {
		t.head = n
	}
	if n != body.None {
		s.prev[n] = p
	} else {
		t.tail = p
	}
	s.of[b], s.next[b], s.prev[b] = body.None, body.None, body.None
	s.changes++
	s.count--
	t.count--
	t.removed++
	if t.count == 0 {
		s.drop(i)
	}
}

// Link merges the islands of two bodies; a body without an island links nothing.
func (s *Islands) Link(a, b body.Slot) {
	i, j := s.Of(a), s.Of(b)
	if i == j || i == body.None || j == body.None {
		return
	}
	if s.table[i].count < s.table[j].count || s.table[i].count == s.table[j].count && j < i {
		i, j = j, i
	}
	big, small := &s.table[i], &s.table[j]
	for x := small.head; x != body.None; x = s.next[x] {
		s.of[x] = i
	}
	s.next[big.tail] = small.head
	s.prev[small.head] = big.tail
	big.tail = small.tail
	big.count += small.count
	big.removed += small.removed
	s.drop(j)
}

// Unlink notes that two bodies no longer hold each other.
func (s *Islands) Unlink(a, b body.Slot) {
	if i := s.Of(a); i != body.None && i == s.Of(b) {
		s.table[i].removed++
	}
}

// Rest looks at the sleep timers of the awake bodies. It returns, appended to
// dst, the islands of which every body has rested for at least `wait` seconds
// and which are known to be connected, and the island that is most worth
// splitting: it lost links and has the body that rested longest, or body.None. Of
// several the one whose first body lies first in the table.
//
// Most bodies of a world in motion do not rest, and of those it reads no more than
// the timer.
func (s *Islands) Rest(dst []uint32, bodies *body.Store, wait float32) (ready []uint32, split uint32) {
	s.seen = s.seen[:0]
	s.calls++
	motions := bodies.Motion[:bodies.Awake()]
	for r := range motions {
		rest := motions[r].SleepTime
		if rest < wait {
			continue
		}
		i := s.Of(bodies.Slots[r])
		if i == body.None {
			continue
		}
		t := &s.table[i]
		if t.rested == 0 {
			t.most = rest
			s.seen = append(s.seen, i)
		}
		t.rested++
		t.most = max(t.most, rest)
	}
	split = body.None
	for _, i := range s.seen {
		t := &s.table[i]
		switch {
		case t.removed == 0 && t.rested == t.count:
			dst = append(dst, i)
		case t.removed > 0 && t.patience <= s.calls && (split == body.None || s.sooner(bodies, i, split)):
			split = i
		}
		t.rested = 0
	}
	return dst, split
}

// sooner reports whether the first island is to be split before the second.
func (s *Islands) sooner(bodies *body.Store, i, j uint32) bool {
	if s.table[i].most != s.table[j].most {
		return s.table[i].most > s.table[j].most
	}
	return s.first(bodies, i) < s.first(bodies, j)
}

// first returns the first row of an island's bodies.
func (s *Islands) first(bodies *body.Store, i uint32) body.Row {
	least := body.Row(bodies.Len())
	for b := s.table[i].head; b != body.None; b = s.next[b] {
		least = min(least, bodies.Rows[b])
	}
	return least
}

// Split takes an island apart into its connected pieces. Neighbours appends the
// bodies that a body is linked with; it must be symmetric.
func (s *Islands) Split(i uint32, neighbours func(dst []body.Slot, b body.Slot) []body.Slot) {
	s.flood++
	s.members = s.Bodies(s.members[:0], i)
	for _, b := range s.members {
		s.of[b], s.next[b], s.prev[b] = body.None, body.None, body.None
	}
	s.drop(i)
	for _, seed := range s.members {
		if s.mark[seed] == s.flood {
			continue
		}
		piece := s.make()
		s.table[piece].patience = s.calls + splitPause
		s.mark[seed] = s.flood
		s.stack = append(s.stack[:0], seed)
		for len(s.stack) > 0 {
			b := s.stack[len(s.stack)-1]
			s.stack = s.stack[:len(s.stack)-1]
			s.push(piece, b)
			s.near = neighbours(s.near[:0], b)
			for _, n := range s.near {
				if s.mark[n] != s.flood {
					s.mark[n] = s.flood
					s.stack = append(s.stack, n)
				}
			}
		}
	}
}

func (s *Islands) make() uint32 {
	s.live++
	s.changes++
	fresh := island{head: body.None, tail: body.None}
	if n := len(s.free); n > 0 {
		i := s.free[n-1]
		s.free = s.free[:n-1]
		s.table[i] = fresh
		return i
	}
	s.table = grow.Append(s.table, fresh)
	return uint32(len(s.table) - 1)
}

func (s *Islands) drop(i uint32) {
	s.live--
	s.changes++
	s.table[i] = island{head: body.None, tail: body.None}
	s.free = append(s.free, i)
}

func (s *Islands) push(i uint32, b body.Slot) {
	t := &s.table[i]
	s.of[b], s.next[b], s.prev[b] = i, body.None, t.tail
	if t.tail != body.None {
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
		prev, n := uint32(body.None), int32(0)
		for b := t.head; b != body.None; b = s.next[b] {
			if s.of[b] != uint32(i) || s.prev[b] != prev {
				panic("solver: an island's list is broken")
			}
			prev = b
			n++
		}
		if n != t.count || prev != t.tail {
			panic("solver: an island miscounts its bodies")
		}
		listed += int(n)
	}
	for _, i := range s.of {
		if i != body.None {
			total++
		}
	}
	if listed != total || listed != s.count {
		panic("solver: a body's island does not list it")
	}
}
