package bitset

import "math/bits"

// Set is a set of integers from zero up. The zero Set is empty and ready.
type Set struct {
	words []uint64
}

// Grow makes room for the indexes below n. Members stay.
func (s *Set) Grow(n int) {
	if want := (n + 63) >> 6; want > len(s.words) {
		s.grow(want)
	}
}

// grow is not inlined: its callers seldom run it.
//
//go:noinline
func (s *Set) grow(want int) {
	if want <= cap(s.words) {
		// The tail may hold stale bits only if it was ever in use, and the set
		// never shrinks, so it is still zero.
		s.words = s.words[:want]
		return
	}
	words := make([]uint64, want, max(want, 2*len(s.words)))
	copy(words, s.words)
	s.words = words
}

// Cap returns the capacity: indexes below it may be set.
func (s *Set) Cap() int { return len(s.words) << 6 }

// Set makes i a member. It panics when i is not below the capacity.
func (s *Set) Set(i uint32) { s.words[i>>6] |= 1 << (i & 63) }

// Has reports whether i is a member.
func (s *Set) Has(i uint32) bool {
	w := int(i >> 6)
	return w < len(s.words) && s.words[w]>>(i&63)&1 != 0
}

// ClearAll removes every member and keeps the capacity.
func (s *Set) ClearAll() { clear(s.words) }

// Next returns the smallest member that is at least i, or -1. It visits all
// members in ascending order, also while the loop clears the member it is at:
//
//	for i := s.Next(0); i >= 0; i = s.Next(i + 1) { ... }
func (s *Set) Next(i int) int {
	w := i >> 6
	if w >= len(s.words) {
		return -1
	}
	if bitsLeft := s.words[w] >> (uint(i) & 63); bitsLeft != 0 {
		return i + bits.TrailingZeros64(bitsLeft)
	}
	for w++; w < len(s.words); w++ {
		if s.words[w] != 0 {
			return w<<6 + bits.TrailingZeros64(s.words[w])
		}
	}
	return -1
}

// Words returns the bits themselves, bit i%64 of word i/64, for loops that treat
// 64 members at once. The slice is valid until the set grows.
func (s *Set) Words() []uint64 { return s.words }

// Union adds the members of t, growing s when needed.
func (s *Set) Union(t *Set) {
	s.Grow(t.Cap())
	dst := s.words[:len(t.words)]
	for i, w := range t.words {
		dst[i] |= w
	}
}
