package grow

// Extend returns s with one element more. Within the capacity the element is the one that
// was there before: a slice that is refilled every tick keeps its old elements.
func Extend[T any](s []T) []T {
	if len(s) < cap(s) {
		return s[:len(s)+1]
	}
	var zero T
	return append(s, zero)
}

// ReserveLike returns s with room for as many elements as another slice has room for. If it
// has to grow, the result is empty.
func ReserveLike[T any](s, like []T) []T {
	if cap(s) < cap(like) {
		return make([]T, 0, cap(like))
	}
	return s
}
