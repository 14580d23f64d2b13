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

// Contacts are sorted in the order of their rows, in groups and without. Those with restitution are
// listed in the order of the colours, and the motion has the same bits in any order of the rows.
func TestContactsComeByRows(t *testing.T) {
	run := func(limit int, reversed bool, pool *par.Pool) *testWorld {
		w, islands := discIslands(rand.New(rand.NewPCG(35, 36)), 40, true)
		for i, slot := range w.pairs {
			w.surface(slot).Restitution = 0
			if i%10 == 7 {
				w.surface(slot).Restitution = 0.5
			}
			w.contacts.Pair[w.contacts.Rows[slot]].UpdateSurfaceFlags(w.surface(slot))
		}
		if reversed {
			order := slices.Clone(w.contacts.Slots[:w.contacts.Awake()]) // rows against the order in which contacts are linked
			slices.Reverse(order)
			w.contacts.Arrange(order)
		}
		w.runInGroups(islands, limit, pool)
		w.solver.order.MarkChanged()
		w.buildOrder(islands, pool)
		return w
	}
	pool := par.New(3)
	defer pool.Close()
	want, linked := run(0, true, nil), run(0, false, nil)
	require.Equal(t, want.bodies.State, linked.bodies.State)
	for _, slot := range want.pairs {
		require.Equal(t, want.contacts.Solver[want.contacts.Rows[slot]], linked.contacts.Solver[linked.contacts.Rows[slot]])
	}
	for _, limit := range []int{0, 20, 300} {
		workers := pool
		if limit == 0 {
			workers = nil
		}
		got := run(limit, true, workers)
		require.Equal(t, want.bodies.State, got.bodies.State)
		require.Equal(t, want.contacts.Solver, got.contacts.Solver)
		order := got.solver.order
		require.Equal(t, limit > 0, order.Groups() > 1)
		require.Equal(t, limit == 0, order.HasGlobal())
		for group := range order.Groups() {
			for k := range schedule.Classes {
				rows, begin := order.Contacts(group, k)
				for color := 1; color < schedule.ColorCount; color++ {
					bucket := rows[begin[color]-begin[0] : begin[color+1]-begin[0]]
					if n := slices.Index(bucket, -1); n >= 0 {
						bucket = bucket[:n]
					}
					require.True(t, slices.IsSorted(bucket) || order.Partitions() > 1)
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
		first := len(rows)
		for _, slot := range w.solver.constraints[color].Contacts {
			if row := w.contacts.Rows[slot]; w.contacts.Pair[row].Flags&state.ContactBouncy != 0 {
				rows = append(rows, int32(row))
			}
		}
		if color != schedule.Overflow {
			slices.Sort(rows[first:])
		}
	}
	return rows
}

// Rows that workers share in slices come into the places that one worker finds.
func TestSlicesOfRowsAreAsOneSlice(t *testing.T) {
	w, islands := discIslands(rand.New(rand.NewPCG(37, 38)), 100, true)
	for i, slot := range w.pairs {
		w.surface(slot).Restitution = float32(i%3) * 0.2
		w.contacts.Pair[w.contacts.Rows[slot]].UpdateSurfaceFlags(w.surface(slot))
		w.collide(slot)
	}
	require.Greater(t, w.contacts.Awake(), 3*2048, "rows for several slices")
	w.solver.SetMaxGroupBodies(0) // one group with partitions
	places := func(pool *par.Pool) (rows []int32, bouncy []int32) {
		w.solver.order.MarkChanged()
		w.buildOrder(islands, pool)
		order := w.solver.order
		for k := range schedule.Classes {
			all, begin := order.Contacts(schedule.Global, k)
			for color := range schedule.ColorCount { // partitions follow each other in a colour
				bucket := slices.Clone(all[begin[color]-begin[0] : begin[color+1]-begin[0]])
				slices.Sort(bucket)
				rows = append(rows, bucket...)
			}
		}
		return rows, slices.Clone(order.Bouncy())
	}
	one, oneBouncy := places(nil)
	require.Equal(t, bouncyRows(w), oneBouncy)
	for _, workers := range []int{2, 3, 16} {
		pool := par.New(workers)
		rows, bouncy := places(pool)
		pool.Close()
		require.Equal(t, one, rows, workers)
		require.Equal(t, oneBouncy, bouncy, workers)
	}
}
