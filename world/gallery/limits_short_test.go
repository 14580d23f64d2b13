//go:build !long

package gallery_test

const workerTicks = 8

var (
	workerCounts = []int{2, 3}
	workerScenes = []string{"tumbler", "rain", "joint_grid"}
)
