//go:build !race

package world_test

import (
	"testing"

	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestWarmSnapshotsDoNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	addHeap(t, w, 80, 0.2, 1)
	ring := make([]world.Snapshot, 4)
	i := 0
	cycle := func() {
		for range 8 {
			w.Tick()
			require.NoError(t, w.Save(&ring[i%4]))
			i++
		}
		require.NoError(t, w.Restore(&ring[(i+1)%4]))
		w.StateHash()
	}
	for range 40 { // the heap falls asleep in cycle 31, when lists of sleeping bodies grow
		cycle()
	}
	require.Zero(t, testing.AllocsPerRun(5, cycle))
}
