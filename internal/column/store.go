package column

import (
	"bytes"
	"reflect"
	"unsafe"

	"github.com/carom2d/carom/internal/invariant"
)

// Store saves and restores the columns of a world.
type Store struct {
	scheme  *Scheme
	roots   []Root
	clocks  []heldClock // the clock of calls first
	kept    []*blocks   // by slice, then by value; nil until blocks are kept
	changed []bool      // by slice: the last Restore copied it from the arena
	whole   [1]Span     // see Changed
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
	x := &Store{scheme: s, roots: roots, calls: calls, origin: new(int8)}
	x.kept, x.changed = make([]*blocks, len(s.slices)+len(s.values)), make([]bool, len(s.slices))
	x.clocks = make([]heldClock, 1, 1+len(s.clocks))
	x.clocks[0].Clock = callClock(func() uint64 { return *calls })
	for _, c := range s.clocks {
		clock := reflect.NewAt(c.kind, unsafe.Add(roots[c.root].data, c.offset)).Interface().(Clock)
		x.clocks = append(x.clocks, heldClock{Clock: clock})
	}
	return x
}

// headerOf returns the variable of a slice.
func (s *Store) headerOf(p *place) *header {
	return (*header)(unsafe.Add(s.roots[p.root].data, p.offset))
}

// valueOf returns the memory of a value.
func (s *Store) valueOf(p *place) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(s.roots[p.root].data, p.offset)), p.size)
}

// keeper returns the blocks of a slice or value, which it makes at the first use.
func (s *Store) keeper(k int, p *place) *blocks {
	if s.kept[k] == nil {
		c := &blocks{mover: mover{layout: p.layout}, blockLen: p.layout.blockLen()}
		if p.clock > 0 {
			c.clock = &s.clocks[p.clock-1]
		}
		s.kept[k] = c
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
	for i := range s.clocks {
		s.clocks[i].since = s.clocks[i].Now()
	}
}

// Save copies the columns into a copy.
func (s *Store) Save(to *Copy) {
	to.fit(s.scheme)
	arena := to.arena[:0]
	for k := range s.scheme.slices {
		p := &s.scheme.slices[k]
		h := s.headerOf(p)
		if h.len == 0 && to.lengths[k] == 0 && !s.kept[k].hold() {
			continue // most columns are empty
		}
		to.lengths[k] = h.len * p.size
		arena = s.save(k, p, to, h.bytes(p.size), arena)
	}
	for k := range s.scheme.others {
		o := &s.scheme.others[k]
		h := (*header)(unsafe.Add(s.roots[o.root].data, o.offset))
		if h.len > 0 || to.rows[k] > 0 || to.others[k] == nil {
			to.others[k] = o.column.save(unsafe.Pointer(h), to.others[k])
		}
		to.rows[k] = h.len
	}
	for i := range s.scheme.values { // last: the slices read the counts of rows to find unchanged parts
		p := &s.scheme.values[i]
		arena = s.save(len(s.scheme.slices)+i, p, to, s.valueOf(p), arena)
	}
	to.arena, to.calls = arena, s.present()
	s.hold(to.calls)
}

// save copies a column into a copy. It returns the arena, to which it may have appended the
// elements.
func (s *Store) save(k int, p *place, to *Copy, live, arena []byte) []byte {
	n := len(live)
	if n > blockBytes || p.versions || p.layout.pointers || n > 0 && s.kept[k].hold() && s.kept[k].isClean(0, live) {
		if to.blocks[k] == nil {
			to.blocks[k] = &savedBlocks{}
		}
		s.keeper(k, p).save(to.blocks[k], live)
		return arena
	}
	s.kept[k].forget()
	if to.inBlocks(k) {
		to.blocks[k].blocks = s.keeper(k, p).resize(to.blocks[k].blocks, 0)
	}
	return append(arena, live...)
}

// Restore copies a copy into the columns, and reports whether that may undo calls of the game. The
// copy was saved from a store of the same scheme.
func (s *Store) Restore(from *Copy) (undoesCalls bool) {
	same, arena := from.calls == s.present(), from.arena
	places, roots := s.scheme.slices, s.roots
	kept, changed, lengths := s.kept[:len(places)], s.changed[:len(places)], from.lengths[:len(places)]
	clear(changed)
	for k := range places {
		p := &places[k]
		h, length := (*header)(unsafe.Add(roots[p.root].data, p.offset)), lengths[k]
		if h.len|length == 0 && kept[k] == nil {
			continue // most columns are empty
		}
		switch n := h.len * p.size; {
		case same && p.versions && n == length: // only calls change it
			kept[k].leave(from, k, h.bytes(p.size))
		case n == length && kept[k] == nil && !p.layout.pointers && !from.inBlocks(k):
			copy(unsafe.Slice((*byte)(h.data), length), arena)
			changed[k], arena = true, arena[length:]
		default:
			arena = s.restore(k, p, from, arena)
		}
	}
	for k := range s.scheme.others {
		o := &s.scheme.others[k]
		if h := (*header)(unsafe.Add(s.roots[o.root].data, o.offset)); h.len > 0 || from.rows[k] > 0 {
			o.column.restore(unsafe.Pointer(h), from.others[k])
		}
	}
	s.restoreValues(from, arena)
	if !same {
		s.restores++
	}
	s.hold(from.calls)
	return !same
}

// restore copies a column of a copy into its slice. It returns the rest of the arena.
func (s *Store) restore(k int, p *place, from *Copy, arena []byte) []byte {
	h, length := s.headerOf(p), from.lengths[k]
	n := h.len * p.size
	if n != length {
		m := s.moverOf(k, p)
		if n > length { // a table that grows again finds zeros there
			m.clear(h.bytes(p.size)[length:])
		}
		m.resize(h, length/p.size)
	}
	if from.inBlocks(k) {
		c := s.keeper(k, p)
		c.restore(from.blocks[k], h.bytes(p.size))
		if n > length && len(c.changed) == 0 {
			c.noteChanged(length/p.size, length/p.size)
		}
		return arena
	}
	if c := s.kept[k]; c != nil {
		c.forget()
		c.changed = c.changed[:0]
	}
	copy(h.bytes(p.size), arena[:length])
	s.changed[k] = n|length > 0
	return arena[length:]
}

// leave skips a column that equals its copy.
func (c *blocks) leave(from *Copy, k int, live []byte) {
	if c != nil {
		c.changed = c.changed[:0]
	}
	if invariant.Enabled && from.inBlocks(k) {
		for _, b := range from.blocks[k].blocks {
			if !bytes.Equal(b.elements, live[:len(b.elements)]) {
				panic("column: elements have changed without a call")
			}
			live = live[len(b.elements):]
		}
	}
}

func (s *Store) restoreValues(from *Copy, arena []byte) {
	for i := range s.scheme.values {
		p := &s.scheme.values[i]
		live := s.valueOf(p)
		if k := len(s.scheme.slices) + i; from.inBlocks(k) {
			s.keeper(k, p).restore(from.blocks[k], live)
			continue
		}
		if p.size == 8 { // most are
			*(*[8]byte)(live) = *(*[8]byte)(arena)
		} else {
			copy(live, arena)
		}
		arena = arena[p.size:]
	}
}

// Written marks all elements as changed by the last Restore, for columns that were filled from
// elsewhere.
func (s *Store) Written() {
	for k := range s.scheme.slices {
		s.kept[k].forget()
		s.changed[k] = true
	}
	s.restores++
	s.hold(callsOf{s.origin, *s.calls, s.restores})
}

// hasChanged reports whether the last Restore may have changed a slice.
func (s *Store) hasChanged(k int) bool {
	return s.changed[k] || s.kept[k] != nil && len(s.kept[k].changed) > 0
}

// Changed returns the elements of a watched column that the last Restore may have changed, in
// ascending order. An empty range stands for removed elements after the end. The result is valid
// until the next call; a nil store returns none.
func Changed[T any](s *Store, variable *[]T) []Span {
	if s == nil {
		return nil
	}
	return s.changedOf((*header)(unsafe.Pointer(variable)))
}

func (s *Store) changedOf(h *header) []Span {
	for _, k := range s.scheme.watched {
		p := &s.scheme.slices[k]
		switch {
		case s.headerOf(p) != h:
		case s.changed[k]:
			s.whole[0] = Span{0, h.len}
			return s.whole[:]
		case s.kept[k] != nil:
			return s.kept[k].changed
		default:
			return nil
		}
	}
	panic("column: the column is not watched")
}
