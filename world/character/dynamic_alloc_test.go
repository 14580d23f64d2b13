//go:build !race

package character_test

import (
	"testing"

	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestDynamicMoveDoesNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	c := newCrowd(t, world.Config{NoSleep: true})
	addFloor(t, c.World)
	addStatic(t, c.World, shape.OffsetBox(0.5, 0.1, mgl64.Vec2{3, 0.1}, 0))
	for i := range 5 {
		c.add(t, character.DynamicDef{Air: 0.2, Filter: shape.Filter{Group: int32(i / 2)}}, mgl64.Vec2{float64(i), restHeight})
		c.wants[i] = mgl64.Vec2{float64(i%3) - 1, 0}
	}
	tick := func() {
		c.Tick()
		world.Must(c.members[0].Jump(3))
	}
	for range 300 {
		tick()
	}
	require.Zero(t, testing.AllocsPerRun(100, tick))
}
