package character_test

import (
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// planetRadius is large, so that a few metres of a planet are level.
const planetRadius = 2000

// newPlanet makes a world with gravity towards a planet, whose top is at the origin, by an area.
func newPlanet(t *testing.T) *world.World {
	w := world.Must(world.New(world.Config{Workers: 1}))
	t.Cleanup(w.Close)
	planet := addBody(w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -planetRadius}}, shape.Circle{Radius: planetRadius}, world.ColliderDef{})
	pull := area.PointGravity{Strength: gravity, Distance: planetRadius, Replace: true}
	world.Must(w.CreateArea(world.AreaDef{Body: planet, Shape: shape.Circle{Radius: 2 * planetRadius}, Effects: []area.Effect{pull}}))
	return w
}

// stand lets a character of a planet stand for some ticks.
func stand(w *world.World, c *character.Character, ticks int) {
	for range ticks {
		world.Check(c.SetUp(c.Position().Add(mgl64.Vec2{0, planetRadius})))
		world.Check(c.Move(c.Velocity().Add(w.GravityAt(c.Position()).Mul(1.0 / 60))))
		w.Tick()
	}
}

// On a planet, in a world without gravity, feet have friction: a push ends.
func TestFeetBrakeOnPlanet(t *testing.T) {
	w := newPlanet(t)
	addBody(w, body.Def{Position: mgl64.Vec2{-3, 0.5}, LinearVelocity: mgl64.Vec2{5, 0}}, shape.Circle{Radius: 0.4}, world.ColliderDef{Density: 40})
	c := world.Must(character.New(w, character.Def{Up: mgl64.Vec2{0, 1}}, mgl64.Vec2{0, 0.8006}))
	stand(w, c, 200)
	at := c.Position()
	require.InDelta(t, 0.1, at[0], 0.05)
	stand(w, c, 60)
	require.InDelta(t, at[0], c.Position()[0], 1e-3)
}

// A character on a planet weighs on the body that it stands on.
func TestWeightOnPlanet(t *testing.T) {
	w := newPlanet(t)
	plank := addBody(w, body.Def{Position: mgl64.Vec2{0, 1}}, shape.Box(1.5, 0.05), world.ColliderDef{Density: 30})
	hinge := world.RevoluteAt(w.Ground(), plank, mgl64.Vec2{0, 1})
	world.Must(w.CreateRevolute(w.Ground(), plank, hinge))
	c := world.Must(character.New(w, character.Def{Up: mgl64.Vec2{0, 1}}, mgl64.Vec2{-0.5, 1.8601}))
	stand(w, c, 20)
	require.Greater(t, plank.Angle(), 0.1)
}

// On a planet that moves and turns, a character that stands stays where it is: it turns about its
// feet.
func TestCharacterStaysOnTurningPlanet(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, s := range []support{nil, shape.Box(0.3, 0.8)} {
			w := world.Must(world.New(world.Config{Timestep: 1 / hertz, Workers: 1}))
			planet := addBody(w, body.Def{Type: body.Kinematic, AngularVelocity: 0.3, LinearVelocity: mgl64.Vec2{1, 2}}, shape.Circle{Radius: 9}, world.ColliderDef{})
			c := world.Must(character.New(w, character.Def{Shape: s}, mgl64.Vec2{0, 9.81}))
			var stood mgl64.Vec2
			for tick := range int(2 * hertz) {
				away := c.Position().Sub(planet.Position())
				world.Check(c.SetUp(away))
				world.Check(c.Move(away.Normalize().Mul(-gravity / hertz)))
				w.Tick()
				at := mgl64.Rotate2D(-planet.Angle()).Mul2x1(c.Position().Sub(planet.Position()))
				if tick == int(hertz) {
					stood = at
				}
				if tick > int(hertz) {
					require.InDelta(t, 0, at.Sub(stood).Len(), 1e-5)
				}
			}
			w.Close()
		}
	})
}
