package solver

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/solver/schedule"
	"github.com/stretchr/testify/require"
)

// However many slices a colour is cut into, each bundle is in one of them, and
// the first contact of the bundle is of one of the slice's partitions.
func TestSlicesCoverEveryBundleOnce(t *testing.T) {
	partitionsOf := map[int]int{1: 1, 2: 8, 3: 12, 16: 64}
	for _, workers := range []int{1, 2, 3, 16} {
		pool := par.New(workers)
		w, islands := discIslands(rand.New(rand.NewPCG(41, uint64(workers))), 200, true)
		w.solver.SetMinParallelWork(0)
		w.solver.SetMaxGroupBodies(6)
		w.step(1)
		w.buildOrder(islands, pool)
		w.solver.takeScratch()
		s, b := w.solver, &w.solver.global
		b.build(schedule.Global, true)
		partitions := s.order.Partitions()
		require.Equal(t, partitionsOf[workers], partitions)
		partitionOf := partitionOfRows(t, w)
		slices := 0
		for color, blocks := range b.blocksByColor {
			if color != overflow {
				slices = max(slices, blocks.Hi-blocks.Lo)
			}
			var found [schedule.Classes][]int32
			for i, block := range b.blocks[blocks.Lo:blocks.Hi] {
				for _, c := range b.ranges[block.Lo:block.Hi] {
					require.Equal(t, b.contactRange(color, c.class, i, blocks.Hi-blocks.Lo), c)
					for bundle := c.lo; bundle < c.hi; bundle++ {
						found[c.class] = append(found[c.class], bundle)
					}
				}
			}
			for k, sp := range b.spans[color] {
				checkBundles(t, sp, found[k])
				if sp.Lo == sp.Hi {
					continue
				}
				for _, n := range []int{partitions, b.prepareSliceCount()} {
					var bundles []int32
					for i := range n {
						c := b.contactRange(color, schedule.Class(k), i, n)
						for bundle := c.lo; bundle < c.hi; bundle++ {
							bundles = append(bundles, bundle)
							if n > 1 && n == partitions && color != overflow {
								first := b.bundles.contactRows[k][bundle*bundleSize]
								pair, rows := &w.contacts.Pair[first], w.bodies.Rows
								require.Equal(t, i, partitionOf[min(rows[pair.BodyA], rows[pair.BodyB])])
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

// checkBundles requires all bundles of a span in their order.
func checkBundles(t *testing.T, sp column.Span, bundles []int32) {
	require.Len(t, bundles, sp.Hi-sp.Lo)
	for i, bundle := range bundles {
		require.EqualValues(t, sp.Lo+i, bundle)
	}
}

// The partitions of the global group have as many bodies each, but for a row block.
func TestPartitionsAreBalanced(t *testing.T) {
	pool := par.New(2)
	defer pool.Close()
	for _, limit := range []int{0, 8} {
		w, islands := discIslands(rand.New(rand.NewPCG(43, 44)), 300, false)
		w.solver.SetMaxGroupBodies(limit)
		w.buildOrder(islands, pool)
		total := 0
		bodies := make([]int, w.solver.order.Partitions())
		for _, p := range partitionOfRows(t, w) {
			if p >= 0 {
				bodies[p]++
				total++
			}
		}
		require.Len(t, bodies, 8, "partitions for two workers")
		block := math.Exp2(float64(bits.Len(uint(w.bodies.Awake())) - 6)) // one of 64 blocks of rows
		for _, n := range bodies {
			require.InDelta(t, total/len(bodies), n, block)
		}
	}
}
