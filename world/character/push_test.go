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

func (l *level) crate(mass, side, x, y float64) world.Body {
	b := addBody(l.w, body.Def{Position: mgl64.Vec2{x, y}}, shape.Box(side/2, side/2), world.ColliderDef{Density: mass / (side * side)})
	return b
}

// The force of a push falls from PushForce at rest to zero at the speed asked for, so a box that
// friction f holds back is pushed at v (1 - f/PushForce), at any rate.
func TestPushesByMass(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, mass := range []float64{1, 10, 20, 100} {
			l := newLevel(t, hertz)
			l.box(-50, -1, 50, 0)
			b := l.crate(mass, 0.8, 1, 0.4)
			c := l.spawn(character.Def{}, -1, 0.81)
			l.run(0.5)
			l.speed = 4
			l.run(3)
			p, q := b.Position(), c.Position()
			l.run(1)
			friction := 0.6 * gravity * mass
			want := max(0, 4*(1-friction/200))
			require.InDelta(t, want, b.Position()[0]-p[0], 0.1, "%v kg", mass)
			require.InDelta(t, want, c.Position()[0]-q[0], 0.1, "%v kg", mass)
			require.Less(t, b.Position()[0]-c.Position()[0], 0.7+0.15, "%v kg", mass)
			require.InDelta(t, 0, b.Angle(), 0.01)
		}
	})
}

func TestPushForceBoundsAcceleration(t *testing.T) {
	l := newLevel(t, 60)
	require.NoError(t, l.w.SetGravity(mgl64.Vec2{}))
	b := l.crate(1000, 1, 1, 0)
	c := l.spawn(character.Def{PushForce: 500}, -1, 0)
	c.SetMode(character.Flying)
	l.c = nil
	l.before = func() { require.NoError(t, c.Move(mgl64.Vec2{1, 0})) }
	l.run(2.5)
	v := b.LinearVelocity()[0]
	require.Greater(t, v, 0.0)
	require.Less(t, v, 2.5*500/1000)
	require.NoError(t, c.Edit(func(d *character.Def) { d.NoPush = true }))
	v = b.LinearVelocity()[0]
	l.run(0.5)
	require.InDelta(t, v, b.LinearVelocity()[0], 1e-3)
}

// A body that flies into a character in free space shares its momentum with it, without a
// bounce: nothing is lost, and no energy is made.
func TestBodiesPushByTheirMass(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, mass := range []float64{10, 80, 1000} {
			l := newLevel(t, hertz)
			require.NoError(t, l.w.SetGravity(mgl64.Vec2{}))
			b := l.crate(mass, 0.8, 2, 0)
			c := l.spawn(character.Def{}, -1, 0)
			l.c = nil
			l.before = func() { require.NoError(t, c.Move(c.Velocity())) }
			l.run(0.5)
			require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{-4, 0}))
			l.run(2)
			momentum := mass*b.LinearVelocity()[0] + 80*c.WorldVelocity()[0]
			require.InDelta(t, -4*mass, momentum, 1e-3*mass)
			require.InDelta(t, 4*mass/(mass+80), -c.WorldVelocity()[0], 0.05*4)
			energy := (mass*b.LinearVelocity().LenSqr() + 80*c.WorldVelocity().LenSqr()) / 2
			require.LessOrEqual(t, energy, 8*mass)
			require.Greater(t, b.Position()[0]-c.Position()[0], 0.69, "they do not pass through each other")
		}
	})
}

func TestPushEndsByFriction(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	b := l.crate(80, 0.8, 1, 0.41)
	c := l.spawn(character.Def{}, -1, 0.81)
	l.run(0.5)
	require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{-6, 0}))
	l.run(3)
	require.Less(t, c.Position()[0], -1.05)
	require.Zero(t, c.WorldVelocity().Len())
	require.True(t, c.OnFloor())
}

// A ball that rolls slowly against the feet stops there, and does not push the character along for
// ever. A truck that is as slow pushes it, and loses what the friction of the feet takes.
func TestSlowBallStopsAtFeet(t *testing.T) {
	for _, speed := range []float64{0.025, 0.045} {
		l := newLevel(t, 60)
		l.box(-50, -1, 50, 0)
		c := l.spawn(character.Def{Shape: shape.Box(0.3, 0.8)}, 1, 0.81)
		l.run(0.2)
		p := c.Position()
		for _, kg := range []float64{15, 10000} {
			b := addBody(l.w, body.Def{Position: mgl64.Vec2{0.3, 0.38}, LinearVelocity: mgl64.Vec2{speed, 0}, AngularVelocity: -speed / 0.38},
				shape.Circle{Radius: 0.38}, world.ColliderDef{Density: kg / (math.Pi * 0.38 * 0.38)})
			l.run(3)
			moved := c.Position().Sub(p)[0]
			if kg < 100 {
				require.Less(t, moved, 0.01)
				world.Check(b.Destroy())
				continue
			}
			require.Greater(t, moved, 0.01)
			require.Less(t, b.LinearVelocity()[0], speed)
		}
	}
}

func TestBoxOnHeadRests(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	c := l.spawn(character.Def{Shape: shape.Box(0.3, 0.8)}, 0, 0.81)
	l.run(0.2)
	b := l.crate(20, 0.5, 0, 2.5)
	p := c.Position()
	l.run(2)
	require.InDelta(t, 0, c.Position().Sub(p).Len(), 1e-3)
	require.InDelta(t, 1.85, b.Position()[1], 0.02)
	require.True(t, c.OnFloor())
}

// The weight of a character tips a plank, and a heavy crate on the other end lifts the
// character.
func TestSeesaw(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		l.box(-50, -3, 50, -2)
		plank := addBody(l.w, body.Def{}, shape.Box(6, 0.1), world.ColliderDef{Density: 20})
		def := world.RevoluteAt(l.w.Ground(), plank, mgl64.Vec2{})
		def.Limit, def.Lower, def.Upper = true, -0.2, 0.2
		world.Must(l.w.CreateRevolute(l.w.Ground(), plank, def))
		c := l.spawn(character.Def{}, -2, 0.92)
		l.run(2)
		require.InDelta(t, 0.2, plank.Angle(), 0.02)
		require.True(t, c.OnFloor())
		l.crate(300, 0.6, 3, 1.2)
		l.run(4)
		require.InDelta(t, -0.2, plank.Angle(), 0.02)
		require.True(t, c.OnFloor())
		require.Greater(t, c.Position()[1], 1.1)
	})
}

func TestLightBodyCannotThrowCharacter(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	b := l.crate(4, 0.5, 0, 0.25)
	c := l.spawn(character.Def{}, 0, 0.5+0.81)
	l.run(0.5)
	require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{0, 10}))
	highest := 0.0
	l.after = func() { highest = max(highest, c.Position()[1]) }
	l.run(1)
	require.Less(t, highest, 1.4)
}

// Landing gives a raft its share of the speed, and nothing is left over.
func TestLandingOnRaftSharesMomentum(t *testing.T) {
	l := newLevel(t, 60)
	raft := world.Must(l.w.CreateBody(body.Def{GravityScale: 1e-9}))
	world.Must(raft.Attach(shape.Box(2, 0.2), world.ColliderDef{Density: 100})) // 160 kg
	c := l.spawn(character.Def{Mass: 40}, 0, 3)
	for !c.OnFloor() {
		l.run(1.0 / 60)
	}
	v := math.Sqrt(2 * gravity * (3 - 0.2 - 0.8))
	require.InDelta(t, -v*40/200, raft.LinearVelocity()[1], 0.2)
}

func TestCrateSleepsUnderStandingCharacterAndWakesUnderWalkingOne(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	b := l.crate(10, 1, 0, 0.5)
	c := l.spawn(character.Def{}, 0, 1.81)
	l.run(3)
	require.True(t, c.OnFloor())
	require.False(t, b.Awake())
	l.speed = 1
	l.run(0.1)
	require.True(t, b.Awake())
}
