package character_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Ground that turns steep below a character in one tick does not multiply its speed: with
// KeepHorizontalSpeed too, a character goes no faster along the ground than on the steepest ground
// that it walks on.
func TestGroundThatTurnsSteepDoesNotThrow(t *testing.T) {
	const speed = 10.0
	for turn := 0.1; turn < 1.7; turn += 0.02 {
		for _, direction := range []float64{-1, 1} {
			w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
			plank := addBody(w, body.Def{Type: body.Kinematic}, shape.Box(0.5, 0.1), world.ColliderDef{})
			c := world.Must(character.New(w, character.Def{KeepHorizontalSpeed: true}, mgl64.Vec2{0, 0.9}))
			for range 10 {
				require.NoError(t, c.Move(mgl64.Vec2{0, -1}))
				w.Tick()
			}
			require.True(t, c.OnFloor())
			require.NoError(t, plank.SetAngularVelocity(60*turn*direction))
			before := c.Position()
			require.NoError(t, c.Move(mgl64.Vec2{speed, 0}))
			w.Tick()
			carried := 2 * math.Sin(turn/2) // its centre is less than a metre from the plank's
			require.Less(t, c.Position().Sub(before).Len(), carried+speed/60*math.Sqrt2+0.35, "turn by %v", turn*direction)
			w.Close()
		}
	}
}
