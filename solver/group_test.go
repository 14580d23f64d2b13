package solver

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// discIslands is a number of islands of touching discs on one floor, whose rows lie
// in runs or, shuffled, anywhere. It returns the world and the contacts between discs.
func discIslands(r *rand.Rand, islands int, shuffled bool) (*testWorld, *Islands) {
	w := newTestWorld()
	floor := w.addStatic(0, -1, 1000, 1)
	isl := &Islands{}
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

func (w *testWorld) input(islands *Islands, pool *par.Pool) *Input {
	return &Input{
		Params: &w.params, Bodies: w.bodies, Contacts: &w.contacts, Joints: w.joints, Islands: islands,
		Pool: pool, Integrator: w,
	}
}

// Groups of any size have every awake row once, whole islands, no more bodies than
// they may, and every linked contact once, with the bodies of its group.
func TestGroupsCoverEverythingOnce(t *testing.T) {
	pool := par.New(3)
	defer pool.Close()
	for _, shuffled := range []bool{false, true} {
		for _, limit := range []int{0, 1, 5, 20, 64, 10000} {
			r := rand.New(rand.NewPCG(uint64(limit), 31))
			w, islands := discIslands(r, 40, shuffled)
			w.solver.SetMaxGroupBodies(limit)
			w.step(1)
			w.solver.in = *w.input(islands, nil)
			for _, pool := range []*par.Pool{nil, pool} {
				w.solver.sortConstraints(pool)
				checkGroups(t, w, limit)
			}
		}
	}
}

func checkGroups(t *testing.T, w *testWorld, limit int) {
	s := w.solver
	g := &s.grouping
	groupOfRow := make([]int32, w.bodies.Awake())
	seen := make([]int, w.bodies.Awake())
	for i := range g.groups {
		rows := 0
		for k := g.groups[i].firstRun; k != noIndex; k = g.runs[k].next {
			for row := g.runs[k].lo; row < g.runs[k].hi; row++ {
				groupOfRow[row] = int32(i)
				seen[row]++
				rows++
			}
		}
		if i != global {
			require.EqualValues(t, g.groups[i].bodies, rows)
			require.LessOrEqual(t, rows, limit)
		}
	}
	for _, b := range g.partitions {
		for _, sp := range g.runSlices[b.lo:b.hi] {
			for row := sp.lo; row < sp.hi; row++ {
				require.Equal(t, int32(global), groupOfRow[row])
				seen[row] += 100
			}
		}
	}
	for row, n := range seen {
		if groupOfRow[row] == global {
			n -= 100
		}
		require.Equal(t, 1, n, "row %d", row)
	}
	found := map[int32]bool{}
	for i := range g.groups {
		for k := range classes {
			buckets := s.sort.contactBucketsOf(i, k)
			for _, row := range s.sort.contactOrder[buckets[0]:buckets[colorCount]] {
				if row < 0 {
					continue
				}
				require.False(t, found[row])
				found[row] = true
				require.EqualValues(t, i, groupOfRow[w.bodies.Rows[w.contacts.Pair[row].BodyB]])
				require.Equal(t, k, class(s.sortKeyOf(&w.contacts.Pair[row])&keyClassMask))
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

// Groups of any size give the bits of colours over the whole world, and the same list
// of contacts that may bounce.
func TestGroupsDoNotChangeResults(t *testing.T) {
	run := func(limit int, pool *par.Pool) *testWorld {
		w, islands := discIslands(rand.New(rand.NewPCG(33, 34)), 30, limit%2 == 0)
		w.solver.SetMinParallelWork(0)
		w.solver.SetMaxGroupBodies(limit)
		for range ticks {
			for _, slot := range w.pairs {
				w.collide(slot)
			}
			w.solver.Solve(w.input(islands, pool))
			w.advancePoses()
		}
		return w
	}
	pool := par.New(3)
	defer pool.Close()
	for _, limit := range []int{1, 6, 40, 1001} {
		want := run(limit%2-2, nil) // a limit below nothing makes no groups either
		got := run(limit, pool)
		require.Equal(t, want.solver.bouncyContacts, got.solver.bouncyContacts)
		require.Equal(t, want.bodies.State, got.bodies.State, "groups of %d", limit)
		require.Equal(t, want.bodies.Pose, got.bodies.Pose, "groups of %d", limit)
		require.Equal(t, want.contacts.Solver, got.contacts.Solver, "groups of %d", limit)
		require.Equal(t, want.bodies.Motion, got.bodies.Motion, "groups of %d", limit)
		require.Greater(t, len(got.solver.grouping.groups), 1)
	}
}

// What cannot be in a group is not: islands on kinematic bodies.
func TestIslandsOnKinematicBodiesStayGlobal(t *testing.T) {
	w := newTestWorld()
	islands := &Islands{}
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
	w.solver.in = *w.input(islands, nil)
	w.solver.sortConstraints(nil)
	groupOfIsland := w.solver.grouping.groupOfIsland
	require.EqualValues(t, global, groupOfIsland[islands.Of(on)])
	require.NotEqualValues(t, global, groupOfIsland[islands.Of(off)])
}

// Who solves which group is left open, and still a warm Solve allocates nothing.
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
