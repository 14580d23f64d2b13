package table

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

type slot uint32

// values is a table of one column.
type values struct {
	Table[slot, int32]
	value []int
	held  int
}

func (v *values) AppendRow()           { v.value = append(v.value, 0) }
func (v *values) TruncateRows(n int)   { v.value = v.value[:n] }
func (v *values) CopyRow(to, from int) { v.value[to] = v.value[from] }
func (v *values) HoldRow(r int)        { v.held = v.value[r] }
func (v *values) ReleaseRow(r int)     { v.value[r] = v.held }

// model is the oracle of Table: three lists of slots.
type model struct {
	lists [3][]slot
	value map[slot]int
}

func (m *model) find(s slot) (Partition, int) {
	for p, list := range m.lists {
		for i, x := range list {
			if x == s {
				return Partition(p), i
			}
		}
	}
	panic("no such slot")
}

// insert puts a slot at the end of a list; the first of each list behind goes to its end.
func (m *model) insert(s slot, p Partition) {
	m.lists[p] = append(m.lists[p], s)
	for q := p + 1; q <= Inactive; q++ {
		if l := m.lists[q]; len(l) > 0 {
			m.lists[q] = append(l[1:len(l):len(l)], l[0])
		}
	}
}

// take fills the gap of a slot with the last of its list; the last of each list behind comes first.
func (m *model) take(s slot) {
	p, i := m.find(s)
	l := m.lists[p]
	l[i] = l[len(l)-1]
	m.lists[p] = l[:len(l)-1]
	for q := p + 1; q <= Inactive; q++ {
		if l := m.lists[q]; len(l) > 0 {
			m.lists[q] = append([]slot{l[len(l)-1]}, l[:len(l)-1]...)
		}
	}
}

// move crosses one border at a time: the slot changes places with its neighbour at the border.
func (m *model) move(s slot, to Partition) {
	for p, i := m.find(s); p < to; p, i = m.find(s) {
		l := m.lists[p]
		l[i] = l[len(l)-1]
		m.lists[p] = l[:len(l)-1]
		m.lists[p+1] = append([]slot{s}, m.lists[p+1]...)
	}
	for p, i := m.find(s); p > to; p, i = m.find(s) {
		l := m.lists[p]
		l[i] = l[0]
		m.lists[p] = l[1:]
		m.lists[p-1] = append(m.lists[p-1], s)
	}
}

func (m *model) order() []slot {
	var all []slot
	for _, l := range m.lists {
		all = append(all, l...)
	}
	return all
}

// run applies a list of operations, one per byte, to a table and to the model, and compares them.
func run(t *testing.T, operations []byte) {
	var v values
	m := model{value: map[slot]int{}}
	var all []slot
	for n, b := range operations {
		version, before := v.Version(), append([]slot(nil), v.Slots...)
		awake, asleepEnd := v.Awake(), v.AsleepEnd()
		pick := func() int { return int(b>>3) % len(all) }
		switch k := b % 8; {
		case k < 3 || len(all) == 0:
			p := Partition(b >> 3 % 3)
			s, r := v.Insert(&v, p)
			v.value[r] = n
			m.insert(s, p)
			m.value[s] = n
			all = append(all, s)
		case k == 3:
			i := pick()
			v.Remove(&v, all[i])
			require.Zero(t, v.IDAt(all[i]))
			m.take(all[i])
			delete(m.value, all[i])
			all = append(all[:i], all[i+1:]...)
		case k == 4: // a rotation and a reversal of the awake rows
			order := append([]slot(nil), v.Slots[:v.Awake()]...)
			if len(order) > 2 {
				order = append(order[1:], order[0])
				order[0], order[len(order)-1] = order[len(order)-1], order[0]
			}
			v.Arrange(&v, order)
			copy(m.lists[Awake], order)
		default:
			i := pick()
			v.Move(&v, all[i], Partition(k-5))
			m.move(all[i], Partition(k-5))
		}
		v.Validate("values", len(v.value))
		require.Equal(t, m.order(), append([]slot(nil), v.Slots...))
		require.Equal(t, len(m.lists[Awake]), v.Awake())
		require.Equal(t, len(m.lists[Awake])+len(m.lists[Asleep]), v.AsleepEnd())
		if version == v.Version() {
			require.Equal(t, before, append([]slot(nil), v.Slots...))
			require.Equal(t, [2]int{awake, asleepEnd}, [2]int{v.Awake(), v.AsleepEnd()})
		}
		for _, s := range all {
			p, _ := m.find(s)
			if v.PartitionOf(s) != p || v.IsAwake(s) != (p == Awake) || v.value[v.Row(s)] != m.value[s] || !v.AliveID(v.IDAt(s)) {
				t.Fatalf("slot %d is not as in the model", s)
			}
		}
	}
}

func TestTableAgainstModel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		operations := make([]byte, 200)
		for i := range operations {
			operations[i] = byte(r.Uint32())
		}
		run(t, operations)
	}
}

func FuzzTable(f *testing.F) {
	f.Add([]byte{0, 8, 16, 5, 13, 4, 3, 11})
	f.Fuzz(func(t *testing.T, operations []byte) {
		if len(operations) > 300 {
			operations = operations[:300] // longer lists find no more and take a second each
		}
		run(t, operations)
	})
}

func TestValidateFindsContradictions(t *testing.T) {
	full := func() *values {
		var v values
		for p := range Partition(3) {
			v.Insert(&v, p)
		}
		return &v
	}
	for name, corrupt := range map[string]func(v *values){
		"values: columns differ in length":              func(v *values) { v.value = v.value[:1] },
		"values: partition outside the table":           func(v *values) { v.awake = 3 },
		"values: as many identities as rows are wanted": func(v *values) { v.ids.NewSlot() },
		"values: slot 1 and row 0 disagree":             func(v *values) { v.Slots[0], v.Slots[1] = v.Slots[1], v.Slots[0] },
	} {
		v := full()
		v.Validate("values", len(v.value))
		corrupt(v)
		require.PanicsWithValue(t, name, func() { v.Validate("values", len(v.value)) })
	}
}

func TestTableDoesNotAllocate(t *testing.T) {
	var v values
	for range 100 {
		v.Insert(&v, Awake)
	}
	order := append([]slot(nil), v.Slots...)
	order[0], order[50] = order[50], order[0]
	require.Zero(t, testing.AllocsPerRun(100, func() {
		s, _ := v.Insert(&v, Asleep)
		v.Move(&v, s, Inactive)
		v.Move(&v, s, Awake)
		v.Remove(&v, s)
		v.Arrange(&v, order)
		order[0], order[50] = order[50], order[0]
	}))
}

// copyRows makes the moves of a batch, a list in any order.
func (v *values) copyRows(m *Moves, random *rand.Rand) {
	for _, list := range m.Lists {
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for _, move := range list {
			v.CopyRow(int(move.To), int(move.From))
		}
	}
}

// A batch leaves the table as the same changes one after the other.
func TestBatchesAreAsOneByOne(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	for range 300 {
		var one, batch values
		var moves Moves
		number := 0
		for range 30 {
			switch n := random.IntN(12); random.IntN(4) {
			case 0:
				first := batch.Awake()
				batch.InsertEach(n, &moves)
				batch.value = append(batch.value, make([]int, n)...)
				batch.copyRows(&moves, random)
				for i := range n {
					number++
					_, row := one.Insert(&one, Awake)
					one.value[row], batch.value[first+i] = number, number
				}
			case 1:
				order := random.Perm(len(one.Slots))
				var slots []slot
				for _, i := range order[:min(n, len(order))] {
					slots = append(slots, one.Slots[i])
				}
				batch.RemoveRows(slots, &moves)
				batch.FreeSlots(slots)
				batch.copyRows(&moves, random)
				batch.value = batch.value[:len(batch.Slots)]
				for _, s := range slots {
					one.Remove(&one, s)
				}
			case 2:
				number++
				p := Partition(random.IntN(3))
				for _, v := range []*values{&one, &batch} {
					_, row := v.Insert(v, p)
					v.value[row] = number
				}
			default:
				if len(one.Slots) > 0 {
					s, p := one.Slots[random.IntN(len(one.Slots))], Partition(random.IntN(3))
					one.Move(&one, s, p)
					batch.Move(&batch, s, p)
				}
			}
			batch.Validate("batch", len(batch.value))
			require.Equal(t, append([]slot{}, one.Slots...), append([]slot{}, batch.Slots...))
			require.Equal(t, append([]int{}, one.value...), append([]int{}, batch.value...))
			require.Equal(t, one.Awake(), batch.Awake())
			require.Equal(t, one.AsleepEnd(), batch.AsleepEnd())
		}
	}
}

// No list reads a row that it writes, so its moves may be made at the same time.
func TestMovesOfAListAreIndependent(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	var v values
	var moves Moves
	for range 2000 {
		if n := random.IntN(20); random.IntN(2) == 0 {
			v.InsertEach(n, &moves)
		} else {
			slots := append([]slot(nil), v.Slots[:min(n, len(v.Slots))]...)
			v.RemoveRows(slots, &moves)
			v.FreeSlots(slots)
		}
		v.value = append(v.value, make([]int, 20)...)[:len(v.Slots)]
		for i := range v.Slots {
			if random.IntN(5) == 0 {
				v.Move(&v, v.Slots[i], Partition(random.IntN(3)))
			}
		}
		for _, list := range moves.Lists {
			written := map[int32]bool{}
			for _, move := range list {
				require.False(t, written[move.To], "two moves write row %d", move.To)
				written[move.To] = true
			}
			for _, move := range list {
				require.False(t, written[move.From], "row %d is read and written", move.From)
			}
		}
	}
}
