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
