//go:build !long

package world_test

// tunnelStride is the step through the cases of the tunnelling table: a prime, so
// that every column is sampled evenly.
const tunnelStride = 61

// tunnelCaseFactor multiplies the random cases.
const tunnelCaseFactor = 1
