//go:build !long

package collision

// sweepDensity multiplies the number of random sweeps.
const sweepDensity = 1
