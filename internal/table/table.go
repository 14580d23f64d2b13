package table

import (
	"fmt"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
)

// Partition is a range of rows.
type Partition uint8

// The partitions, in the order of their rows.
const (
	Awake Partition = iota
	Asleep
	Inactive
)

// Columns are the columns that move with the rows of a table. All have the same length.
type Columns interface {
	Rows
	// HoldRow keeps a copy of a row aside; ReleaseRow writes it over a row.
	HoldRow(row int)
	ReleaseRow(row int)
}

// Rows is the part of Columns that inserting and removing need.
type Rows interface {
	// AppendRow adds a row at the end, with any values.
	AppendRow()
	// TruncateRows shortens every column to n rows.
	TruncateRows(n int)
	// CopyRow copies row from over row to.
	CopyRow(to, from int)
}

// Table is the order of the rows of a table: S is the type of its slots, R the type of its rows.
// The zero Table is empty and ready.
type Table[S ~uint32, R ~int32] struct {
	Slots []S `column:"state"`   // the slot in each row
	Rows  []R `column:"derived"` // the row of each slot

	Identities[S]

	awake     int    `column:"state"`
	asleepEnd int    `column:"state"`
	version   uint64 `column:"derived"`

	touched column.Marks `column:"scratch"` // rows that changed hands or partition
}

// Len returns the number of rows.
func (t *Table[S, R]) Len() int { return len(t.Slots) }

// Awake returns the number of awake rows; they begin at row 0.
func (t *Table[S, R]) Awake() int { return t.awake }

// AsleepEnd returns the row after the last sleeping one.
func (t *Table[S, R]) AsleepEnd() int { return t.asleepEnd }

// Cap returns one more than the largest slot ever used.
func (t *Table[S, R]) Cap() int { return len(t.Rows) }

// Version rises whenever a row changes hands or a record its partition: rows and partitions are
// unchanged between two equal versions. Where Restored finds no row changed, a partition may be.
func (t *Table[S, R]) Version() uint64 { return t.version }

// Row returns the row of a slot.
func (t *Table[S, R]) Row(slot S) R { return t.Rows[slot] }

// IsAwake reports whether the row of a slot is awake.
func (t *Table[S, R]) IsAwake(slot S) bool { return int(t.Rows[slot]) < t.awake }

// PartitionOf returns the partition of a slot.
func (t *Table[S, R]) PartitionOf(slot S) Partition {
	switch row := int(t.Rows[slot]); {
	case row < t.awake:
		return Awake
	case row < t.asleepEnd:
		return Asleep
	default:
		return Inactive
	}
}

// Reserve makes room for so many more records.
func (t *Table[S, R]) Reserve(n int) {
	t.Slots = grow.Reserve(t.Slots, n)
	t.Rows = grow.Reserve(t.Rows, max(t.Living()+n-len(t.Rows), 0))
}

// Insert makes a record at the end of a partition and returns its slot and row. The first row of
// each later partition moves to its end. The caller writes every column of the new row.
func (t *Table[S, R]) Insert(c Rows, p Partition) (S, R) {
	slot := t.NewSlot()
	if int(slot) == len(t.Rows) {
		t.Rows = grow.Append(t.Rows, 0)
	}
	row := len(t.Slots)
	t.Slots = grow.Append(t.Slots, slot)
	c.AppendRow()
	if p < Inactive {
		t.copy(c, row, t.asleepEnd)
		row = t.asleepEnd
		t.asleepEnd++
	}
	if p < Asleep {
		t.copy(c, row, t.awake)
		row = t.awake
		t.awake++
	}
	t.place(row, slot)
	t.version++
	return slot, R(row)
}

// Remove ends a record. The last row of each partition from its own on fills the gap.
func (t *Table[S, R]) Remove(c Rows, slot S) {
	p, hole := t.PartitionOf(slot), int(t.Rows[slot])
	if p == Awake {
		t.awake--
		t.copy(c, hole, t.awake)
		hole = t.awake
	}
	if p <= Asleep {
		t.asleepEnd--
		t.copy(c, hole, t.asleepEnd)
		hole = t.asleepEnd
	}
	last := len(t.Slots) - 1
	t.copy(c, hole, last)
	t.Slots = t.Slots[:last]
	c.TruncateRows(last)
	t.version++
	t.FreeSlot(slot)
}

// Move brings a record into another partition by one exchange of rows per border.
func (t *Table[S, R]) Move(c Columns, slot S, to Partition) {
	from := t.PartitionOf(slot)
	if from == to {
		return
	}
	t.version++ // even if it is at the border and its row stays
	for p := from; p < to; p++ {
		border := &t.awake
		if p == Asleep {
			border = &t.asleepEnd
		}
		*border--
		t.touch(*border)
		t.swap(c, int(t.Rows[slot]), *border)
	}
	for p := from; p > to; p-- {
		border := &t.awake
		if p == Inactive {
			border = &t.asleepEnd
		}
		t.touch(*border)
		t.swap(c, int(t.Rows[slot]), *border)
		*border++
	}
}

// Arrange puts the first rows into the given order, which lists the slots of these rows.
func (t *Table[S, R]) Arrange(c Columns, order []S) {
	for start, slot := range order {
		first := t.Slots[start]
		if first == slot {
			continue
		}
		t.version++
		// Each row of a cycle moves to its place, the first one last.
		c.HoldRow(start)
		hole := start
		for slot != first {
			from := int(t.Rows[slot])
			t.copy(c, hole, from)
			hole = from
			slot = order[hole]
		}
		c.ReleaseRow(hole)
		t.place(hole, first)
	}
}

// Validate panics when the table contradicts itself or a column has another length.
func (t *Table[S, R]) Validate(name string, columns ...int) {
	for _, n := range columns {
		if n != len(t.Slots) {
			panic(name + ": columns differ in length")
		}
	}
	if t.awake < 0 || t.awake > t.asleepEnd || t.asleepEnd > len(t.Slots) {
		panic(name + ": partition outside the table")
	}
	if t.ids.Len() != len(t.Slots) {
		panic(name + ": as many identities as rows are wanted")
	}
	for r, slot := range t.Slots {
		if t.Rows[slot] != R(r) || t.IDAt(slot) == 0 {
			panic(fmt.Sprintf("%s: slot %d and row %d disagree", name, slot, r))
		}
	}
}

func (t *Table[S, R]) place(row int, slot S) {
	t.Slots[row] = slot
	t.Rows[slot] = R(row)
	t.touch(row)
}

// copy copies a row over another, whose record goes elsewhere.
func (t *Table[S, R]) copy(c Rows, to, from int) {
	if to != from {
		c.CopyRow(to, from)
		t.place(to, t.Slots[from])
	}
}

func (t *Table[S, R]) swap(c Columns, a, b int) {
	if a == b {
		return
	}
	slotA, slotB := t.Slots[a], t.Slots[b]
	c.HoldRow(a)
	c.CopyRow(a, b)
	c.ReleaseRow(b)
	t.place(a, slotB)
	t.place(b, slotA)
}

// CopyRows gives every record the row that it has in another table. Columns and identities are not
// copied. The rows of a table that is always a copy of the same table are copied only when they
// change.
func (t *Table[S, R]) CopyRows(source *Table[S, R]) {
	if t.version != source.version || len(t.Slots) != len(source.Slots) || len(t.Rows) != len(source.Rows) {
		t.Slots = append(t.Slots[:0], source.Slots...)
		t.Rows = append(t.Rows[:0], source.Rows...)
	}
	t.awake, t.asleepEnd, t.version = source.awake, source.asleepEnd, source.version
}
