package column

import "unsafe"

// savedValue is a value at one time.
type savedValue[T any] struct{ value T }

func (s *savedValue[T]) bytes() int { return int(unsafe.Sizeof(s.value)) }

func (s *savedValue[T]) ownBytes(map[any]bool) int { return s.bytes() }

// ValueColumn is a single value.
type ValueColumn[T any] struct {
	variable *T
	hashOf   func(h *Hasher, x T)
}

// Value returns the column in a variable. What it points to must not change while a Copy holds the pointer.
func Value[T any](variable *T, hash func(h *Hasher, x T)) *ValueColumn[T] {
	return &ValueColumn[T]{variable, hash}
}

// Number returns the column of a number or a truth value.
func Number[T ~int | ~int32 | ~uint32 | ~uint64](variable *T) *ValueColumn[T] {
	return Value(variable, func(h *Hasher, x T) { h.Uint64(uint64(x)) })
}

// Variable returns the *T.
func (c *ValueColumn[T]) Variable() any { return c.variable }

func (c *ValueColumn[T]) save(old saved) saved {
	s, ok := old.(*savedValue[T])
	if !ok {
		s = &savedValue[T]{}
	}
	s.value = *c.variable
	return s
}

func (c *ValueColumn[T]) restore(from saved) { *c.variable = from.(*savedValue[T]).value }

func (c *ValueColumn[T]) hash(h *Hasher) { c.hashOf(h, *c.variable) }
