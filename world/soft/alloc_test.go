//go:build !race

package soft_test

import (
	"testing"

	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/world/soft"
	"github.com/stretchr/testify/require"
)

// A warm tick, the outlines, the mesh, the points and the tears allocate nothing, in a world where
// things tear too.
func TestWarmTickAndOutlinesDoNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	p := newPlayground(t, 1)
	for range 300 {
		p.tick(t)
	}
	var points []vec
	var triangles []int32
	var tears []soft.Tear
	frame := func() {
		p.w.Tick()
		tears = p.cloth.AppendTears(tears[:0])
		if p.cloth.Tidy() != nil || p.blob.Tidy() != nil {
			t.Fatal("tidy")
		}
		points = p.cloth.AppendPoints(points[:0])
		triangles = p.cloth.AppendTriangles(triangles[:0])
		for k := 0; k < p.rope.Len(); {
			points, k = p.rope.AppendOutline(points[:0], k)
		}
		for k := 0; k < p.chain.Len(); {
			points, k = p.chain.AppendOutline(points[:0], k)
		}
		for k := 0; k < p.blob.Len(); {
			points, k = p.blob.AppendOutline(points[:0], k)
		}
		_ = p.blob.Area() + p.blob.Center()[0]
	}
	frame()
	require.Zero(t, testing.AllocsPerRun(100, frame))
}
