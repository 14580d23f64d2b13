package table

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

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
