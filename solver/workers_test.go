package solver

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// samples is the number of random inputs of each kernel, and of discs in a heap that runs for
// ticks.
var samples, ticks = long.Pick(85, 1500), long.Pick(120, 300)

// discHeap is a heap of discs that fall on a floor, all of which may touch each
// other, with chains of joints and one disc that touches more discs than there are colours.
func discHeap(discs int, pool *par.Pool) *testWorld {
	r := rand.New(rand.NewPCG(19, 20))
	w := newTestWorld()
	w.pool = pool
	w.solver.minParallelWork = 0
	floor := w.addStatic(0, -1, 100, 1)
	big := w.addDisc(0, 3, 3, 1)
	w.addContact(floor, big)
	var all []state.BodySlot
	for i := range discs {
		x, y := 16*r.Float64()-8, 7+float64(i/20)*0.6
		if i < 36 { // these touch the big disc all at once
			sin, cos := math.Sincos(0.17 * float64(i))
			x, y = 3.25*cos, 3+3.25*sin
		}
		all = append(all, w.addDisc(x, y, 0.25, 0.5+r.Float64()))
		c := w.addContact(floor, all[i])
		w.surface(c).Restitution = float32(i%3) * 0.4
		w.surface(c).RollingResistance = float32(i%2) * 0.01
		w.addContact(big, all[i])
		for j := max(0, i-40); j < i; j++ {
			w.addContact(all[j], all[i])
		}
		if i%10 > 6 {
			def := &joint.Revolute{LocalAnchorA: mgl64.Vec2{0.3, 0}, LocalAnchorB: mgl64.Vec2{-0.3, 0}}
			if i%20 > 10 {
				def.Limit, def.Lower, def.Upper = true, -1, 1
				def.SpringHertz, def.MaxMotorTorque, def.MotorSpeed = 3, 0.1, 1
			}
			w.pose(all[i]).P = w.pose(all[i-1]).P.Add(geom.Vec2{X: 0.6})
			w.solver.LinkJoint(w.joints, w.joints.AddRevolute(w.bodies, all[i-1], all[i], def), w.bodies)
		}
	}
	return w
}

// Any number of workers gives the same bits as the caller alone.
func TestWorkerCountDoesNotChangeResults(t *testing.T) {
	want := discHeap(samples, nil)
	want.step(1)
	require.NotZero(t, want.solver.constraints[overflow].Len(), "the big disc must overflow the colours")
	want.step(ticks - 1)
	require.Greater(t, want.solver.Colors(), 6)
	require.Less(t, want.maxSpeed(), 100.0)
	for _, workers := range []int{1, 2, 3, 7} {
		pool := par.New(workers)
		got := discHeap(samples, pool)
		got.step(ticks)
		pool.Close()
		require.Equal(t, want.bodies.State, got.bodies.State, "%d workers", workers)
		require.Equal(t, want.bodies.Pose, got.bodies.Pose, "%d workers", workers)
		require.Equal(t, want.contacts.Solver, got.contacts.Solver, "%d workers", workers)
		require.Equal(t, want.joints.Load, got.joints.Load, "%d workers", workers)
	}
}

// Joints come, go, change or lose their row in the table: bundles that are kept from tick to tick
// give the same bits as bundles that are gathered anew.
func TestKeptJointBundlesDoNotChangeResults(t *testing.T) {
	reused, rebuilt := discHeap(120, nil), discHeap(120, nil)
	for tick := range 120 {
		for _, w := range []*testWorld{reused, rebuilt} {
			slot := state.JointSlot(tick / 12)
			switch tick % 12 {
			case 3:
				w.solver.UnlinkJoint(w.joints, slot, w.bodies)
			case 6:
				w.solver.LinkJoint(w.joints, slot, w.bodies)
			case 7:
				def := w.joints.Revolute(slot)
				def.Limit, def.Lower, def.Upper = !def.Limit, -1, 1
				def.Hertz = 30 - def.Hertz
				w.joints.EditRevolute(w.bodies, slot, &def)
			case 11: // two rows are exchanged
				w.joints.Sleep(slot)
				w.joints.Wake(slot)
			}
		}
		rebuilt.solver.joints.gatheredGroups = 0
		reused.step(1)
		rebuilt.step(1)
		require.Equal(t, rebuilt.bodies.State, reused.bodies.State, "tick %d", tick)
		require.Equal(t, rebuilt.joints.Load, reused.joints.Load, "tick %d", tick)
	}
}

func TestWarmSolveDoesNotAllocate(t *testing.T) {
	for _, pool := range []*par.Pool{nil, par.New(2)} {
		w := discHeap(200, pool)
		w.step(150)
		in := &Input{
			Params: &w.params, Bodies: w.bodies, Contacts: &w.contacts, Joints: w.joints, Pool: pool, Integrator: w,
		}
		w.solver.Solve(in)
		require.Zero(t, testing.AllocsPerRun(20, func() { w.solver.Solve(in) }))
		pool.Close()
	}
}
