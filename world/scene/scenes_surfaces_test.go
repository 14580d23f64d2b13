package scene

import (
	"math"
	"testing"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// surfaces has four floors, one above the other: two boxes on slopes between the two angles of
// friction, a sled that creeps one way, a slider for each rule by which materials combine, and a
// ball that nothing stops.
func surfaces() *Scene {
	s := newTestScene("Static friction holds a box on a slope on which another slides; a shaken sled creeps one way; five rules combine friction; a light ball of higher dominance goes through heavy crates.",
		8, viewOf(-15, -1.5, 15, 15.5))
	s.Materials = []Material{
		{"brake lining", shape.Material{Friction: 0.25, StaticFriction: 0.6}},
		{"runner", shape.Material{Friction: 0.8, SlipRight: 0.95, FrictionCombine: shape.CombineMinimum, Priority: 1}},
		{"floor", shape.Material{Friction: 0.8}},
		{"smooth", shape.Material{}},
	}
	s.frictionSlopes()
	s.creepingSled(8)
	s.combiningSliders(4)
	s.dominantBall()
	return s
}

const slopeAngle = 22 * degree // the angles of friction are 14 and 31 degrees

// frictionSlopes are two slopes with a box each, of which the right one is pushed.
func (s *Scene) frictionSlopes() {
	for i, speed := range []float64{0, 0.5} {
		x := -7.5 + 15*float64(i)
		s.addStatic(mgl64.Vec2{x, 12}, -round(slopeAngle), Collider{Shape: shape.Box(6.5, 0.2), Material: "brake lining"}, plainCollider(shape.OffsetBox(0.2, 0.6, mgl64.Vec2{6.3, 0.6}, 0)))
		up := mgl64.Vec2{math.Sin(slopeAngle), math.Cos(slopeAngle)}
		along := mgl64.Vec2{up[1], -up[0]}
		at := mgl64.Vec2{x, 12}.Sub(along.Mul(4.5)).Add(up.Mul(0.7))
		box := s.addDynamic(mgl64.Vec2{round(at[0]), round(at[1])}, -round(slopeAngle), Collider{Shape: shape.Box(0.75, 0.5), Material: "brake lining"})
		box.Def.Name = []string{"at rest", "pushed"}[i]
		box.Def.LinearVelocity = mgl64.Vec2{round(speed * along[0]), round(speed * along[1])}
	}
}

// creepingSled is a sled whose runners slip one way, with a wheel whose weight lies off its axle.
func (s *Scene) creepingSled(y float64) {
	s.addStatic(mgl64.Vec2{0, y - 0.2}, 0, Collider{Shape: shape.Box(13, 0.2), Material: "floor"})
	sled := s.addDynamic(mgl64.Vec2{-10, y + 0.3}, 0,
		Collider{Shape: shape.OffsetBox(0.15, 0.1, mgl64.Vec2{-1, -0.2}, 0), Material: "runner"},
		Collider{Shape: shape.OffsetBox(0.15, 0.1, mgl64.Vec2{1, -0.2}, 0), Material: "runner"},
		Collider{Shape: shape.Box(1.3, 0.1), Material: "smooth"})
	sled.Def.Name, sled.Def.NeverSleep = "sled", true
	wheel := s.addDynamic(mgl64.Vec2{-10, y + 1.2}, 0,
		Collider{Shape: shape.Circle{Radius: 0.6}, Def: world.ColliderDef{Density: 0.2}},
		Collider{Shape: shape.Circle{Center: mgl64.Vec2{0.4, 0}, Radius: 0.15}, Def: world.ColliderDef{Mass: 0.35}})
	wheel.Def.Name = "wheel"
	s.addJoint("sled", "wheel", joint.Revolute{LocalAnchorA: mgl64.Vec2{0, 0.9}, MotorSpeed: -6, MaxMotorTorque: 50})
}

// combineRow lists the rules in the order of the sliders, from the left.
var combineRow = []shape.Combine{
	shape.CombineMaximum, shape.CombineAverage, shape.CombineGeometricMean, shape.CombineMinimum, shape.CombineProduct,
}

// combiningSliders are five sliders that differ in a rule alone, on a floor.
func (s *Scene) combiningSliders(y float64) {
	s.addStatic(mgl64.Vec2{0, y - 0.2}, 0, Collider{Shape: shape.Box(13, 0.2), Material: "floor"})
	for i, c := range combineRow {
		s.Materials = append(s.Materials, Material{c.String(), shape.Material{Friction: 0.1, FrictionCombine: c}})
		slider := s.addDynamic(mgl64.Vec2{-11 + 2*float64(i), y + 0.4}, 0, Collider{Shape: shape.Box(0.5, 0.4), Material: c.String()})
		slider.Def.Name, slider.Def.LinearVelocity = c.String(), mgl64.Vec2{sliderSpeed, 0}
	}
}

const sliderSpeed = 4.0

// dominantBall is a light ball of higher dominance, and towers of heavy crates in its way.
func (s *Scene) dominantBall() {
	s.addFloor(15, "floor")
	ball := s.addDynamic(mgl64.Vec2{-13, 0.6}, 0, Collider{Shape: shape.Circle{Radius: 0.6}, Material: "smooth", Def: world.ColliderDef{Density: 0.02}})
	ball.Def.Name, ball.Def.LinearVelocity, ball.Def.Dominance = "ball", mgl64.Vec2{3, 0}, 1
	for i := range 4 {
		for k := range 3 {
			s.addDynamic(mgl64.Vec2{-8 + 4.5*float64(i), 0.4 + 0.8*float64(k)}, 0,
				Collider{Shape: shape.Box(0.4, 0.4), Def: world.ColliderDef{Mass: 50}})
		}
	}
}

func TestSurfacesScene(t *testing.T) {
	w, contents := start(t, surfaces())
	named := func(name string) world.Body {
		b, ok := contents.Body(name)
		require.True(t, ok, name)
		return b
	}
	rest, pushed, sled, ball := named("at rest"), named("pushed"), named("sled"), named("ball")
	start, from := rest.Position(), pushed.Position()
	last := sled.Position()[0]
	for tick := range 8 * 60 {
		w.Tick()
		require.InDelta(t, 3, ball.LinearVelocity()[0], 1e-6, "nothing stops it")
		if tick%60 == 59 {
			require.Greater(t, sled.Position()[0], last, "second %d", tick/60)
			last = sled.Position()[0]
		}
		if tick == 119 {
			// 0.5 m/s, and 2 s of g (sin - 0.25 cos): static friction is lost after a slip of 5 mm.
			a := 10 * (math.Sin(slopeAngle) - 0.25*math.Cos(slopeAngle))
			require.InDelta(t, 0.5*2+a*2, pushed.Position().Sub(from).Len(), 0.15)
		}
	}
	require.InDelta(t, 0, rest.Position().Sub(start).Len(), 0.005)
	require.Greater(t, last, -7.0)
	for i, c := range combineRow {
		friction := shape.CombineFriction(&shape.Material{Friction: 0.8}, &shape.Material{Friction: 0.1, FrictionCombine: c})
		moved := named(c.String()).Position()[0] - (-11 + 2*float64(i))
		require.InEpsilon(t, sliderSpeed*sliderSpeed/(20*friction), moved, 0.03, c)
	}
}
