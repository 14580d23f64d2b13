//go:build !purego

package integrator

import (
	"cmp"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/step"
	"github.com/stretchr/testify/require"
)

// twins are equal inputs for the two kinds of kernels.
type twins struct {
	states guard.Slice[body.State]
	drives guard.Slice[body.Drive]
	carry  guard.Slice[Carry]
	motion Motion // on these slices
}

func (w *twins) attach(p *step.Params) {
	w.motion = Motion{bodies: &body.Store{
		State: w.states.Inner, Drive: w.drives.Inner, Motion: w.motion.bodies.Motion,
	}, params: p, carry: w.carry.Inner}
	w.motion.wide.set(p)
}

func (w *twins) clone() *twins {
	c := &twins{w.states.Clone(), w.drives.Clone(), w.carry.Clone(), w.motion}
	c.attach(w.motion.params)
	return c
}

func (w *twins) difference(o *twins) string {
	return cmp.Or(
		guard.Difference("states", w.states, o.states),
		guard.Difference("drives", w.drives, o.drives),
		guard.Difference("carry", w.carry, o.carry),
	)
}

// makeTwins makes n bodies, one in odd of them slow to stop a kernel: not dynamic, locked,
// resting or fast.
func makeTwins(r guard.Source, p *step.Params, n, odd int) *twins {
	w := &twins{states: guard.Make[body.State](n), drives: guard.Make[body.Drive](n), carry: guard.Make[Carry](n)}
	w.motion.bodies = &body.Store{Motion: make([]body.Motion, n)}
	for i := range n {
		w.states.Inner[i] = body.State{
			VX: r.Num(3), VY: r.Num(3), W: r.Num(3), Flags: body.FlagDynamic,
			DX: r.Num(0.01), DY: r.Num(0.01), DC: 1 - r.Positive()/100, DS: r.Num(0.1),
		}
		w.drives.Inner[i] = body.Drive{
			InvMass: r.Positive(), InvInertia: r.Positive(), LinearDamping: r.Positive(), AngularDamping: r.Positive(),
			ForceX: r.Num(5), ForceY: r.Num(5), Torque: r.Num(5), GravityScale: r.Num(1),
		}
		w.carry.Inner[i] = Carry{VX: r.Num(3), VY: r.Num(3), W: r.Num(3)}
		if r.IntN(odd) > 0 {
			continue
		}
		s := &w.states.Inner[i]
		switch r.IntN(5) {
		case 0:
			s.Flags = body.Flags(r.IntN(16))
		case 1:
			s.W = 0
		case 2:
			s.VX *= 1000
		case 3:
			s.W *= 1000
		default:
			w.motion.bodies.Motion[i].Traits = body.TraitFastRotation
			s.W *= 30
		}
	}
	w.attach(p)
	return w
}

// Every kernel against its twin: all numbers of bodies up to four times eight and a
// few, ranges that begin anywhere, tame and nasty numbers.
func TestVectorKernelsEqualPortableOnes(t *testing.T) {
	require.True(t, vector, "this machine has no AVX2: test with -tags purego")
	p := &step.Params{
		DT: 1.0 / 60, H: 1.0 / 240, InvH: 240, SubSteps: 4, GravityX: 1, GravityY: -10, MaxSpeed: 400, MaxRotation: 0.8,
	}
	for _, share := range []int{0, 500, 50, 3} {
		for _, odd := range []int{1 << 30, 30, 4} {
			r := guard.Source{Rand: rand.New(rand.NewPCG(uint64(odd), uint64(share))), Share: share}
			for n := range 36 {
				x := makeTwins(r, p, 1+n, odd)
				y := x.clone()
				lo := r.IntN(n + 1)
				for k := range 6 {
					what := stage(k % 3)
					x.motion.runPortable(what, lo, n+1)
					y.motion.run(what, lo, n+1)
					require.Empty(t, x.difference(y), "stage %d of %d bodies from %d, one in %d nasty, one in %d odd",
						what, n+1, lo, share, odd)
				}
			}
		}
	}
}

// Tame bodies are all done by the kernels, but for the last up to seven.
func TestVectorKernelsDoAllTameBodies(t *testing.T) {
	p := &step.Params{DT: 1.0 / 60, H: 1.0 / 240, GravityY: -10, MaxSpeed: 400, MaxRotation: 0.8}
	r := guard.Source{Rand: rand.New(rand.NewPCG(1, 2))}
	w := makeTwins(r, p, 39, 1<<30)
	for what := velocities; what <= positions; what++ {
		require.Equal(t, 32, w.motion.runVector(what, 0, 39))
		require.Equal(t, 37, w.motion.runVector(what, 5, 39))
		require.Equal(t, 35, w.motion.runVector(what, 35, 39))
	}
}
