package column

import (
	"reflect"
	"unsafe"
)

// ValueColumn is a single value.
type ValueColumn struct {
	variable any
	data     unsafe.Pointer // the variable
	layout   *layout
	hashOf   func(h *Hasher)
}

// Value returns the column in a variable. The target of its pointers must not change while a Copy
// holds the pointer.
func Value[T any](variable *T, hash func(h *Hasher, x T)) *ValueColumn {
	return newValue(variable, unsafe.Pointer(variable), func(h *Hasher) { hash(h, *variable) })
}

func newValue(variable any, data unsafe.Pointer, hash func(h *Hasher)) *ValueColumn {
	return &ValueColumn{variable: variable, data: data, layout: layoutOf(reflect.TypeOf(variable).Elem()), hashOf: hash}
}

// Number returns the column of a number or a truth value.
//
//go:noinline
func Number[T ~int | ~int32 | ~uint32 | ~uint64](variable *T) *ValueColumn {
	return newValue(variable, unsafe.Pointer(variable), func(h *Hasher) { h.Uint64(uint64(*variable)) })
}

// Variable returns the pointer to the value.
func (c *ValueColumn) Variable() any { return c.variable }

func (c *ValueColumn) slice() *header { return nil }

func (c *ValueColumn) hash(h *Hasher) { c.hashOf(h) }
