//go:build !purego

package simd

import "golang.org/x/sys/cpu"

// Available says whether the processor and the operating system know AVX2.
var Available = cpu.X86.HasAVX2
