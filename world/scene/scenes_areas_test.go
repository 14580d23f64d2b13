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

// boats is a basin of water with boats of several shapes and what falls into it.
func boats() *Scene {
	s := newTestScene("Boats, logs and crates fall into a basin. A sailing boat that lies on its side rights itself, a barge bears its "+
		"crates, a stone sinks.", 14, viewOf(-16, -7, 16, 8))
	s.addStatic(mgl64.Vec2{0, -6.5}, 0, plainCollider(shape.Box(16, 0.5)))
	s.addStatic(mgl64.Vec2{-15.5, -2}, 0, plainCollider(shape.Box(0.5, 4)))
	s.addStatic(mgl64.Vec2{15.5, -2}, 0, plainCollider(shape.Box(0.5, 4)))
	s.Areas = []Area{{Def: world.AreaDef{
		Name: "water", Shape: shape.Box(15, 3), Position: mgl64.Vec2{0, -3},
		Effects: []area.Effect{area.Fluid{LinearDrag: 0.3, QuadraticDrag: 1}},
	}}}
	of := func(density float64, x shape.Support) Collider {
		return Collider{Shape: x, Def: world.ColliderDef{Density: density}}
	}

	sailing := s.addDynamic(mgl64.Vec2{-10.5, 0.6}, round(80*degree),
		of(0.15, shape.HalfEllipse{RX: 1.6, RY: 0.8, Angle: round(math.Pi)}),
		of(3, shape.OffsetBox(0.5, 0.12, mgl64.Vec2{0, -0.85}, 0)),
		of(0.05, shape.OffsetBox(0.06, 1.5, mgl64.Vec2{0, 1.5}, 0)),
		of(0.02, shape.Triangle(mgl64.Vec2{0.15, 0.4}, mgl64.Vec2{1.3, 0.4}, mgl64.Vec2{0.15, 2.8})))
	sailing.Def.Name = "sailing boat"

	hull := shape.Support(world.Must(shape.NewPolygon([]mgl64.Vec2{{-1.8, -0.5}, {1.8, -0.5}, {2.4, 0.3}, {-2.4, 0.3}}, 0)))
	barge := s.addDynamic(mgl64.Vec2{-3.5, 0.6}, 0,
		of(0.2, hull),
		of(0.2, shape.OffsetBox(0.08, 0.25, mgl64.Vec2{-2.3, 0.5}, 0)), of(0.2, shape.OffsetBox(0.08, 0.25, mgl64.Vec2{2.3, 0.5}, 0)))
	barge.Def.Name = "barge"
	for i := range 6 {
		x, y := -4.6+1.1*float64(i%3), 2.2+1.3*float64(i/3)
		s.addDynamic(mgl64.Vec2{round(x), round(y)}, 0, of(0.25, shape.Box(0.4, 0.4)))
	}

	raft := s.addDynamic(mgl64.Vec2{3.2, 1}, -0.4,
		of(0.3, shape.Capsule{A: mgl64.Vec2{-1.2, 0}, B: mgl64.Vec2{-0.5, 0}, Radius: 0.35}),
		of(0.3, shape.Capsule{A: mgl64.Vec2{0.5, 0}, B: mgl64.Vec2{1.2, 0}, Radius: 0.35}),
		of(0.3, shape.OffsetBox(1.5, 0.06, mgl64.Vec2{0, 0.36}, 0)))
	raft.Def.Name = "raft"

	for i := range 3 {
		log := s.addDynamic(mgl64.Vec2{round(7 + 1.2*float64(i)), round(2 + 1.5*float64(i))}, round(0.9-0.7*float64(i)),
			of(0.6, shape.RoundedBox(1, 0.05, 0.2)))
		log.Def.Name = []string{"log", "log 2", "log 3"}[i]
	}
	s.addDynamic(mgl64.Vec2{11.5, 3}, 0.5, of(2.5, shape.RegularPolygon(7, 0.5))).Def.Name = "stone"
	s.addDynamic(mgl64.Vec2{12.7, 2}, 0.3, of(0.4, shape.Box(0.35, 0.9))).Def.Name = "tall crate"
	for i := range 6 {
		at := mgl64.Vec2{round(0.5 + 2.3*float64(i)), round(5 + 0.3*float64(i%2))}
		if i%2 == 0 {
			s.addDynamic(at, 0, of(0.1, shape.Circle{Radius: 0.35}))
		} else {
			s.addDynamic(at, 0.4, of(0.7, shape.Ellipse{RX: 0.5, RY: 0.3}))
		}
	}
	return s
}

// The sailing boat comes upright, the barge bears its crates level, the logs float level, the tall
// crate falls over, and the stone lies on the ground. In the end nearly all sleep.
func TestBoatsFloat(t *testing.T) {
	w, c := start(t, boats())
	named := func(name string) world.Body {
		b, ok := c.Body(name)
		require.True(t, ok, name)
		return b
	}
	for w.Time() < 30 {
		w.Tick()
	}
	require.InDelta(t, 0, named("sailing boat").Angle(), 0.15)
	require.InDelta(t, 0, named("barge").Angle(), 0.12)
	require.InDelta(t, 0, named("barge").Position()[1], 0.5)
	require.InDelta(t, 0, math.Sin(named("log").Angle()), 0.5)
	require.Greater(t, math.Abs(math.Sin(named("tall crate").Angle())), 0.8)
	require.InDelta(t, -5.5, named("stone").Position()[1], 0.1)
	afloat := 0
	for b := range w.Bodies() {
		if b.Type() != body.Dynamic || b.Name() == "stone" {
			continue
		}
		require.Greater(t, b.WorldCenter()[1], -1.0, "%v floats", b)
		afloat++
	}
	require.Equal(t, 19, afloat)
}
