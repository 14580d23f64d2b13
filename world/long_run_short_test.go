//go:build !long

package world_test

// Simulated seconds of the tests of long times.
const (
	heapSeconds = 15.0
	restSeconds = 30.0
)
