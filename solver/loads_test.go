package solver

import (
	"math"
	"testing"

	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/stretchr/testify/require"
)

// boxStack puts boxes of the given densities on each other on the ground.
func boxStack(x float64, w *testWorld, densities ...float64) (boxes []state.BodySlot, contacts []state.ContactSlot) {
	last := w.addStatic(x, -1, 50, 1)
	for i, d := range densities {
		b := w.addBox(x, float64(i)+0.5, 0.5, 0.5, d)
		contacts = append(contacts, w.addContact(last, b))
		boxes = append(boxes, b)
		last = b
	}
	return boxes, contacts
}

// clusterSize returns the number of contacts of all clusters of the last tick.
func (w *testWorld) clusterSize() (n int) {
	for i := range w.solver.clusters.set.Cap() {
		n += w.solver.clusters.set.Len(i)
	}
	return n
}

// A body that a far heavier one comes to touch is in a cluster from that tick on, with all its
// contacts, whose marks are taken off again.
func TestHeavyBodyLoadsAtOnce(t *testing.T) {
	w := newTestWorld()
	_, contacts := boxStack(0, w, 1, 400)
	w.step(1)
	require.Equal(t, 2, w.clusterSize())
	for _, slot := range contacts {
		require.Zero(t, w.contacts.Pair[w.contacts.Rows[slot]].Flags&state.ContactDirect)
	}
	w.step(60)
	require.Equal(t, 2, w.clusterSize())
}

// All contacts of a stack are in a cluster if one of its boxes bears much more than itself.
func TestStackOfLoadedBoxesIsInCluster(t *testing.T) {
	w := newTestWorld()
	boxStack(0, w, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
	w.step(60)
	require.Equal(t, 1, w.solver.clusters.set.Cap())
	require.Equal(t, 20, w.clusterSize())
	short := newTestWorld()
	boxStack(0, short, 1, 1, 1, 1)
	short.step(60)
	require.Zero(t, short.clusterSize())
}

// In a heap each body has more than two contacts, or ways that lead out of a cluster.
func TestHeapIsLeftToColors(t *testing.T) {
	w := newTestWorld()
	w.params.GravityY = -100
	ground := w.addStatic(0, -1, 50, 1)
	var below []state.BodySlot
	for row := range 12 {
		var boxes []state.BodySlot
		for i := range 12 - row {
			b := w.addBox(float64(i)*1.1+0.55*float64(row), float64(row)+0.5, 0.5, 0.5, 1)
			boxes = append(boxes, b)
			if row == 0 {
				w.addContact(ground, b)
				continue
			}
			w.addContact(below[i], b)
			w.addContact(below[i+1], b)
		}
		below = boxes
	}
	for range 60 {
		w.step(1)
		require.LessOrEqual(t, w.clusterSize(), 4)
	}
}

// A body on a joint with another dynamic body is left to the colours, one on a joint with the
// ground is not.
func TestJointedBodyIsLeftToColors(t *testing.T) {
	for _, toGround := range []bool{true, false} {
		w := newTestWorld()
		boxes, _ := boxStack(0, w, 1, 400)
		other := state.Ground
		if !toGround {
			other = w.addBox(5, 0.5, 0.5, 0.5, 1)
		}
		w.solver.LinkJoint(w.joints, w.joints.Add(w.bodies, other, boxes[0], &joint.Distance{Length: 5, SpringHertz: 0.01}), w.bodies)
		w.step(2)
		require.Equal(t, toGround, w.clusterSize() > 0)
	}
}

// A box between a moving and a fixed wall counts as overconstrained.
func TestOverconstrainedBodyIsMarked(t *testing.T) {
	w := newTestWorld()
	boxes, _ := boxStack(0, w, 1)
	press := w.addStatic(0, 2, 1, 1)
	c := w.addContact(boxes[0], press)
	w.shapes[press] = w.shapes[boxes[0]]
	w.pose(press).P.Y = 1.5
	row := w.bodies.Rows[press]
	w.bodies.State[row].VY = -0.5
	for range 30 {
		w.pose(press).P.Y -= 0.5 / 60
		w.step(1)
	}
	require.Positive(t, w.bodies.Motion[w.bodies.Row(boxes[0])].OverconstrainedTicks)
	require.Positive(t, w.solverContact(c).Points[0].NormalImpulse)
	require.Less(t, w.maxSpeed(), 0.6)
}

// Any number of workers, and any size of groups, gives the same bits.
func TestClustersDoNotDependOnWorkers(t *testing.T) {
	build := func(pool *par.Pool) *testWorld {
		w := newTestWorld()
		w.pool = pool
		w.solver.minParallelWork = 0
		for i := range 5 {
			boxStack(float64(20*i), w, 1, 50, 2, 300, 1, 1000)
		}
		return w
	}
	want := build(nil)
	want.step(90)
	require.Greater(t, want.solver.clusters.set.Cap(), 4)
	for _, workers := range []int{1, 2, 5} {
		pool := par.New(workers)
		got := build(pool)
		got.step(90)
		pool.Close()
		require.Equal(t, want.bodies.State, got.bodies.State, "%d workers", workers)
		require.Equal(t, want.contacts.Solver, got.contacts.Solver, "%d workers", workers)
	}
}

func TestWarmClustersDoNotAllocate(t *testing.T) {
	w := newTestWorld()
	boxStack(0, w, 1, 50, 2, 300, 1, 1000)
	w.step(60)
	require.Positive(t, w.clusterSize())
	require.Zero(t, testing.AllocsPerRun(20, func() { w.solve() }))
}

// A box that falls square on the ground comes to rest without turning.
func TestSquareImpactDoesNotTurn(t *testing.T) {
	w := newTestWorld()
	ground := w.addStatic(0, -1, 50, 1)
	b := w.addBox(0, 0.515, 0.5, 0.5, 1)
	w.state(b).VY = -20
	c := w.addContact(ground, b)
	w.contacts.Pair[w.contacts.Rows[c]].Flags |= state.ContactStaticPair
	for range 10 {
		w.step(1)
		require.Less(t, float64(max(w.state(b).W, -w.state(b).W)), 0.08) // a quarter without the solution of both points
	}
	require.InDelta(t, 0.5, w.pose(b).P.Y, 0.005)
	require.Empty(t, w.solver.impacts)
}

// The mask that takes the place of a comparison.
func TestPressingMask(t *testing.T) {
	nan := float32(math.NaN())
	inf := float32(math.Inf(1))
	for _, x := range []float32{0, float32(math.Copysign(0, -1)), 1e-45, -1e-45, 1, -1, math.MaxFloat32, -math.MaxFloat32, inf, -inf, nan, -nan, math.Float32frombits(0xffffffff), math.Float32frombits(0x7f800001)} {
		want := uint32(0)
		if x > 0 {
			want = math.MaxUint32
		}
		require.Equal(t, want, loadedMask(x), x)
	}
}
