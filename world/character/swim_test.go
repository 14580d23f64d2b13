package character_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

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
