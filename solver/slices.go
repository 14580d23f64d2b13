package solver

import (
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/schedule"
)

// The slices of a colour are the blocks of work that the pool gives to workers. A slice is one or
// several partitions, so that a worker meets the same bodies in each colour.

// A pass over a bundle takes a tenth of a microsecond. A barrier takes as long as several bundles.
const (
	minBundlesPerSlice = 4  // the smallest mean number of bundles in a slice
	minSharedBundles   = 16 // the number of bundles from which a colour is cut
)

// sliceCount returns the number of slices of a colour: the number of partitions, or fewer for a
// small colour, or zero for an empty one. The overflow is one slice.
func (b *batch) sliceCount(color int) int {
	bundles := 0
	for _, sp := range b.spans[color] {
		bundles += sp.Hi - sp.Lo
	}
	if b.hasJoints[color] {
		for _, sp := range b.jointSpans[color] {
			bundles += sp.Hi - sp.Lo
		}
	}
	n := b.solver.order.Partitions()
	if color == overflow || bundles < minSharedBundles {
		return min(bundles, 1)
	}
	for n > 1 && bundles < n*minBundlesPerSlice {
		n /= 2
	}
	return n
}

// bundlesBefore returns the end of the bundles of a class that begin in the first i of n slices
// of a colour.
func (b *batch) bundlesBefore(color int, k schedule.Class, i, n int) int {
	sp, order := b.spans[color][k], b.solver.order
	switch {
	case i == 0:
		return sp.Lo
	case i == n:
		return sp.Hi
	case order.Partitions() == 1:
		return sp.Lo + (sp.Hi-sp.Lo)*i/n
	}
	partition := i*order.Partitions()/n - 1
	return (order.PartitionEnd(partition, k, color) + bundleSize - 1) / bundleSize
}

// minPrepareSlices is the number of slices for preparing without partitions. Constraints at the
// same relative place of all colours mostly have the same bodies, which are then in the cache.
const minPrepareSlices = 16

// prepareSliceCount returns the number of slices for preparing the global group.
func (b *batch) prepareSliceCount() int {
	if n := b.solver.order.Partitions(); n > 1 {
		return n
	}
	return minPrepareSlices
}

// jointRange returns the joints of a kind and colour in one of n slices.
func (b *batch) jointRange(color int, kind joint.Kind, slice, n int) batchRange {
	sp := b.jointSpans[color][kind]
	lo, hi := sp.Lo+(sp.Hi-sp.Lo)*slice/n, sp.Lo+(sp.Hi-sp.Lo)*(slice+1)/n
	return batchRange{jointKind: kind, lo: int32(lo), hi: int32(hi)}
}

// contactRange returns the bundles of a class and colour in one of n slices.
func (b *batch) contactRange(color int, k schedule.Class, slice, n int) batchRange {
	lo, hi := b.bundlesBefore(color, k, slice, n), b.bundlesBefore(color, k, slice+1, n)
	return batchRange{class: k, singleLane: color == overflow, lo: int32(lo), hi: int32(hi)}
}
