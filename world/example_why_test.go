package world_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A ball falls through the floor that it should lie on.
func ExampleWorld_Why() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	floor := world.Must(ground.Attach(shape.Box(10, 1), world.ColliderDef{Filter: shape.Filter{Category: 2}}))
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 1.5}}))
	skin := world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{Filter: shape.Filter{Mask: 1}}))
	w.Tick()
	fmt.Println(w.Why(skin, floor).Reason)
	// Output:
	// category and mask of the filters exclude each other
}

// A pile does not sleep because of one of its boxes.
func ExampleWorld_WhyAwake() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	world.Must(world.Must(w.CreateBody(body.Def{Type: body.Static})).Attach(shape.Box(10, 1), world.ColliderDef{}))
	var bottom world.Body
	for i, name := range []string{"bottom", "top"} {
		b := world.Must(w.CreateBody(body.Def{Name: name, Position: mgl64.Vec2{0, 1.5 + float64(i)}, NeverSleep: name == "top"}))
		world.Must(b.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
		if name == "bottom" {
			bottom = b
		}
	}
	w.Step(2)
	fmt.Println(w.WhyAwake(bottom))
	// Output:
	// a body never sleeps: body(top), one of 2
}
