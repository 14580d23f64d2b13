package shape_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
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

func ExampleNewPolygon() {
	ramp, err := shape.NewPolygon([]mgl64.Vec2{{0, 0}, {4, 0}, {4, 1}}, 0)
	fmt.Println(ramp.Len(), err)

	// What cannot be a convex polygon is refused by name.
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

func ExampleCircle() {
	_, err := shape.New(shape.Circle{Radius: -1})
	var field *geom.FieldError
	fmt.Println(err)
	fmt.Println(errors.As(err, &field), field.Field, field.Value)
	// Output:
	// Radius: -1 must be positive
	// true Radius -1
}

func ExampleTransformed() {
	// A capsule lying on its side, two metres up.
	fmt.Println(shape.Transformed(shape.Capsule{B: mgl64.Vec2{3, 0}, Radius: 1}, 0, mgl64.Vec2{0, 2}))
	// Output: {[0 2] [3 2] 1}
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

// Squircle is a custom shape: |x|^4 + |y|^4 <= 1. One method is enough.
type Squircle struct{}

// Support scales the gradient's cube roots back onto the border.
func (Squircle) Support(dir mgl64.Vec2) mgl64.Vec2 {
	x, y := math.Cbrt(dir[0]), math.Cbrt(dir[1])
	r := math.Sqrt(math.Sqrt(x*x*x*x + y*y*y*y))
	return mgl64.Vec2{x / r, y / r}
}

func ExampleSupport() {
	mass, err := shape.MassOf(Squircle{}, 1)
	fmt.Printf("area %.6f, error %v\n", mass.Mass, err)

	c, _ := shape.New(Squircle{})
	turned := geom.Transform{R: geom.RotFromAngle(math.Pi / 4)}
	fmt.Printf("width when turned %.6f\n", 2*shape.BoxOf(c, turned).Max.X)
	fmt.Println("round corner:", c.CoreFeature(geom.Vec2{X: 1, Y: 1}).Point)
	fmt.Println("contains (0.8, 0.8):", shape.Contains(c, geom.Vec2{X: 0.8, Y: 0.8}))
	// Output:
	// area 3.708149, error <nil>
	// width when turned 2.378414
	// round corner: true
	// contains (0.8, 0.8): true
}

func ExampleRayCast() {
	c, _ := shape.New(shape.RoundedBox(1, 1, 0.5))
	hit, ok := shape.RayCast(c, geom.Ray{Origin: geom.Vec2{X: 6}, Translation: geom.Vec2{X: -9}})
	fmt.Println(ok, hit.Fraction, hit.Point, hit.Normal)

	hit, _ = shape.RayCast(c, geom.Ray{Translation: geom.Vec2{Y: 4}})
	fmt.Println(hit.Inside, hit.Fraction, hit.Normal)
	// Output:
	// true 0.5 {1.5 0} {1 0}
	// true 0 {-0 -1}
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
	wall := shape.Filter{}.Normalized() // category 1, collides with everything
	player := shape.Filter{Category: players, Mask: walls | bullets}.Normalized()
	bullet := shape.Filter{Category: bullets, Mask: walls | players}.Normalized()
	fmt.Println(player.Accepts(player), player.Accepts(wall), player.Accepts(bullet), bullet.Accepts(bullet))
	// Output: false true true false
}
