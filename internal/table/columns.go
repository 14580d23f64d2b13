package table

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
)

// touchBlock is the number of rows that are touched together.
const touchBlock = 64

// touch notes that a row changed hands or partition.
func (t *Table[S, R]) touch(row int) {
	for row/touchBlock >= len(t.touched) {
		t.touched = append(t.touched, 0)
	}
	t.touches++
	t.touched[row/touchBlock] = t.touches
}

// Touches rises with every row that changes hands or partition.
func (t *Table[S, R]) Touches() uint64 { return t.touches }

// Untouched reports whether the rows from lo up to hi are behind the awake ones, and none has changed hands or partition
// since a number of touches.
func (t *Table[S, R]) Untouched(lo, hi int, since uint64) bool {
	if lo < t.awake {
		return false
	}
	for i := lo / touchBlock; i <= (hi-1)/touchBlock; i++ {
		if t.touched[i] > since {
			return false
		}
	}
	return true
}

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
	for len(t.touched)*touchBlock < len(t.Slots) {
		t.touched = append(t.touched, 0)
	}
	t.Rows = grow.Resize(t.Rows, t.ids.Cap())
	clear(t.Rows)
	for row, slot := range t.Slots {
		t.Rows[slot] = R(row)
	}
}

// RowsUnchanged returns the functions for UnchangedIf of the columns of the table by row: sleeping rows change only by
// calls of the game and when they change hands.
func (t *Table[S, R]) RowsUnchanged(l *column.List) (now func() uint64, unchanged func(lo, hi int, since uint64) bool) {
	calls := l.Calls()
	now = func() uint64 {
		if n := l.Calls(); n != calls { // a call may have written any row
			calls = n
			t.touches++
			for i := range t.touched {
				t.touched[i] = t.touches
			}
		}
		return t.touches
	}
	return now, func(lo, hi int, since uint64) bool {
		now()
		return t.Untouched(lo, hi, since)
	}
}

// Columns adds the columns of the identities to a list.
func (t *Identities[S]) Columns(l *column.List) { t.ids.Columns(l) }
