//go:build long

package narrowphase

// samples is the number of random pairs per pair of families.
const samples = 1_000_000
