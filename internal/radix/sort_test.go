package radix_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/carom2d/carom/internal/radix"
	"github.com/stretchr/testify/require"
)

func TestSortIsSlicesSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		keys := make([]uint64, r.IntN(200))
		shift, kinds := r.IntN(64), r.Uint64()>>r.IntN(64)
		for i := range keys {
			keys[i] = r.Uint64() & kinds << shift
		}
		if r.IntN(4) == 0 {
			slices.Sort(keys)
		}
		small := make([]uint32, len(keys))
		for i, k := range keys {
			small[i] = uint32(k >> 16)
		}
		want, wantSmall := slices.Sorted(slices.Values(keys)), slices.Sorted(slices.Values(small))
		radix.Sort(keys)
		radix.Sort(small)
		require.True(t, slices.Equal(want, keys), "%v", want)
		require.True(t, slices.Equal(wantSmall, small), "%v", wantSmall)
	}
}

func BenchmarkSort(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{16, 128, 2048, 100_000} {
		from, keys := make([]uint64, n), make([]uint64, n)
		for i := range from {
			from[i] = uint64(r.Uint32N(uint32(8 * n)))
		}
		for _, sort := range []struct {
			name string
			of   func([]uint64)
		}{{"radix", radix.Sort[uint64]}, {"slices", slices.Sort[[]uint64]}} {
			b.Run(sort.name+"/"+strconv.Itoa(n), func(b *testing.B) {
				for b.Loop() {
					copy(keys, from)
					sort.of(keys)
				}
			})
		}
	}
}
