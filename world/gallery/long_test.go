//go:build long

package gallery_test

const (
	workerTicks = 200
	warmTicks   = 450 // compounds piles up until then
)

var (
	workerCounts = []int{2, 3, 4, 7, 16}
	workerScenes []string // all
)
