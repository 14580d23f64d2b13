//go:build !purego

package simd

import "golang.org/x/sys/cpu"

// AVX2 says whether the processor and the operating system know AVX2.
var AVX2 = cpu.X86.HasAVX2
