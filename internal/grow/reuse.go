package grow

// Extend returns s with one element more, which holds anything: the room of a slice that is
// refilled every tick keeps what was in it.
func Extend[T any](s []T) []T {
	if len(s) < cap(s) {
		return s[:len(s)+1]
	}
	var zero T
	return append(s, zero)
}

// ReserveLike returns s with room for as many elements as another slice has room for. What
// s held is lost if it has to grow.
func ReserveLike[T any](s, like []T) []T {
	if cap(s) < cap(like) {
		return make([]T, 0, cap(like))
	}
	return s
}
