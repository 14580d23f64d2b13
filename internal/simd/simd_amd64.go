//go:build !purego

package simd

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// Available says whether the processor and the operating system know AVX2.
var Available = cpu.X86.HasAVX2

// Still returns the address of a value for the arguments of a kernel.
func Still[T any](x *T) unsafe.Pointer { return unsafe.Pointer(x) }

// Flush does nothing: a kernel has run when its call returns.
func Flush() {}
