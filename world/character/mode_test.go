package character_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestClimbsLadder(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		l.box(-50, -1, 50, 0)
		l.oneWay(polygon(t, mgl64.Vec2{-3, 3.9}, mgl64.Vec2{3, 3.9}, mgl64.Vec2{3, 4}, mgl64.Vec2{-3, 4}))
		b := world.Must(l.w.CreateBody(body.Def{Type: body.Kinematic}))
		ladder := world.Must(b.Attach(polygon(t, mgl64.Vec2{-0.2, 0}, mgl64.Vec2{0.2, 0}, mgl64.Vec2{0.2, 4.2}, mgl64.Vec2{-0.2, 4.2}), world.ColliderDef{Sensor: true}))
		c := l.spawn(character.Def{}, 0, 0.81)
		l.run(0.2)
		require.NoError(t, c.Climb(ladder))
		climb := 2.0
		l.c = nil
		l.before = func() {
			v := mgl64.Vec2{0, climb}
			if c.Mode() != character.Climbing {
				v = c.Velocity().Sub(mgl64.Vec2{0, gravity / hertz})
			}
			require.NoError(t, c.Move(v))
		}
		l.run(1)
		require.InDelta(t, 2.8, c.Position()[1], 1e-3)
		climb = 0
		p := c.Position()
		l.run(1)
		require.InDelta(t, 0, c.Position().Sub(p).Len(), 1e-9)
		climb = 2
		l.run(2)
		require.Equal(t, character.Walking, c.Mode())
		require.InDelta(t, 4.8, c.Position()[1], 0.01)
		require.True(t, c.OnFloor())
	})
}

func TestMovingLadderCarriesAndHandsOverItsSpeed(t *testing.T) {
	l := newLevel(t, 60)
	b := world.Must(l.w.CreateBody(body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{3, 1}}))
	ladder := world.Must(b.Attach(shape.Box(0.2, 3), world.ColliderDef{Sensor: true}))
	c := l.spawn(character.Def{}, 0, 0)
	l.c = nil
	require.NoError(t, c.Climb(ladder))
	l.before = func() { require.NoError(t, c.Move(mgl64.Vec2{})) }
	l.run(1)
	require.InDelta(t, 0, c.Position().Sub(mgl64.Vec2{3, 1}).Len(), 1e-6)
	held, ok := c.Held()
	require.True(t, ok)
	require.Equal(t, ladder, held)
	require.NoError(t, ladder.Destroy())
	l.run(1)
	require.Equal(t, character.Walking, c.Mode())
}

func TestRopeBearsWeightAndIsClimbedFromPartToPart(t *testing.T) {
	l := newLevel(t, 60)
	const n = 10
	parts := make([]world.Collider, n)
	above := l.w.Ground()
	for i := range n {
		y := -0.25 - 0.5*float64(i)
		b := world.Must(l.w.CreateBody(body.Def{Position: mgl64.Vec2{0, y}}))
		parts[i] = world.Must(b.Attach(shape.Box(0.05, 0.25), world.ColliderDef{Density: 50, Filter: shape.Filter{Ghost: true}}))
		world.Must(l.w.CreateRevolute(above, b, world.RevoluteAt(above, b, mgl64.Vec2{0, y + 0.25})))
		above = b
	}
	c := l.spawn(character.Def{}, 0, -4.3)
	l.c = nil
	require.NoError(t, c.Climb(parts[8]))
	climb := 0.0
	l.before = func() { require.NoError(t, c.Move(mgl64.Vec2{0, climb})) }
	l.run(2)
	require.Equal(t, character.Climbing, c.Mode())
	force := 0.0
	for j := range l.w.Ground().Joints() {
		force = j.Force()[1]
	}
	require.InDelta(t, (80+2.5*n)*gravity, math.Abs(force), 40)
	climb = 1
	l.run(2)
	held, ok := c.Held()
	require.True(t, ok)
	require.Equal(t, parts[4], held)
	require.InDelta(t, -2.3, c.Position()[1], 0.2)
}

// Who lets go of a moving ladder, or begins to fly on a moving platform, keeps its speed.
func TestModesHandOverSpeed(t *testing.T) {
	l := newLevel(t, 60)
	b := world.Must(l.w.CreateBody(body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{3, 1}}))
	ladder := world.Must(b.Attach(shape.Box(0.2, 3), world.ColliderDef{Sensor: true}))
	c := l.spawn(character.Def{}, 0, 0)
	l.c = nil
	require.NoError(t, c.Climb(ladder))
	wish := mgl64.Vec2{}
	l.before = func() { require.NoError(t, c.Move(wish)) }
	l.run(0.5)
	c.SetMode(character.Walking)
	require.InDelta(t, 0, c.Inherited().Sub(mgl64.Vec2{3, 1}).Len(), 1e-6)
	require.NoError(t, c.Climb(ladder))
	l.run(0.5)
	require.NoError(t, ladder.Destroy())
	l.run(1.0 / 60)
	require.Equal(t, character.Walking, c.Mode())
	require.InDelta(t, 0, c.WorldVelocity().Sub(mgl64.Vec2{3, 1}).Len(), 1e-6)
	c.SetMode(character.Flying)
	require.InDelta(t, 0, c.Velocity().Sub(mgl64.Vec2{3, 1}).Len(), 1e-6)
	require.Zero(t, c.Inherited())
}

func TestModeNames(t *testing.T) {
	for m, name := range map[character.Mode]string{
		character.Walking: "walking", character.Flying: "flying", character.Swimming: "swimming", character.Climbing: "climbing", 9: "Mode(9)",
	} {
		require.Equal(t, name, m.String())
	}
}

func pool(l *level, f area.Fluid) world.Area {
	return world.Must(l.w.CreateArea(world.AreaDef{Shape: shape.Box(20, 10), Position: mgl64.Vec2{0, -10}, Effects: []area.Effect{f}}))
}

func TestWaterPart(t *testing.T) {
	l := newLevel(t, 60)
	sea := pool(l, area.Fluid{Density: 100, Flow: mgl64.Vec2{1, 0}})
	wave := pool(l, area.Fluid{Density: 100, Surface: []mgl64.Vec2{{-10, 8}, {10, 10}}})
	c := l.spawn(character.Def{}, 0, 0)
	for _, x := range []struct{ y, part float64 }{{1, 0}, {0.4, 0.25}, {0, 0.5}, {-0.4, 0.75}, {-0.9, 1}, {-5, 1}} {
		require.NoError(t, c.Teleport(mgl64.Vec2{0, x.y}))
		w := c.Water(sea)
		require.InDelta(t, x.part, w.Part, 1e-9)
		if x.part > 0 {
			require.Equal(t, mgl64.Vec2{1, 0}, w.Flow)
			require.Equal(t, 100.0, w.Density)
		}
		require.NoError(t, c.Teleport(mgl64.Vec2{0, x.y - 1}))
		require.InDelta(t, x.part, c.Water(wave).Part, 1e-9)
	}
}

// A character floats as deep as it displaces its mass, drifts with the flow and reaches the
// terminal speed of its drag.
func TestFloatsDriftsAndSwims(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		sea := pool(l, area.Fluid{Density: 125, Flow: mgl64.Vec2{1, 0}, LinearDrag: 3})
		c := l.spawn(character.Def{}, -5, -3)
		c.SetMode(character.Swimming)
		l.c = nil
		stroke := mgl64.Vec2{}
		l.before = func() { require.NoError(t, c.Move(c.Swim(stroke, c.Water(sea)))) }
		l.run(8)
		area := 0.6*1 + math.Pi*0.09
		displaced := 125 * area / 80
		require.InDelta(t, 1/displaced, c.Water(sea).Part, 1e-3)
		require.InDelta(t, 0, c.WorldVelocity().Sub(mgl64.Vec2{1, 0}).Len(), 1e-2)
		stroke = mgl64.Vec2{6, 0}
		l.run(4)
		require.InDelta(t, 1+6.0/3, c.WorldVelocity()[0], 0.02)
	})
}

func TestQuadraticDragBoundsSinking(t *testing.T) {
	l := newLevel(t, 60)
	sea := pool(l, area.Fluid{Density: 40, QuadraticDrag: 2})
	c := l.spawn(character.Def{}, 0, -1)
	c.SetMode(character.Swimming)
	l.c = nil
	l.before = func() { require.NoError(t, c.Move(c.Swim(mgl64.Vec2{}, c.Water(sea)))) }
	l.run(3)
	weight := gravity * (80 - 40*(0.6+math.Pi*0.09))
	require.InDelta(t, -math.Sqrt(2*weight/(40*2*0.6)), c.WorldVelocity()[1], 0.05)
}

// The first Swim after a change of the timestep took the timestep of the last Move.
func TestSwimUsesTheTimestepOfTheNextTick(t *testing.T) {
	l := newLevel(t, 60)
	c := l.spawn(character.Def{}, 0, 0)
	c.SetMode(character.Swimming)
	l.c = nil
	l.run(0.1)
	config := l.w.Config()
	config.Timestep = 1.0 / 20
	require.NoError(t, l.w.SetConfig(config))
	require.InDelta(t, -gravity/20.0, c.Swim(mgl64.Vec2{}, character.Water{})[1], 1e-12)
}
