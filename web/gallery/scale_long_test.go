//go:build long

package gallery_test

// How much of the parameters is tried.
const (
	leastScenes = 45
	cornerStep  = 1
	cornerTicks = 400
	randomRuns  = 4
)
