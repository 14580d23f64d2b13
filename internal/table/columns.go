package table

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
)

// touch records that a row changed its record or partition.
func (t *Table[S, R]) touch(row int) { t.touched.Set(row) }

// MarkRow records that a row was written outside of a tick.
func (t *Table[S, R]) MarkRow(row R) { t.touch(int(row)) }

// Columns adds the columns of the table to a list.
func (t *Table[S, R]) Columns(l *column.List) {
	l.State("Slots", column.Slice(&t.Slots).Timed(&t.touched).Watched())
	t.Identities.Columns(l)
	l.State("awake", column.Number(&t.awake))
	l.State("asleepEnd", column.Number(&t.asleepEnd))
}

// Restored derives data from the columns after they were restored. It reports whether a row
// or an identity may have changed.
func (t *Table[S, R]) Restored(s *column.Store) (changed bool) {
	rows := column.Changed(s, &t.Slots)
	if len(rows) == 0 && !t.ids.HasChanged(s) && !s.UndidCalls() {
		return false
	}
	t.version++
	t.Rows = grow.Resize(t.Rows, t.ids.Cap())
	for _, changed := range rows {
		for row := changed.Lo; row < changed.Hi; row++ {
			t.Rows[t.Slots[row]] = R(row)
		}
	}
	return true
}

// CountCalls gives the table the counter of the game's calls that may change any row.
func (t *Table[S, R]) CountCalls(calls *uint64) { t.touched.SetAllByCalls(calls) }

// Unchanged makes the table the clock of its columns by row: sleeping rows change only by calls of
// the game and when they change hands.
func (t *Table[S, R]) Unchanged(lo, hi int, since uint64) bool {
	return lo >= t.awake && t.touched.Unchanged(lo, hi, since)
}

// StableRows is for DigestedIf of columns that ticks do not change: all rows change only by calls
// of the game and when they change hands.
func (t *Table[S, R]) StableRows(lo, hi int, since uint64) bool {
	return t.touched.Unchanged(lo, hi, since)
}

// Now is the time for Unchanged and StableRows.
func (t *Table[S, R]) Now() uint64 { return t.touched.Now() }

// Times returns the marks of which Now is the time.
func (t *Table[S, R]) Times() *column.Marks { return &t.touched }

// Columns adds the columns of the identities to a list.
func (t *Identities[S]) Columns(l *column.List) { t.ids.Columns(l) }
