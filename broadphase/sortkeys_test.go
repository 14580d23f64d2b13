package broadphase

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSortKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	var buf []uint64
	for _, n := range []int{0, 1, 2, maxComparisonSort, maxComparisonSort + 1, 1000, 70000} {
		for _, largest := range []uint64{1, 255, 256, 70000, 1 << 32} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = r.Uint64N(largest)<<32 | r.Uint64N(largest)
			}
			want := slices.Sorted(slices.Values(keys))
			keys, buf = sortKeys(keys, buf)
			require.True(t, slices.Equal(want, keys), "%d keys up to %d", n, largest)
		}
	}
}
