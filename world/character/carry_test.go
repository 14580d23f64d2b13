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

// A belt and the wall behind it are colliders of one body: the belt carries the character to the
// wall, and not into it, with a crate behind that leaves no way back.
func TestConveyorStopsAtWallOfItsBody(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, kind := range []body.Type{body.Static, body.Kinematic} {
			l := newLevel(t, hertz)
			b := addBody(l.w, body.Def{Type: kind}, block(-5, -1, 5, 0), world.ColliderDef{Material: &shape.Material{Friction: 0.6, TangentSpeed: -3}})
			world.Must(b.Attach(block(2, 0, 3, 4), world.ColliderDef{}))
			if kind == body.Kinematic {
				world.Check(b.SetLinearVelocity(mgl64.Vec2{1, 0}))
			}
			c := l.spawn(character.Def{}, 1, 0.81)
			l.crate(60, 0.6, 0, 0.31)
			for range 150 {
				l.run(1 / hertz)
				require.Less(t, c.Position()[0]-b.Position()[0], 1.7)
			}
			require.Greater(t, c.Position()[0]-b.Position()[0], 1.69)
		}
	})
}

// A ladder and the thin ceiling over it are colliders of one body: a fast climb ends below the
// ceiling.
func TestClimbStopsAtCeilingOfTheLaddersBody(t *testing.T) {
	for _, kind := range []body.Type{body.Static, body.Kinematic} {
		l := newLevel(t, 60)
		b := world.Must(l.w.CreateBody(body.Def{Type: kind}))
		ladder := world.Must(b.Attach(block(-0.2, 0, 0.2, 6), world.ColliderDef{Sensor: true}))
		world.Must(b.Attach(block(-2, 4, 2, 4.05), world.ColliderDef{}))
		if kind == body.Kinematic {
			world.Check(b.SetLinearVelocity(mgl64.Vec2{1, 0.5}))
		}
		c := l.spawn(character.Def{}, 0, 1)
		l.c = nil
		require.NoError(t, c.Climb(ladder))
		l.before = func() { require.NoError(t, c.Move(mgl64.Vec2{0, 20})) }
		l.after = func() { require.LessOrEqual(t, c.Position()[1]-b.Position()[1], 3.2) }
		l.run(3)
		require.Equal(t, character.Climbing, c.Mode())
		require.InDelta(t, 3.2, c.Position()[1]-b.Position()[1], 1e-3)
	}
}

// A crate on a lift carries a character up. The character does not hold it down, so it sinks
// neither into the lift nor into the feet.
func TestCrateOnLiftCarriesUp(t *testing.T) {
	for _, hertz := range []float64{60, 144} {
		l := newLevel(t, hertz)
		lift := addBody(l.w, body.Def{Type: body.Kinematic}, block(-5, -1, 5, 0), world.ColliderDef{})
		crate := addBody(l.w, body.Def{Position: mgl64.Vec2{0, 0.3}}, shape.Box(1, 0.3), world.ColliderDef{Density: 50 / 1.2})
		c := l.spawn(character.Def{}, 0, 1.42)
		l.run(0.2)
		from := l.w.Time()
		l.before = func() { world.Check(lift.SetLinearVelocity(mgl64.Vec2{0, 3 * math.Sin(2*(l.w.Time()-from))})) }
		l.after = func() {
			require.Greater(t, crate.Position().Sub(lift.Position())[1], 0.28)
			require.Greater(t, c.Position().Sub(crate.Position())[1], 1.09)
			require.Less(t, c.Position().Sub(crate.Position())[1], 1.17)
		}
		l.run(5)
	}
}

// A crate on the head of a character on a lift does not press its feet into the lift.
func TestCrateOnHeadLeavesFeetOnLift(t *testing.T) {
	for _, hertz := range []float64{30, 60, 144, 240} {
		for _, mass := range []float64{0.1, 10, 100} {
			l := newLevel(t, hertz)
			lift := addBody(l.w, body.Def{Type: body.Kinematic}, block(-5, -1, 5, 0), world.ColliderDef{})
			addBody(l.w, body.Def{Position: mgl64.Vec2{0, 1.86}}, shape.Box(0.25, 0.25), world.ColliderDef{Mass: mass})
			c := l.spawn(character.Def{}, 0, 0.8+skin)
			l.before = func() { world.Check(lift.SetLinearVelocity(mgl64.Vec2{0, 2 * math.Sin(2*l.w.Time())})) }
			l.after = func() {
				require.InDelta(t, 0.8+skin, c.Position().Sub(lift.Position())[1], 1e-3, "%v Hz, %v kg", hertz, mass)
				require.Zero(t, c.Crushed())
			}
			l.run(6)
		}
	}
}

// Terrain that is dug or built beside the feet replaces the collider of the ground, here by one of
// another body. The character stands on, goes on downhill, and does not creep.
func TestCharacterStandsOnReplacedGround(t *testing.T) {
	for _, angle := range []float64{0, -0.5, 0.5} {
		for _, walk := range []float64{0, 3} {
			l := newLevel(t, 60)
			slope := func(x float64) world.Body {
				b := addBody(l.w, body.Def{Type: body.Static, Position: mgl64.Vec2{x * math.Cos(angle), x * math.Sin(angle)}},
					shape.OffsetBox(30, 1, mgl64.Vec2{math.Sin(angle), -math.Cos(angle)}, angle), world.ColliderDef{})
				return b
			}
			ground := slope(0)
			c := l.spawn(character.Def{}, 0, 0.5+0.3/math.Cos(angle))
			l.run(0.5)
			l.speed = walk
			begin := c.Position()
			ticks := 0
			l.before = func() {
				if ticks++; ticks%3 == 0 {
					world.Check(ground.Destroy())
					ground = slope(float64(ticks%2) - 0.5)
				}
			}
			l.after = func() { require.True(t, c.OnFloor(), "slope %v, walk %v", angle, walk) }
			l.run(1)
			require.InDelta(t, walk, c.Position().Sub(begin).Len(), 1e-3, "slope %v", angle)
		}
	}
}

// Ground that turns steep below a character in one tick does not multiply its speed: with
// KeepHorizontalSpeed too, a character goes no faster along the ground than on the steepest ground
// that it walks on.
func TestGroundThatTurnsSteepDoesNotThrow(t *testing.T) {
	const speed = 10.0
	for turn := 0.1; turn < 1.7; turn += 0.02 {
		for _, direction := range []float64{-1, 1} {
			w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
			plank := addBody(w, body.Def{Type: body.Kinematic}, shape.Box(0.5, 0.1), world.ColliderDef{})
			c := world.Must(character.New(w, character.Def{KeepHorizontalSpeed: true}, mgl64.Vec2{0, 0.9}))
			for range 10 {
				require.NoError(t, c.Move(mgl64.Vec2{0, -1}))
				w.Tick()
			}
			require.True(t, c.OnFloor())
			require.NoError(t, plank.SetAngularVelocity(60*turn*direction))
			before := c.Position()
			require.NoError(t, c.Move(mgl64.Vec2{speed, 0}))
			w.Tick()
			carried := 2 * math.Sin(turn/2) // its centre is less than a metre from the plank's
			require.Less(t, c.Position().Sub(before).Len(), carried+speed/60*math.Sqrt2+0.35, "turn by %v", turn*direction)
			w.Close()
		}
	}
}
