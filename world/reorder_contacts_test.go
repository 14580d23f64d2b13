package world_test

import (
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The rows of the contacts change no bit.
func TestContactOrderGivesSameBits(t *testing.T) {
	start := func() *world.World {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 2})
		w.ParallelizeAlways()
		addManyIslands(t, w)
		return w
	}
	reference, reordered := start(), start()
	reorderings := 0
	for tick := range 240 {
		reference.Tick()
		reordered.Tick()
		require.Equal(t, reference.Hash(), reordered.Hash(), "tick %d", tick)
		outOfOrder := reordered.OutOfOrderContacts()
		reordered.ReorderContacts()
		reordered.Validate()
		if reordered.OutOfOrderContacts() < outOfOrder {
			require.Zero(t, reordered.OutOfOrderContacts())
			reorderings++
		}
	}
	require.Greater(t, reorderings, 3)
}
