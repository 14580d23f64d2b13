package solver

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/schedule"
	"github.com/stretchr/testify/require"
)

// Contacts of islands that are all in groups are sorted in the order of their rows. Those with restitution are
// listed in the order of the colours, and the motion has the same bits as without groups.
func TestContactsOfGroupsComeByRows(t *testing.T) {
	run := func(limit int, pool *par.Pool) *testWorld {
		w, islands := discIslands(rand.New(rand.NewPCG(35, 36)), 40, true)
		for i, slot := range w.pairs {
			w.surface(slot).Restitution = 0
			if i%100 == 7 {
				w.surface(slot).Restitution = 0.5
			}
			w.contacts.Pair[w.contacts.Rows[slot]].UpdateSurfaceFlags(w.surface(slot))
		}
		order := slices.Clone(w.contacts.Slots[:w.contacts.Awake()]) // rows against the order in which contacts are linked
		slices.Reverse(order)
		w.contacts.Arrange(order)
		w.solver.SetMinParallelWork(0)
		w.solver.SetMaxGroupBodies(limit)
		for range ticks {
			for _, slot := range w.pairs {
				w.collide(slot)
			}
			w.solver.Solve(w.input(islands, pool))
			w.advancePoses()
		}
		w.solver.order.MarkChanged()
		w.buildOrder(islands, pool)
		return w
	}
	pool := par.New(3)
	defer pool.Close()
	want := run(0, nil)
	for _, limit := range []int{20, 300} {
		got := run(limit, pool)
		require.Equal(t, want.bodies.State, got.bodies.State)
		require.Equal(t, want.contacts.Solver, got.contacts.Solver)
		order := got.solver.order
		require.Greater(t, order.Groups(), 1)
		require.False(t, order.HasGlobal())
		for group := range order.Groups() {
			for k := range schedule.Classes {
				rows, begin := order.Contacts(group, k)
				for color := 1; color < schedule.ColorCount; color++ {
					bucket := rows[begin[color]-begin[0] : begin[color+1]-begin[0]]
					if n := slices.Index(bucket, -1); n >= 0 {
						bucket = bucket[:n]
					}
					require.True(t, slices.IsSorted(bucket))
				}
			}
		}
		require.Equal(t, bouncyRows(got), order.Bouncy())
		require.NotEmpty(t, order.Bouncy())
	}
}

// bouncyRows is the slow twin of Order.Bouncy.
func bouncyRows(w *testWorld) (rows []int32) {
	for color := range w.solver.constraints {
		for _, slot := range w.solver.constraints[color].Contacts {
			if row := w.contacts.Rows[slot]; w.contacts.Pair[row].Flags&state.ContactBouncy != 0 {
				rows = append(rows, int32(row))
			}
		}
	}
	return rows
}
