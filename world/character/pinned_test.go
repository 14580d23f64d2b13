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

// A character slips down between a disc that turns about a pin and a wall, and the last part of the
// way in one tick: the disc is not struck at the speed of that tick, of up to 65 m/s.
func TestDescentBesidePinnedDiscDoesNotStrikeIt(t *testing.T) {
	for place := range 4 {
		l := newLevel(t, 240)
		wall := 2.2 + 0.03*float64(place)
		l.box(-50, -1, 50, 0)
		l.box(wall, 0, 3, 6)
		pin := mgl64.Vec2{1.52, 0.65}
		hang := mgl64.Vec2{-0.02, -0.28}
		b := addBody(l.w, body.Def{Position: pin.Add(hang)}, shape.Circle{Radius: 0.31}, world.ColliderDef{Density: 110})
		world.Must(l.w.CreateRevolute(l.w.Ground(), b, world.RevoluteAt(l.w.Ground(), b, pin)))
		l.spawn(character.Def{}, wall-0.31, 1.47)
		world.Check(b.SetTransform(pin.Add(mgl64.Rotate2D(0.62).Mul2x1(hang)), 0.62))
		world.Check(b.SetAngularVelocity(-5.4))
		l.speed = 4
		fastest := 0.0
		l.after = func() { fastest = max(fastest, math.Abs(b.AngularVelocity())) }
		l.run(1)
		require.Less(t, fastest, 15.0, "wall at %v m", wall)
		require.InDelta(t, 0.8005, l.c.Position()[1], 1e-6)
	}
}

// A light crate that nothing holds up does not get the whole weight of the character on it, and
// the character does not follow it down faster than it falls.
func TestWeightDoesNotThrowLightCrate(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, mass := range []float64{0.01, 0.1, 1} {
			l := newLevel(t, hertz)
			l.box(-50, -1, 50, 0)
			b := l.crate(mass, 0.6, 0, 1.5)
			world.Must(l.w.CreateRevolute(l.w.Ground(), b, world.RevoluteAt(l.w.Ground(), b, mgl64.Vec2{0, 1.55})))
			c := l.spawn(character.Def{}, 0.1, 2.62)
			fastest := 0.0
			l.after = func() {
				fastest = max(fastest, math.Abs(b.AngularVelocity())*0.3)
				require.Less(t, -c.Inherited()[1], 8.0)
			}
			l.run(3)
			require.Less(t, fastest, 12.0, "%v kg", mass)
		}
	})
}

// A board under a character that stands on it is not thrown down when it comes free.
func TestDynamicWeightDoesNotThrowLightBoard(t *testing.T) {
	for _, mass := range []float64{0.01, 0.1, 1} {
		w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -gravity}}))
		t.Cleanup(w.Close)
		board := addBody(w, body.Def{Position: mgl64.Vec2{0, 10}}, shape.Box(1, 0.1), world.ColliderDef{Density: mass / 0.4})
		d := world.Must(character.NewDynamic(w, character.DynamicDef{}, mgl64.Vec2{0, 11}))
		for range 30 {
			world.Check(d.Move(mgl64.Vec2{}))
			w.Tick()
		}
		require.Less(t, -board.LinearVelocity()[1], gravity*0.5+9, "%v kg", mass)
	}
}
