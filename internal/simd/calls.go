//go:build !purego && (amd64 || arm64)

package simd

import "unsafe"

// CallsAtOnce is how many calls of a kernel are worth collecting.
const CallsAtOnce = 1

// Still returns the address of a value for the arguments of a kernel.
func Still[T any](x *T) unsafe.Pointer { return unsafe.Pointer(x) }

// Flush does nothing: a kernel has run when its call returns.
func Flush() {}
