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

// A belt and the wall behind it are colliders of one body: the belt carries the character to the
// wall, and not into it, with a crate behind that leaves no way back.
func TestConveyorStopsAtWallOfItsBody(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, kind := range []body.Type{body.Static, body.Kinematic} {
			l := newLevel(t, hertz)
			b := addBody(l.w, body.Def{Type: kind}, block(-5, -1, 5, 0), world.ColliderDef{Material: &shape.Material{Friction: 0.6, TangentSpeed: -3}})
			world.Must(b.Attach(block(2, 0, 3, 4), world.ColliderDef{}))
			if kind == body.Kinematic {
				world.Check(b.SetLinearVelocity(mgl64.Vec2{1, 0}))
			}
			c := l.spawn(character.Def{}, 1, 0.81)
			l.crate(60, 0.6, 0, 0.31)
			for range 150 {
				l.run(1 / hertz)
				require.Less(t, c.Position()[0]-b.Position()[0], 1.7)
			}
			require.Greater(t, c.Position()[0]-b.Position()[0], 1.69)
		}
	})
}

// A ladder and the thin ceiling over it are colliders of one body: a fast climb ends below the
// ceiling.
func TestClimbStopsAtCeilingOfTheLaddersBody(t *testing.T) {
	for _, kind := range []body.Type{body.Static, body.Kinematic} {
		l := newLevel(t, 60)
		b := world.Must(l.w.CreateBody(body.Def{Type: kind}))
		ladder := world.Must(b.Attach(block(-0.2, 0, 0.2, 6), world.ColliderDef{Sensor: true}))
		world.Must(b.Attach(block(-2, 4, 2, 4.05), world.ColliderDef{}))
		if kind == body.Kinematic {
			world.Check(b.SetLinearVelocity(mgl64.Vec2{1, 0.5}))
		}
		c := l.spawn(character.Def{}, 0, 1)
		l.c = nil
		require.NoError(t, c.Climb(ladder))
		l.before = func() { require.NoError(t, c.Move(mgl64.Vec2{0, 20})) }
		l.after = func() { require.LessOrEqual(t, c.Position()[1]-b.Position()[1], 3.2) }
		l.run(3)
		require.Equal(t, character.Climbing, c.Mode())
		require.InDelta(t, 3.2, c.Position()[1]-b.Position()[1], 1e-3)
	}
}
