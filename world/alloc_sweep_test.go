//go:build !invariants && !race

// With invariants on, every tick is followed by checks that may allocate.

package world_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A warm tick allocates nothing, with joints of every kind.
func TestRandomJointsTickDoesNotAllocate(t *testing.T) {
	for _, workers := range []int{1, 2} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers, NoSleep: true})
		addRandomJoints(t, w, 3, 64)
		runSeconds(w, 4)
		require.Zero(t, testing.AllocsPerRun(20, w.Tick), fmt.Sprint(workers, " workers"))
	}
}

// Sweeps allocate nothing once the scratch has grown.
func TestSweepDoesNotAllocate(t *testing.T) {
	for _, bullets := range []int{0, 5} {
		w := newWorld(t, world.Config{Workers: 1, NoSleep: true})
		addFastBodies(t, w, 150, bullets)
		for range 300 {
			w.Tick()
		}
		require.Zero(t, testing.AllocsPerRun(50, w.Tick), "bullets %d", bullets)
	}
}
