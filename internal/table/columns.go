package table

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
)

// touch notes that a row changed hands or partition.
func (t *Table[S, R]) touch(row int) { t.touched.Set(row) }

// Columns adds the columns of the table to a list.
func (t *Table[S, R]) Columns(l *column.List) {
	t.slotsColumn = column.Slice(&t.Slots).Marked(&t.touched)
	l.State("Slots", t.slotsColumn)
	t.Identities.Columns(l)
	l.State("awake", column.Number(&t.awake))
	l.State("asleepEnd", column.Number(&t.asleepEnd))
}

// Restored derives what follows from the columns after they were restored.
func (t *Table[S, R]) Restored() {
	t.version++
	t.Rows = grow.Resize(t.Rows, t.ids.Cap())
	for _, changed := range t.slotsColumn.Changed() {
		for row := changed.Lo; row < changed.Hi; row++ {
			t.Rows[t.Slots[row]] = R(row)
		}
	}
}

// RowsUnchanged returns the functions for UnchangedIf of the columns of the table by row: sleeping rows change only by
// calls of the game and when they change hands.
func (t *Table[S, R]) RowsUnchanged(l *column.List) (now func() uint64, unchanged func(lo, hi int, since uint64) bool) {
	calls := l.Calls()
	update := func() {
		if n := l.Calls(); n != calls { // a call may have written any row
			calls = n
			t.touched.SetAll()
		}
	}
	return func() uint64 {
			update()
			return t.touched.Now()
		}, func(lo, hi int, since uint64) bool {
			update()
			return lo >= t.awake && t.touched.Unchanged(lo, hi, since)
		}
}

// Columns adds the columns of the identities to a list.
func (t *Identities[S]) Columns(l *column.List) { t.ids.Columns(l) }
