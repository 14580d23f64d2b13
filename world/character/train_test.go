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

// A character that jumps against a wall of a train, upright or leaning, keeps the speed of the
// train. On the floor the wall takes the speed of its walk as a wall at rest does.
func TestWallOfATrainTakesNoSpeedOfTheTrain(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, lean := range []float64{0, -0.2} {
			for _, speed := range []float64{30, -30} {
				l := newLevel(t, hertz)
				train := world.Must(l.w.CreateBody(body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{speed, 0}}))
				world.Must(train.Attach(shape.Box(5, 0.5), world.ColliderDef{}))
				for _, side := range []float64{-1, 1} {
					world.Must(train.Attach(shape.OffsetBox(0.2, 4, mgl64.Vec2{2 * side, 2}, lean*side), world.ColliderDef{}))
				}
				c := l.spawn(character.Def{}, 0, 1.3006)
				for _, walk := range []float64{3, -3} {
					l.speed = walk
					l.run(1)
					require.True(t, c.OnFloor())
					require.InDelta(t, 0, c.Velocity()[0], 1e-6)
					x := c.Position().Sub(train.Position())[0]
					l.jump = 3
					l.run(0.2)
					require.False(t, c.OnFloor())
					require.InDelta(t, speed, c.WorldVelocity()[0], 1.01)
					l.run(1)
					require.InDelta(t, x, c.Position().Sub(train.Position())[0], 0.01)
				}
			}
		}
	})
}
