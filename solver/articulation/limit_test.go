package articulation

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// randomLimitedChain is a moving chain of bodies of unequal masses on revolute joints with limits.
func randomLimitedChain(r *rand.Rand, bodies int) (*artHarness, []state.JointSlot) {
	w := newArtHarness()
	last := state.BodySlot(state.Ground)
	var moving []state.BodySlot
	var revolutes []state.JointSlot
	x := 0.0
	for range bodies {
		m := math.Exp(6 * r.Float64())
		b := w.add(x+0.5, 0, 0, m, m/12)
		moving = append(moving, b)
		anchor := mgl64.Vec2{0.5, 0}
		if x == 0 {
			anchor = mgl64.Vec2{}
		}
		low := -0.1 * r.Float64()
		d := joint.Revolute{LocalAnchorA: anchor, LocalAnchorB: mgl64.Vec2{-0.5, 0}, Limit: r.IntN(4) > 0, Lower: low, Upper: low + 0.2*r.Float64()}
		if r.IntN(2) == 0 && x > 0 {
			d.LocalAnchorA, d.LocalAnchorB = d.LocalAnchorB, d.LocalAnchorA
			revolutes = append(revolutes, w.addRevolute(b, last, d))
		} else {
			revolutes = append(revolutes, w.addRevolute(last, b, d))
		}
		last = b
		x++
	}
	for _, b := range moving {
		s := &w.bodies.State[w.bodies.Row(b)]
		s.VX, s.VY, s.W = float32(r.Float64()*4-2), float32(r.Float64()*4-2), float32(r.Float64()*10-5)
	}
	return w, revolutes
}

// A pass finds the one solution: the anchors of every joint move together, no limit pulls, no
// coordinate runs into a limit, and a limit that pushes leaves the speed that it demands.
func TestArticulationLimitsConverge(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	loaded, free := 0, 0
	for trial := range 200 {
		w, revolutes := randomLimitedChain(r, 10+r.IntN(20))
		w.activate(revolutes...)
		require.Equal(t, 1, w.count())
		w.prepare()
		states := w.bodies.State
		for range 6 { // a pass that runs out of steps leaves the rest to the next
			w.set.Relax(states, 0)
		}
		g := &w.set
		for i := range g.bodies {
			n := &g.bodies[i]
			n.v = velocityOf(&states[n.row])
		}
		largest := 0.0
		for i := range g.joints {
			l := &g.joints[i]
			largest = max(largest, math.Abs(l.jx), math.Abs(l.jy))
			x, y := l.slip(&g.bodies[l.child], &g.bodies[l.parent])
			require.InDelta(t, 0, x, 1e-4, "trial %d", trial)
			require.InDelta(t, 0, y, 1e-4, "trial %d", trial)
		}
		for i := range g.actuators {
			x := &g.actuators[i]
			l := &g.joints[x.joint]
			v := x.rate(&g.bodies[l.child].v, &g.bodies[l.parent].v)
			low, high := x.limitSpeed(boundLower, 0, float64(w.params.InvH)), -x.limitSpeed(boundUpper, 0, float64(w.params.InvH))
			require.GreaterOrEqual(t, v, low-1e-4, "trial %d: the lower limit is run into", trial)
			require.LessOrEqual(t, v, high+1e-4, "trial %d: the upper limit is run into", trial)
			switch {
			case x.impulse > 1e-9*largest:
				require.InDelta(t, low, v, 1e-4, "trial %d: the lower limit pushes", trial)
				loaded++
			case x.impulse < -1e-9*largest:
				require.InDelta(t, high, v, 1e-4, "trial %d: the upper limit pushes", trial)
				loaded++
			default:
				free++
			}
		}
	}
	require.Greater(t, loaded, 200)
	require.Greater(t, free, 200)
}

// A coordinate on its way to a limit gets there, whatever load its joint bears: while there is
// clearance, a limit that pushes leaves the speed that uses it up in a sub-step.
func TestLimitsAllowApproach(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 8))
	approaching := 0
	for trial := range 100 {
		w, revolutes := randomLimitedChain(r, 10+r.IntN(20))
		w.activate(revolutes...)
		w.prepare()
		g := &w.set
		for range 6 {
			w.set.Solve(w.bodies.State, 0)
		}
		for i := range g.actuators {
			x := &g.actuators[i]
			if x.active == boundFree || !x.hasClearance(x.active) {
				continue
			}
			l := &g.joints[x.joint]
			v := float64(x.active) * x.rate(&g.bodies[l.child].v, &g.bodies[l.parent].v)
			require.InDelta(t, x.limitSpeed(x.active, l.bias, float64(w.params.InvH)), v, 1e-4, "trial %d", trial)
			approaching++
		}
	}
	require.Greater(t, approaching, 100)
}

// Limits add no energy, whatever the velocities are and even if a pass runs out of steps.
func TestLimitsAddNoEnergy(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	for trial := range 100 {
		w, revolutes := randomLimitedChain(r, 10+r.IntN(30))
		w.activate(revolutes...)
		w.prepare()
		e := w.energy()
		for range 5 {
			w.set.Relax(w.bodies.State, 0)
			require.LessOrEqual(t, w.energy(), e*(1+1e-5), "trial %d", trial)
		}
	}
}

// energy returns twice the kinetic energy, J.
func (w *artHarness) energy() (e float64) {
	for i := range w.bodies.State {
		if d := &w.bodies.Dynamics[i]; d.InvMass > 0 {
			s := velocityOf(&w.bodies.State[i])
			e += (s.x*s.x+s.y*s.y)/float64(d.InvMass) + s.w*s.w/float64(d.InvInertia)
		}
	}
	return e
}
