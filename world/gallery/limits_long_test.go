//go:build long

package gallery_test

const workerTicks = 200

var (
	workerCounts = []int{2, 3, 4, 7, 16}
	workerScenes []string // all
)
