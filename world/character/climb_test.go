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
