package column

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// tables are columns of every kind.
type tables struct {
	numbers []uint64
	rows    []float64
	turns   []uint32
	named   []*int
	lists   [][]uint32
	count   int
	calls   uint64
	marks   Marks
}

func (x *tables) list() *List {
	l := &List{Calls: func() uint64 { return x.calls }}
	l.Begin("all")
	l.State("numbers", Slice(&x.numbers).Since(l.Calls))
	l.State("rows", Slice(&x.rows).Timed(&x.marks).Watched())
	l.State("turns", Slice(&x.turns).InTurns().Since(l.Calls))
	l.State("named", Slice(&x.named).NotHashed())
	l.State("lists", Lists(&x.lists, func(h *Hasher, n uint32) { h.Uint64(uint64(n)) }))
	l.State("count", Number(&x.count))
	return l
}

// store returns a store of the tables, and the list that hashes them.
func (x *tables) store() (*Store, *List) {
	l, roots := x.list(), []Root{RootOf(x)}
	return NewStore(SchemeOf("tables", roots, func() *List { return l }), roots, &x.calls), l
}

// plain is the oracle of a Copy.
type plain struct {
	numbers []uint64
	rows    []float64
	turns   []uint32
	named   []*int
	lists   [][]uint32
	count   int
	saved   bool
}

func (x *tables) plain() plain {
	p := plain{slices.Clone(x.numbers), slices.Clone(x.rows), slices.Clone(x.turns), slices.Clone(x.named), nil, x.count, true}
	for _, list := range x.lists {
		p.lists = append(p.lists, slices.Clone(list))
	}
	return p
}

func (x *tables) requireIs(t *testing.T, p plain) {
	t.Helper()
	now := x.plain()
	require.True(t, slices.Equal(p.numbers, now.numbers))
	require.True(t, slices.Equal(p.rows, now.rows))
	require.True(t, slices.Equal(p.turns, now.turns))
	require.True(t, slices.Equal(p.named, now.named))
	require.Equal(t, len(p.lists), len(now.lists))
	for i := range p.lists {
		require.True(t, slices.Equal(p.lists[i], now.lists[i]))
	}
	require.Equal(t, p.count, now.count)
}

// requireTold requires that ranges name every row that is another than before, and every row that
// did not exist before: its memory may be of a row that has ended.
func (x *tables) requireTold(t *testing.T, before []float64, told []Span) {
	t.Helper()
	isTold := make([]bool, len(x.rows))
	for _, r := range told {
		for i := r.Lo; i < r.Hi; i++ {
			isTold[i] = true
		}
	}
	for i, v := range x.rows {
		if !isTold[i] && (i >= len(before) || before[i] != v) {
			t.Fatalf("row %d has changed and is not told", i)
		}
	}
	require.True(t, len(told) > 0 || len(before) <= len(x.rows))
}

func (x *tables) change(r *rand.Rand) {
	switch k := r.IntN(8); {
	case k == 0:
		x.calls++
		x.numbers = append(x.numbers, r.Uint64())
		x.numbers[r.IntN(len(x.numbers))]++
		x.turns = append(x.turns, make([]uint32, r.IntN(500))...)
		for i := range x.turns {
			x.turns[i] += uint32(i)
		}
	case k == 1:
		n := r.IntN(4000)
		if old := len(x.rows); n > old {
			x.rows = append(x.rows, make([]float64, n-old)...)
			for i := old; i < n; i++ {
				x.marks.Set(i)
			}
		} else if r.IntN(3) == 0 {
			x.rows = x.rows[:n]
		}
	case k == 2:
		x.named = append(x.named, new(int))
	case k == 3:
		x.lists = append(x.lists, []uint32{r.Uint32(), 7})
	case k == 4 && len(x.lists) > 0:
		x.lists[r.IntN(len(x.lists))] = nil
	case k == 5:
		x.count++
	case len(x.rows) > 0:
		i := r.IntN(len(x.rows))
		x.rows[i] = r.Float64()
		x.marks.Set(i)
	}
}

// Copies that share blocks, of two lists, hold what plain copies hold, and digests equal the
// digests of lists without a past.
func TestCopiesAgainstPlainOnes(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 5))
		worlds := [2]*tables{{}, {}}
		var stores [2]*Store
		var lists [2]*List
		for i := range worlds {
			stores[i], lists[i] = worlds[i].store()
		}
		var copies [6]Copy
		var oracles [6]plain
		for range 400 {
			k, i := r.IntN(2), r.IntN(len(copies))
			x, l, s := worlds[k], lists[k], stores[k]
			switch r.IntN(6) {
			case 0:
				s.Save(&copies[i])
				oracles[i] = x.plain()
			case 1:
				if !oracles[i].saved {
					continue
				}
				before := slices.Clone(x.rows)
				l.Restored(s, s.Restore(&copies[i]))
				x.requireIs(t, oracles[i])
				x.requireTold(t, before, Changed(s, &x.rows))
			case 2:
				turn := r.Uint64N(2 * digestTurns)
				got := l.Digest(turn)
				p := x.plain()
				fresh := tables{numbers: p.numbers, rows: p.rows, turns: p.turns, named: p.named, lists: p.lists, count: p.count}
				require.Equal(t, fresh.list().Digest(turn), got)
			default:
				x.change(r)
			}
		}
		for i := range copies {
			if oracles[i].saved {
				lists[0].Restored(stores[0], stores[0].Restore(&copies[i]))
				worlds[0].requireIs(t, oracles[i])
			}
		}
	}
}

// Snapshots of a large column share what was not written.
func TestCopiesShareBlocks(t *testing.T) {
	x := &tables{rows: make([]float64, 100_000)}
	s, _ := x.store()
	var ring [10]Copy
	var all []*Copy
	for i := range ring {
		x.rows[i] = float64(i + 1)
		x.marks.Set(i)
		s.Save(&ring[i])
		all = append(all, &ring[i])
	}
	require.Less(t, SharedBytes(all), 800_000+len(ring)*(blockBytes+1000))
	require.Greater(t, ring[3].Bytes(), 800_000)
}

// Of sixteen digests in a row one takes in a column in turns, and all take in any other column.
func TestEachBlockHasItsTurn(t *testing.T) {
	x := &tables{rows: make([]float64, 5), turns: make([]uint32, 100_000)}
	l := x.list()
	digests := func() (list []uint64) {
		for turn := range uint64(digestTurns) {
			list = append(list, l.Digest(turn+77))
		}
		return list
	}
	differing := func(a, b []uint64) (n int) {
		for i := range a {
			if a[i] != b[i] {
				n++
			}
		}
		return n
	}
	before := digests()
	for _, i := range []int{0, 7000, 50_000, 99_999} {
		x.turns[i]++
		x.calls++
		now := digests()
		require.Equal(t, 1, differing(before, now), "element %d", i)
		before = now
	}
	x.rows[3]++
	x.marks.Set(3)
	require.Equal(t, digestTurns, differing(before, digests()))
}

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
