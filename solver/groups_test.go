package solver

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/schedule"
	"github.com/stretchr/testify/require"
)

// discIslands makes islands of touching discs on one floor, whose rows lie in runs or, shuffled,
// anywhere.
func discIslands(r *rand.Rand, islands int, shuffled bool) (*testWorld, *state.Islands) {
	w := newTestWorld()
	floor := w.addStatic(0, -1, 1000, 1)
	isl := &state.Islands{}
	var places []geom.Vec2
	for i := range islands {
		for k := range 1 + r.IntN(20) {
			places = append(places, geom.Vec2{X: float64(i)*10 + float64(k%4)*0.45, Y: 0.25 + 0.45*float64(k/4)})
		}
	}
	if shuffled {
		r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	}
	var all []state.BodySlot
	for _, p := range places {
		b := w.addDisc(p.X, p.Y, 0.25, 0.5+r.Float64())
		isl.Add(b)
		c := w.addContact(floor, b)
		w.surface(c).Restitution = float32(r.IntN(2)) * 0.3
		for i, other := range all {
			if q := places[i]; p.Distance(q) < 3 {
				w.addContact(other, b)
				isl.Link(other, b)
			}
		}
		all = append(all, b)
	}
	return w, isl
}

func (w *testWorld) input(islands *state.Islands, pool *par.Pool) *Input {
	return &Input{
		Params: &w.params, Bodies: w.bodies, Contacts: &w.contacts, Joints: w.joints, Islands: islands,
		Pool: pool, Integrator: w,
	}
}

// buildOrder makes the order of a tick without solving it.
func (w *testWorld) buildOrder(islands *state.Islands, pool *par.Pool) {
	w.solver.in = *w.input(islands, pool)
	w.solver.takeScratch()
	w.solver.buildOrder(pool)
	w.solver.giveScratch()
}

// Groups of any size have every awake row once, whole islands, no more bodies than
// allowed, and every linked contact once, with the bodies of its group.
func TestGroupsCoverEverythingOnce(t *testing.T) {
	pool := par.New(3)
	defer pool.Close()
	for _, shuffled := range []bool{false, true} {
		for _, limit := range []int{0, 1, 5, 20, 64, 10000} {
			r := rand.New(rand.NewPCG(uint64(limit), 31))
			w, islands := discIslands(r, 40, shuffled)
			w.solver.SetMaxGroupBodies(limit)
			w.step(1)
			for _, pool := range []*par.Pool{nil, pool} {
				w.buildOrder(islands, pool)
				checkGroups(t, w, islands, limit)
			}
		}
	}
}

// groupOfRows returns the group of each awake body row, by the runs of the groups, and requires
// that each row is in one run.
func groupOfRows(t *testing.T, w *testWorld) []int {
	groups := make([]int, w.bodies.Awake())
	for row := range groups {
		groups[row] = -1
	}
	order := w.solver.order
	for group := range order.Groups() {
		for i := order.FirstRun(group); i >= 0; {
			var rows column.Span
			rows, i = order.Run(i)
			for row := rows.Lo; row < rows.Hi; row++ {
				require.Equal(t, -1, groups[row], "row %d is in two runs", row)
				groups[row] = group
			}
		}
	}
	require.NotContains(t, groups, -1)
	return groups
}

// partitionOfRows returns the partition of each awake body row, or -1 for a row in a group of
// islands, and requires that no row is in two partitions.
func partitionOfRows(t *testing.T, w *testWorld) []int {
	partitions := make([]int, w.bodies.Awake())
	for row := range partitions {
		partitions[row] = -1
	}
	order := w.solver.order
	for p := 0; order.HasGlobal() && p < order.Partitions(); p++ {
		for _, rows := range order.PartitionRows(p) {
			for row := rows.Lo; row < rows.Hi; row++ {
				require.Equal(t, -1, partitions[row], "row %d is in two partitions", row)
				partitions[row] = p
			}
		}
	}
	return partitions
}

// classOf is the slow twin of the solver's sort keys.
func classOf(p *state.ContactPair) schedule.Class {
	k := schedule.OnePoint
	if p.Flags&state.ContactTwoPoints != 0 {
		k++
	}
	if p.Flags&state.ContactHasSurface != 0 {
		k += schedule.OnePointSurface
	} else if p.Flags&state.ContactArc != 0 {
		k = schedule.OnePointArc
	}
	return k
}

func checkGroups(t *testing.T, w *testWorld, islands *state.Islands, limit int) {
	order := w.solver.order
	groups, partitions := groupOfRows(t, w), partitionOfRows(t, w)
	rows, bodies, seen := make([]int, order.Groups()), make([]int, order.Groups()), map[uint32]bool{}
	for row, group := range groups {
		require.Equal(t, group == schedule.Global, partitions[row] >= 0, "row %d", row)
		rows[group]++
		if island := islands.Of(w.bodies.Slots[row]); !seen[island] {
			seen[island] = true
			bodies[group] += islands.Count(island)
		}
	}
	for group := range rows {
		require.Equal(t, bodies[group], rows[group], "group %d has whole islands", group)
		if group != schedule.Global {
			require.Positive(t, rows[group])
			require.LessOrEqual(t, rows[group], limit)
		}
	}
	found := map[int32]bool{}
	for group := range order.Groups() {
		for k := range schedule.Classes {
			contacts, _ := order.Contacts(group, k)
			for _, row := range contacts {
				if row < 0 {
					continue
				}
				require.False(t, found[row])
				found[row] = true
				require.Equal(t, group, groups[w.bodies.Rows[w.contacts.Pair[row].BodyB]])
				require.Equal(t, k, classOf(&w.contacts.Pair[row]))
			}
		}
	}
	linked := 0
	for slot := range w.contacts.Meta {
		if w.contacts.Meta[slot].Color != state.None {
			require.True(t, found[int32(w.contacts.Rows[slot])])
			linked++
		}
	}
	require.Len(t, found, linked)
}

// runInGroups runs some ticks with groups of at most limit bodies.
func (w *testWorld) runInGroups(islands *state.Islands, limit int, pool *par.Pool) {
	w.solver.SetMinParallelWork(0)
	w.solver.SetMaxGroupBodies(limit)
	for range ticks {
		for _, slot := range w.pairs {
			w.collide(slot)
		}
		w.solver.Solve(w.input(islands, pool))
		w.advancePoses()
	}
}

// Groups of any size give the same bits as no groups, and the same list of contacts with
// restitution.
func TestGroupsDoNotChangeResults(t *testing.T) {
	run := func(limit int, pool *par.Pool) *testWorld {
		w, islands := discIslands(rand.New(rand.NewPCG(33, 34)), 30, limit%2 == 0)
		w.runInGroups(islands, limit, pool)
		return w
	}
	pool := par.New(3)
	defer pool.Close()
	for _, limit := range []int{1, 6, 40, 1001} {
		want := run(limit%2-2, nil) // a negative limit makes no groups
		got := run(limit, pool)
		require.Equal(t, want.solver.order.Bouncy(), got.solver.order.Bouncy())
		require.Equal(t, want.bodies.State, got.bodies.State, "groups of %d", limit)
		require.Equal(t, want.bodies.Pose, got.bodies.Pose, "groups of %d", limit)
		require.Equal(t, want.contacts.Solver, got.contacts.Solver, "groups of %d", limit)
		require.Equal(t, want.bodies.Motion, got.bodies.Motion, "groups of %d", limit)
		require.Greater(t, got.solver.order.Groups(), 1)
	}
}

// Islands on kinematic bodies are in the global group.
func TestIslandsOnKinematicBodiesStayGlobal(t *testing.T) {
	w := newTestWorld()
	islands := &state.Islands{}
	slab := w.addBox(0, 0, 2, 0.5, 1)
	w.state(slab).Flags = 0
	w.bodies.Meta[slab].Type = body.Kinematic
	w.bodies.Dynamics[w.bodies.Rows[slab]].InvMass, w.bodies.Dynamics[w.bodies.Rows[slab]].InvInertia = 0, 0
	on, off := w.addBox(0, 1, 0.5, 0.5, 1), w.addBox(50, 1, 0.5, 0.5, 1)
	islands.Add(on)
	islands.Add(off)
	c := w.addContact(slab, on)
	w.bodies.Meta[slab].FirstContact = uint32(c) * 2
	w.contacts.Meta[c].Edges[0] = state.ContactEdge{Next: state.None, Prev: state.None}
	w.solver.SetMaxGroupBodies(10)
	w.step(1)
	w.buildOrder(islands, nil)
	groups := groupOfRows(t, w)
	require.Equal(t, schedule.Global, groups[w.bodies.Row(on)])
	require.NotEqual(t, schedule.Global, groups[w.bodies.Row(off)])
}

// Any worker may solve any group, and still a warm Solve allocates nothing.
func TestWarmGroupsDoNotAllocate(t *testing.T) {
	pool := par.New(3)
	defer pool.Close()
	w, islands := discIslands(rand.New(rand.NewPCG(35, 36)), 60, false)
	w.step(3)
	w.solver.SetMinParallelWork(0)
	w.solver.SetMaxGroupBodies(16)
	in := w.input(islands, pool)
	for range 3 {
		w.solver.Solve(in)
	}
	require.Zero(t, testing.AllocsPerRun(50, func() { w.solver.Solve(in) }))
}
