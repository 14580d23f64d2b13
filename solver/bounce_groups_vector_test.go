//go:build !purego && (amd64 || arm64 || js)

package solver

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// Eight contacts that bounce at once end as they do one after the other, to the bit.
func TestBouncesAtOnceEqualThoseInTurn(t *testing.T) {
	leftout.VectorKernels(t)
	for _, kind := range []bounceKind{bounceOnePoint, bounceTwoPoints} {
		for _, share := range []int{0, 200, 20, 3} {
			r := guard.Source{Rand: rand.New(rand.NewPCG(43, uint64(share))), SpecialEvery: share}
			moved := false
			for try := range samples {
				moved = compareBounces(t, r, kind, try, 1+try%5) || moved
			}
			require.True(t, moved)
		}
	}
}

// compareBounces reports whether a point had an error.
func compareBounces(t *testing.T, r guard.Source, kind bounceKind, try, bundles int) bool {
	inTurn := makeKernelInputs(r, bundles, bundleSize)
	for i := range inTurn.twoPoints.Inner {
		p := &inTurn.twoPoints.Inner[i].points
		p[1].currentSeparation = perLane{}
		for l := range bundleSize {
			if kind == bounceOnePoint || r.IntN(4) == 0 {
				p[1].mass[l], p[1].impulse[l] = 0, 0
			} else if r.IntN(4) == 0 { // as good as one point
				p[1].ka[l], p[1].kb[l] = p[0].ka[l], p[0].kb[l]
			}
			if r.IntN(8) == 0 {
				p[0].mass[l], p[0].impulse[l] = 0, 0
			}
			if p[1].mass[l] == 0 { // by chance
				p[1].impulse[l] = 0 // a point that takes no part has none
			}
		}
	}
	atOnce := inTurn.clone()
	var want float32
	for i := range inTurn.twoPoints.Inner {
		for l := range bundleSize {
			want = simd.Max(bounceLane(inTurn.states.Inner, &inTurn.twoPoints.Inner[i], l), want)
		}
	}
	s := &Solver{scratch: new(scratch), in: Input{Bodies: &state.Bodies{State: atOnce.states.Inner}}}
	s.restitution.bundles = atOnce.twoPoints.Inner
	require.Equal(t, want, s.bounceVector(bounceRange{hi: bundles, kind: kind}))
	for i := range atOnce.twoPoints.Inner {
		atOnce.twoPoints.Inner[i].points[1].currentSeparation = perLane{}
	}
	if d := inTurn.difference(atOnce); d != "" {
		t.Fatalf("kind %d, try %d: %s", kind, try, d)
	}
	return want > 0
}
