//go:build long

package world_test

// Simulated seconds of the tests of long times.
const (
	heapSeconds = 60.0
	restSeconds = 600.0
)
