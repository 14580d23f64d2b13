package schedule

import (
	"github.com/carom2d/carom/internal/column"
)

// The rows of the global group are divided into partitions of equal numbers of awake bodies. The
// pool gives a worker the same partitions in each stage, so most bodies and all bundles stay in the
// cache of one core through all passes and colours. A contact belongs to the partition of its first
// body. Few contacts have bodies of different partitions as long as touching bodies are neighbours
// in the table; see reorder.go.

// PartitionsPerWorker is more than one so that other workers can take over when one is late.
const PartitionsPerWorker = 4

// rowBlocks is the number of blocks of rows of which partitions consist. The number of rows in a
// block is a power of two.
const rowBlocks = 1 << rowBlockBits

// partitionsFor returns the number of partitions for a number of workers.
func partitionsFor(workers int) int {
	if workers <= 1 {
		return 1
	}
	return PartitionsPerWorker * min(workers, rowBlocks/PartitionsPerWorker)
}

// partitionGlobal divides the rows of the global group into partitions of equal numbers of bodies,
// as nearly as whole row blocks of 1<<shift rows allow.
func (g *grouping) partitionGlobal(partitions, shift int) {
	g.partitionOf = [rowBlocks]uint8{}
	if partitions > 1 {
		g.balance(partitions, shift)
	}
	g.runSlices, g.partitions = g.runSlices[:0], g.partitions[:0]
	if g.groups[Global].firstRun == noIndex {
		return
	}
	for i := g.groups[Global].firstRun; i != noIndex; i = g.runs[i].next {
		for lo, hi := int(g.runs[i].lo), int(g.runs[i].hi); lo < hi; {
			partition := int(g.partitionOf[lo>>shift])
			for len(g.partitions) <= partition {
				g.partitions = append(g.partitions, column.Span{Lo: len(g.runSlices), Hi: len(g.runSlices)})
			}
			end := lo
			for end < hi && int(g.partitionOf[end>>shift]) == partition {
				end = min((end>>shift+1)<<shift, hi)
			}
			g.runSlices = append(g.runSlices, column.Span{Lo: lo, Hi: end})
			g.partitions[partition].Hi = len(g.runSlices)
			lo = end
		}
	}
	for len(g.partitions) < partitions {
		g.partitions = append(g.partitions, column.Span{Lo: len(g.runSlices), Hi: len(g.runSlices)})
	}
}

// balance chooses the partitions of the row blocks.
func (g *grouping) balance(partitions, shift int) {
	var bodies [rowBlocks]int
	total := 0
	for i := g.groups[Global].firstRun; i != noIndex; i = g.runs[i].next {
		for lo, hi := int(g.runs[i].lo), int(g.runs[i].hi); lo < hi; {
			n := min((lo>>shift+1)<<shift, hi) - lo
			bodies[lo>>shift] += n
			total += n
			lo += n
		}
	}
	before := 0
	for i, n := range bodies {
		g.partitionOf[i] = uint8(min((before+n/2)*partitions/max(total, 1), partitions-1))
		before += n
	}
}
