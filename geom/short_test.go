//go:build !long

package geom

// trigSamples is how many random arguments of each kind meet the oracle.
const trigSamples = 1000
