//go:build !purego && (amd64 || arm64 || js)

package solver

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// Eight contacts that bounce at once end as they do one after the other, to the bit.
func TestBouncesAtOnceEqualThoseInTurn(t *testing.T) {
	require.True(t, vectorKernels, "this machine has no AVX2: test with -tags purego")
	for _, share := range []int{0, 200, 20, 3} {
		r := guard.Source{Rand: rand.New(rand.NewPCG(43, uint64(share))), SpecialEvery: share}
		moved := false
		for try := range samples {
			inTurn := makeKernelInputs(r, 1+try%5, bundleSize)
			for i := range inTurn.twoPoints.Inner {
				p := &inTurn.twoPoints.Inner[i].points
				p[1].mass, p[1].impulse, p[1].currentSeparation = column{}, column{}, column{}
			}
			atOnce := inTurn.clone()
			var want float32
			for i := range inTurn.twoPoints.Inner {
				for l := range bundleSize {
					want = greater(bounceLane(inTurn.states.Inner, &inTurn.twoPoints.Inner[i], l), want)
				}
			}
			c := testCoefficients()
			s := &Solver{in: Input{Bodies: &state.Bodies{State: atOnce.states.Inner}}}
			s.wide.set(&c)
			s.restitution.bundles = atOnce.twoPoints.Inner
			require.Equal(t, want, s.bounceVector(0, len(atOnce.twoPoints.Inner)))
			moved = moved || want > 0
			for i := range atOnce.twoPoints.Inner {
				atOnce.twoPoints.Inner[i].points[1].currentSeparation = column{}
			}
			if d := inTurn.difference(atOnce); d != "" {
				t.Fatalf("special values in 1 of %d, try %d: %s", share, try, d)
			}
		}
		require.True(t, moved)
	}
}
