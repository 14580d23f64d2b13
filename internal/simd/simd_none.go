//go:build !amd64 || purego

package simd

// AVX2 is false: this build has no code for it.
const AVX2 = false
