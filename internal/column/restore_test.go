package column

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// A restore tells a table nothing of a watched column that is equal to the copy, in the arena and
// in blocks, unless the column was filled from elsewhere.
func TestRestoreTellsOfChangedColumnsOnly(t *testing.T) {
	for _, rows := range []int{20, 5000} {
		x := &tables{rows: make([]float64, rows)}
		s, _ := x.store()
		var c Copy
		x.marks.SetRange(0, rows)
		s.Save(&c)
		x.marks.Set(3) // written with an equal value
		s.Restore(&c)
		require.Empty(t, Changed(s, &x.rows))

		x.rows[3], x.rows[rows-1] = 7, 8
		x.marks.Set(3)
		x.marks.Set(rows - 1)
		s.Restore(&c)
		require.Equal(t, make([]float64, rows), x.rows)
		require.NotEmpty(t, Changed(s, &x.rows))

		s.Written()
		s.Restore(&c)
		told := 0
		for _, r := range Changed(s, &x.rows) {
			told += r.Hi - r.Lo
		}
		require.Equal(t, rows, told)
		s.Restore(&c)
		require.Empty(t, Changed(s, &x.rows))
	}
}

// A restore clears what it removes, except from columns whose table writes what it appends.
func TestRestoreClearsWhatItRemoves(t *testing.T) {
	for _, filled := range []bool{false, true} {
		var x struct {
			rows  []uint32
			calls uint64
		}
		l := &List{Calls: func() uint64 { return x.calls }}
		column := Slice(&x.rows)
		if filled {
			column.Filled()
		}
		l.State("rows", column)
		s := NewStore(newScheme(l, []Root{RootOf(&x)}), []Root{RootOf(&x)}, &x.calls)
		x.rows = []uint32{1, 2, 3}
		var c Copy
		s.Save(&c)
		x.rows = []uint32{4, 5, 6, 7}
		s.Restore(&c)
		require.Equal(t, []uint32{1, 2, 3}, x.rows)
		require.Equal(t, filled, x.rows[:4][3] == 7)
	}
}

// Any lengths are restored, also where several of neighbouring columns differ at once: bits of two
// differences once cancelled each other.
func TestRestoreFitsManyColumns(t *testing.T) {
	var x struct {
		columns [11][]byte
		calls   uint64
	}
	l := &List{Calls: func() uint64 { return x.calls }}
	for i := range x.columns {
		l.State("", Slice(&x.columns[i]))
	}
	s := NewStore(newScheme(l, []Root{RootOf(&x)}), []Root{RootOf(&x)}, &x.calls)
	r := rand.New(rand.NewPCG(1, 1))
	var copies [20]Copy
	var lengths [20][11]int
	for k := range copies {
		for i := range x.columns {
			x.columns[i] = make([]byte, r.IntN(3))
			lengths[k][i] = len(x.columns[i])
		}
		s.Save(&copies[k])
	}
	for range 200 {
		k := r.IntN(len(copies))
		s.Restore(&copies[k])
		for i, c := range x.columns {
			require.Len(t, c, lengths[k][i])
		}
	}
}
