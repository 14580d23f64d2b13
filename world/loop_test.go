package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// drift is a body whose exact motion is known: 3 m/s, and half a turn per second.
func drift(t *testing.T, c world.Config) (*world.World, world.Body) {
	w := newRecordedWorld(t, c)
	return w, world.Must(w.CreateBody(body.Def{
		LinearVelocity: mgl64.Vec2{3, -1.5}, AngularVelocity: math.Pi, NeverSleep: true, FastRotation: true,
	}))
}

// requireDrawnAt holds the picture against the exact motion at a time.
func requireDrawnAt(t *testing.T, b world.Body, seconds float64) {
	t.Helper()
	position, angle := b.RenderPose()
	require.InDelta(t, 3*seconds, position[0], 1e-5*(1+seconds))
	require.InDelta(t, -1.5*seconds, position[1], 1e-5*(1+seconds))
	require.InDelta(t, 0, math.Remainder(angle-float64(math.Pi*seconds), 2*math.Pi), 1e-4)
}

// Frames that step by the real time draw the exact motion of one timestep ago, whatever
// the display and the clock do.
func TestRealTimeDrawsExactMotion(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const timestep = 1.0 / 60
	for name, frame := range map[string]func() float64{
		"60 Hz":          func() float64 { return 1.0 / 60 * (1 + 1e-7) }, // as clocks of nanoseconds say it
		"144 Hz":         func() float64 { return 1.0 / 144 },
		"30 Hz":          func() float64 { return 1.0 / 30 * (1 - 1e-7) },
		"59.94 Hz":       func() float64 { return 1.001 / 60 },
		"60 Hz, 3 ms":    func() float64 { return 1.0/60 + 0.003*(2*r.Float64()-1) },
		"144 Hz, 3 ms":   func() float64 { return 1.0/144 + 0.003*(2*r.Float64()-1) },
		"clock of a ms":  func() float64 { return []float64{0.016, 0.017, 0.017}[r.IntN(3)] },
		"frames dropped": func() float64 { return float64(1+r.IntN(4)) / 60.01 },
	} {
		t.Run(name, func(t *testing.T) {
			w, b := drift(t, world.Config{Workers: 1})
			clock := 0.0
			for range 400 {
				dt := frame()
				clock += dt
				w.Step(dt)
				if clock > timestep*1.01 {
					requireDrawnAt(t, b, clock-timestep)
				}
				require.Less(t, w.Alpha(), 1.0)
			}
		})
	}
}

// Frames of whole timesteps, by Tick or Step, draw the last tick: the picture is not late.
func TestWholeTimestepsDrawLastTick(t *testing.T) {
	w, b := drift(t, world.Config{Workers: 1})
	for i := range 120 {
		switch i % 3 {
		case 0:
			w.Tick()
		case 1:
			require.Equal(t, 1, w.Step(1.0/60))
		case 2:
			require.Equal(t, 2, w.Step(2.0/60))
		}
		require.Equal(t, 1.0, w.Alpha())
		requireDrawnAt(t, b, w.Time())
		position, angle := b.RenderPose()
		require.Equal(t, b.Position(), position)
		require.InDelta(t, b.Angle(), angle, 1e-15)
	}
}

// A display of twice the rate of ticks comes to whole ticks at every second frame. Its pictures
// advance evenly all the same.
func TestEveryOtherFrameDrawsEvenly(t *testing.T) {
	w, b := drift(t, world.Config{Workers: 1, Timestep: 1.0 / 64})
	last := 0.0
	for i := range 100 {
		w.Step(1.0 / 128)
		position, _ := b.RenderPose()
		if i > 1 {
			require.InDelta(t, 3.0/128, position[0]-last, 1e-6)
		}
		last = position[0]
	}
}

// A paused game draws the same picture again, and a snapshot brings it back.
func TestPictureStaysWhilePaused(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 144} {
		w, b := drift(t, world.Config{Workers: 1})
		for range 7 {
			w.Step(dt)
		}
		want, _ := b.RenderPose()
		var s world.Snapshot
		require.NoError(t, w.Save(&s))
		for range 3 {
			require.Equal(t, 0, w.Step(0))
			got, _ := b.RenderPose()
			require.Equal(t, want, got)
		}
		w.Step(0.005)
		w.Tick()
		require.NoError(t, w.Restore(&s))
		got, _ := b.RenderPose()
		require.Equal(t, want, got)
	}
}

// The loop with Step(1.0/60) in each frame of a display of 144 Hz runs fast: why the documentation
// asks for the real time.
func TestConstantStepsOnFastDisplayRunFast(t *testing.T) {
	w, _ := drift(t, world.Config{Workers: 1})
	for range 144 {
		w.Step(1.0 / 60)
	}
	require.InDelta(t, 2.4, w.Time(), 1e-9)
}

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
