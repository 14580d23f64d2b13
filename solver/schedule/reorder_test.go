package schedule

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// shuffledBodies makes awake bodies, every tenth kinematic and so in no island, and links each
// of the others to one a few places before, so that their islands are of all sizes. Its rows
// are the rows of a world in which many slept and woke.
func shuffledBodies(r *rand.Rand, n int) (*state.Bodies, *state.Islands) {
	bodies, s := state.NewBodies(), &state.Islands{}
	var last []state.BodySlot
	for i := range n {
		b := bodies.Add(state.Awake, geom.Transform{P: geom.Vec2{X: float64(i)}, R: geom.Identity})
		if i%10 == 0 {
			continue
		}
		s.Add(b)
		if len(last) > 0 && r.IntN(5) > 0 {
			s.Link(b, last[len(last)-1-r.IntN(min(4, len(last)))])
		}
		last = append(last, b)
	}
	for range n {
		b := state.BodySlot(1 + r.IntN(n))
		bodies.MoveTo(b, state.Asleep)
		bodies.MoveTo(b, state.Awake)
	}
	return bodies, s
}

// islandsByRow returns the awake islands in the order of their first rows, and the number of
// runs of rows they lie in.
func islandsByRow(bodies *state.Bodies, s *state.Islands) (order []uint32, runs int) {
	seen, last := map[uint32]bool{}, uint32(state.None)
	for _, b := range bodies.Slots[:bodies.Awake()] {
		i := s.Of(b)
		if i != state.None && !seen[i] {
			seen[i] = true
			order = append(order, i)
		}
		if i != state.None && i != last {
			runs++
		}
		last = i
	}
	return order, runs
}

func TestReorderGathersIslands(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for range 20 {
		bodies, s := shuffledBodies(r, 2*minBodiesToReorder+r.IntN(1000))
		for range 30 { // whole islands sleep
			for _, b := range s.Bodies(nil, s.Of(state.BodySlot(2+10*r.IntN(100)))) {
				bodies.MoveTo(b, state.Asleep)
			}
		}
		order, runs := islandsByRow(bodies, s)
		require.Greater(t, runs, 2*len(order))
		new(BodyReorderer).Reorder(s, bodies)
		bodies.Validate()
		s.Validate()
		after, runs := islandsByRow(bodies, s)
		require.Equal(t, order, after, "the first row of each island")
		require.Equal(t, len(order), runs)
		for slot := 1; slot < bodies.Cap(); slot++ {
			row := bodies.Row(state.BodySlot(slot))
			require.Equal(t, float64(slot-1), bodies.Pose[row].P.X, "the pose went with the body")
		}
		require.False(t, s.AllInIslands(bodies))
	}
}

// Rows stay where they are when islands lie together, and in a world with few bodies.
func TestReorderLeavesOrderedAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for _, n := range []int{minBodiesToReorder / 2, 2 * minBodiesToReorder} {
		bodies, s := shuffledBodies(r, n)
		new(BodyReorderer).Reorder(s, bodies)
		if n > minBodiesToReorder { // move a few bodies, fewer than the limit
			for range 5 {
				bodies.MoveTo(state.BodySlot(1+r.IntN(n)), state.Asleep)
			}
		}
		want := append([]state.BodySlot(nil), bodies.Slots...)
		new(BodyReorderer).Reorder(s, bodies)
		require.Equal(t, want, bodies.Slots)
	}
}

// A large island in a random order is sorted along a curve, once. Along it neighbours in the table
// are neighbours in space.
func TestReorderSortsLargeIslandsAlongCurve(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	bodies, s := state.NewBodies(), &state.Islands{}
	const side = 40
	for i, at := range r.Perm(side * side) {
		b := bodies.Add(state.Awake, geom.Transform{P: geom.Vec2{X: float64(at % side), Y: -7e3 + float64(at/side)}, R: geom.Identity})
		s.Add(b)
		if i > 0 {
			s.Link(b, b-1)
		}
	}
	box, far := scatteredInSpace(s, bodies)
	require.True(t, far)
	require.Equal(t, geom.Box{Min: geom.Vec2{X: 0, Y: -7e3}, Max: geom.Vec2{X: side - 1, Y: -7e3 + side - 1}}, box)
	new(BodyReorderer).Reorder(s, bodies)
	bodies.Validate()
	_, far = scatteredInSpace(s, bodies)
	require.False(t, far)
	path := 0.0
	for row := 1; row < side*side; row++ {
		path += bodies.Pose[row].P.Distance(bodies.Pose[row-1].P)
	}
	require.Less(t, path, 2.0*side*side)
	want := append([]state.BodySlot(nil), bodies.Slots...)
	new(BodyReorderer).Reorder(s, bodies)
	require.Equal(t, want, bodies.Slots)
}

// Bodies may all be at one place.
func TestReorderCoincidentBodies(t *testing.T) {
	bodies, s := state.NewBodies(), &state.Islands{}
	for i := range 2 * minBodiesToReorder {
		s.Add(bodies.Add(state.Awake, geom.Transform{R: geom.Identity}))
		if i > 1 {
			s.Link(state.BodySlot(i+1), state.BodySlot(i-1)) // two islands, one within the other
		}
	}
	new(BodyReorderer).Reorder(s, bodies)
	bodies.Validate()
	_, runs := islandsByRow(bodies, s)
	require.Equal(t, 2, runs)
}

func TestMortonSpreadMatchesOracle(t *testing.T) {
	for x := range uint64(1 << 16) {
		want := uint64(0)
		for bit := range 16 {
			want |= x >> bit & 1 << (2 * bit)
		}
		require.Equal(t, want, mortonSpread(float64(x)+0.4))
	}
}
