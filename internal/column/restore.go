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
		c.changed, c.cut = c.changed[:0], false
		c.compares = !s.doubt && (c.watched || c.mover.layout.pointers)
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
		if h := (*header)(unsafe.Add(s.roots[o.root].data, o.offset)); h.len > 0 || from.rows[k] > 0 {
			o.column.restore(unsafe.Pointer(h), from.others[k])
		}
	}
	s.restoreValues(from) // last: the clocks read the numbers of rows
	if !same {
		s.restores++
	}
	s.doubt, s.undone = false, !same
	s.hold(from.calls)
	return !same
}

// fit gives the slices of a group their lengths in a copy.
func (s *Store) fit(g *group, from *Copy) {
	base, lengths := s.roots[g.root].data, from.lengths[g.lo:g.hi]
	for i, offset := range s.scheme.offsets[g.lo:g.hi] {
		if h := (*header)(unsafe.Add(base, offset)); h.len != lengths[i] {
			s.resize(int(g.lo)+i, h, from)
		}
	}
}

// resize gives a slice its length in a copy.
func (s *Store) resize(k int, h *header, from *Copy) {
	p, n := &s.scheme.slices[k], from.lengths[k]
	m := s.moverOf(k, p)
	if h.len > n { // a table that grows again finds zeros there
		m.clear(h.bytes(p.size)[n*p.size:])
	}
	if from.inBlocks(k) {
		s.keeper(k, p).cut = h.len > n
	} else {
		s.changed[k] = true
	}
	m.resize(h, n)
}

// restoreRuns copies the arena of a copy.
func (s *Store) restoreRuns(from *Copy) {
	places, roots, changed, arena := s.scheme.slices, s.roots, s.changed, from.arena
	for i := range from.runs {
		k, n := from.runs[i].slice, int(from.runs[i].bytes)
		p := &places[k]
		live, saved := unsafe.Slice((*byte)((*header)(unsafe.Add(roots[p.root].data, p.offset)).data), n), arena[:n]
		arena = arena[n:]
		if p.watched && !changed[k] && !s.doubt && bytes.Equal(live, saved) {
			continue // what follows from it may stay
		}
		changed[k] = true
		copy(live, saved)
	}
}

// restoreBlocks copies the columns of a copy that are in blocks.
func (s *Store) restoreBlocks(from *Copy, same bool) {
	for _, k := range from.inBlock {
		if i := int(k) - len(s.scheme.slices); i >= 0 {
			p := &s.scheme.values[i]
			s.keeper(int(k), p).restore(from.blocks[k], s.valueOf(p))
			continue
		}
		p := &s.scheme.slices[k]
		h := s.headerOf(p)
		if same && p.versions {
			if invariant.Enabled {
				from.blocks[k].mustEqual(h.bytes(p.size))
			}
			continue
		}
		c := s.keeper(int(k), p)
		c.restore(from.blocks[k], h.bytes(p.size))
		if c.cut && len(c.changed) == 0 {
			c.noteChanged(h.len, h.len)
		}
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
	for i, word := range from.words {
		p := &s.scheme.words[i]
		*(*uint64)(unsafe.Add(s.roots[p.root].data, p.offset)) = word
	}
	saved := from.values
	for i := range s.scheme.values {
		if p := &s.scheme.values[i]; !p.layout.pointers {
			copy(s.valueOf(p), saved)
			saved = saved[p.size:]
		}
	}
}
