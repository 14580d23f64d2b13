//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// The kernel partitions as the portable function does, for any flags, boxes that share a side, and
// special values. It does not touch what the lists held before.
func TestVectorCullEqualsPortable(t *testing.T) {
	leftout.VectorKernels(t)
	var counts [listCount]int
	for seed := range uint64(2000) {
		r := guard.Source{Rand: rand.New(rand.NewPCG(seed, 31)), SpecialEvery: [3]int{0, 100, 12}[seed%3]}
		boxes := make([]geom.Box32, 9)
		for i := range boxes {
			x, y := float32(r.IntN(4)), float32(r.IntN(4))
			boxes[i] = geom.Box32{MinX: x + float32(r.Num(0.1)), MinY: y, MaxX: x + 2, MaxY: y + 2 + float32(r.Num(0.1))}
		}
		lo := r.IntN(5)
		hi := lo + [3]int{r.IntN(4 * lanes), BlockSize, BlockSize - r.IntN(lanes)}[seed%3]
		pairs := make([]state.ContactPair, hi+r.IntN(2))
		for i := range pairs {
			f := state.ContactFlags(r.Uint32())
			if r.IntN(2) == 0 {
				f = f&^reusedMask | reusableFlags
			}
			pairs[i] = state.ContactPair{ColliderA: uint32(r.IntN(len(boxes))), ColliderB: uint32(r.IntN(len(boxes))), BodyA: r.Uint32(), BodyB: r.Uint32(), Flags: f}
		}
		var want, got Lists
		want.appendPortable(pairs, boxes, lo, hi)
		for l := range got {
			got[l].Append(7)
		}
		new(CullBatch).Run(pairs, boxes, lo, hi, &got)
		for l := range want {
			require.Equal(t, append([]int32{}, want[l].All()...), append([]int32{}, got[l].All()...), "seed %d, list %d", seed, l)
			counts[l] += len(want[l].All())
		}
	}
	for l, n := range counts {
		require.Greater(t, n, 10000, "list %d", l)
	}
}
