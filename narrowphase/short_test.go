//go:build !long

package narrowphase

// The size of the random tests, see long_test.go.
const (
	samples        = 200
	posesPerPair   = 1
	apartPerOracle = 1
	badPoseStep    = 7
)
