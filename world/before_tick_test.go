package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The game's code runs once per tick, however many ticks a Step has, before each.
func TestBeforeTickRunsBeforeEveryTick(t *testing.T) {
	var ticks []uint64
	w := newWorld(t, world.Config{BeforeTick: func(w *world.World) { ticks = append(ticks, w.Ticks()) }})
	require.Zero(t, w.Step(dt/2))
	require.Empty(t, ticks)
	require.Equal(t, 3, w.Step(2.5*dt))
	require.Equal(t, []uint64{0, 1, 2}, ticks)
	w.Tick()
	require.Equal(t, []uint64{0, 1, 2, 3}, ticks)
}

// A force that is applied before every tick is the same force at any frame rate.
func TestForcesDoNotDependOnFrameRate(t *testing.T) {
	speed := func(frame float64) float64 {
		var b world.Body
		w := newWorld(t, world.Config{BeforeTick: func(*world.World) {
			require.NoError(t, b.ApplyForceToCenter(mgl64.Vec2{6, 0}))
		}})
		b = addBody(t, w, body.Def{}, shape.Box(0.5, 0.5), world.ColliderDef{})
		for w.Ticks() < 60 {
			w.Step(frame)
		}
		require.EqualValues(t, 60, w.Ticks())
		return b.LinearVelocity()[0]
	}
	require.InDelta(t, 6, speed(dt), 1e-4) // 240 sums in float32
	require.Equal(t, speed(dt), speed(dt/3))
	require.Equal(t, speed(dt), speed(3*dt))
}

func TestBeforeTickMayChangeButNotStepWorld(t *testing.T) {
	var created []world.Body
	w := newWorld(t, world.Config{BeforeTick: func(w *world.World) {
		require.PanicsWithValue(t, "world: Step during a step", w.Tick)
		if len(created) > 0 {
			require.NoError(t, created[0].Destroy())
			created = created[1:]
		}
		created = append(created, addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{}))
		w.AfterStep(func() { created = append(created, world.Must(w.CreateBody(body.Def{}))) }) // at once
	}})
	require.Equal(t, 3, w.Step(3*dt))
	require.Equal(t, 4, w.BodyCount())
}

// Functions that a mixer gives to AfterStep run when the call that mixed ends, before a
// tick as well.
func TestSetMaterialInBeforeTick(t *testing.T) {
	var order []string
	var w *world.World
	var a world.Body
	w = newWorld(t, world.Config{
		MixFriction: func(_, _ shape.Material) float64 {
			w.AfterStep(func() {
				order = append(order, "deferred")
				require.PanicsWithValue(t, "world: Step during a step", w.Tick)
			})
			return 1
		},
		BeforeTick: func(*world.World) {
			if w.Ticks() == 1 {
				order = nil
				for c := range a.Colliders() {
					require.NoError(t, c.SetMaterial(shape.Material{}))
				}
				order = append(order, "set")
				require.PanicsWithValue(t, "world: Step during a step", w.Tick)
			}
		},
	})
	a = addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	addBody(t, w, body.Def{Position: mgl64.Vec2{1, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	w.Tick()
	w.Tick()
	require.Equal(t, []string{"deferred", "set"}, order)
}

func TestCloseInBeforeTick(t *testing.T) {
	w := newWorld(t, world.Config{BeforeTick: func(w *world.World) {
		if w.Ticks() == 2 {
			w.Close()
		}
	}})
	require.Equal(t, 2, w.Step(5*dt))
	require.EqualValues(t, 2, w.Ticks())
	require.PanicsWithValue(t, "world: Step of a closed world", w.Tick)

	w = newWorld(t, world.Config{BeforeTick: (*world.World).Close})
	w.Tick()
	require.Zero(t, w.Ticks())
}

// A panic before a tick breaks nothing, and the time is not lost.
func TestPanicInBeforeTickBreaksNothing(t *testing.T) {
	shouldPanic := true
	w := newWorld(t, world.Config{BeforeTick: func(*world.World) {
		if shouldPanic {
			panic("no")
		}
	}})
	require.PanicsWithValue(t, "no", func() { w.Step(dt) })
	require.Zero(t, w.Ticks())
	shouldPanic = false
	require.Equal(t, 1, w.Step(0))
}

// A kinematic body that gets a place before every tick is there after it, also when it
// turns through pi and its timestep is not the usual one. Its velocity is float32: one
// rounding of 2^-24 over less than 1 m.
func TestMoveTo(t *testing.T) {
	var b world.Body
	path := func(tick uint64) (mgl64.Vec2, float64) {
		s := 0.05 * float64(tick)
		return mgl64.Vec2{3 * math.Sin(s), 2 * math.Cos(3*s)}, 2 * s
	}
	w := newWorld(t, world.Config{Timestep: 0.01, BeforeTick: func(w *world.World) {
		at, angle := path(w.Ticks() + 1)
		require.NoError(t, b.MoveTo(at, angle))
	}})
	at, angle := path(0)
	b = addBody(t, w, body.Def{Type: body.Kinematic, Position: at, Angle: angle}, shape.OffsetBox(1, 0.1, mgl64.Vec2{0.5, 0}, 0), world.ColliderDef{})
	for range 200 {
		w.Tick()
		at, angle := path(w.Ticks())
		require.InDelta(t, 0, b.Position().Sub(at).Len(), 1e-6)
		require.InDelta(t, 0, math.Remainder(b.Angle()-angle, 2*math.Pi), 1e-6)
	}
}

// It carries the crate that stands on it, which a jump would leave behind.
func TestMoveToCarries(t *testing.T) {
	var lift world.Body
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, BeforeTick: func(w *world.World) {
		s := float64(w.Ticks()+1) * dt
		require.NoError(t, lift.MoveTo(mgl64.Vec2{s * s / 4, s * s / 8}, 0))
	}})
	lift = addBody(t, w, body.Def{Type: body.Kinematic}, shape.Box(2, 0.5), world.ColliderDef{})
	crate := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	runSeconds(w, 2)
	require.InDelta(t, 0, crate.Position().Sub(lift.Position()).Sub(mgl64.Vec2{0, 1}).Len(), 0.02)
}

func TestMoveToRejectsBadInput(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{Type: body.Kinematic}, shape.Box(1, 1), world.ColliderDef{})
	require.ErrorIs(t, b.MoveTo(mgl64.Vec2{nan, 0}, 0), geom.ErrNotFinite)
	require.ErrorIs(t, b.MoveTo(mgl64.Vec2{1e12, 0}, 0), geom.ErrOutOfRange)
	require.ErrorIs(t, b.MoveTo(mgl64.Vec2{}, inf), geom.ErrNotFinite)
	require.ErrorIs(t, w.Ground().MoveTo(mgl64.Vec2{}, 0), world.ErrGround)
	require.Zero(t, b.LinearVelocity())
	wall := addBody(t, w, body.Def{Type: body.Static}, shape.Box(1, 1), world.ColliderDef{})
	require.NoError(t, wall.MoveTo(mgl64.Vec2{5, 0}, 0))
	w.Tick()
	require.Zero(t, wall.Position())
}
