//go:build !long

package world_test

// Simulated seconds of the tests of long times.
const (
	heapSeconds = 25.0
	restSeconds = 60.0
)
