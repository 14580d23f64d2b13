package column

import (
	"slices"
	"sync/atomic"
)

// A rare column is empty as long as all its elements are zero: most worlds have no such elements,
// and need no memory for them. Its hash is the hash of the zeros.

// ZeroWhenEmpty makes an empty column stand for zeros in the number of rows. Its elements hold no
// pointers, it has no hash function, and making it longer counts as a write of no element.
func (c *SliceColumn) ZeroWhenEmpty(rows func() int) *SliceColumn {
	c.rows = rows
	return c
}

// sharedZeros are zeros for all lists of the program. Nobody writes to them.
var sharedZeros atomic.Pointer[[]uint64]

// zeroWords returns at least n zeros, which nobody may write to.
func zeroWords(n int) []uint64 {
	if z := sharedZeros.Load(); z != nil && len(*z) >= n {
		return *z
	}
	z := make([]uint64, n+n/2)
	sharedZeros.Store(&z)
	return z
}

// IsZero reports whether every bit of all elements is zero. They hold no pointers.
func IsZero[T any](elements []T) bool {
	return !slices.ContainsFunc(bytesOf(elements), func(b byte) bool { return b != 0 })
}
