package id

import "github.com/carom2d/carom/internal/column"

// Columns adds the columns of the pool to a list.
func (p *Pool) Columns(l *column.List) {
	l.State("generations", column.Slice(&p.generations))
	l.State("free", column.Slice(&p.free))
	l.State("retired", column.Number(&p.retired))
}
