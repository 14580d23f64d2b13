//go:build !purego

package simd

import "golang.org/x/sys/cpu"

// Available says whether the processor and the operating system know AVX2.
var Available = cpu.X86.HasAVX2

// Pairs says whether kernels may take two bundles at once, with AVX-512. Processors that had it first lower their clock
// for it, which costs the code around the kernels more than the kernels gain; those with VBMI2 (Ice Lake, Zen 4 and later) do not.
var Pairs = Available && cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VBMI2
