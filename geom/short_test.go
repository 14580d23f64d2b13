//go:build !long

package geom

// trigSamples is how many random arguments of each kind meet the oracle.
const trigSamples = 1000

// segmentPairs is how many random pairs of segments on a small grid meet the oracle.
const segmentPairs = 3000

// signSamples is how many random turns meet the oracle.
const signSamples = 20_000
