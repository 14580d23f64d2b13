package physicstest_test

import (
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/physicstest"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// steered is a world with a ball that a function pushes before every tick.
func steered(before func(w *world.World, ball world.Body)) *world.World {
	var ball world.BodyID
	w := world.Must(world.New(world.Config{
		Gravity: mgl64.Vec2{0, -10}, Workers: 1,
		BeforeTick: func(w *world.World) { before(w, w.BodyByID(ball)) },
	}))
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.Box(10, 0.5), world.ColliderDef{}))
	for i := range 8 {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(i%2) * 0.3, 1 + 1.1*float64(i)}}))
		world.Must(b.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
		ball = b.ID()
	}
	return w
}

func TestDeterministicWorlds(t *testing.T) {
	build := func() *world.World {
		return steered(func(w *world.World, ball world.Body) {
			world.Check(ball.ApplyForceToCenter(mgl64.Vec2{float64(w.Ticks() % 7), 0}))
		})
	}
	f := newFake(t)
	require.True(t, physicstest.Deterministic(f, 3*time.Second, build), f.errors)
	require.True(t, physicstest.SameTwice(f, 3*time.Second, build), f.errors)
	require.Empty(t, f.errors)
}

// A world that depends on something beside itself is found, by what finds it first.
func TestWorldsThatAreNotDeterministic(t *testing.T) {
	for name, c := range map[string]struct {
		build   func() func() *world.World
		message string
		twice   bool // SameTwice finds it too
	}{
		"built in another way": {func() func() *world.World {
			builds := 0
			return func() *world.World {
				w := steered(func(*world.World, world.Body) {})
				world.Check(w.SetGravity(mgl64.Vec2{0, -10 - float64(builds)}))
				builds++
				return w
			}
		}, "the world that was built a second time differs after 0 ticks: in its clock", true},
		"steered from outside": {func() func() *world.World {
			calls := 0
			return func() *world.World {
				return steered(func(_ *world.World, ball world.Body) {
					calls++
					world.Check(ball.ApplyForceToCenter(mgl64.Vec2{float64(calls%3) * 1e-3, 0}))
				})
			}
		}, "the world that was built a second time differs after 1 ticks: in its bodies", true},
		"counts ticks by itself": {func() func() *world.World {
			return func() *world.World {
				calls := 0
				return steered(func(_ *world.World, ball world.Body) {
					calls++
					world.Check(ball.ApplyForceToCenter(mgl64.Vec2{float64(calls), 0}))
				})
			}
		}, "the world that was rolled back by 8 ticks differs after 1 ticks: in its ", false},
		"steers the first world": {func() func() *world.World {
			return func() *world.World {
				var first *world.World
				w := steered(func(w *world.World, ball world.Body) {
					if first == nil {
						first = w
					}
					world.Check(first.BodyByID(ball.ID()).ApplyForceToCenter(mgl64.Vec2{1, 0}))
				})
				return w
			}
		}, "the fork differs after 46 ticks: in its ", false},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t)
			require.False(t, physicstest.Deterministic(f, 3*time.Second, c.build()))
			require.Contains(t, f.errors[0], "physicstest: "+c.message)
			require.Contains(t, f.errors[0], ".gif")
			require.Contains(t, f.errors[0], "recording of the second world")
			require.Equal(t, !c.twice, physicstest.SameTwice(newFake(t), 3*time.Second, c.build()))
		})
	}
}
