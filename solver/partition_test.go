package solver

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/par"
	"github.com/stretchr/testify/require"
)

// In whatever number of pieces the passes over a colour are cut, each row is in one of
// them, and those of its contacts that begin the row are of one of the piece's parts.
func TestSlicesCoverEveryBundleOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 16} {
		pool := par.New(workers)
		w, islands := discIslands(rand.New(rand.NewPCG(41, uint64(workers))), 200, true)
		w.solver.SetMinParallelWork(0)
		w.solver.SetMaxGroupBodies(6)
		w.step(1)
		s, b := w.solver, &w.solver.global
		s.in = *w.input(islands, pool)
		s.sortConstraints(pool)
		s.assignArticulations()
		b.build(global)
		require.Equal(t, partitionsFor(workers), s.sort.partitions)
		slices := 0
		for color, blocks := range b.blocksByColor {
			if color != overflow {
				slices = max(slices, blocks.hi-blocks.lo)
			}
			var found [classes][]int32
			for i, block := range b.blocks[blocks.lo:blocks.hi] {
				for _, c := range b.ranges[block.lo:block.hi] {
					require.Equal(t, b.contactRange(color, c.class, i, blocks.hi-blocks.lo), c)
					for bundle := c.lo; bundle < c.hi; bundle++ {
						found[c.class] = append(found[c.class], bundle)
					}
				}
			}
			for k, sp := range b.spans[color] {
				checkBundles(t, sp, found[k])
				for _, n := range []int{s.sort.partitions, b.prepareSliceCount()} {
					var bundles []int32
					for i := range n {
						c := b.contactRange(color, class(k), i, n)
						for bundle := c.lo; bundle < c.hi; bundle++ {
							bundles = append(bundles, bundle)
							if n > 1 && n == s.sort.partitions && color != overflow {
								first := b.bundles.contactRows[k][bundle*Lanes]
								key := s.sortKeyOf(&w.contacts.Pair[first])
								require.EqualValues(t, i, s.grouping.partitionOf[key>>keyBlockShift%rowBlocks])
							}
						}
					}
					checkBundles(t, sp, bundles)
				}
			}
		}
		require.Equal(t, workers > 1, slices > 1, "some colour is cut")
		pool.Close()
	}
}

// checkBundles requires all rows of a span in their order.
func checkBundles(t *testing.T, sp span, bundles []int32) {
	require.Len(t, bundles, sp.hi-sp.lo)
	for i, bundle := range bundles {
		require.EqualValues(t, sp.lo+i, bundle)
	}
}

// The parts of the rest have as many bodies each, but for a tract.
func TestPartitionsAreBalanced(t *testing.T) {
	pool := par.New(2)
	defer pool.Close()
	for _, limit := range []int{0, 8} {
		w, islands := discIslands(rand.New(rand.NewPCG(43, 44)), 300, false)
		w.solver.SetMaxGroupBodies(limit)
		w.solver.in = *w.input(islands, pool)
		w.solver.sortConstraints(pool)
		g, total := &w.solver.grouping, 0
		bodies := make([]int, len(g.partitions))
		for i, block := range g.partitions {
			for _, sp := range g.runSlices[block.lo:block.hi] {
				bodies[i] += sp.hi - sp.lo
			}
			total += bodies[i]
		}
		require.Len(t, bodies, partitionsFor(2))
		for _, n := range bodies {
			require.InDelta(t, total/len(bodies), n, float64(int(1)<<w.solver.sort.blockShift))
		}
	}
}
