package articulation

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// grid returns bodies in rows, each jointed with its neighbours, and the joints.
func (w *artHarness) grid(r *rand.Rand, columns, rows int, add func(a, b state.BodySlot, onA, onB mgl64.Vec2) state.JointSlot) (joints []state.JointSlot) {
	bodies := make([]state.BodySlot, columns*rows)
	for i := range bodies {
		m := math.Exp(4 * r.Float64())
		bodies[i] = w.add(float64(i%columns), float64(i/columns), 0, m, m/6)
	}
	for i, b := range bodies {
		if i%columns > 0 {
			joints = append(joints, add(bodies[i-1], b, mgl64.Vec2{0.5, 0}, mgl64.Vec2{-0.5, 0}))
		}
		if i >= columns {
			joints = append(joints, add(bodies[i-columns], b, mgl64.Vec2{0, 0.5}, mgl64.Vec2{0, -0.5}))
		}
	}
	return joints
}

func (w *artHarness) randomJoint(r *rand.Rand) func(a, b state.BodySlot, onA, onB mgl64.Vec2) state.JointSlot {
	return func(a, b state.BodySlot, onA, onB mgl64.Vec2) state.JointSlot {
		switch r.IntN(5) {
		case 0:
			return w.joints.Add(w.bodies, a, b, &joint.Weld{LocalAnchorA: onA, LocalAnchorB: onB})
		case 1:
			return w.addRevolute(a, b, joint.Revolute{LocalAnchorA: onA, LocalAnchorB: onB, SpringHertz: 2, SpringDamping: 1})
		}
		return w.addRevolute(a, b, joint.Revolute{LocalAnchorA: onA, LocalAnchorB: onB})
	}
}

// The matrix of a frame gives the velocities that the Schur complement of its ties gives. Impulses
// of lines that depend on each other may differ.
func TestFramesAreSolvedAsTies(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		w := newArtHarness()
		joints := w.grid(r, 3, 9+int(seed%4), w.randomJoint(r))
		if seed%2 == 0 {
			joints = append(joints, w.addRevolute(state.BodySlot(state.Ground), 1, joint.Revolute{LocalAnchorA: mgl64.Vec2{0, -0.5}, LocalAnchorB: mgl64.Vec2{0, -0.5}}))
		}
		w.activate(joints...)
		require.Equal(t, 1, w.largeCount())
		for _, pass := range []step.Pass{step.Solve, step.Relax} {
			w.prepare()
			g, a := &w.set, &w.set.list[0]
			require.Less(t, a.frame.rows.Lo, a.frame.rows.Hi)
			a.relaxCompliance = leastFrameCompliance
			for i := range w.bodies.State {
				if i > 0 {
					w.bodies.State[i].SetVelocity(float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64()))
				}
			}
			g.loadVelocities(w.bodies.State, a)
			begin := func() {
				for i := a.actuators.Lo; i < a.actuators.Hi; i++ {
					g.actuators[i].beginPass(g, pass, a.invH)
				}
			}
			begin()
			require.True(t, g.factorSolve(a, pass))
			var onBodies []spatial2
			for i := range g.bodies {
				onBodies = append(onBodies, g.bodies[i].f)
			}
			lines := 0
			for i := a.ties.Lo; i < a.ties.Hi; i++ {
				lines += lineCount(w.joints, w.joints.Slots[g.joints[i].joint])
			}
			a.frame = frameSpan{}
			g.reserveTies(a, lines)
			begin()
			require.True(t, g.factorSolve(a, pass))
			for i, f := range onBodies {
				b := &g.bodies[i]
				got, want := f.scaled(&b.invMass), b.f.scaled(&b.invMass)
				for k, x := range want.entries() {
					require.InDelta(t, x, got.entries()[k], 1e-6, "seed %d, pass %v, body %d", seed, pass, i)
				}
			}
		}
	}
}
