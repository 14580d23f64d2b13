//go:build long

package narrowphase

// The size of the random tests.
//
// A positive distance hardly needs an oracle: checkResult finds the witness points on
// the shapes, so the true distance is at most theirs, and finds the shapes as far
// apart along the normal, so it is at least that. Depths have no such proof.
const (
	samples        = 1_000_000 // per pair of families
	posesPerPair   = 16        // of the same two shapes
	apartPerOracle = 16        // distances for each that is compared with the oracle
	badPoseStep    = 1         // through the poses that are no poses, from one pair to the next
)
