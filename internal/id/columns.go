package id

import "github.com/carom2d/carom/internal/column"

// Columns adds the columns of the pool to a list.
func (p *Pool) Columns(l *column.List) {
	l.State("generations", column.Slice(&p.generations).Watched())
	l.State("free", column.Slice(&p.free))
	l.State("retired", column.Number(&p.retired))
}

// HasChanged reports whether the last Restore may have changed which slots are in use, and by whom.
func (p *Pool) HasChanged(s *column.Store) bool {
	return len(column.Changed(s, &p.generations)) > 0
}
