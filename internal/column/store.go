package column

import (
	"reflect"
	"unsafe"
)

// Store saves and restores the columns of a world.
type Store struct {
	scheme  *Scheme
	roots   [maxRoots]unsafe.Pointer
	clocks  []heldClock // the clock of calls first
	kept    []*blocks   // by slice, then by value; nil until blocks are kept
	keepers []int32     // which of them are not nil
	changed []bool      // by slice: the last Restore changed its length, or changed it and it is watched, and it is not in blocks
	written bool        // see Written; the next Restore compares no columns
	undone  bool        // the last Restore may have undone calls of the game
	whole   [1]Span     // see Changed
	asked   int         // the watched slice of the last Changed: the next is mostly the one behind it
	mover   mover       // of elements without pointers

	calls    *uint64 // of the game
	origin   *int8
	restores int     // that may have undone a call of the game
	held     callsOf // of the last Save or Restore
	heldAt   uint64  // *calls then
}

// NewStore returns the store of a world. Its roots stand in the order in which the scheme names
// them. Calls is the number of calls of the game that have changed something.
func NewStore(s *Scheme, roots []Root, calls *uint64) *Store {
	x := &Store{scheme: s, calls: calls, origin: new(int8)}
	for i, r := range roots {
		x.roots[i] = r.data
	}
	x.kept, x.changed = make([]*blocks, len(s.slices)+len(s.values)), make([]bool, len(s.slices))
	x.clocks = make([]heldClock, 1, 1+len(s.clocks))
	x.clocks[0].Clock = callClock(func() uint64 { return *calls })
	for _, c := range s.clocks {
		clock := reflect.NewAt(c.kind, unsafe.Add(roots[c.root].data, c.offset)).Interface().(Clock)
		x.clocks = append(x.clocks, heldClock{Clock: clock, times: clock.Times()})
	}
	return x
}

// headerOf returns the variable of a slice.
func (s *Store) headerOf(p *place) *header {
	return (*header)(unsafe.Add(s.roots[p.root%maxRoots], p.offset))
}

// valueOf returns the memory of a value.
func (s *Store) valueOf(p *place) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(s.roots[p.root%maxRoots], p.offset)), p.size)
}

// keeper returns the blocks of a slice or value, which it makes at the first use.
func (s *Store) keeper(k int, p *place) *blocks {
	if s.kept[k] == nil {
		c := &blocks{mover: mover{layout: p.layout}, blockLen: p.layout.blockLen(), compares: p.watched || p.layout.pointers}
		if p.clock > 0 {
			c.clock = &s.clocks[p.clock-1]
		}
		s.kept[k] = c
		s.keepers = append(s.keepers, int32(k))
	}
	return s.kept[k]
}

// moverOf returns the mover of a slice.
func (s *Store) moverOf(k int, p *place) *mover {
	if p.layout.pointers {
		return &s.keeper(k, p).mover
	}
	s.mover.layout = p.layout
	return &s.mover
}

// present identifies the calls that led to the present content of the world.
func (s *Store) present() callsOf {
	if *s.calls == s.heldAt && s.held.origin != nil {
		return s.held
	}
	return callsOf{s.origin, *s.calls, s.restores}
}

// hold stores the result of a Save or Restore.
func (s *Store) hold(x callsOf) {
	s.held, s.heldAt = x, *s.calls
	s.clocks[0].since = *s.calls
	for i := 1; i < len(s.clocks); i++ {
		s.clocks[i].since = s.clocks[i].times.Now()
	}
}

// Written marks all elements as changed by the last Restore and by the next, for columns that were
// filled from elsewhere.
func (s *Store) Written() {
	s.written, s.undone = true, true
	for k := range s.scheme.slices {
		s.kept[k].forget()
		s.changed[k] = true
	}
	s.restores++
	s.hold(callsOf{s.origin, *s.calls, s.restores})
}
