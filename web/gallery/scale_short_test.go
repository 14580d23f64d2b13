//go:build !long

package gallery_test

// How much of the parameters is tried.
const (
	leastScenes = 45
	cornerStep  = 5
	cornerTicks = 8
	randomRuns  = 1
)
