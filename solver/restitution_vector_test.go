//go:build !purego && (amd64 || arm64 || js)

package solver

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/solver/schedule"
	"github.com/stretchr/testify/require"
)

// The approach velocities of the kernel and the flags that follow from them equal the results of
// the portable function, for any of the contacts in a block. So do the bundles of a round.
func TestVectorBouncesEqualPortableOnes(t *testing.T) {
	leftout.VectorKernels(t)
	for _, share := range []int{0, 200, 20, 3} {
		r := guard.Source{Rand: rand.New(rand.NewPCG(41, uint64(share))), SpecialEvery: share}
		seen := bounceFlags(0)
		for try := range samples {
			x := makeTableFixture(r, schedule.TwoPoints, 1+try%17, 1+r.IntN(bundleSize))
			x.solver.in.Params = &step.Params{DT: 1.0 / 60, H: 1.0 / 240, RestitutionThreshold: []float32{0, 0.5, 1}[try%3], MaxSpeed: 400, GravityY: -10}
			m := &x.solver.restitution
			m.flags = make([]bounceFlags, len(x.solver.in.Contacts.Pair))
			for i := range m.flags {
				m.flags[i] = bounceFlags(r.IntN(2)) * bounceCandidate
				x.solver.in.Contacts.Surface[i].Restitution = []float32{0, 0.3, 0.5, 0.8, 1}[r.IntN(5)]
				x.solver.in.Contacts.Pair[i].Flags |= state.ContactBouncy
			}
			y := x.clone()
			y.solver.restitution.flags = slices.Clone(m.flags)
			for _, f := range []*tableFixture{x, y} {
				bounce := func() {
					m := &f.solver.restitution
					(&restitutionTask{&f.solver}).Do(0, 0)
					m.contactRows = nil
					for i, k := range m.flags {
						seen |= k
						if k&bounceCandidate != 0 {
							m.contactRows = append(m.contactRows, int32(i))
						}
					}
					m.bundles = make([]bundle2, len(m.contactRows)/bundleSize+1)
					if len(m.contactRows) > 0 {
						f.solver.fillLastBundle()
						f.solver.prepareBounces(0, (len(m.contactRows)+bundleSize-1)/bundleSize)
					}
				}
				if f == x {
					withPortableKernels(bounce)
				} else {
					bounce()
				}
			}
			if d := x.difference(y); d != "" {
				t.Fatalf("special values in 1 of %d, try %d: %s", share, try, d)
			}
			a, b := &x.solver.restitution, &y.solver.restitution
			require.Equal(t, a.flags, b.flags)
			for i := range a.contactRows { // beyond them the kernel has written copies
				requireLanesEqual(t, &a.bundles[i/bundleSize], &b.bundles[i/bundleSize], i%bundleSize)
			}
		}
		require.Equal(t, bounceCandidate|bounceNow|bounceRepeats, seen)
	}
}

// requireLanesEqual compares a lane of two bundles to the bit, but for the bits of NaN.
func requireLanesEqual(t *testing.T, a, b *bundle2, l int) {
	t.Helper()
	x, y := guard.Words([]bundle2{*a}), guard.Words([]bundle2{*b})
	for i := l; i < len(x); i += bundleSize {
		fx, fy := math.Float32frombits(x[i]), math.Float32frombits(y[i])
		if x[i] != y[i] && (fx == fx || fy == fy) {
			t.Fatalf("column %d of lane %d: %v and %v", i/bundleSize, l, fx, fy)
		}
	}
}
