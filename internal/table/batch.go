package table

import "github.com/carom2d/carom/internal/grow"

// RowMove copies all columns of row From to row To.
type RowMove struct{ To, From int32 }

// Moves are the copies that the caller makes after a batch of changes: one list after the other,
// each in any order, so that workers may share a list. No list reads a row that it writes.
type Moves struct {
	Lists [Inactive + 1][]RowMove

	written []int32 // rows that hold another record than before the batch, or did
	origin  []int32 // by row: the row from which its record came, or ownRow
	read    uint64  // what fetch read, so that it does
}

const ownRow = -1

// begin empties the lists for a table of so many rows.
func (m *Moves) begin(rows int) {
	for i := range m.Lists {
		m.Lists[i] = m.Lists[i][:0]
	}
	known := len(m.origin)
	if rows <= known {
		return
	}
	m.origin = grow.Resize(m.origin, rows)
	for i := known; i < rows; i++ {
		m.origin[i] = ownRow
	}
}

// AppendRow, TruncateRows and CopyRow implement Rows: a copy is stored and made later.
func (m *Moves) AppendRow()       {}
func (m *Moves) TruncateRows(int) {}
func (m *Moves) CopyRow(to, from int) {
	origin := m.origin[from]
	if origin == ownRow {
		origin = int32(from)
	}
	m.origin[to] = origin
	m.written = append(m.written, int32(to))
}

// endMoves makes the lists. The rows of the first partition are copied first if their number fell,
// and last if it rose: a record leaves the border of its partition, and so leaves room for the
// next.
func endMoves[S ~uint32, R ~int32](m *Moves, t *Table[S, R], rose bool) {
	for _, to := range m.written {
		from := m.origin[to]
		m.origin[to] = ownRow
		if from == ownRow || from == to || int(to) >= len(t.Slots) {
			continue
		}
		list := Inactive
		switch {
		case int(to) < t.awake:
			list = Awake
		case int(to) < t.asleepEnd:
			list = Asleep
		}
		if rose {
			list = Inactive - list
		}
		m.Lists[list] = append(m.Lists[list], RowMove{to, from})
	}
	m.written = m.written[:0]
}

// fetch reads the rows and identities of slots. A removal depends on the removal before it, so a
// processor would not begin to read for the next one meanwhile. Here no read waits for another one.
// The result only keeps the compiler from leaving the reads out.
func (t *Table[S, R]) fetch(slots []S) (read uint64) {
	for _, slot := range slots {
		read += uint64(t.Rows[slot]) + uint64(t.IDAt(slot))
	}
	return read
}

// RemoveEach ends the records of some slots, as Remove does one after the other, except for the
// columns: the caller makes the moves and shortens the columns.
func (t *Table[S, R]) RemoveEach(slots []S, m *Moves) {
	m.begin(len(t.Slots))
	m.read = t.fetch(slots)
	for _, slot := range slots {
		t.Remove(m, slot)
	}
	endMoves(m, t, false)
}

// InsertEach makes n awake records, as Insert does one after the other, except for the columns: the
// caller lengthens the columns and makes the moves. The new records have the last awake rows, in
// the order of creation.
func (t *Table[S, R]) InsertEach(n int, m *Moves) {
	m.begin(len(t.Slots) + n)
	for range n {
		_, row := t.Insert(m, Awake)
		m.origin[row] = ownRow // of the record that left it
	}
	endMoves(m, t, true)
}
