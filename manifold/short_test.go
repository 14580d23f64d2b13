//go:build !long

package manifold

// samples is the number of random pairs per pair of kinds.
const samples = 1000

// angleStep is the step through the angles of degenerate poses.
const angleStep = 7
