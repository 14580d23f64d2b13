//go:build !purego

package simd

// Available is true: every processor of this kind has NEON.
const Available = true
