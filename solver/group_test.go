package solver

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/manifold"
	"github.com/stretchr/testify/require"
)

// archipelago is a number of islands of touching discs on one floor, whose rows lie
// in runs or, shuffled, anywhere. It returns the world and the contacts between discs.
func archipelago(r *rand.Rand, islands int, shuffled bool) (*bench, *Islands) {
	w := newBench()
	floor := w.still(0, -1, 1000, 1)
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
	var all []body.Slot
	for _, p := range places {
		b := w.disc(p.X, p.Y, 0.25, 0.5+r.Float64())
		isl.Add(b)
		c := w.touch(floor, b)
		w.surface(c).Restitution = float32(r.IntN(2)) * 0.3
		for i, other := range all {
			if q := places[i]; p.Distance(q) < 3 {
				w.touch(other, b)
				isl.Link(other, b)
			}
		}
		all = append(all, b)
	}
	return w, isl
}

func (w *bench) input(islands *Islands, pool *par.Pool) *Input {
	return &Input{
		Params: &w.params, Bodies: w.bodies, Contacts: &w.contacts, Joints: w.joints, Islands: islands,
		Pool: pool, Motion: w,
	}
}

// Groups of any size have every awake row once, whole islands, no more bodies than
// they may, and every linked contact once, with the bodies of its group.
func TestGroupsHoldEverythingOnce(t *testing.T) {
	pool := par.New(3)
	defer pool.Close()
	for _, shuffled := range []bool{false, true} {
		for _, limit := range []int{0, 1, 5, 20, 64, 10000} {
			r := rand.New(rand.NewPCG(uint64(limit), 31))
			w, islands := archipelago(r, 40, shuffled)
			w.solver.GroupUpTo(limit)
			w.step(1)
			w.solver.in = *w.input(islands, nil)
			for _, pool := range []*par.Pool{nil, pool} {
				w.solver.gather(pool)
				checkGroups(t, w, limit)
			}
		}
	}
}

func checkGroups(t *testing.T, w *bench, limit int) {
	s := w.solver
	g := &s.grouping
	of := make([]int32, w.bodies.Awake())
	seen := make([]int, w.bodies.Awake())
	for i := range g.groups {
		rows := 0
		for k := g.groups[i].first; k != none; k = g.runs[k].next {
			for row := g.runs[k].lo; row < g.runs[k].hi; row++ {
				of[row] = int32(i)
				seen[row]++
				rows++
			}
		}
		if i != rest {
			require.EqualValues(t, g.groups[i].bodies, rows)
			require.LessOrEqual(t, rows, limit)
		}
	}
	for _, b := range g.blocks {
		for _, sp := range g.pieces[b.lo:b.hi] {
			for row := sp.lo; row < sp.hi; row++ {
				require.Equal(t, int32(rest), of[row])
				seen[row] += 100
			}
		}
	}
	for row, n := range seen {
		if of[row] == rest {
			n -= 100
		}
		require.Equal(t, 1, n, "row %d", row)
	}
	found := map[int32]bool{}
	for i := range g.groups {
		for k := range classes {
			cells := s.sorting.contactsOf(i, k)
			for _, row := range s.sorting.order[cells[0]:cells[colourCap]] {
				if row < 0 {
					continue
				}
				require.False(t, found[row])
				found[row] = true
				require.EqualValues(t, i, of[w.bodies.Rows[w.contacts.Pair[row].BodyB]])
				require.Equal(t, k, class(s.tagOf(&w.contacts.Pair[row])&tagClass))
			}
		}
	}
	linked := 0
	for slot := range w.contacts.Meta {
		if w.contacts.Meta[slot].Colour != manifold.None {
			require.True(t, found[int32(w.contacts.Rows[slot])])
			linked++
		}
	}
	require.Len(t, found, linked)
}

// Groups of any size give the bits of colours over the whole world, and the same list
// of contacts that may bounce.
func TestGroupsChangeNoBit(t *testing.T) {
	run := func(limit int, pool *par.Pool) *bench {
		w, islands := archipelago(rand.New(rand.NewPCG(33, 34)), 30, limit%2 == 0)
		w.solver.ShareFrom(0)
		w.solver.GroupUpTo(limit)
		for range ticks {
			for _, slot := range w.pairs {
				w.collide(slot)
			}
			w.solver.Solve(w.input(islands, pool))
			w.finish()
		}
		return w
	}
	pool := par.New(3)
	defer pool.Close()
	for _, limit := range []int{1, 6, 40, 1001} {
		want := run(limit%2-2, nil) // a limit below nothing makes no groups either
		got := run(limit, pool)
		require.Equal(t, want.solver.bouncing, got.solver.bouncing)
		require.Equal(t, want.bodies.State, got.bodies.State, "groups of %d", limit)
		require.Equal(t, want.bodies.Pose, got.bodies.Pose, "groups of %d", limit)
		require.Equal(t, want.contacts.Solid, got.contacts.Solid, "groups of %d", limit)
		require.Equal(t, want.bodies.Motion, got.bodies.Motion, "groups of %d", limit)
		require.Greater(t, len(got.solver.grouping.groups), 1)
	}
}

// What cannot be in a group is not: islands on kinematic bodies.
func TestKinematicNeighboursStayWithTheRest(t *testing.T) {
	w := newBench()
	islands := &Islands{}
	slab := w.box(0, 0, 2, 0.5, 1)
	w.state(slab).Flags = 0
	w.bodies.Meta[slab].Type = body.Kinematic
	w.bodies.Drive[w.bodies.Rows[slab]].InvMass, w.bodies.Drive[w.bodies.Rows[slab]].InvInertia = 0, 0
	on, off := w.box(0, 1, 0.5, 0.5, 1), w.box(50, 1, 0.5, 0.5, 1)
	islands.Add(on)
	islands.Add(off)
	c := w.touch(slab, on)
	w.bodies.Meta[slab].Contacts = uint32(c) * 2
	w.contacts.Meta[c].Edges[0] = manifold.Edge{Next: body.None, Prev: body.None}
	w.solver.GroupUpTo(10)
	w.step(1)
	w.solver.in = *w.input(islands, nil)
	w.solver.gather(nil)
	of := w.solver.grouping.of
	require.EqualValues(t, rest, of[islands.Of(on)])
	require.NotEqualValues(t, rest, of[islands.Of(off)])
}

// Who solves which group is left open, and still a warm Solve allocates nothing.
func TestWarmGroupsDoNotAllocate(t *testing.T) {
	pool := par.New(3)
	defer pool.Close()
	w, islands := archipelago(rand.New(rand.NewPCG(35, 36)), 60, false)
	w.step(3)
	w.solver.ShareFrom(0)
	w.solver.GroupUpTo(16)
	in := w.input(islands, pool)
	for range 3 {
		w.solver.Solve(in)
	}
	require.Zero(t, testing.AllocsPerRun(50, func() { w.solver.Solve(in) }))
}
