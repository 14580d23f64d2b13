package broadphase

import (
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/stretchr/testify/require"
)

// All passes over the boxes of the grid are cut into blocks, but those that count them by cell.
func TestGridIsMadeInBlocks(t *testing.T) {
	pool := par.New(4)
	defer pool.Close()
	var trace par.Trace
	pool.SetTrace(&trace)
	tree := NewTree()
	tree.SetPool(pool)
	const boxes = 5000
	for i := range uint32(boxes) {
		x := float32(i)
		tree.Insert(Proxy{ID: i, Box: geom.Box32{MinX: x, MinY: 0, MaxX: x + 1.5, MaxY: 1}, Class: Moving, Category: 1})
	}
	require.Len(t, tree.Pairs(nil), boxes-1)
	require.True(t, tree.pairSearch.useGrid)
	var blocks []int
	for _, s := range trace.Stages {
		blocks = append(blocks, s.Blocks)
	}
	require.Len(t, blocks, stageCount)
	for _, stage := range []int{stageCountSizes, stageLocate, stageFindSlots, stageScatter, stageCommit} {
		require.Greater(t, blocks[stage], 1, "stage %d: %v", stage, blocks)
	}
}
