//go:build !purego && (amd64 || arm64 || js)

package integrator

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/stretchr/testify/require"
)

// finalizeInputs are equal inputs for the two kinds of Finalize.
type finalizeInputs struct {
	states    guard.Slice[state.BodyState]
	dynamics  guard.Slice[state.BodyDynamics]
	motions   guard.Slice[state.BodyMotion]
	poses     guard.Slice[geom.Transform]
	lastPoses guard.Slice[geom.Transform]
}

func (e *finalizeInputs) store() *state.Bodies {
	return &state.Bodies{
		State: e.states.Inner, Dynamics: e.dynamics.Inner, Motion: e.motions.Inner, Pose: e.poses.Inner, LastPose: e.lastPoses.Inner,
	}
}

func (e *finalizeInputs) clone() *finalizeInputs {
	return &finalizeInputs{e.states.Clone(), e.dynamics.Clone(), e.motions.Clone(), e.poses.Clone(), e.lastPoses.Clone()}
}

// difference compares poses bit by bit: a half of a float64 may look like a NaN.
func (e *finalizeInputs) difference(o *finalizeInputs) string {
	for _, c := range [][2]guard.Slice[geom.Transform]{{e.poses, o.poses}, {e.lastPoses, o.lastPoses}} {
		y := guard.Words(c[1].All)
		for i, x := range guard.Words(c[0].All) {
			if x != y[i] {
				return fmt.Sprintf("word %d of poses: %#08x and %#08x", i, x, y[i])
			}
		}
	}
	return cmp.Or(
		guard.Difference("states", e.states, o.states),
		guard.Difference("dynamics", e.dynamics, o.dynamics),
		guard.Difference("motions", e.motions, o.motions),
	)
}

// makeFinalizeInputs makes n bodies at all speeds between rest and tunnelling, which gain and lose
// speed. One in oddEvery of them is not dynamic, turns too fast or has a strange pose.
func makeFinalizeInputs(r guard.Source, n, oddEvery int) *finalizeInputs {
	e := &finalizeInputs{
		guard.Make[state.BodyState](n), guard.Make[state.BodyDynamics](n), guard.Make[state.BodyMotion](n),
		guard.Make[geom.Transform](n), guard.Make[geom.Transform](n),
	}
	for i := range n {
		size := []float32{1e-17, 1e-4, 1e-3, 1e-2, 3}[r.IntN(5)]
		turn := geom.RotFromAngle(float64(r.Num(min(size, 1))))
		s := state.BodyState{
			VX: r.Num(60 * size), VY: r.Num(60 * size), W: r.Num(min(60*size, 20)), Flags: state.FlagDynamic,
			DX: r.Num(size), DY: r.Num(size), DC: float32(turn.C), DS: float32(turn.S),
		}
		if r.IntN(3) == 0 {
			s.Flags = state.FlagDynamic | state.BodyFlags(r.IntN(16))
		}
		if r.IntN(4) == 0 {
			s.DC, s.DS = 1, 0
		}
		old := geom.Transform{
			P: geom.Vec2{X: float64(r.Num(1000)), Y: 100 * r.NormFloat64()}, R: geom.RotFromAngle(r.NormFloat64()),
		}
		fraction := r.Float64() * 1.1
		last := geom.Transform{
			P: geom.Vec2{X: old.P.X - float64(fraction*float64(s.DX)), Y: old.P.Y - float64(fraction*float64(s.DY))},
			R: geom.RotFromAngle(-fraction * float64(s.DS)).Mul(old.R),
		}
		m := state.BodyMotion{
			SleepTime: r.Positive(), SleepSpeed: r.Num(0.3) + 0.25, MaxExtent: r.Positive(), MinExtent: r.Positive() / 2,
			FirstCollider: r.Uint32(), StepFlags: state.StepFlags(r.Uint32()) &^ (state.StepFlagFastRotation | state.StepFlagRound), LoadTicks: 1,
		}
		if r.IntN(2) == 0 { // just below or just above the limit of StepFlagFast
			m.MinExtent = float32(2*displacementBound(&s, &m)) * (0.99 + r.Positive()/50)
		}
		if r.IntN(oddEvery) == 0 {
			switch r.IntN(5) {
			case 0:
				s.Flags &^= state.FlagDynamic
			case 3:
				s.VY *= 1000
			case 1:
				s.W *= 100
			case 2:
				m.StepFlags |= state.StepFlagFastRotation
				s.W *= 100
			default:
				old.R = geom.Rot{C: 1e-160 * r.NormFloat64()}
			}
		}
		e.states.Inner[i], e.motions.Inner[i], e.poses.Inner[i], e.lastPoses.Inner[i] = s, m, old, last
		e.dynamics.Inner[i] = state.BodyDynamics{InvMass: 1, ForceX: r.Num(5), ForceY: r.Num(5), Torque: r.Num(5), GravityScale: r.Num(1)}
	}
	return e
}

// Finalize against its portable twin: all numbers of bodies up to four times eight and a few,
// ranges that begin anywhere, ordinary and special numbers.
func TestVectorFinalizeEqualsPortable(t *testing.T) {
	leftout.VectorKernels(t)
	p := &step.Params{DT: 1.0 / 60, MaxSpeed: 400, MaxRotation: 0.8, SleepTime: 0.8}
	for _, share := range []int{0, 2000, 200, 3} {
		for _, odd := range []int{1 << 30, 30, 4} {
			r := guard.Source{Rand: rand.New(rand.NewPCG(uint64(odd), uint64(share))), SpecialEvery: share}
			for n := range 36 {
				for range 8 {
					x := makeFinalizeInputs(r, 1+n, odd)
					y := x.clone()
					lo := r.IntN(n + 1)
					notFinite := finalize(nil, x.store(), p, lo, n+1)
					require.Equal(t, notFinite, Finalize(nil, y.store(), p, lo, n+1))
					require.Empty(t, x.difference(y), "%d bodies from %d, one number in %d special, one in %d odd", n+1, lo, share, odd)
				}
			}
		}
	}
}

// Ordinary bodies are all done by the kernel, but for at most seven at the end.
func TestVectorFinalizeHandlesAllRegularBodies(t *testing.T) {
	leftout.VectorKernels(t)
	p := &step.Params{DT: 1.0 / 60, MaxSpeed: 400, MaxRotation: 0.8}
	r := guard.Source{Rand: rand.New(rand.NewPCG(1, 2))}
	var constants finalizeConstants
	constants.set(p)
	e := makeFinalizeInputs(r, 39, 1<<30)
	require.Equal(t, 32, runFinalize(e.store(), &constants, 0, 39))
	require.Equal(t, 37, runFinalize(e.store(), &constants, 5, 39))
	require.Equal(t, 35, runFinalize(e.store(), &constants, 35, 39))
}
