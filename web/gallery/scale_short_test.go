//go:build !long

package gallery_test

// How much of the parameters is tried.
const (
	leastScenes = 45
	cornerStep  = 3
	cornerTicks = 12
	randomRuns  = 1
)
