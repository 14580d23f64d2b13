//go:build long

package geom

// trigSamples is how many random arguments of each kind meet the oracle.
const trigSamples = 200_000

// segmentPairs is how many random pairs of segments on a small grid meet the oracle.
const segmentPairs = 100_000

// signSamples is how many random turns meet the oracle.
const signSamples = 400_000
