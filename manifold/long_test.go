//go:build long

package manifold

// samples is the number of random pairs per pair of kinds.
const samples = 200_000
