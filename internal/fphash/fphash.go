package fphash

import (
	"math"
	"math/bits"
)

// Hasher folds words one after the other. It is a value: a copy keeps the words so far as a
// prefix. Make one with New.
type Hasher struct {
	state uint64
	count uint64
}

// The multipliers are odd, so multiplication loses nothing, and have about as
// many ones as zeros: the fractional digits of the golden ratio and of the
// square root of two, forced odd.
const (
	phi       = 0x9e3779b97f4a7c15
	sqrt2Frac = 0x6a09e667f3bcc909
)

// New returns a hasher without any words.
func New() Hasher { return Hasher{state: sqrt2Frac} }

// Uint64 folds in one word. Each word is mixed by itself first: neighbours that differ in
// high bits only, as floats do, then change the low bits of the state. The rotation makes
// the order count.
func (h *Hasher) Uint64(x uint64) {
	h.state = (bits.RotateLeft64(h.state, 23) ^ mix64(x+phi)) * phi
	h.count++
}

// Float64 folds in the bits of x.
func (h *Hasher) Float64(x float64) { h.Uint64(math.Float64bits(x)) }

// Float32 folds in the bits of x.
func (h *Hasher) Float32(x float32) { h.Uint64(uint64(math.Float32bits(x))) }

// Sum returns the fingerprint of the words so far. More may follow.
func (h *Hasher) Sum() uint64 { return mix64(h.state + h.count*sqrt2Frac) }

// mix64 is a bijection of the 64-bit words in which every input bit moves about
// half of the output bits: xor-shifts carry high bits down, odd multiplications
// carry low bits up, twice.
func mix64(x uint64) uint64 {
	x ^= x >> 32
	x *= phi
	x ^= x >> 29
	x *= sqrt2Frac
	x ^= x >> 32
	return x
}
