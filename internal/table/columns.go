package table

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
)

// Columns adds the columns of the table to a list.
func (t *Table[S, R]) Columns(l *column.List) {
	l.State("Slots", column.Slice(&t.Slots))
	t.Identities.Columns(l)
	l.State("awake", column.Number(&t.awake))
	l.State("asleepEnd", column.Number(&t.asleepEnd))
}

// Restored derives what follows from the columns after they were restored.
func (t *Table[S, R]) Restored() {
	t.version++
	t.Rows = grow.Resize(t.Rows, t.ids.Cap())
	clear(t.Rows)
	for row, slot := range t.Slots {
		t.Rows[slot] = R(row)
	}
}

// Columns adds the columns of the identities to a list.
func (t *Identities[S]) Columns(l *column.List) { t.ids.Columns(l) }
