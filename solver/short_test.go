//go:build !long

package solver

// samples and ticks are the size of the test of worker counts.
const (
	samples = 85
	ticks   = 120
)
