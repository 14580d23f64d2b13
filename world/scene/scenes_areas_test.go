package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

const (
	planetRadius = 6.0
	planetBodies = 110
	moonMu       = 360.0 // m^3/s^2, 10 m/s^2 at the planet's surface
	moonDistance = 12.0
)

// planet is a round planet upon which bodies rain, and a moon that circles it. The world itself has
// no gravity: the gravity of the planet comes from an area.
func planet() *Scene {
	s := newTestScene("Bodies rain upon a round planet from all sides, in the gravity of an area that falls off with the square of "+
		"the distance, and come to rest. A moon circles it.", 14, viewOf(-18, -14, 18, 14))
	s.Config.Gravity = mgl64.Vec2{}
	s.Materials = []Material{{"soil", shape.Material{Friction: 0.8, RollingResistance: 0.05}}}
	soil := func(x shape.Support) Collider { return Collider{Shape: x, Material: "soil"} }
	s.addStatic(mgl64.Vec2{}, 0, soil(shape.Circle{Radius: planetRadius}))
	s.Bodies[0].Def.Name = "planet"
	rnd := rand.New(rand.NewPCG(2, 7))
	for i := range planetBodies {
		angle := float64(i) * 2.399963 // the golden angle: no two beside each other soon
		at := polar(7.2+0.035*float64(i), angle)
		var x shape.Support = shape.Box(0.3, 0.3)
		switch rnd.IntN(4) {
		case 0:
			x = shape.Circle{Radius: 0.3}
		case 1:
			x = shape.RegularPolygon(5, 0.35)
		case 2:
			x = shape.Capsule{A: mgl64.Vec2{-0.25, 0}, B: mgl64.Vec2{0.25, 0}, Radius: 0.18}
		}
		s.addDynamic(at, round(rnd.Float64()*6), soil(x))
	}
	speed := round(math.Sqrt(moonMu / moonDistance))
	s.Bodies = append(s.Bodies, Body{
		Def:       body.Def{Name: "moon", Position: mgl64.Vec2{moonDistance, 0}, LinearVelocity: mgl64.Vec2{0, speed}},
		Colliders: []Collider{{Shape: shape.Circle{Radius: 0.7}}},
	})
	s.Areas = []Area{{Body: "planet", Def: world.AreaDef{
		Name: "gravity", Shape: shape.Circle{Radius: 13.5},
		Effects: []area.Effect{area.PointGravity{Strength: moonMu / (planetRadius * planetRadius), Distance: planetRadius, InnerRadius: planetRadius}},
	}}}
	return s
}

// All bodies but the moon sleep on the planet in 10 s, around all of it, and the moon stays on its
// circle.
func TestPlanetComesToRest(t *testing.T) {
	w, c := start(t, planet())
	moon, ok := c.Body("moon")
	require.True(t, ok)
	asleep := 0.0
	for w.Time() < 14 {
		w.Tick()
		require.InDelta(t, moonDistance, moon.Position().Len(), 0.02)
		switch awake := w.Counters().Awake; {
		case awake > 1:
			asleep = 0
		case asleep == 0:
			asleep = w.Time()
		}
	}
	t.Logf("all but the moon asleep after %.1f s", asleep)
	require.NotZero(t, asleep)
	require.Less(t, asleep, 10.0)
	sides := [4]int{}
	for _, b := range c.Bodies[1 : 1+planetBodies] {
		require.Less(t, b.Position().Len(), planetRadius+3)
		side := 0
		if b.Position()[0] > 0 {
			side = 1
		}
		if b.Position()[1] > 0 {
			side += 2
		}
		sides[side]++
	}
	for _, n := range sides {
		require.Greater(t, n, planetBodies/8)
	}
}
