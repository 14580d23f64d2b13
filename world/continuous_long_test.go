//go:build long

package world_test

// tunnelStride is the step through the cases of the tunnelling table: all of them.
const tunnelStride = 1

// tunnelCaseFactor multiplies the random cases.
const tunnelCaseFactor = 20
