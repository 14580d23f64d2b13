//go:build long

package gallery_test

// How much of the parameters is tried.
const (
	leastScenes = 5
	cornerTicks = 600
	randomRuns  = 30
)
