package solver

import (
	"github.com/carom2d/carom/joint"
)

// The rest of the world is cut into parts: ranges of rows of as many awake bodies each. What
// is done in a part, pass after pass and colour after colour, the pool gives to the
// same worker, for it gives a worker the same part of each stage. So most bodies and
// all rows stay in the cache of one core. A contact belongs to the part of the first of
// its bodies; those whose bodies are of different parts are few when bodies that touch
// are neighbours in the table, which Tidy cares for.

// partitionsPerWorker is into how many parts a worker's share is cut, so that others can take
// some when it is late.
const partitionsPerWorker = 4

// rowBlocks are what parts are put together of: ranges of rows, a power of two each.
const rowBlocks = 1 << rowBlockBits

// partitionsFor returns how many parts there are for so many workers.
func partitionsFor(workers int) int {
	if workers <= 1 {
		return 1
	}
	return partitionsPerWorker * min(workers, rowBlocks/partitionsPerWorker)
}

// minBundlesPerSlice is how many rows a piece of a colour has at least.
const minBundlesPerSlice = 4

// sliceCount returns into how many pieces the passes over a colour are cut: into its parts,
// or into fewer that are whole numbers of them, or none where nothing is. The overflow
// is one piece.
func (b *batch) sliceCount(color int) int {
	bundles := 0
	for _, sp := range b.spans[color] {
		bundles += sp.hi - sp.lo
	}
	if b.hasJoints[color] {
		for _, sp := range b.jointSpans[color] {
			bundles += sp.Hi - sp.Lo
		}
	}
	n := b.solver.sort.partitions
	if color == overflow || n == 1 {
		return min(bundles, 1)
	}
	for minSlices := n / partitionsPerWorker; bundles < n*minBundlesPerSlice; n /= 2 {
		if n == minSlices {
			return min(bundles, 1)
		}
	}
	return n
}

// bundlesBefore returns where the rows of a class end that begin in the first i of n pieces
// of a colour.
func (b *batch) bundlesBefore(color int, k class, i, n int) int {
	sp, t := b.spans[color][k], &b.solver.sort
	switch {
	case i == 0:
		return sp.lo
	case i == n:
		return sp.hi
	case t.partitions == 1:
		return sp.lo + (sp.hi-sp.lo)*i/n
	}
	partition := i*t.partitions/n - 1
	end := t.contactBuckets.next[partition*t.contactBuckets.stride+int(k)*colorCount+color]
	return int(end-t.contactBucketsOf(global, k)[0]+Lanes-1) / Lanes
}

// minPrepareSlices is into how many pieces preparing is cut at least. What is at the same place
// of the lists of all colours is about the same bodies, which a piece leaves in the cache.
const minPrepareSlices = 16

// prepareSliceCount returns into how many pieces preparing the rest is cut.
func (b *batch) prepareSliceCount() int {
	if n := b.solver.sort.partitions; n > 1 {
		return n
	}
	return minPrepareSlices
}

// jointRange returns the joints of a kind and colour in one of n pieces.
func (b *batch) jointRange(color int, kind joint.Kind, slice, n int) batchRange {
	sp := b.jointSpans[color][kind]
	lo, hi := sp.Lo+(sp.Hi-sp.Lo)*slice/n, sp.Lo+(sp.Hi-sp.Lo)*(slice+1)/n
	return batchRange{jointKind: kind, lo: int32(lo), hi: int32(hi)}
}

// contactsOf returns the contacts of a class and colour in one of n pieces.
func (b *batch) contactRange(color int, k class, slice, n int) batchRange {
	lo, hi := b.bundlesBefore(color, k, slice, n), b.bundlesBefore(color, k, slice+1, n)
	return batchRange{class: k, singleLane: color == overflow, lo: int32(lo), hi: int32(hi)}
}
