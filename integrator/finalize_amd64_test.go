//go:build !purego

package integrator

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/step"
	"github.com/stretchr/testify/require"
)

// ends are equal inputs for the two kinds of Finalize.
type ends struct {
	states  guard.Slice[body.State]
	drives  guard.Slice[body.Drive]
	motions guard.Slice[body.Motion]
	poses   guard.Slice[geom.Transform]
	lasts   guard.Slice[geom.Transform]
}

func (e *ends) store() *body.Store {
	return &body.Store{
		State: e.states.Inner, Drive: e.drives.Inner, Motion: e.motions.Inner, Pose: e.poses.Inner, Last: e.lasts.Inner,
	}
}

func (e *ends) clone() *ends {
	return &ends{e.states.Clone(), e.drives.Clone(), e.motions.Clone(), e.poses.Clone(), e.lasts.Clone()}
}

// difference compares poses bit by bit: a half of a float64 may look like a NaN.
func (e *ends) difference(o *ends) string {
	for _, c := range [][2]guard.Slice[geom.Transform]{{e.poses, o.poses}, {e.lasts, o.lasts}} {
		y := guard.Words(c[1].All)
		for i, x := range guard.Words(c[0].All) {
			if x != y[i] {
				return fmt.Sprintf("word %d of poses: %#08x and %#08x", i, x, y[i])
			}
		}
	}
	return cmp.Or(
		guard.Difference("states", e.states, o.states),
		guard.Difference("drives", e.drives, o.drives),
		guard.Difference("motions", e.motions, o.motions),
	)
}

// makeEnds makes n bodies at all paces between resting and tunnelling, that gain and lose
// speed; one in odd of them is not dynamic, turns too fast or has a strange pose.
func makeEnds(r guard.Source, n, odd int) *ends {
	e := &ends{
		guard.Make[body.State](n), guard.Make[body.Drive](n), guard.Make[body.Motion](n),
		guard.Make[geom.Transform](n), guard.Make[geom.Transform](n),
	}
	for i := range n {
		size := []float32{1e-17, 1e-4, 1e-3, 1e-2, 3}[r.IntN(5)]
		turn := geom.RotFromAngle(float64(r.Num(min(size, 1))))
		s := body.State{
			VX: r.Num(60 * size), VY: r.Num(60 * size), W: r.Num(min(60*size, 20)), Flags: body.FlagDynamic,
			DX: r.Num(size), DY: r.Num(size), DC: float32(turn.C), DS: float32(turn.S),
		}
		if r.IntN(3) == 0 {
			s.Flags = body.FlagDynamic | body.Flags(r.IntN(16))
		}
		if r.IntN(4) == 0 {
			s.DC, s.DS = 1, 0
		}
		old := geom.Transform{
			P: geom.Vec2{X: float64(r.Num(1000)), Y: 100 * r.NormFloat64()}, R: geom.RotFromAngle(r.NormFloat64()),
		}
		past := r.Float64() * 1.1
		last := geom.Transform{
			P: geom.Vec2{X: old.P.X - float64(past*float64(s.DX)), Y: old.P.Y - float64(past*float64(s.DY))},
			R: geom.RotFromAngle(-past * float64(s.DS)).Mul(old.R),
		}
		m := body.Motion{
			SleepTime: r.Positive(), SleepSpeed: r.Num(0.3) + 0.25, MaxExtent: r.Positive(), MinExtent: r.Positive() / 2,
			First: r.Uint32(), Traits: body.Traits(r.Uint32()) &^ body.TraitFastRotation, Support: 1, Load: 2,
		}
		if r.IntN(2) == 0 { // hardly too slow or too fast to jump over something
			m.MinExtent = float32(2*reach(&s, &m)) * (0.99 + r.Positive()/50)
		}
		if r.IntN(odd) == 0 {
			switch r.IntN(4) {
			case 0:
				s.Flags &^= body.FlagDynamic
			case 1:
				s.W *= 100
			case 2:
				m.Traits |= body.TraitFastRotation
				s.W *= 100
			default:
				old.R = geom.Rot{C: 1e-160 * r.NormFloat64()}
			}
		}
		e.states.Inner[i], e.motions.Inner[i], e.poses.Inner[i], e.lasts.Inner[i] = s, m, old, last
		e.drives.Inner[i] = body.Drive{InvMass: 1, ForceX: r.Num(5), ForceY: r.Num(5), Torque: r.Num(5), GravityScale: r.Num(1)}
	}
	return e
}

// Finalize against its twin: all numbers of bodies up to four times eight and a few, ranges
// that begin anywhere, tame and nasty numbers.
func TestVectorFinalizeEqualsPortable(t *testing.T) {
	require.True(t, vector, "this machine has no AVX2: test with -tags purego")
	p := &step.Params{DT: 1.0 / 60, MaxRotation: 0.8, SleepTime: 0.8}
	for _, share := range []int{0, 2000, 200, 3} {
		for _, odd := range []int{1 << 30, 30, 4} {
			r := guard.Source{Rand: rand.New(rand.NewPCG(uint64(odd), uint64(share))), Share: share}
			for n := range 36 {
				for range 8 {
					x := makeEnds(r, 1+n, odd)
					y := x.clone()
					lo := r.IntN(n + 1)
					sick := finalize(nil, x.store(), p, lo, n+1)
					require.Equal(t, sick, Finalize(nil, y.store(), p, lo, n+1))
					require.Empty(t, x.difference(y), "%d bodies from %d, one in %d nasty, one in %d odd", n+1, lo, share, odd)
				}
			}
		}
	}
}

// Tame bodies are all done by the kernel, but for the last up to seven.
func TestVectorFinalizeDoesAllTameBodies(t *testing.T) {
	p := &step.Params{DT: 1.0 / 60, MaxRotation: 0.8}
	r := guard.Source{Rand: rand.New(rand.NewPCG(1, 2))}
	var constants finalizeConstants
	constants.set(p)
	e := makeEnds(r, 39, 1<<30)
	require.Equal(t, 32, finalizeVector(e.store(), &constants, 0, 39))
	require.Equal(t, 37, finalizeVector(e.store(), &constants, 5, 39))
	require.Equal(t, 35, finalizeVector(e.store(), &constants, 35, 39))
}
