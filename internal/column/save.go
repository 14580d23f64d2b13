package column

import "unsafe"

// Save copies the columns into a copy.
func (s *Store) Save(to *Copy) {
	to.fit(s.scheme)
	to.byCalls, to.inBlock = to.byCalls[:0], to.inBlock[:0]
	to.runs, to.watched, to.arena = to.runs[:0], to.watched[:0], to.arena[:0]
	for i := range s.scheme.groups {
		g := &s.scheme.groups[i]
		base, lengths, kept := s.roots[g.root%maxRoots], to.lengths[g.lo:g.hi], s.kept[g.lo:g.hi]
		for i, offset := range s.scheme.offsets[g.lo:g.hi] {
			h := (*header)(unsafe.Add(base, offset))
			if h.len|lengths[i] == 0 && !kept[i].hold() {
				continue // most columns are empty
			}
			lengths[i] = h.len
			k := int(g.lo) + i
			p := &s.scheme.slices[k]
			s.save(k, p, to, h.bytes(p.size))
		}
	}
	for k := range s.scheme.others {
		o := &s.scheme.others[k]
		h := (*header)(unsafe.Add(s.roots[o.root%maxRoots], o.offset))
		if h.len > 0 || to.rows[k] > 0 || to.others[k] == nil {
			to.others[k] = o.column.save(unsafe.Pointer(h), to.others[k])
		}
		to.rows[k] = h.len
	}
	s.saveValues(to)
	to.calls = s.present()
	s.hold(to.calls)
}

func (s *Store) save(k int, p *place, to *Copy, live []byte) {
	n := len(live)
	if n > blockBytes || n > 0 && (p.versions || p.layout.pointers || s.kept[k].hold() && s.kept[k].isClean(0, live)) {
		s.saveBlocks(k, p, to, live)
		return
	}
	s.kept[k].forget()
	if to.inBlocks(k) {
		to.blocks[k].blocks = s.keeper(k, p).resize(to.blocks[k].blocks, 0)
	}
	if n > 0 {
		list := &to.runs
		if p.watched {
			list = &to.watched
		}
		*list = append(*list, run{uint32(len(to.arena)), uint32(n), uint32(p.offset), uint16(k), p.root})
		to.arena = append(to.arena, live...)
	}
}

func (s *Store) saveBlocks(k int, p *place, to *Copy, live []byte) {
	if to.blocks[k] == nil {
		to.blocks[k] = &savedBlocks{}
	}
	s.keeper(k, p).save(to.blocks[k], live)
	if p.versions {
		to.byCalls = append(to.byCalls, int32(k))
	} else {
		to.inBlock = append(to.inBlock, int32(k))
	}
}

func (s *Store) saveValues(to *Copy) {
	to.words, to.values = to.words[:0], to.values[:0]
	for _, w := range s.scheme.words {
		to.words = append(to.words, *(*uint64)(unsafe.Add(s.roots[w.root%maxRoots], w.offset)))
	}
	for i := range s.scheme.values {
		p := &s.scheme.values[i]
		if live := s.valueOf(p); p.layout.pointers {
			s.saveBlocks(len(s.scheme.slices)+i, p, to, live)
		} else {
			to.values = append(to.values, live...)
		}
	}
}
