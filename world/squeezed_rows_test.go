package world_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// squeezeTest is a row of bodies between two walls of 10 m, on the floor or without gravity.
type squeezeTest struct {
	w           *world.World
	left, right world.Body
	bodies      []world.Body
	fastest     float64 // m/s
}

func newSqueezeTest(t *testing.T, s shape.Support, n int, gravity float64) *squeezeTest {
	v := &squeezeTest{w: newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -gravity}, Workers: 1})}
	y := 5.0
	if gravity > 0 {
		addFloor(t, v.w, world.ColliderDef{})
		y = 0.5
	}
	half := 0.5*float64(n) + 0.05
	v.left = addBody(t, v.w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{-half - 2, 5}}, shape.Box(2, 5), world.ColliderDef{})
	v.right = addBody(t, v.w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{half + 2, 5}}, shape.Box(2, 5), world.ColliderDef{})
	for i := range n {
		at := mgl64.Vec2{float64(i) + 0.5 - 0.5*float64(n), y}
		v.bodies = append(v.bodies, addBody(t, v.w, body.Def{Position: at}, s, world.ColliderDef{}))
	}
	return v
}

// moveWalls moves the walls towards each other and records the largest speed of the bodies.
// None may pass through a wall.
func (v *squeezeTest) moveWalls(t *testing.T, speed, duration float64) {
	require.NoError(t, v.left.SetLinearVelocity(mgl64.Vec2{speed, 0}))
	require.NoError(t, v.right.SetLinearVelocity(mgl64.Vec2{-speed, 0}))
	for range ticksIn(duration) {
		v.w.Tick()
		for _, b := range v.bodies {
			v.fastest = max(v.fastest, b.LinearVelocity().Len())
			at := b.Position()
			require.False(t, math.IsNaN(at[0]+at[1]))
			for _, wall := range []world.Body{v.left, v.right} {
				local := at.Sub(wall.Position())
				require.False(t, math.Abs(local[0]) < 1.5 && math.Abs(local[1]) < 4.5, "in a wall, at %v", at)
			}
		}
	}
}

// Bodies that walls press together to eight or five tenths of their length slip out, not
// through the walls and at a bounded speed, and rest as before when the walls open.
func TestAccuracySqueezedRows(t *testing.T) {
	for _, s := range []shape.Support{shape.Box(0.5, 0.5), shape.Circle{Radius: 0.5}} {
		for _, gravity := range []float64{0, 10} {
			worst, name := 0.0, ""
			for i, n := range []int{1, 3, 10, 20} {
				for j, speed := range []float64{0.2, 1, 5} {
					for k, fraction := range []float64{0.2, 0.5} {
						if (i+j+k)%sampleStep != 0 {
							continue
						}
						v := newSqueezeTest(t, s, n, gravity)
						travel := 0.5 * fraction * float64(n)
						v.moveWalls(t, speed, travel/speed)
						v.moveWalls(t, 0, 2)
						if v.fastest > worst {
							worst, name = v.fastest, fmt.Sprintf("%d at %v m/s by %v", n, speed, fraction)
						}
						v.moveWalls(t, -1, travel+1)
						if gravity > 0 {
							v.moveWalls(t, 0, 7) // boxes that slipped out tumble along the floor for a while
							require.Less(t, maxPenetration(v.w), 0.01, "%T: %d at %v m/s by %v", s, n, speed, fraction)
						}
					}
				}
			}
			t.Logf("%T, gravity %v: at most %.1f m/s, %s", s, gravity, worst, name)
			require.Less(t, worst, 60.0)
		}
	}
}
