package grow

import "unsafe"

// The smallest reserve: a small column should not grow one by one. For large elements it is small,
// or a world of twenty bodies would reserve more than it uses.
const (
	minReserve      = 16
	minReserveBytes = 128
	leastReserve    = 2
)

func minReserveOf[T any]() int {
	var zero T
	return max(min(minReserve, minReserveBytes/max(int(unsafe.Sizeof(zero)), 1)), leastReserve)
}

// Append is append for columns.
func Append[T any](s []T, v T) []T {
	s = Resize(s, len(s)+1)
	s[len(s)-1] = v
	return s
}

// ResizeDiscard returns n elements that the caller will all write: s or, when that is too
// small, a new slice. The first slice has a sixteenth in reserve, because a world that is
// built at once often stays as it is. A slice that has grown once is likely to grow again,
// and gets an eighth.
func ResizeDiscard[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	room := n + n/8 + minReserveOf[T]()
	if cap(s) == 0 {
		room = n + n/16 + 1
	}
	return make([]T, n, room)
}

// Reserve returns s with room for at least n more elements, with a sixteenth in reserve where they
// are many: appending them one by one would copy the elements each time that an eighth was added.
// If they are few, the reserve is an eighth. It is not inlined: it runs when a world is built.
//
//go:noinline
func Reserve[T any](s []T, n int) []T {
	n += len(s)
	if n <= cap(s) {
		return s
	}
	grown := make([]T, len(s), max(n+n/16, len(s)+len(s)/8)+minReserveOf[T]())
	copy(grown[:cap(s)], s[:cap(s)])
	return grown
}

// Resize returns s with length n. Old elements are kept; new ones are zero, unless they
// were used before.
func Resize[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return enlarge(s, n)
}

// enlarge is the part of Resize that is not inlined: hundreds of places call it and seldom run.
//
//go:noinline
func enlarge[T any](s []T, n int) []T {
	grown := make([]T, n, n+n/8+minReserveOf[T]())
	copy(grown, s[:cap(s)])
	return grown
}
