package column

import "unsafe"

// hasChanged reports whether the last Restore may have changed a slice.
func (s *Store) hasChanged(k int) bool {
	if s.kept[k].hold() {
		return len(s.kept[k].changed) > 0
	}
	return s.changed[k] || !s.scheme.slices[k].watched
}

// UndidCalls reports whether the last Restore may have undone calls of the game. A nil store did.
func (s *Store) UndidCalls() bool { return s == nil || s.undone }

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
	watched, i := s.scheme.watched, s.asked
	for range watched {
		if i++; i >= len(watched) {
			i = 0
		}
		p := &watched[i]
		if unsafe.Add(s.roots[p.root%maxRoots], p.offset) != unsafe.Pointer(h) {
			continue
		}
		s.asked = i
		switch {
		case s.changed[p.slice]:
			s.whole[0] = Span{0, h.len}
			return s.whole[:]
		case s.kept[p.slice] != nil:
			return s.kept[p.slice].changed
		default:
			return nil
		}
	}
	panic("column: the column is not watched")
}
