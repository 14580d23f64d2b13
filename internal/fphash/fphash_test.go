package fphash

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func sum(fold func(*Hasher)) uint64 {
	h := New()
	fold(&h)
	return h.Sum()
}

// Golden: these words are compared on every architecture of make determinism.
// They may change only together with every golden state hash of the engine.
func TestGoldenFingerprint(t *testing.T) {
	require.Equal(t, uint64(0x560e90ecaea81f37), sum(func(*Hasher) {}))
	require.Equal(t, uint64(0x01798c05ce3027c6), sum(func(h *Hasher) {
		h.Float64(math.Pi)
		h.Float32(-1.5)
		h.Uint64(1 << 63)
		h.Uint64(7)
		h.Uint64(1)
		h.Uint64(0)
		h.Uint64(uint64(len("carom")))
		for _, c := range []byte("carom") {
			h.Uint64(uint64(c))
		}
	}))
}

func TestEveryBitMatters(t *testing.T) {
	words := []uint64{0, 1, math.Float64bits(1), math.Float64bits(-0.1), math.MaxUint64}
	hashOf := func(ws []uint64) uint64 {
		return sum(func(h *Hasher) {
			for _, w := range ws {
				h.Uint64(w)
			}
		})
	}
	seen := map[uint64]bool{hashOf(words): true}
	for i := range words {
		for bit := range 64 {
			changed := append([]uint64(nil), words...)
			changed[i] ^= 1 << bit
			got := hashOf(changed)
			require.False(t, seen[got], "word %d bit %d", i, bit)
			seen[got] = true
		}
	}
}

func TestOrderLengthAndSignedZeroMatter(t *testing.T) {
	ab := sum(func(h *Hasher) { h.Float64(1); h.Float64(2) })
	ba := sum(func(h *Hasher) { h.Float64(2); h.Float64(1) })
	require.NotEqual(t, ab, ba)
	require.NotEqual(t, sum(func(h *Hasher) { h.Uint64(0) }), sum(func(h *Hasher) { h.Uint64(0); h.Uint64(0) }))
	require.NotEqual(t, sum(func(h *Hasher) { h.Float64(0) }), sum(func(h *Hasher) { h.Float64(math.Copysign(0, -1)) }))
	require.Equal(t, sum(func(h *Hasher) { h.Float64(1) }), sum(func(h *Hasher) { h.Uint64(math.Float64bits(1)) }))
}

func TestCopyKeepsPrefix(t *testing.T) {
	h := New()
	h.Float64(1)
	fork := h
	h.Float64(2)
	fork.Float64(2)
	require.Equal(t, h.Sum(), fork.Sum())
	require.Equal(t, h.Sum(), h.Sum(), "Sum changes nothing")
}

// Flipping one input bit should flip about half of the output bits. With 64
// words x 64 bits the mean of the flips has a standard deviation of 4/64.
func TestAvalanche(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	flips, trials := 0, 0
	for range 64 {
		x := rng.Uint64()
		base := sum(func(h *Hasher) { h.Uint64(x) })
		for bit := range 64 {
			flips += bits.OnesCount64(base ^ sum(func(h *Hasher) { h.Uint64(x ^ 1<<bit) }))
			trials++
		}
	}
	require.InDelta(t, 32, float64(flips)/float64(trials), 0.5)
}

// Floats of one small grid are the likeliest input and differ in few, high bits.
func TestNoCollisionOnAGrid(t *testing.T) {
	seen := make(map[uint64]bool, 1<<16)
	for x := range 256 {
		for y := range 256 {
			got := sum(func(h *Hasher) { h.Float32(float32(x) / 2); h.Float32(float32(y) / 2) })
			require.False(t, seen[got])
			seen[got] = true
		}
	}
}

func BenchmarkFloat32(b *testing.B) {
	h := New()
	for b.Loop() {
		h.Float32(1.25)
	}
}
