//go:build !purego && (amd64 || arm64 || js)

package broadphase

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/internal/leftout"
	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/geom"
)

// The kernel keeps the steps that the portable function keeps, of boxes near each other and of any
// bits.
func TestVectorSearchEqualsPortable(t *testing.T) {
	leftout.VectorKernels(t)
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
		got := k.args.keepNew(&k, packed, probes)
		require.Equal(t, want.keepNewPortable(packed, probes), got, "seed %d", seed)
		kept, all = kept+len(got), all+k.count
	}
	require.Greater(t, kept, all/20)
	require.Less(t, kept, all*19/20)
}

// The kernel puts boxes where the portable function does: on one or more levels or none, with old
// boxes near, far and missing, some of them too far out.
func TestVectorLocateEqualsPortable(t *testing.T) {
	leftout.VectorKernels(t)
	outside := 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 7))
		n := 1 + r.IntN(90)
		g := &grid{levels: make([]gridLevel, 1+r.IntN(maxGridLevels))}
		for k := range g.levels {
			g.levels[k] = gridLevel{scale: 100 * math.Exp(-2*math.Abs(r.NormFloat64()))}
		}
		far := []float64{10, 1e5, 1e7}[seed%3]
		table := &proxyTable{boxes: make([]geom.Box32, n), old: make([]geom.Box32, n)}
		entries := make([]entry, n)
		for i := range entries {
			entries[i] = entry{id: uint32(r.IntN(n)), level: int32(r.IntN(len(g.levels)+1)) - 1}
			x, y := far*r.NormFloat64(), far*r.NormFloat64()
			table.boxes[i] = boxNear(r, x, y, 1)
			table.old[i] = []geom.Box32{noBox, boxNear(r, x, y, 0.1), boxNear(r, x, y, 100)}[r.IntN(3)]
		}
		var portable, vector workerHistogram
		for k := range maxGridLevels {
			portable.extents[k], vector.extents[k] = emptyExtent, emptyExtent
		}
		want := slices.Clone(entries)
		g.placePortable(table, &portable, want)
		vector.args.place(g, table, &vector, entries)
		for i := range want {
			if want[i].level < 0 { // left undefined
				want[i].packed, want[i].cell = entries[i].packed, entries[i].cell
			}
		}
		require.Equal(t, want, entries, "seed %d", seed)
		for k := range g.levels {
			got, exact := vector.extents[k], portable.extents[k]
			require.Equal(t, exact.count, got.count)
			if got.count > 0 {
				require.True(t, got.low.x <= exact.low.x && got.low.x >= exact.low.x-1 && got.low.y <= exact.low.y && got.low.y >= exact.low.y-1)
				require.True(t, got.high.x >= exact.high.x && got.high.x <= exact.high.x+1 && got.high.y >= exact.high.y && got.high.y <= exact.high.y+1)
			}
		}
		outside += vector.args.outside
	}
	require.Positive(t, outside)
}

// laneBits are those that a packed box may have.
const laneBits packedBox = 0x7fff_7fff_7fff_7fff

// randomPackedPair returns a box in one of nine cells, and an old one near it, far from it or
// inverted.
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
