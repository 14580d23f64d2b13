package column

import (
	"reflect"
	"unsafe"
)

// savedValue is a value at one time.
type savedValue[T any] struct{ value T }

func (s *savedValue[T]) bytes() int { return int(unsafe.Sizeof(s.value)) }

func (s *savedValue[T]) ownBytes(map[any]bool) int { return s.bytes() }

// ValueColumn is a single value.
type ValueColumn[T any] struct {
	variable *T
	memory   *memory // of a value without pointers
	hashOf   func(h *Hasher, x T)
	hasher   Hasher // on the stack it would escape
}

// Value returns the column in a variable. What it points to must not change while a Copy holds the pointer.
func Value[T any](variable *T, hash func(h *Hasher, x T)) *ValueColumn[T] {
	c := &ValueColumn[T]{variable: variable, hashOf: hash}
	if t := reflect.TypeFor[T](); !layoutOf(t).pointers {
		c.memory = &memory{
			variable: &header{data: unsafe.Pointer(variable), len: 1, cap: 1},
			size:     int(t.Size()),
			blocks:   blocks[byte]{blockLen: int(t.Size()), unit: int(t.Size())},
		}
	}
	return c
}

// Number returns the column of a number or a truth value.
func Number[T ~int | ~int32 | ~uint32 | ~uint64](variable *T) *ValueColumn[T] {
	return Value(variable, func(h *Hasher, x T) { h.Uint64(uint64(x)) })
}

// Variable returns the *T.
func (c *ValueColumn[T]) Variable() any { return c.variable }

func (c *ValueColumn[T]) parts() (*memory, bool) { return c.memory, true }

func (c *ValueColumn[T]) digest() uint64 {
	h := &c.hasher
	*h = NewHasher()
	c.hash(h)
	return h.Sum()
}

func (c *ValueColumn[T]) restored() {}

func (c *ValueColumn[T]) slice() *header { return nil }

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
