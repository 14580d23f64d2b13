package scene

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func (s *Scene) addJoint(a, b string, def any) int {
	s.Joints = append(s.Joints, Joint{A: a, B: b, Def: def})
	return len(s.Joints) - 1
}

// addNamedBody adds a named dynamic body that only collides with the ground.
func (s *Scene) addNamedBody(name string, at mgl64.Vec2, angle float64, shapes ...shape.Support) *Body {
	var list []Collider
	for _, sh := range shapes {
		list = append(list, Collider{Shape: sh, Def: world.ColliderDef{Filter: shape.Filter{Group: -1}}})
	}
	b := s.addDynamic(at, angle, list...)
	b.Def.Name = name
	return b
}

func loadedChain() *Scene {
	const links = 100
	s := newTestScene("A chain of 100 links carries a load a hundred times as heavy as one of them.", 10, viewOf(-40, -106, 40, 6))
	link := shape.Capsule{A: mgl64.Vec2{0, -0.5}, B: mgl64.Vec2{0, 0.5}, Radius: 0.125}
	before := ""
	for i := range links {
		name := fmt.Sprint("link ", i)
		s.addNamedBody(name, mgl64.Vec2{0, -0.5 - float64(i)}, 0, link)
		def := joint.Revolute{LocalAnchorA: mgl64.Vec2{0, -0.5}, LocalAnchorB: mgl64.Vec2{0, 0.5}}
		if i == 0 {
			def.LocalAnchorA = mgl64.Vec2{}
		}
		s.addJoint(before, name, def)
		before = name
	}
	// A link has an area of 0.25 + pi/64; the load, a disc of radius 1.5, is as
	// dense as makes it a hundred times that.
	load := s.addNamedBody("load", mgl64.Vec2{0, -links - 1.5}, 0, shape.Circle{Radius: 1.5})
	load.Colliders[0].Def.Density = round(100 * (0.25 + math.Pi/64) / (math.Pi * 2.25))
	s.addJoint(before, "load", joint.Revolute{LocalAnchorA: mgl64.Vec2{0, -0.5}, LocalAnchorB: mgl64.Vec2{0, 1.5}})
	return s
}

// longBridge hangs in an arc from the start: each plank is a little steeper than
// the one before it, from 16 degrees down to 16 degrees up.
func longBridge() *Scene {
	const planks, steepest = 150, 16 * degree
	s := newTestScene("A bridge of 150 planks on revolute joints carries boxes.", 12, viewOf(-82, -24, 82, 16))
	var at []mgl64.Vec2 // where the planks meet
	end := mgl64.Vec2{}
	var angles []float64
	for i := range planks {
		at = append(at, end)
		angle := steepest * (float64(2*i+1)/planks - 1)
		angles = append(angles, round(angle))
		sin, cos := math.Sincos(angle)
		end = end.Add(mgl64.Vec2{cos, sin})
	}
	at = append(at, end)
	shift := mgl64.Vec2{-end[0] / 2, 0}
	before := ""
	for i := range planks {
		name := fmt.Sprint("plank ", i)
		middle := at[i].Add(at[i+1]).Mul(0.5).Add(shift)
		b := s.addDynamic(mgl64.Vec2{round(middle[0]), round(middle[1])}, angles[i],
			Collider{Shape: shape.Box(0.5, 0.125), Def: world.ColliderDef{Density: 4}})
		b.Def.Name = name
		def := joint.Revolute{LocalAnchorA: mgl64.Vec2{0.5, 0}, LocalAnchorB: mgl64.Vec2{-0.5, 0}, MaxMotorTorque: 40}
		if i == 0 {
			def.LocalAnchorA = mgl64.Vec2{round(shift[0]), 0}
		}
		s.addJoint(before, name, def)
		before = name
	}
	s.addJoint(before, "", joint.Revolute{LocalAnchorA: mgl64.Vec2{0.5, 0}, LocalAnchorB: mgl64.Vec2{-round(shift[0]), 0}, MaxMotorTorque: 40})
	for i := range 15 {
		x := float64(4*i - 28)
		s.addDynamic(mgl64.Vec2{x, -9 + 0.005*x*x}, 0, plainCollider(shape.Box(0.5, 0.5)))
	}
	return s
}

func car() *Scene {
	s := newTestScene("A car with two sprung wheels, driven by the rear one, crosses bumpy ground.", 14, viewOf(-12, -4, 60, 14))
	s.Materials = []Material{{"road", shape.Material{Friction: 0.9}}, {"tyre", shape.Material{Friction: 1.2}}}
	points := []mgl64.Vec2{{-20, 8}, {-20, 0}, {4, 0}}
	for i := range 80 {
		x := float64(i) * 0.5
		points = append(points, mgl64.Vec2{4.5 + x, round(0.28 * math.Sin(1.7*x) * math.Sin(0.9*x+0.4))})
	}
	points = append(points, mgl64.Vec2{46, 0}, mgl64.Vec2{56, 0}, mgl64.Vec2{56, 8})
	for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 { // the solid side is below
		points[i], points[j] = points[j], points[i]
	}
	s.Bodies = append(s.Bodies, Body{Def: staticDef("road"), Chains: []Chain{{Points: points, Material: "road"}}})
	s.addNamedBody("car", mgl64.Vec2{-8, 1.3}, 0, shape.Box(1.6, 0.25), shape.OffsetBox(0.8, 0.3, mgl64.Vec2{-0.2, 0.5}, 0))
	for i, x := range []float64{-1.1, 1.1} {
		name := []string{"rear wheel", "front wheel"}[i]
		b := s.addNamedBody(name, mgl64.Vec2{-8 + x, 0.75}, 0, shape.Circle{Radius: 0.4})
		b.Colliders[0].Material = "tyre"
		b.Def.FastRotation = true
		def := joint.Wheel{
			LocalAnchorA: mgl64.Vec2{x, -0.55}, LocalAxisA: mgl64.Vec2{0, 1},
			SpringHertz: 4, SpringDamping: 0.7, Limit: true, Lower: -0.3, Upper: 0.3,
		}
		if i == 0 {
			def.MotorSpeed, def.MaxMotorTorque = -14, 12
		}
		s.addJoint("car", name, def)
	}
	return s
}

func clockwork() *Scene {
	s := newTestScene("Four gears: a motor on the first turns the others ever more slowly, and a rack.", 12, viewOf(-6, -6, 12, 6))
	radii := []float64{0.5, 1, 1.5, 2.5}
	x := 0.0
	var revolutes []int
	for i, r := range radii {
		name := fmt.Sprint("gear ", i+1)
		if i > 0 {
			x += radii[i-1] + r
		}
		s.addNamedBody(name, mgl64.Vec2{x, 0}, 0, shape.Circle{Radius: r - 0.05}, shape.OffsetBox(0.08, r-0.05, mgl64.Vec2{}, 0))
		def := joint.Revolute{LocalAnchorA: mgl64.Vec2{x, 0}}
		if i == 0 {
			def.MotorSpeed, def.MaxMotorTorque = 5, 400
		}
		revolutes = append(revolutes, s.addJoint("", name, def))
	}
	s.addNamedBody("rack", mgl64.Vec2{-0.6, 0}, 0, shape.Box(0.1, 2))
	slide := s.addJoint("", "rack", joint.Prismatic{LocalAnchorA: mgl64.Vec2{-0.6, 0}, LocalAxisA: mgl64.Vec2{0, 1}, Limit: true, Lower: -2.5, Upper: 2.5})
	for i := 1; i < len(radii); i++ {
		g := Gear{First: revolutes[i-1], Second: revolutes[i]}
		g.Ratio = round(radii[i] / radii[i-1])
		s.addJoint("", "", g)
	}
	// The rack runs with the slowest gear, a hundredth of its turn in metres.
	g := Gear{First: slide, Second: revolutes[3]}
	g.Ratio = 0.2
	s.addJoint("", "", g)
	return s
}

func winch() *Scene {
	s := newTestScene("A motor turns a drum that a ratchet holds; the rope lifts a load, and when the motor rests the load stays.", 12, viewOf(-6, -8, 10, 4))
	s.addFloor(30, "")
	s.Bodies[0].Def.Position = mgl64.Vec2{0, -8}
	s.addNamedBody("drum", mgl64.Vec2{}, 0, shape.Circle{Radius: 1}, shape.OffsetBox(0.1, 1, mgl64.Vec2{}, 0))
	load := s.addNamedBody("load", mgl64.Vec2{1, -5}, 0, shape.Box(0.6, 0.6))
	load.Colliders[0].Def.Density = 20
	revolute := s.addJoint("", "drum", joint.Revolute{MotorSpeed: 0.5, MaxMotorTorque: 400})
	s.addJoint("", "drum", joint.Ratchet{Step: round(math.Pi / 8)})
	// The rope: a radian of the drum lifts the load by a metre, up to a stop.
	slide := s.addJoint("", "load", joint.Prismatic{LocalAnchorA: mgl64.Vec2{1, -5}, LocalAxisA: mgl64.Vec2{0, 1}, Limit: true, Upper: 3.3})
	rope := Gear{First: slide, Second: revolute}
	rope.Ratio = -1
	s.addJoint("", "", rope)
	return s
}

func scissorLift() *Scene {
	const levels = 4
	s := newTestScene("A scissor lift of four levels: grooves, pins and a motor that pulls the feet together raise a platform.", 12, viewOf(-7, -1, 7, 18))
	s.addFloor(20, "")
	const half = 2.5 // of a bar
	angle := 20 * degree
	h := 2 * half * math.Sin(angle) // of a level
	w := half * math.Cos(angle)
	for i := range levels {
		y := (float64(i) + 0.5) * h
		for k, sign := range []float64{1, -1} {
			name := fmt.Sprint("bar ", i, " ", k)
			s.addNamedBody(name, mgl64.Vec2{0, round(0.2 + y)}, round(sign*angle), shape.Box(half, 0.06))
		}
		s.addJoint(fmt.Sprint("bar ", i, " 0"), fmt.Sprint("bar ", i, " 1"), joint.Revolute{})
		if i > 0 {
			s.addJoint(fmt.Sprint("bar ", i-1, " 0"), fmt.Sprint("bar ", i, " 1"), joint.Revolute{LocalAnchorA: mgl64.Vec2{half, 0}, LocalAnchorB: mgl64.Vec2{half, 0}})
			s.addJoint(fmt.Sprint("bar ", i-1, " 1"), fmt.Sprint("bar ", i, " 0"), joint.Revolute{LocalAnchorA: mgl64.Vec2{-half, 0}, LocalAnchorB: mgl64.Vec2{-half, 0}})
		}
	}
	left := mgl64.Vec2{round(-w), 0.2}
	s.addJoint("", "bar 0 0", joint.Revolute{LocalAnchorA: left, LocalAnchorB: mgl64.Vec2{-half, 0}})
	s.addJoint("", "bar 0 1", joint.Groove{LocalGrooveA1: left, LocalGrooveA2: mgl64.Vec2{3, 0.2}, LocalAnchorB: mgl64.Vec2{half, 0}})
	top := round(0.2 + levels*h)
	s.addNamedBody("platform", mgl64.Vec2{0, top + 0.1}, 0, shape.Box(2.6, 0.1))
	last := levels - 1
	s.addJoint("platform", fmt.Sprint("bar ", last, " 1"), joint.Revolute{LocalAnchorA: mgl64.Vec2{round(-w), -0.1}, LocalAnchorB: mgl64.Vec2{-half, 0}})
	s.addJoint("platform", fmt.Sprint("bar ", last, " 0"), joint.Groove{
		LocalGrooveA1: mgl64.Vec2{round(-w), -0.1}, LocalGrooveA2: mgl64.Vec2{2.5, -0.1}, LocalAnchorB: mgl64.Vec2{half, 0},
	})
	s.addJoint("bar 0 0", "bar 0 1", joint.Distance{
		LocalAnchorA: mgl64.Vec2{-half, 0}, LocalAnchorB: mgl64.Vec2{half, 0}, Loose: true,
		MinLength: 3, MotorSpeed: -0.3, MaxMotorForce: 700,
	})
	return s
}

func cables() *Scene {
	s := newTestScene("A mast, a boom and ropes: a pulley and a cable hold weights, a spring swings.", 12, viewOf(-10, -1, 10, 13))
	s.addFloor(20, "")
	s.addNamedBody("boom", mgl64.Vec2{3, 6}, 0, shape.Box(3, 0.15))
	s.addJoint("", "boom", joint.Revolute{LocalAnchorA: mgl64.Vec2{0, 6}, LocalAnchorB: mgl64.Vec2{-3, 0}})
	s.addJoint("", "boom", joint.Distance{LocalAnchorA: mgl64.Vec2{0, 10}, LocalAnchorB: mgl64.Vec2{2.8, 0}, Loose: true, MaxLength: 7.2})
	s.addNamedBody("weight", mgl64.Vec2{5.8, 3}, 0, shape.Box(0.7, 0.7))
	s.addJoint("boom", "weight", joint.Distance{LocalAnchorA: mgl64.Vec2{2.8, 0}, LocalAnchorB: mgl64.Vec2{0, 0.7}, Loose: true, MaxLength: 2.3})
	s.addNamedBody("left", mgl64.Vec2{-8, 5}, 0, shape.Box(0.5, 0.5))
	s.addNamedBody("right", mgl64.Vec2{-5, 5}, 0, shape.Box(0.6, 0.6))
	s.addJoint("left", "right", joint.Pulley{WheelA: mgl64.Vec2{-8, 11}, WheelB: mgl64.Vec2{-5, 11}, LocalAnchorA: mgl64.Vec2{0, 0.5}, LocalAnchorB: mgl64.Vec2{0, 0.6}})
	s.addNamedBody("bob", mgl64.Vec2{-2.5, 6}, 0, shape.Circle{Radius: 0.4})
	s.addJoint("", "bob", joint.Distance{LocalAnchorA: mgl64.Vec2{-2.5, 11}, Length: 3.5, SpringHertz: 1, SpringDamping: 0.02})
	return s
}

// staticDef names a static body at the origin.
func staticDef(name string) body.Def { return body.Def{Type: body.Static, Name: name} }
