//go:build !purego && (amd64 || arm64 || js)

package broadphase

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The kernel keeps the steps that the portable function keeps, of boxes near each other and of any bits.
func TestVectorSearchEqualsPortable(t *testing.T) {
	kept, all := 0, 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := 1 + r.IntN(60)
		packed := make([]packedPair, n+searchBatch)
		for i := range packed {
			if seed%4 == 0 {
				packed[i] = packedPair{packedBox(r.Uint64()) & laneBits, packedBox(r.Uint64()) & laneBits}
				continue
			}
			packed[i] = randomPackedPair(r)
		}
		probes := slices.Clone(packed[:n])
		if seed%2 == 0 {
			r.Shuffle(n, func(i, j int) { probes[i], probes[j] = probes[j], probes[i] })
		}
		var k, want stepList
		k.count = 1 + r.IntN([]int{4, 100, maxSteps}[seed%3])
		for i := range k.list[:k.count] {
			k.list[i] = searchStep{int32(r.IntN(n)), int32(r.IntN(n))}
		}
		want = k
		got := k.keepNew(packed, probes)
		require.Equal(t, want.keepNewPortable(packed, probes), got, "seed %d", seed)
		kept, all = kept+len(got), all+k.count
	}
	require.Greater(t, kept, all/20)
	require.Less(t, kept, all*19/20)
}

// laneBits are those that a packed box may have.
const laneBits packedBox = 0x7fff_7fff_7fff_7fff

// randomPackedPair returns a box in one of nine cells, and an old one near it, far from it or inverted.
func randomPackedPair(r *rand.Rand) packedPair {
	x, y := r.Int64N(3*256), r.Int64N(3*256)
	w, h := r.Int64N(255), r.Int64N(255)
	p := packedPair{packBox(x, y, x+w, y+h), packBox(x, y, x-invertedQuanta, y-invertedQuanta)}
	switch r.IntN(3) {
	case 0:
		p.old = packBox(x, y, x+w-1, y+h-1)
	case 1:
		x, y = x+r.Int64N(2*nearQuanta)-nearQuanta, y+r.Int64N(2*nearQuanta)-nearQuanta
		p.old = packBox(x, y, x+w-1, y+h-1)
	}
	return p
}
