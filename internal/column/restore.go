package column

import (
	"bytes"
	"unsafe"

	"github.com/carom2d/carom/internal/invariant"
)

// Restore copies a copy into the columns, and reports whether that may undo calls of the game. The
// copy was saved from a store of the same scheme.
func (s *Store) Restore(from *Copy) (undoesCalls bool) {
	same := from.calls == s.present()
	clear(s.changed)
	for _, k := range s.keepers {
		c := s.kept[k]
		c.changed, c.fitted = c.changed[:0], false
		if !from.inBlocks(int(k)) {
			c.forget()
		}
	}
	for i := range s.scheme.groups {
		if g := &s.scheme.groups[i]; !same || !g.versions { // only calls change the others
			s.fit(g, from)
		}
	}
	s.restoreRuns(from)
	s.restoreBlocks(from, same)
	for k := range s.scheme.others {
		o := &s.scheme.others[k]
		if h := (*header)(unsafe.Add(s.roots[o.root%maxRoots], o.offset)); h.len > 0 || from.rows[k] > 0 {
			o.column.restore(unsafe.Pointer(h), from.others[k])
		}
	}
	s.restoreValues(from) // last: the clocks read the numbers of rows
	if !same {
		s.restores++
	}
	s.written, s.undone = false, !same
	s.hold(from.calls)
	return !same
}

// fit gives the slices of a group their lengths in a copy. It compares four lengths at a time:
// nearly all are equal, and a small world has more columns than a tick changes.
func (s *Store) fit(g *group, from *Copy) {
	base, n := s.roots[g.root%maxRoots], int(g.hi)
	offsets, lengths := unsafe.SliceData(s.scheme.offsets), unsafe.SliceData(from.lengths)
	k := int(g.lo)
	for ; k+4 <= n; k += 4 {
		o := (*[4]uint32)(unsafe.Add(unsafe.Pointer(offsets), k*4))
		l := (*[4]int)(unsafe.Add(unsafe.Pointer(lengths), k*int(unsafe.Sizeof(n))))
		if (lengthAt(base, o[0])^l[0])|(lengthAt(base, o[1])^l[1])|(lengthAt(base, o[2])^l[2])|(lengthAt(base, o[3])^l[3]) != 0 {
			s.fitEach(k, k+4, base, from)
		}
	}
	s.fitEach(k, n, base, from)
}

func lengthAt(base unsafe.Pointer, offset uint32) int {
	return (*header)(unsafe.Add(base, offset)).len
}

// fitEach does the same for the slices from lo up to hi.
func (s *Store) fitEach(lo, hi int, base unsafe.Pointer, from *Copy) {
	for k := lo; k < hi; k++ {
		if h := (*header)(unsafe.Add(base, s.scheme.offsets[k])); h.len != from.lengths[k] {
			s.resize(k, h, from)
		}
	}
}

// resize gives a slice its length in a copy.
func (s *Store) resize(k int, h *header, from *Copy) {
	p, n := &s.scheme.slices[k], from.lengths[k]
	m := s.moverOf(k, p)
	if h.len > n && !p.filled { // a table that grows again finds zeros there
		m.clear(h.bytes(p.size)[n*p.size:])
	}
	if from.inBlocks(k) {
		c := s.keeper(k, p)
		c.fitted, c.before = true, h.len*p.size
	} else {
		s.changed[k] = true
	}
	m.resize(h, n)
}

// restoreRuns copies the arena of a copy.
func (s *Store) restoreRuns(from *Copy) {
	arena := unsafe.Pointer(unsafe.SliceData(from.arena))
	for i := range from.runs {
		r := &from.runs[i]
		h := (*header)(unsafe.Add(s.roots[r.root%maxRoots], r.offset))
		move(h.data, unsafe.Add(arena, r.at), int(r.bytes))
	}
	compares := !s.written
	for i := range from.watched {
		r := &from.watched[i]
		h := (*header)(unsafe.Add(s.roots[r.root%maxRoots], r.offset))
		n, saved := int(r.bytes), unsafe.Add(arena, r.at)
		if compares && !s.changed[r.slice] && equal(h.data, saved, n) {
			continue // data derived from it may stay
		}
		s.changed[r.slice] = true
		move(h.data, saved, n)
	}
}

// equal and move take pointers to n bytes: slices would need more instructions than the copy of a
// small column.
func equal(a, b unsafe.Pointer, n int) bool {
	return string((*[1 << 30]byte)(a)[:n:n]) == string((*[1 << 30]byte)(b)[:n:n])
}

func move(to, from unsafe.Pointer, n int) {
	copy((*[1 << 30]byte)(to)[:n:n], (*[1 << 30]byte)(from)[:n:n])
}

// restoreBlocks copies the columns of a copy that are in blocks.
func (s *Store) restoreBlocks(from *Copy, same bool) {
	switch {
	case !same:
		for _, k := range from.byCalls {
			s.restoreBlock(int(k), from)
		}
	case invariant.Enabled:
		for _, k := range from.byCalls {
			p := &s.scheme.slices[k]
			from.blocks[k].mustEqual(s.headerOf(p).bytes(p.size))
		}
	}
	for _, k := range from.inBlock {
		if i := int(k) - len(s.scheme.slices); i >= 0 {
			p := &s.scheme.values[i]
			s.keeper(int(k), p).restore(from.blocks[k], s.valueOf(p), !s.written)
		} else {
			s.restoreBlock(int(k), from)
		}
	}
}

// restoreBlock copies a slice that is in blocks.
func (s *Store) restoreBlock(k int, from *Copy) {
	p := &s.scheme.slices[k]
	h, c := s.headerOf(p), s.keeper(k, p)
	c.restore(from.blocks[k], h.bytes(p.size), !s.written)
	if c.fitted && len(c.changed) == 0 { // it has become shorter
		c.noteChanged(h.len, h.len)
	}
}

// mustEqual panics if blocks differ from a column that only calls change.
func (b *savedBlocks) mustEqual(live []byte) {
	for _, x := range b.blocks {
		if len(x.elements) > len(live) || !bytes.Equal(x.elements, live[:len(x.elements)]) {
			panic("column: elements have changed without a call")
		}
		live = live[len(x.elements):]
	}
}

func (s *Store) restoreValues(from *Copy) {
	places := s.scheme.words
	words := from.words[:len(places)]
	for i := range places {
		w := places[i]
		*(*uint64)(unsafe.Add(s.roots[w.root%maxRoots], w.offset)) = words[i]
	}
	saved := unsafe.Pointer(unsafe.SliceData(from.values))
	for _, i := range s.scheme.plain {
		p := &s.scheme.values[i]
		live := unsafe.Add(s.roots[p.root%maxRoots], p.offset)
		if p.size == 1 {
			*(*byte)(live) = *(*byte)(saved)
		} else {
			move(live, saved, p.size)
		}
		saved = unsafe.Add(saved, p.size)
	}
}
