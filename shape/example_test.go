package shape_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
)

func ExampleBox() {
	crate := shape.Box(0.5, 0.25) // half extents, metres
	mass, _ := shape.MassOf(crate, 800)
	fmt.Println(crate.Points())
	fmt.Println(mass.Mass, "kg")
	// Output:
	// [[-0.5 -0.25] [0.5 -0.25] [0.5 0.25] [-0.5 0.25]]
	// 400 kg
}

func ExampleRoundedBox() {
	// The skin is added around the half extents.
	c, _ := shape.New(shape.RoundedBox(1, 0.5, 0.25))
	fmt.Println(shape.BoxOf(c, geom.IdentityTransform))
	// Output: {{-1.25 -0.75} {1.25 0.75}}
}

func ExamplePolygon() {
	// Errors of constructors without an error come from Validate.
	fmt.Println(shape.Box(1, -2).Validate())
	fmt.Println(shape.Polygon{}.Validate())
	// Output:
	// hy: -2 must be positive
	// Points: 0 is too few points
}

func ExampleOffsetBox() {
	leaning := shape.OffsetBox(1, 1, mgl64.Vec2{5, 0}, math.Pi/4)
	c, _ := shape.New(leaning)
	fmt.Printf("%.3f\n", shape.BoxOf(c, geom.IdentityTransform).Max.X)
	// Output: 6.414
}

func ExampleRegularPolygon() {
	hexagon := shape.RegularPolygon(6, 1)
	area, _ := shape.AreaOf(hexagon)
	fmt.Printf("%d corners, %.4f m^2\n", hexagon.Len(), area)
	// Output: 6 corners, 2.5981 m^2
}

func ExampleTriangle() {
	// Clockwise corners are reversed, keeping the first one first.
	fmt.Println(shape.Triangle(mgl64.Vec2{0, 0}, mgl64.Vec2{0, 1}, mgl64.Vec2{1, 0}).Points())
	// Output: [[0 0] [1 0] [0 1]]
}

func ExampleNewPolygon() {
	ramp, err := shape.NewPolygon([]mgl64.Vec2{{0, 0}, {4, 0}, {4, 1}}, 0)
	fmt.Println(ramp.Len(), err)

	// The error names the point that keeps a list from being a convex polygon.
	_, err = shape.NewPolygon([]mgl64.Vec2{{0, 0}, {4, 0}, {4, 4}, {3, 1}}, 0)
	fmt.Println(err)
	fmt.Println(errors.Is(err, geom.ErrNotConvex))
	// Output:
	// 3 <nil>
	// Points[3]: {3 1} makes the polygon concave
	// true
}

func ExampleNewHullPolygon() {
	stone, _ := shape.NewHullPolygon([]mgl64.Vec2{{1, 1}, {0, 0}, {2, 0}, {1, 0.5}, {1, 2}}, 0.1)
	fmt.Println(stone.Points())
	// Output: [[0 0] [2 0] [1 2]]
}

// Shapes that are not convex become several convex parts.
func ExampleNewPolygon_parts() {
	room := []mgl64.Vec2{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}
	parts, err := polygon.Decompose(room)
	fmt.Println(len(parts), err)
	for _, part := range parts {
		p, err := shape.NewPolygon(part, 0)
		fmt.Println(p.Len(), err)
	}
	// Output:
	// 2 <nil>
	// 4 <nil>
	// 4 <nil>
}

func ExampleCircle() {
	_, err := shape.New(shape.Circle{Radius: -1})
	var field *geom.FieldError
	fmt.Println(err)
	fmt.Println(errors.As(err, &field), field.Field, field.Value)
	// Output:
	// Radius: -1 must be positive
	// true Radius -1
}

func ExampleCapsule() {
	upright := shape.Capsule{A: mgl64.Vec2{0, 0}, B: mgl64.Vec2{0, 1}, Radius: 0.25}
	fmt.Println(upright.Support(mgl64.Vec2{0, 1}), upright.SkinRadius())
	// Output: [0 1.25] 0.25
}

func ExampleSegment() {
	thin := shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}}
	m, err := shape.MassOf(thin, 1000)
	fmt.Println(m.Mass, err)
	fmt.Println(shape.Segment{}.Validate())
	// Output:
	// 0 <nil>
	// B: {0 0} repeats A
}

func ExampleEllipse() {
	egg := shape.Ellipse{RX: 2, RY: 1, Angle: math.Pi / 2}
	c, _ := shape.New(egg)
	box := shape.BoxOf(c, geom.IdentityTransform)
	fmt.Printf("%.1f wide, %.1f high\n", box.Max.X-box.Min.X, box.Max.Y-box.Min.Y)
	// Output: 2.0 wide, 4.0 high
}

func ExampleHalfEllipse() {
	dome := shape.HalfEllipse{RX: 3, RY: 2}
	m, _ := shape.MassOf(dome, 1)
	fmt.Printf("area %.3f, centre of mass %.3f above the floor\n", m.Mass, m.Center.Y)
	// Output: area 9.425, centre of mass 0.849 above the floor
}

func ExampleSector() {
	slice := shape.Sector{Radius: 1, Angle: math.Pi / 2, Sweep: math.Pi / 3}
	c, _ := shape.New(slice)
	fmt.Println(shape.Contains(c, geom.Vec2{Y: 0.9}), shape.Contains(c, geom.Vec2{X: 0.9}))
	// Output: true false
}

func ExampleHalfPlane() {
	ground := shape.HalfPlane{Normal: mgl64.Vec2{0, 1}} // solid below y = 0
	c, _ := shape.New(ground)
	fmt.Println(shape.Contains(c, geom.Vec2{X: 1e9, Y: -1}))
	fmt.Println(shape.Outline(ground, 0))
	// Output:
	// true
	// [[1e+06 0] [-1e+06 0]]
}

func ExampleChain() {
	// Ground is listed from right to left, so that up is to the right.
	ground := shape.Chain{Points: []mgl64.Vec2{{20, 0}, {5, 1}, {-20, 0}}}
	segments, err := ground.Segments()
	fmt.Println(len(segments), err)

	c, _ := shape.New(segments[0])
	falling := geom.Ray{Origin: geom.Vec2{X: 12.5, Y: 4.5}, Translation: geom.Vec2{Y: -8}}
	hit, ok := shape.RayCast(c, falling)
	fmt.Println(ok, hit.Point)
	rising := geom.Ray{Origin: geom.Vec2{X: 12.5, Y: -3.5}, Translation: geom.Vec2{Y: 8}}
	_, ok = shape.RayCast(c, rising)
	fmt.Println(ok)
	// Output:
	// 2 <nil>
	// true {12.5 0.5}
	// false
}

func ExampleChainSegment() {
	// One piece of level ground. The points before and after it continue the ground.
	s := shape.ChainSegment{
		Before: mgl64.Vec2{2, 0}, A: mgl64.Vec2{1, 0}, B: mgl64.Vec2{-1, 0}, After: mgl64.Vec2{-2, 0},
	}
	fmt.Println(s.Validate())
	s.After = s.B
	fmt.Println(s.Validate())
	// Output:
	// <nil>
	// After: {-1 0} is degenerate
}

func ExampleMaterial() {
	ice := shape.DefaultMaterial()
	ice.Friction = 0.02
	fmt.Println(ice.Validate())
	ice.Restitution = 9
	fmt.Println(ice.Validate())
	// Output:
	// <nil>
	// Restitution: 9 is out of range
}

func ExampleDefaultMaterial() {
	fmt.Println(shape.DefaultMaterial().Friction)
	// Output: 0.6
}

func ExampleMassOf() {
	wheel, err := shape.MassOf(shape.Circle{Center: mgl64.Vec2{2, 0}, Radius: 0.5}, 100)
	fmt.Printf("%.1f kg at %v, %.2f kg m^2, %v\n", wheel.Mass, wheel.Center, wheel.Inertia, err)
	// Output: 78.5 kg at {2 0}, 9.82 kg m^2, <nil>
}

func ExampleAreaOf() {
	area, err := shape.AreaOf(shape.RoundedBox(1, 0.5, 0.5))
	fmt.Printf("%.4f %v\n", area, err) // 2 + 3 + pi/4
	// Output: 5.7854 <nil>
}

func ExampleOutline() {
	fmt.Println(shape.Outline(shape.Box(2, 1), 0))
	fmt.Println(len(shape.Outline(shape.Circle{Radius: 1}, 0.01)))
	fmt.Println(shape.Outline(shape.Circle{Radius: -1}, 0) == nil)
	// Output:
	// [[-2 -1] [2 -1] [2 1] [-2 1]]
	// 32
	// true
}

func ExampleMass() {
	// A rod of 2 m: about its middle, about its end, twice as dense, and moved.
	rod, _ := shape.MassOf(shape.Box(1, 0.01), 100)
	fmt.Printf("%.4f\n", rod.Inertia)
	fmt.Printf("%.4f\n", rod.InertiaAbout(geom.Vec2{X: 1}))
	fmt.Printf("%.4f\n", rod.Scale(2).Inertia)
	moved := rod.Transformed(geom.Transform{P: geom.Vec2{X: 3}, R: geom.RotFromAngle(1)})
	fmt.Println(moved.Center, moved.Inertia == rod.Inertia)
	// Output:
	// 1.3335
	// 5.3335
	// 2.6669
	// {3 0} true
}

func ExampleMass_Add() {
	// A hammer: a handle and a head.
	handle, _ := shape.MassOf(shape.Box(0.5, 0.05), 600)
	head, _ := shape.MassOf(shape.OffsetBox(0.05, 0.15, mgl64.Vec2{0.5, 0}, 0), 7800)
	hammer := handle.Add(head)
	fmt.Printf("%.0f kg, balanced at %.3f m\n", hammer.Mass, hammer.Center.X)
	// Output: 294 kg, balanced at 0.398 m
}

// Players pass through each other, and bullets hit players and walls.
func ExampleFilter() {
	const walls, players, bullets = 1, 2, 4
	wall := shape.Filter{Category: walls}
	player := shape.Filter{Category: players, Mask: walls | bullets}
	bullet := shape.Filter{Category: bullets, Mask: walls | players}
	fmt.Println(player.Accepts(player), player.Accepts(wall), player.Accepts(bullet), bullet.Accepts(bullet))
	// Output: false true true false
}

func ExampleFilter_Normalized() {
	fmt.Println(shape.Filter{}.Normalized().Category)
	fmt.Println(shape.Filter{Ghost: true}.Normalized().Mask)
	// Output:
	// 1
	// 0
}
