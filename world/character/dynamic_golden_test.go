package character_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Dynamic characters that crowd together on a raft, and jump by Jump and Run, come out the same on
// every platform.
func TestGoldenDynamic(t *testing.T) {
	c := newCrowd(t, world.Config{})
	addFloor(t, c.World)
	addBody(c.World, body.Def{Position: mgl64.Vec2{0, 0.4}}, shape.Box(2, 0.4), world.ColliderDef{Density: 20})
	run, jump := character.Run{}, character.Jump{}
	var speeds [6]float64
	for i := range speeds {
		c.add(t, character.DynamicDef{Air: 0.3}, mgl64.Vec2{-5 + 2*float64(i), 2})
	}
	fall := jump.Speed()
	for tick := range 400 {
		for i, m := range c.members {
			_, speeds[i] = run.Tick(speeds[i], max(-1, min(1, -m.Body().Position()[0])), m.OnFloor(), 1.0/60)
			c.wants[i] = mgl64.Vec2{speeds[i], 0}
			if (tick+13*i)%97 == 0 {
				_, fall = jump.Fall(fall, 0.01)
				world.Must(m.Jump(max(fall, 1)))
			}
		}
		c.Tick()
	}
	require.Equal(t, uint64(0xcbf94fa8442f8b3c), c.Hash())
}
