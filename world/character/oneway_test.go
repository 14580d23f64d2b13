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

func (l *level) oneWay(s shape.Support) world.Collider {
	b := world.Must(l.w.CreateBody(body.Def{Type: body.Static}))
	return world.Must(b.Attach(s, world.ColliderDef{OneWay: mgl64.Vec2{0, 1}}))
}

func TestOneWayPlatformHoldsWhatCameFromAbove(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, plank := range []shape.Support{
			polygon(t, mgl64.Vec2{-3, 1.9}, mgl64.Vec2{3, 1.9}, mgl64.Vec2{3, 2}, mgl64.Vec2{-3, 2}),
			shape.Segment{A: mgl64.Vec2{-3, 2}, B: mgl64.Vec2{3, 2}},
		} {
			l := newLevel(t, hertz)
			l.box(-50, -1, 50, 0)
			l.oneWay(plank)
			c := l.spawn(character.Def{}, 0, 0.81)
			l.run(0.2)
			// Feet that rise to 1.8 m do not come to stand on 2 m.
			l.jump = math.Sqrt(2 * gravity * 1.8)
			l.run(2)
			require.InDelta(t, 0.8, c.Position()[1], 0.01)
			l.jump = math.Sqrt(2 * gravity * 2.2)
			l.run(2)
			require.InDelta(t, 2.8, c.Position()[1], 0.01)
			require.True(t, c.OnFloor())
			l.speed = 2
			l.run(0.5)
			require.InDelta(t, 1, c.Position()[0], 0.01)
			l.speed = 0
			c.DropThrough()
			l.run(2)
			require.InDelta(t, 0.8, c.Position()[1], 0.01)
			require.False(t, c.Dropping())
		}
	})
}

func TestOneWayFloorOfPiecesHasNoSeams(t *testing.T) {
	l := newLevel(t, 60)
	for i := range 20 {
		x := float64(i)
		l.oneWay(polygon(t, mgl64.Vec2{x, -0.2}, mgl64.Vec2{x + 1, -0.2}, mgl64.Vec2{x + 1, 0}, mgl64.Vec2{x, 0}))
	}
	c := l.spawn(character.Def{}, 1, 0.81)
	l.run(0.2)
	l.speed = 4
	l.after = func() { require.True(t, c.OnFloor()) }
	l.run(4)
	require.InDelta(t, 17, c.Position()[0], 1e-6)
}

func TestWalksOneWayHills(t *testing.T) {
	l := newLevel(t, 60)
	b := world.Must(l.w.CreateBody(body.Def{Type: body.Static}))
	var points []mgl64.Vec2
	for i := 60; i >= 0; i-- {
		x := float64(i)
		points = append(points, mgl64.Vec2{x, 0.8 * math.Sin(x*0.7)})
	}
	chain := world.Must(b.AttachChain(shape.Chain{Points: points}, world.ColliderDef{}))
	require.NoError(t, chain.SetOneWay(mgl64.Vec2{0, 1}))
	c := l.spawn(character.Def{}, 1, 3)
	l.run(1)
	l.speed = 4
	l.after = func() { require.True(t, c.OnFloor()) }
	l.run(10)
	require.Greater(t, c.Position()[0], 35.0)
	l.speed = -4
	l.run(10)
	require.Less(t, c.Position()[0], 5.0)
}

func TestChainHoldsFromItsOpenSide(t *testing.T) {
	l := newLevel(t, 60)
	b := world.Must(l.w.CreateBody(body.Def{Type: body.Static}))
	world.Must(b.AttachChain(shape.Chain{Points: []mgl64.Vec2{{5, 2}, {-5, 2}}}, world.ColliderDef{}))
	l.box(-50, -1, 50, 0)
	c := l.spawn(character.Def{}, 0, 0.81)
	l.run(0.2)
	l.jump = math.Sqrt(2 * gravity * 2.2)
	l.run(2)
	require.InDelta(t, 2.8, c.Position()[1], 0.01)
}

// A one-way lift that rises through a character leaves it, and carries it when it comes from
// above, up and down and sideways.
func TestOneWayLift(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		l.box(-50, -1, 50, 0)
		lift := addBody(l.w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 0.4}}, shape.Box(1, 0.1), world.ColliderDef{OneWay: mgl64.Vec2{0, 1}})
		c := l.spawn(character.Def{}, 0, 0.81)
		time, speed := 0.0, 1.0
		l.before = func() {
			time += 1 / hertz
			require.NoError(t, lift.SetLinearVelocity(mgl64.Vec2{0, speed}))
		}
		l.run(2)
		require.InDelta(t, 0.8, c.Position()[1], 0.01, "it rises through the character")
		speed = -1
		l.run(1.9) // at 0.5 m
		speed = 0
		l.jump = 6
		l.run(2)
		require.InDelta(t, 0.6+0.8, c.Position()[1], 0.01)
		for _, speed = range []float64{3, -2, 10, -10} {
			l.run(0.2)
			require.True(t, c.OnFloor())
			require.InDelta(t, lift.Position()[1]+0.9+skin, c.Position()[1], 1e-5)
		}
	})
}

// Of platforms one above the other DropThrough leaves one, and the next holds.
func TestDropsFromPlatformToPlatform(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		l.box(-50, -1, 50, 0)
		for i := 1; i <= 3; i++ {
			y := 0.4 * float64(i)
			for x := -3.0; x < 3; x++ {
				l.oneWay(shape.Segment{A: mgl64.Vec2{x, y}, B: mgl64.Vec2{x + 1, y}})
			}
		}
		c := l.spawn(character.Def{}, 0.5, 2.1)
		l.run(0.5)
		l.speed = 1
		for i := 3; i >= 1; i-- {
			require.InDelta(t, 0.8+0.4*float64(i), c.Position()[1], 0.01)
			require.True(t, c.OnFloor())
			c.DropThrough()
			l.run(0.5)
		}
		require.InDelta(t, 0.8, c.Position()[1], 0.01)
		c.DropThrough() // the ground is not one-way
		l.run(0.1)
		require.True(t, c.OnFloor())
	})
}
