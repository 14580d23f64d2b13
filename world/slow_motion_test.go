package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A body that moves slowly because it has only just begun to move, or because it turns
// back, is not at rest.
func TestSlowMotionStaysAwake(t *testing.T) {
	box, ball := shape.Box(0.5, 0.5), shape.Circle{Radius: 0.5}
	for _, c := range []struct {
		name    string
		seconds float64
		make    func(w *world.World) world.Body
	}{
		{"slides down at 0.03 m/s^2", 5, func(w *world.World) world.Body {
			return addOnSlope(t, w, 0.003, 0.5, box, 0, 0)
		}},
		{"slides down at 0.1 m/s^2", 5, func(w *world.World) world.Body {
			return addOnSlope(t, w, 0.01, 0.5, box, 0, 0)
		}},
		{"slides down a slope hardly steeper than its friction", 5, func(w *world.World) world.Body {
			return addOnSlope(t, w, math.Atan(0.3)+0.005, 0.5, box, 0.3, 0)
		}},
		{"slides up and down again", 10, func(w *world.World) world.Body {
			return addOnSlope(t, w, 0.015, 0.5, box, 0, -0.3)
		}},
		{"rolls down at 0.03 m/s^2", 5, func(w *world.World) world.Body {
			return addOnSlope(t, w, 0.0045, 0.5, ball, 1, 0)
		}},
		{"rolls down at 0.1 m/s^2", 5, func(w *world.World) world.Body {
			return addOnSlope(t, w, 0.015, 0.5, ball, 1, 0)
		}},
		{"rolls up and down again", 10, func(w *world.World) world.Body {
			return addOnSlope(t, w, 0.0225, 0.5, ball, 1, -0.3)
		}},
		{"falls at 0.03 m/s^2", 5, func(w *world.World) world.Body {
			return addBody(t, w, body.Def{GravityScale: 0.003}, ball, world.ColliderDef{})
		}},
		{"rises and falls at 0.15 m/s^2", 10, func(w *world.World) world.Body {
			return addBody(t, w, body.Def{GravityScale: 0.015, LinearVelocity: mgl64.Vec2{0, 0.5}}, ball, world.ColliderDef{})
		}},
		{"a pendulum of 1 m swings by 1.2 degrees", 20, func(w *world.World) world.Body {
			return addPendulum(t, w, 1, degToRad(1.2))
		}},
		{"a pendulum of 10 m swings by 1.2 degrees", 20, func(w *world.World) world.Body {
			return addPendulum(t, w, 10, degToRad(1.2))
		}},
		{"a pendulum of 1 m begins upside down", 4, func(w *world.World) world.Body {
			return addPendulum(t, w, 1, degToRad(179.5))
		}},
		{"a plank topples over its edge", 2, func(w *world.World) world.Body {
			addFloor(t, w, world.ColliderDef{})
			lean := math.Atan2(0.1, 1) + degToRad(0.3)
			return addBody(t, w, body.Def{
				Position: mgl64.Vec2{0, math.Hypot(0.1, 1) * math.Cos(degToRad(0.3))}, Angle: -lean,
			}, shape.Box(0.1, 1), world.ColliderDef{})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newGravityWorld(t)
			b := c.make(w)
			fastest := 0.0
			for tick := range ticksIn(c.seconds) {
				w.Tick()
				fastest = max(fastest, b.LinearVelocity().Len())
				require.True(t, b.Awake(), "asleep after %d ticks, once %.3f m/s fast", tick+1, fastest)
			}
			t.Logf("%.3f m/s at most", fastest)
			require.Greater(t, fastest, 0.05)
		})
	}
}
