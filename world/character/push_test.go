package character_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func (l *level) crate(mass, side, x, y float64) world.Body {
	b := world.Must(l.w.CreateBody(body.Def{Position: mgl64.Vec2{x, y}}))
	world.Must(b.Attach(shape.Box(side/2, side/2), world.ColliderDef{Density: mass / (side * side)}))
	return b
}

func TestPushesByMass(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, mass := range []float64{1, 10, 100} {
			l := newLevel(t, hertz)
			l.box(-50, -1, 50, 0)
			b := l.crate(mass, 0.8, 1, 0.4)
			c := l.spawn(character.Def{}, -1, 0.81)
			l.run(0.5)
			l.speed = 4
			l.run(2)
			p, q := b.Position(), c.Position()
			l.run(2)
			fmt.Println(hertz, mass, b.Position().Sub(p).Mul(0.5), c.Position().Sub(q).Mul(0.5), b.Position().Sub(c.Position()), b.Angle())
		}
	})
}

func TestPushedByBodies(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, mass := range []float64{10, 80, 1000} {
			l := newLevel(t, hertz)
			l.w.SetGravity(mgl64.Vec2{})
			b := l.crate(mass, 0.8, 2, 0)
			c := l.spawn(character.Def{}, -1, 0)
			l.before = func() { l.c = nil; require.NoError(t, c.Move(c.Velocity())) }
			l.run(0.5)
			require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{-4, 0}))
			l.run(2)
			fmt.Println(hertz, mass, b.LinearVelocity(), c.WorldVelocity(), c.Inherited())
		}
	})
}

func TestSeesawCarries(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		l.box(-50, -3, 50, -2)
		plank := world.Must(l.w.CreateBody(body.Def{}))
		world.Must(plank.Attach(shape.Box(6, 0.2), world.ColliderDef{Density: 20}))
		world.Must(l.w.CreateRevolute(l.w.Ground(), plank, world.RevoluteAt(l.w.Ground(), plank, mgl64.Vec2{})))
		c := l.spawn(character.Def{}, -2, 0.95)
		l.run(2)
		fmt.Println(hertz, plank.Angle(), c.Position(), c.OnFloor())
		b := l.crate(300, 0.8, 2.2, 4)
		for range 8 {
			l.run(0.25)
			fmt.Println(hertz, plank.Angle(), c.Position(), c.OnFloor(), b.Position())
		}
	})
}
