//go:build !purego

package simd

// Available is true: every processor of this kind has NEON.
const Available = true

// Pairs is false: kernels take one bundle at a time.
const Pairs = false
