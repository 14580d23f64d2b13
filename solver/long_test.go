//go:build long

package solver

// samples and ticks are the size of the test of worker counts.
const (
	samples = 1500
	ticks   = 300
)
