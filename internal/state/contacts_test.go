package state

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// After random changes of the table each contact has its values in every column and lies in its
// partition.
func TestContactsAgainstModel(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for range 20 {
		var c Contacts
		var all []ContactSlot
		mark := map[ContactSlot]uint32{}
		sleeps := map[ContactSlot]bool{}
		version, rows := c.Version(), map[ContactSlot]ContactRow{} // the rows of all, as they were at so many moves
		for step := range 400 {
			switch k := r.IntN(10); {
			case k < 4 || len(all) == 0:
				n := uint32(step + 1)
				s := c.Add(ContactPair{ColliderA: n})
				row := c.Row(s)
				require.Equal(t, SolverContact{}, c.Solver[row])
				require.Equal(t, Surface{}, c.SurfaceAt(row))
				require.Equal(t, FrictionCone{}, rareAt(c.Cone, int(row)))
				require.Equal(t, ManifoldCache{}, c.Cache[row])
				c.Solver[row].Count = n
				if rolling(n) != 0 {
					c.FilledSurface(row).RollingResistance = rolling(n)
					c.SetCone(row, &FrictionCone{Left: rolling(n)}, true)
				}
				c.Cache[row].NormalX = float32(n)
				all, mark[s], sleeps[s] = append(all, s), n, false
			case k < 6:
				i := r.IntN(len(all))
				c.Remove(all[i])
				all = append(all[:i], all[i+1:]...)
			case k < 9:
				s := all[r.IntN(len(all))]
				if sleeps[s] = r.IntN(2) == 0; sleeps[s] {
					c.Sleep(s)
				} else {
					c.Wake(s)
				}
			default:
				order := append([]ContactSlot(nil), c.Slots[:c.Awake()]...)
				r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
				asleep := append([]ContactSlot(nil), c.Slots[c.Awake():]...)
				before := c.Version()
				c.Arrange(order)
				require.Equal(t, order, append([]ContactSlot(nil), c.Slots[:c.Awake()]...))
				require.Equal(t, asleep, append([]ContactSlot(nil), c.Slots[c.Awake():]...))
				if len(order) > 20 {
					require.Greater(t, c.Version(), before)
				}
			}
			c.Validate()
			require.Equal(t, len(all), c.Len())
			if c.Version() != version {
				version, rows = c.Version(), map[ContactSlot]ContactRow{}
			}
			for _, s := range all {
				row := c.Row(s)
				if before, known := rows[s]; known && before != row {
					t.Fatalf("contact %d moves from row %d to %d, and the version stays", s, before, row)
				}
				rows[s] = row
				n := mark[s]
				if sleeps[s] == c.IsAwake(s) || c.Pair[row].ColliderA != n || c.Solver[row].Count != n || c.Cache[row].NormalX != float32(n) ||
					c.SurfaceAt(row).RollingResistance != rolling(n) || rareAt(c.Cone, int(row)).Left != rolling(n) {
					t.Fatalf("contact %d, with the number %d, has lost a value in row %d", s, n, row)
				}
			}
		}
	}
}

// rolling is the resistance of contact n: the columns that hold it are empty for some time, and
// then few rows need them.
func rolling(n uint32) float32 {
	if n > 150 && n%3 == 0 {
		return float32(n)
	}
	return 0
}

// The columns of contacts give memory back when most contacts are gone for some time, and keep
// what they hold.
func TestContactsFit(t *testing.T) {
	const most, left = 4000, 1000
	var c Contacts
	for i := range uint32(most) {
		row := c.Row(c.Add(ContactPair{ColliderA: i}))
		c.Solver[row].Count, c.Cache[row].NormalX = i, float32(i)
		c.FilledSurface(row).RollingResistance = float32(i)
	}
	for range 10 {
		c.Fit()
	}
	require.GreaterOrEqual(t, cap(c.Solver), most)
	for slot := range ContactSlot(most) {
		if slot%(most/left) != 0 {
			c.Remove(slot)
		}
	}
	for range 10 {
		c.Fit()
	}
	c.Validate()
	require.Equal(t, left, c.Len())
	for _, room := range []int{cap(c.Slots), cap(c.Pair), cap(c.Solver), cap(c.Surface), cap(c.Cache), cap(c.Colors)} {
		require.Less(t, room, 5*left/4)
	}
	require.Empty(t, c.Cone, "nothing needs it")
	for row, slot := range c.Slots {
		i := uint32(slot)
		require.Equal(t, i, c.Pair[row].ColliderA)
		require.Equal(t, i, c.Solver[row].Count)
		require.Equal(t, float32(i), c.Cache[row].NormalX)
		require.Equal(t, float32(i), c.Surface[row].RollingResistance)
	}
	c.Add(ContactPair{})
	c.Validate()
}
