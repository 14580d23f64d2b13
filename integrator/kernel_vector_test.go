//go:build !purego && (amd64 || arm64 || js)

package integrator

import (
	"cmp"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/stretchr/testify/require"
)

// kernelInputs are equal inputs for the two kinds of kernels.
type kernelInputs struct {
	states   guard.Slice[state.BodyState]
	dynamics guard.Slice[state.BodyDynamics]
	preSolve guard.Slice[preSolveVelocity]
	stepper  Stepper // on these slices
}

func (w *kernelInputs) attach(p *step.Params) {
	w.stepper = Stepper{bodies: &state.Bodies{
		State: w.states.Inner, Dynamics: w.dynamics.Inner, Motion: w.stepper.bodies.Motion,
	}, params: p, preSolve: w.preSolve.Inner}
	w.stepper.wide.set(p)
}

func (w *kernelInputs) clone() *kernelInputs {
	c := &kernelInputs{w.states.Clone(), w.dynamics.Clone(), w.preSolve.Clone(), w.stepper}
	c.attach(w.stepper.params)
	return c
}

func (w *kernelInputs) difference(o *kernelInputs) string {
	return cmp.Or(
		guard.Difference("states", w.states, o.states),
		guard.Difference("dynamics", w.dynamics, o.dynamics),
		guard.Difference("preSolve", w.preSolve, o.preSolve),
	)
}

// makeKernelInputs makes n bodies. One in oddEvery of them stops a kernel or takes one of its other
// paths: it is not dynamic, locked, at rest or fast.
func makeKernelInputs(r guard.Source, p *step.Params, n, oddEvery int) *kernelInputs {
	w := &kernelInputs{states: guard.Make[state.BodyState](n), dynamics: guard.Make[state.BodyDynamics](n), preSolve: guard.Make[preSolveVelocity](n)}
	w.stepper.bodies = &state.Bodies{Motion: make([]state.BodyMotion, n)}
	for i := range n {
		w.states.Inner[i] = state.BodyState{
			VX: r.Num(3), VY: r.Num(3), W: r.Num(3), Flags: state.FlagDynamic,
			DX: r.Num(0.01), DY: r.Num(0.01), DC: 1 - r.Positive()/100, DS: r.Num(0.1),
		}
		w.dynamics.Inner[i] = state.BodyDynamics{
			InvMass: r.Positive(), InvInertia: r.Positive(), LinearDamping: r.Positive(), AngularDamping: r.Positive(),
			ForceX: r.Num(5), ForceY: r.Num(5), Torque: r.Num(5), GravityScale: r.Num(1),
		}
		w.preSolve.Inner[i] = preSolveVelocity{VX: r.Num(3), VY: r.Num(3), W: r.Num(3)}
		if r.IntN(oddEvery) > 0 {
			continue
		}
		s := &w.states.Inner[i]
		switch r.IntN(5) {
		case 0:
			s.Flags = state.BodyFlags(r.IntN(16))
		case 1:
			s.W = 0
		case 2:
			s.VX *= 1000
		case 3:
			s.W *= 1000
		default:
			w.stepper.bodies.Motion[i].StepFlags = state.StepFlagFastRotation
			s.W *= 30
		}
	}
	w.attach(p)
	return w
}

// Every kernel against its portable twin: all numbers of bodies up to four times eight and a
// few, ranges that begin anywhere, ordinary and special numbers.
func TestVectorKernelsEqualPortableOnes(t *testing.T) {
	leftout.VectorKernels(t)
	p := &step.Params{
		DT: 1.0 / 60, H: 1.0 / 240, InvH: 240, SubSteps: 4, GravityX: 1, GravityY: -10, MaxSpeed: 400, MaxRotation: 0.8,
	}
	for _, share := range []int{0, 500, 50, 3} {
		for _, odd := range []int{1 << 30, 30, 4} {
			r := guard.Source{Rand: rand.New(rand.NewPCG(uint64(odd), uint64(share))), SpecialEvery: share}
			for n := range 36 {
				x := makeKernelInputs(r, p, 1+n, odd)
				y := x.clone()
				lo := r.IntN(n + 1)
				for k := range 6 {
					stage := stageKind(k % 3)
					x.stepper.runPortable(stage, lo, n+1, x.stepper.params)
					y.stepper.run(stage, lo, n+1)
					require.Empty(t, x.difference(y), "stage %d of %d bodies from %d, one number in %d special, one in %d odd",
						stage, n+1, lo, share, odd)
				}
			}
		}
	}
}

// Ordinary bodies are all done by the kernels, but for at most seven at the end.
func TestVectorKernelsHandleAllRegularBodies(t *testing.T) {
	leftout.VectorKernels(t)
	p := &step.Params{DT: 1.0 / 60, H: 1.0 / 240, GravityY: -10, MaxSpeed: 400, MaxRotation: 0.8}
	r := guard.Source{Rand: rand.New(rand.NewPCG(1, 2))}
	w := makeKernelInputs(r, p, 39, 1<<30)
	for stage := stageVelocities; stage <= stagePositions; stage++ {
		require.Equal(t, 32, w.stepper.runVector(stage, 0, 39))
		require.Equal(t, 37, w.stepper.runVector(stage, 5, 39))
		require.Equal(t, 35, w.stepper.runVector(stage, 35, 39))
	}
}
