//go:build !race

package character_test

import (
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// requireNoAllocation calls a frame until it is warm, and requires that further calls allocate
// nothing.
func requireNoAllocation(t *testing.T, warm, runs int, frame func()) {
	t.Helper()
	resume := invariant.Suspend()
	defer resume()
	for range warm {
		frame()
	}
	require.Zero(t, testing.AllocsPerRun(runs, frame))
}

func TestWarmMoveDoesNotAllocate(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	stairs(l, 0.29, 0.5, 4)
	for i := range 6 {
		l.crate(5, 0.4, -1-0.5*float64(i), 0.2)
	}
	l.oneWay(shape.Segment{A: mgl64.Vec2{-5, 2}, B: mgl64.Vec2{5, 2}})
	c := l.spawn(character.Def{}, -5, 0.81)
	l.c = nil
	n := 0
	tick := func() {
		n++
		v := c.Velocity()
		v[0], v[1] = 4, v[1]-gravity/60
		if n%120 >= 60 {
			v[0] = -4
		}
		if n%50 == 0 {
			v[1] = 7
		}
		require.NoError(t, c.Move(v))
		l.w.Tick()
	}
	requireNoAllocation(t, 600, 240, tick)
}

func TestWarmControllerDoesNotAllocate(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	l.box(3, 0, 4, 1)
	l.box(-2, 2, 0.2, 3)
	c, ticks := hero(l, 0.45, 0.81)
	c.CornerReach = 0.15
	n := 0
	tick := func() {
		stick, button := keysAt(n)
		ticks(1, stick, button)
		n++
	}
	requireNoAllocation(t, 600, 240, tick)
}

func TestWarmSwimAndClimbDoNotAllocate(t *testing.T) {
	l := newLevel(t, 60)
	sea := pool(l, area.Fluid{Density: 40, QuadraticDrag: 2, Surface: []mgl64.Vec2{{-1, 9}, {1, 10}}})
	c := l.spawn(character.Def{}, 0, -1)
	l.c = nil
	c.SetMode(character.Swimming)
	swim := func() {
		require.NoError(t, c.Move(c.Swim(mgl64.Vec2{1, 10}, c.Water(sea))))
		l.w.Tick()
	}
	requireNoAllocation(t, 60, 60, swim)
	b := world.Must(l.w.CreateBody(body.Def{Type: body.Kinematic, Position: c.Position(), AngularVelocity: 0.1}))
	ladder := world.Must(b.Attach(shape.Box(0.3, 50), world.ColliderDef{Sensor: true}))
	require.NoError(t, c.Climb(ladder))
	climb := func() {
		require.NoError(t, c.Move(mgl64.Vec2{0, 1}))
		l.w.Tick()
	}
	requireNoAllocation(t, 60, 60, climb)
	require.Equal(t, character.Climbing, c.Mode())
}

func TestDynamicMoveDoesNotAllocate(t *testing.T) {
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
	requireNoAllocation(t, 300, 100, tick)
}
