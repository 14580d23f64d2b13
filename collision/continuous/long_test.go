//go:build long

package continuous

// sweepDensity multiplies the number of random sweeps.
const sweepDensity = 50
