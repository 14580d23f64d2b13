package solver

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// loadedPair is a loaded box on the ground and its neighbour, which is not loaded itself. Contacts
// with further boxes lead out of the cluster of the two.
type loadedPair struct {
	*testWorld
	loaded, neighbor state.BodySlot
}

// newLoadedPair makes a pair with some ways out. The contact between the two comes before the
// contacts of the loaded box with others in its list, or after them.
func newLoadedPair(density, neighborDensity float64, ways int, last bool) *loadedPair {
	w := newTestWorld()
	p := &loadedPair{testWorld: w}
	p.loaded, p.neighbor = w.addBox(0, 0.5, 0.5, 0.5, density), w.addBox(0, 1.5, 0.5, 0.5, neighborDensity)
	ground := w.addStatic(0, -1, 50, 1)
	if last {
		w.addContact(p.loaded, p.neighbor)
		w.addContact(ground, p.loaded)
	} else {
		w.addContact(ground, p.loaded)
		w.addContact(p.loaded, p.neighbor)
	}
	for range ways {
		w.addContact(p.neighbor, w.addBox(0, 2.5, 0.5, 0.5, neighborDensity))
	}
	for _, slot := range w.pairs {
		w.collide(slot)
	}
	for row := range w.bodies.Motion {
		m := &w.bodies.Motion[row]
		m.LoadTicks, m.HeavyTicks, m.OverconstrainedTicks = 0, 0, 0
	}
	w.motion(p.loaded).LoadTicks = state.LoadedTicks
	return p
}

func (w *testWorld) motion(b state.BodySlot) *state.BodyMotion {
	return &w.bodies.Motion[w.bodies.Rows[b]]
}

// findClusters finds the clusters of a tick without solving them.
func (w *testWorld) findClusters() {
	w.solver.in = Input{Params: &w.params, Bodies: w.bodies, Contacts: &w.contacts, Joints: w.joints}
	w.solver.findClusters()
}

// requireKept checks that the contacts of the loaded box are in a cluster, or that they are refused
// and the box does not count as loaded any more.
func (p *loadedPair) requireKept(t *testing.T, kept bool, message string) {
	t.Helper()
	p.findClusters()
	m := p.motion(p.loaded)
	if kept {
		require.Positive(t, p.clusterSize(), message)
		require.Zero(t, m.RefusedTicks, message)
		require.EqualValues(t, state.LoadedTicks, m.LoadTicks, message)
		return
	}
	require.Zero(t, p.clusterSize(), message)
	require.EqualValues(t, refusedTicks, m.RefusedTicks, message)
	require.Zero(t, m.LoadTicks, message)
}

// A loaded body whose contacts have parted is not refused: it may land again while it counts as
// loaded.
func TestLoadedBodyWithoutContactsIsNotRefused(t *testing.T) {
	for _, last := range []bool{false, true} {
		p := newLoadedPair(1, 1, 0, last)
		for slot := range p.contacts.Meta {
			p.contacts.Meta[slot].Color = state.None
		}
		p.findClusters()
		require.Zero(t, p.clusterSize())
		require.Zero(t, p.motion(p.loaded).RefusedTicks)
		require.EqualValues(t, state.LoadedTicks, p.motion(p.loaded).LoadTicks)
	}
}

// A cluster may have so many ways out and no more, and a contact with a body that does not move is
// no way out.
func TestWaysOutOfCluster(t *testing.T) {
	for ways := range 5 {
		p := newLoadedPair(1, 1, ways, false)
		p.requireKept(t, ways <= maxLoops, "only ways")
		p = newLoadedPair(1, 1, ways, false)
		p.addContact(p.addStatic(9, -1, 50, 1), p.neighbor)
		p.collide(p.pairs[len(p.pairs)-1])
		p.requireKept(t, ways <= maxLoops, "and a wall")
	}
	// Each further contact between the two is a loop.
	for loops := range 5 {
		for ways := range 4 {
			p := newLoadedPair(1, 1, ways, false)
			for range loops {
				p.collide(p.addContact(p.loaded, p.neighbor))
			}
			p.requireKept(t, loops+ways <= maxLoops, "loops and ways")
		}
	}
}

// A cluster that bears a far heavier body is kept, whatever leads out of it.
func TestClusterUnderHeavyBodyIsKept(t *testing.T) {
	for _, last := range []bool{false, true} {
		for _, test := range []struct {
			density float64
			ticks   uint16
			kept    bool
		}{
			{400, 1, true},
			{400, 0, false},                  // it is heavy, but does not press
			{heavyMassRatio, 1, false},       // it is not far heavier
			{heavyMassRatio * 1.01, 1, true}, // it just is
		} {
			p := newLoadedPair(1, test.density, maxLoops+1, last)
			p.motion(p.loaded).HeavyTicks = test.ticks
			p.requireKept(t, test.kept, "under a heavy body")
		}
		p := newLoadedPair(400, 1, maxLoops+1, last)
		p.motion(p.loaded).HeavyTicks = 1
		p.requireKept(t, false, "the heavy one is the loaded one")
		p.motion(p.loaded).LoadTicks, p.motion(p.loaded).RefusedTicks = state.LoadedTicks, 0
		p.motion(p.neighbor).HeavyTicks = 1
		p.requireKept(t, false, "the light one is not loaded")
	}
}

// So is one that a kinematic body squeezes, but not one between bodies that stand still.
func TestClusterUnderAKinematicBodyIsKept(t *testing.T) {
	for _, first := range []bool{false, true} {
		for _, test := range []struct {
			wall  body.Type
			ticks uint16
			kept  bool
		}{
			{body.Kinematic, 1, true}, {body.Kinematic, 0, false}, {body.Static, 1, false}, {body.Static, 0, false},
		} {
			p := newLoadedPair(1, 1, maxLoops+1, first)
			wall := p.addStatic(3, -1, 50, 1)
			p.bodies.Meta[wall].Type = test.wall
			p.collide(p.addContact(wall, p.loaded))
			if first { // the wall comes before the neighbour in the list, or after it
				p.collide(p.addContact(p.loaded, p.addBox(0, 1.5, 0.5, 0.5, 1)))
			}
			p.motion(p.loaded).OverconstrainedTicks = test.ticks
			p.requireKept(t, test.kept, "between walls")
		}
		p := newLoadedPair(1, 1, maxLoops+1, first)
		p.motion(p.loaded).OverconstrainedTicks = 1
		p.motion(p.neighbor).OverconstrainedTicks = 1
		p.requireKept(t, false, "no wall")
	}
}

// What one cluster bears says nothing about the next one.
func TestClustersAreJudgedOneByOne(t *testing.T) {
	w := newTestWorld()
	var loaded []state.BodySlot
	for i, density := range []float64{400, 1, 400, 1} {
		x := 20 * float64(i)
		low, high := w.addBox(x, 0.5, 0.5, 0.5, 1), w.addBox(x, 1.5, 0.5, 0.5, density)
		w.collide(w.addContact(low, high))
		for range maxLoops + 1 {
			w.collide(w.addContact(high, w.addBox(x, 2.5, 0.5, 0.5, density)))
		}
		loaded = append(loaded, low)
	}
	for row := range w.bodies.Motion {
		w.bodies.Motion[row].LoadTicks = 0
	}
	for _, b := range loaded {
		w.motion(b).LoadTicks, w.motion(b).HeavyTicks = state.LoadedTicks, 1
	}
	w.findClusters()
	require.Equal(t, 2, w.solver.clusters.set.Cap())
	for i, b := range loaded {
		require.Equal(t, i%2 == 1, w.motion(b).RefusedTicks > 0)
	}
}

// A body with a contact that sees one of the two as immovable is left to the colours, whichever of
// the two dominates and wherever in its list the contact stands.
func TestUnevenContactLeavesClusters(t *testing.T) {
	for _, last := range []bool{false, true} {
		for _, dominance := range []int8{-1, 0, 1} {
			p := newLoadedPair(1, 1, 0, last)
			for _, b := range []state.BodySlot{p.loaded, p.neighbor} {
				p.bodies.Meta[b].Type = body.Dynamic
			}
			apart := p.addBox(0, 40, 0.5, 0.5, 1) // its contact has no points, so it says nothing
			p.bodies.Meta[apart].Type = body.Dynamic
			p.bodies.SetDominance(apart, 5)
			p.collide(p.addContact(p.loaded, apart))
			p.bodies.SetDominance(p.neighbor, dominance)
			p.findClusters()
			require.Equal(t, dominance == 0, p.clusterSize() > 0, "neighbour of dominance %d", dominance)
			require.Zero(t, p.motion(p.loaded).RefusedTicks)
		}
	}
}

// Loaded bodies that are linked by way of a neighbour that is not loaded are one cluster, and each
// of their contacts is in it once.
func TestClusterReachesAcrossNeighbors(t *testing.T) {
	w := newTestWorld()
	ground := w.addStatic(0, -1, 50, 1)
	a, b, c, far := w.addBox(0, 0.5, 0.5, 0.5, 1), w.addBox(0, 1.5, 0.5, 0.5, 1), w.addBox(0, 2.5, 0.5, 0.5, 1), w.addBox(0, 3.5, 0.5, 0.5, 1)
	d := w.addBox(0, 3.5, 0.5, 0.5, 1)
	apart := w.addBox(0, 40, 0.5, 0.5, 1) // its contact has no points
	for _, pair := range [][2]state.BodySlot{{ground, a}, {a, b}, {b, c}, {c, d}, {d, far}, {c, apart}} {
		w.collide(w.addContact(pair[0], pair[1]))
	}
	for _, slot := range []state.BodySlot{a, c, d} {
		w.motion(slot).LoadTicks = state.LoadedTicks
	}
	w.findClusters()
	require.Equal(t, 1, w.solver.clusters.set.Cap())
	got := map[state.ContactRow]int{}
	for i := range w.solver.clusters.set.Len(0) {
		got[w.solver.clusters.set.Contact(0, i)]++
	}
	want := map[state.ContactRow]int{}
	for _, slot := range w.pairs[:5] {
		want[w.contacts.Rows[slot]] = 1
		require.NotZero(t, w.contacts.Pair[w.contacts.Rows[slot]].Flags&state.ContactDirect)
	}
	require.Equal(t, want, got)
	require.Equal(t, []state.BodyRow{w.bodies.Row(a), w.bodies.Row(b), w.bodies.Row(c), w.bodies.Row(d), w.bodies.Row(far)}, w.solver.clusters.members)
}

// The ticks under load of a body follow its contacts and how much they press.
func TestLoadTicks(t *testing.T) {
	const heavy = loadCountHeavy
	overlap := makeLoadLimit(&newTestWorld().params).overlap
	tilt := tiltFrequency2 * float32(math.Hypot(0.1, 0.1)) / overlap // as a multiple of the same
	for _, test := range []struct {
		name          string
		count         loadCount
		normalLoad    float32 // as a multiple of the limit that sinks
		before, after state.BodyMotion
	}{
		{"one contact", 1 * onePointContact, 9, state.BodyMotion{LoadTicks: 2}, state.BodyMotion{LoadTicks: 1}},
		{"no contact", 0, 0, state.BodyMotion{HeavyTicks: 2, OverconstrainedTicks: 3}, state.BodyMotion{HeavyTicks: 1, OverconstrainedTicks: 2}},
		{"two contacts", 2 * onePointContact, 1.01, state.BodyMotion{}, state.BodyMotion{LoadTicks: 1}},
		{"a light press", 2 * onePointContact, 0.99, state.BodyMotion{LoadTicks: 2}, state.BodyMotion{LoadTicks: 1}},
		{"light on one point of three", onePointContact + twoPointContact, 0.99, state.BodyMotion{LoadTicks: 1}, state.BodyMotion{}},
		{"flat contacts", 2 * twoPointContact, 1.002 * tilt, state.BodyMotion{}, state.BodyMotion{LoadTicks: 1}},
		{"flat contacts, light press", 2 * twoPointContact, 0.998 * tilt, state.BodyMotion{LoadTicks: 1}, state.BodyMotion{}},
		{"three contacts", 3 * onePointContact, 31, state.BodyMotion{LoadTicks: 5}, state.BodyMotion{LoadTicks: 4}},
		{"three under a press", 3 * onePointContact, 33, state.BodyMotion{}, state.BodyMotion{LoadTicks: 1}},
		{"three, overconstrained", 3 * onePointContact, 1.01, state.BodyMotion{OverconstrainedTicks: 1}, state.BodyMotion{LoadTicks: 1}},
		{"the longest memory", 2 * onePointContact, 9, state.BodyMotion{LoadTicks: maxLoadTicks}, state.BodyMotion{LoadTicks: maxLoadTicks}},
		{"heavy at once", onePointContact | heavy, 9, state.BodyMotion{}, state.BodyMotion{LoadTicks: state.LoadedTicks, HeavyTicks: newlyHeavyTicks}},
		{"loaded, then heavy", onePointContact | heavy, 9, state.BodyMotion{LoadTicks: 3}, state.BodyMotion{LoadTicks: 4, HeavyTicks: newlyHeavyTicks}},
		{"heavy for long", onePointContact | heavy, 9, state.BodyMotion{LoadTicks: maxLoadTicks, HeavyTicks: 3}, state.BodyMotion{LoadTicks: maxLoadTicks, HeavyTicks: maxLoadTicks}},
		{"heavy, light press", onePointContact | heavy, 0.5, state.BodyMotion{LoadTicks: 3}, state.BodyMotion{LoadTicks: 2}},
		{"refused", 2 * onePointContact, 9, state.BodyMotion{RefusedTicks: 2, OverconstrainedTicks: 4, HeavyTicks: 4}, state.BodyMotion{RefusedTicks: 1, OverconstrainedTicks: 3, HeavyTicks: 3}},
	} {
		w := newTestWorld()
		b := w.addBox(0, 0, 0.1, 0.1, 25) // 1 kg
		extent := w.motion(b).MaxExtent
		w.findClusters()
		test.before.MaxExtent, test.after.MaxExtent = extent, extent
		*w.motion(b) = test.before
		w.solver.clusters.loads[0] = bodyLoad{normalLoad: 2 * test.normalLoad * overlap * w.params.H, count: test.count}
		w.solver.updateLoads(0, 1)
		require.Equal(t, test.after, *w.motion(b), test.name)
	}
}

// The limits go by the gravity that acts on a body.
func TestLoadLimitsGoByOwnGravity(t *testing.T) {
	w := newTestWorld()
	w.params.HasOwnGravity = true
	own, other := w.addBox(0, 0, 0.1, 0.1, 25), w.addBox(9, 0, 0.1, 0.1, 25)
	w.motion(own).StepFlags |= state.StepFlagOwnGravity
	w.bodies.SetOwnGravityAt(w.bodies.Row(own), state.BodyGravity{X: 3, Y: -4})
	w.findClusters()
	var room loadLimit
	limit := *w.solver.limitFor(w.bodies.Row(own), &room)
	require.InDelta(t, minTiltLoadRatio*5, limit.tilt, 1e-6)
	require.InDelta(t, minHeavyShare*5*w.params.H, limit.heavyShare, 1e-8)
	require.Equal(t, w.solver.clusters.limit, *w.solver.limitFor(w.bodies.Row(other), &room))
	require.InDelta(t, minTiltLoadRatio*10, w.solver.clusters.limit.tilt, 1e-6)
	w.bodies.SetOwnGravityAt(w.bodies.Row(own), state.BodyGravity{})
	limit = *w.solver.limitFor(w.bodies.Row(own), &room)
	require.Zero(t, limit.tilt)
	require.InDelta(t, minHeavyShare*float64(limit.overlap*w.params.H), limit.heavyShare, 1e-8)
}
