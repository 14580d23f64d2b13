package table

import "github.com/carom2d/carom/internal/grow"

// RowMove copies all columns of row From to row To.
type RowMove struct{ To, From int32 }

// Moves are the copies that the caller makes after a batch of changes: one list after the other,
// each in any order, so that workers may share a list. No list reads a row that it writes.
type Moves struct {
	Lists [Inactive + 1][]RowMove

	written []uint32 // rows that hold another record than before the batch, or did
	origin  []int32  // by row: the row from which its record came, or ownRow
	read    uint64   // what fetch read, so that it does
}

const ownRow = -1

func (m *Moves) reset() {
	for i := range m.Lists {
		m.Lists[i] = m.Lists[i][:0]
	}
}

// knowRows makes room for the origins of so many rows.
func (m *Moves) knowRows(rows int) {
	known := len(m.origin)
	if rows <= known {
		return
	}
	m.origin = grow.Resize(m.origin, rows)
	for i := known; i < rows; i++ {
		m.origin[i] = ownRow
	}
}

// move copies a row over another in the table, and stores the copy of the columns. Its code would
// stand three times in RemoveRows, which every program links.
//
//go:noinline
func (t *Table[S, R]) move(m *Moves, to, from int) {
	if to == from {
		return
	}
	origin := m.origin[from]
	if origin == ownRow {
		origin = int32(from)
	}
	m.origin[to] = origin
	m.written = append(m.written, uint32(to))
	slot := t.Slots[from]
	t.Slots[to], t.Rows[slot] = slot, R(to)
}

// list makes the lists of a batch of removals. The rows of the first partition are copied first: a
// record leaves the border of its partition, and so leaves room for the next.
func (t *Table[S, R]) list(m *Moves) {
	t.touched.SetEach(m.written)
	for _, to := range m.written {
		from := m.origin[to]
		m.origin[to] = ownRow
		if from == ownRow || from == int32(to) || int(to) >= len(t.Slots) {
			continue
		}
		list := Inactive
		switch {
		case int(to) < t.awake:
			list = Awake
		case int(to) < t.asleepEnd:
			list = Asleep
		}
		m.Lists[list] = append(m.Lists[list], RowMove{int32(to), from})
	}
	m.written = m.written[:0]
}

// fetch reads the rows of slots. A removal depends on the removal before it, so a processor would
// not begin to read for the next one meanwhile. Here no read waits for another one. The result only
// keeps the compiler from leaving the reads out.
func (t *Table[S, R]) fetch(slots []S) (read uint64) {
	for _, slot := range slots {
		read += uint64(t.Rows[slot])
	}
	return read
}

// RemoveRows ends the rows of some slots, as Remove does one after the other, except for the
// columns: the caller makes the moves and shortens the columns. The slots stay taken until
// FreeSlots, which another worker may call at the same time.
func (t *Table[S, R]) RemoveRows(slots []S, m *Moves) {
	m.reset()
	m.knowRows(len(t.Slots))
	m.read = t.fetch(slots)
	last := len(t.Slots)
	for _, slot := range slots {
		hole := int(t.Rows[slot])
		if hole < t.awake {
			t.awake--
			t.move(m, hole, t.awake)
			hole = t.awake
		}
		if hole < t.asleepEnd {
			t.asleepEnd--
			t.move(m, hole, t.asleepEnd)
			hole = t.asleepEnd
		}
		last--
		t.move(m, hole, last)
	}
	t.Slots = t.Slots[:last]
	t.version += uint64(len(slots))
	t.list(m)
}

// InsertEach makes n awake records, as Insert does one after the other, except for the columns: the
// caller lengthens the columns and makes the moves. The new records have the last awake rows, in
// the order of creation.
func (t *Table[S, R]) InsertEach(n int, m *Moves) {
	m.reset()
	awake, asleepEnd, end := t.awake, t.asleepEnd, len(t.Slots)
	t.Slots = grow.Resize(t.Slots, end+n)
	t.shift(asleepEnd, end, n, &m.Lists[0])
	t.shift(awake, asleepEnd, n, &m.Lists[1])
	slots := t.Slots[awake : awake+n]
	t.takeSlots(slots)
	t.Rows = grow.Resize(t.Rows, t.ids.Cap())
	for i, slot := range slots {
		t.Rows[slot] = R(awake + i)
	}
	t.touched.SetRange(awake, awake+n)
	t.awake, t.asleepEnd = awake+n, asleepEnd+n
	t.version += uint64(n)
}

// shift moves the rows [lo, hi) of a partition up by n. Only the first of them need to move, and
// those go behind the others, as often as there is room for them before lo + n.
func (t *Table[S, R]) shift(lo, hi, n int, list *[]RowMove) {
	if lo == hi {
		return
	}
	first := max(hi, lo+n)
	for to := first; to < hi+n; to++ {
		from := lo + (to-lo)%(hi-lo)
		slot := t.Slots[from]
		t.Slots[to], t.Rows[slot] = slot, R(to)
		*list = append(*list, RowMove{int32(to), int32(from)})
	}
	t.touched.SetRange(first, hi+n)
}
