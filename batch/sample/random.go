package sample

// Random is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
// 2014): 64 bits of state and the same numbers on every platform.
type Random struct{ state uint64 }

// NewRandom returns the generator of a stream. Streams of different keys are independent, because
// the keys are mixed one after the other.
func NewRandom(keys ...uint64) Random {
	r := Random{}
	for _, key := range keys {
		r.state = mix(r.state+golden) ^ mix(key+golden)
	}
	return r
}

// golden is 2^64 divided by the golden ratio, rounded to an odd number.
const golden = 0x9e3779b97f4a7c15

// mix is a bijection of 64 bits in which each output bit depends on all input bits.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Uint64 returns the next 64 bits.
func (r *Random) Uint64() uint64 {
	r.state += golden
	return mix(r.state)
}

// Float64 returns the next number of [0, 1), a multiple of 2^-53.
func (r *Random) Float64() float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// Below returns the next number of [0, n) without bias, for n > 0. It discards the numbers above
// the largest multiple of n.
func (r *Random) Below(n uint64) uint64 {
	for {
		x := r.Uint64()
		rest := x % n
		if x-rest <= -n { // the whole range of this multiple fits into 64 bits
			return rest
		}
	}
}

// Permutation returns the numbers 0 to n-1 in a random order (Fisher and Yates).
func (r *Random) Permutation(n int) []uint32 {
	p := make([]uint32, n)
	for i := range p {
		j := r.Below(uint64(i) + 1)
		p[i] = p[j]
		p[j] = uint32(i)
	}
	return p
}
