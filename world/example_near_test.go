package world_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A shape that overlaps a wall is pushed out the shortest way.
func ExampleCollider_Distance() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{5, 0}}))
	wall := world.Must(b.Attach(shape.Box(1, 4), world.ColliderDef{}))

	ball := world.ShapeAt(world.Must(shape.New(shape.Circle{Radius: 0.5})), mgl64.Vec2{3.75, 1}, 0)
	s, _ := wall.Distance(ball)
	fmt.Printf("%.2f m along %.0f\n", s.Distance, s.Normal)
	ball.Position = ball.Position.Sub(s.Normal.Mul(s.Distance))
	fmt.Println(ball.Position)
	// Output:
	// -0.25 m along [-1 -0]
	// [3.5 1]
}

// A box over the edge of another touches it at two points.
func ExamplePlacedShape_Manifold() {
	box := world.Must(shape.New(shape.Box(1, 1)))
	lower, upper := world.ShapeAt(box, mgl64.Vec2{0, 0}, 0), world.ShapeAt(box, mgl64.Vec2{0.5, 1.75}, 0)
	m, ok := lower.Manifold(upper, 0)
	fmt.Println(ok, m.Normal, m.Depth())
	for _, p := range m.Points() {
		fmt.Println(p.Position[0], p.Separation)
	}
	// Unordered output:
	// true [0 1] 0.25
	// -0.5 -0.25
	// 1 -0.25
}

// A capsule that stands a little in the ground walks along it, and does not walk deeper.
func ExampleCollider_ShapeCast() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	ground := world.Must(b.Attach(shape.Box(10, 1), world.ColliderDef{}))

	capsule := world.Must(shape.New(shape.Capsule{A: mgl64.Vec2{0, 0.25}, B: mgl64.Vec2{0, 1}, Radius: 0.25}))
	walker := world.ShapeAt(capsule, mgl64.Vec2{0, 0.875}, 0)
	_, along := ground.ShapeCast(walker, mgl64.Vec2{2, 0}, world.InsideLeaves)
	hit, down := ground.ShapeCast(walker, mgl64.Vec2{2, -1}, world.InsideLeaves)
	fmt.Println(along, down, hit.Depth, hit.Exit[1])
	// Output: false true 0.125 1
}
