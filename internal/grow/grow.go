package grow

// minReserve elements are kept in reserve at least, so that a small column does not grow one by one.
const minReserve = 32

// Append is append for columns.
func Append[T any](s []T, v T) []T {
	if len(s) == cap(s) {
		s = Resize(s, len(s)+1)[:len(s)]
	}
	return append(s, v)
}

// ResizeDiscard returns room for n elements that will all be written: s or, when that is too
// small, a new slice. The first one has a sixteenth in reserve, for a world that is built
// at once often stays as it is; what has grown once grows again, and gets an eighth.
func ResizeDiscard[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	if cap(s) == 0 {
		return make([]T, n, n+n/16+1)
	}
	return make([]T, n, n+n/8+minReserve)
}

// Resize returns s with length n. What it held is kept, what is new is zero unless it
// was used before.
func Resize[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	grown := make([]T, n, n+n/8+minReserve)
	copy(grown, s[:cap(s)])
	return grown
}
