package world_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A crate falls on the ground and comes to rest.
func ExampleWorld() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(ground.Attach(shape.Segment{A: mgl64.Vec2{-20, 0}, B: mgl64.Vec2{20, 0}}, world.ColliderDef{}))
	crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 4}}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{Density: 1}))
	for range 180 {
		w.Step(1.0 / 60)
	}
	fmt.Printf("height %.2f, awake %v\n", crate.Position()[1], crate.Awake())
	// Output: height 0.50, awake false
}

// Events are lists to be read after each Step.
func ExampleWorld_Events() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static, Name: "ground"}))
	world.Must(ground.Attach(shape.Box(10, 1), world.ColliderDef{}))
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 3.2}, Name: "ball"}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{HitEvents: true}))
	for range 60 {
		w.Step(1.0 / 60)
		for _, hit := range w.Events().Hits {
			fmt.Printf("%v hits %v at %.1f m/s\n", hit.ColliderA.Body(), hit.ColliderB.Body(), hit.ApproachSpeed)
		}
	}
	// Output: body(ball) hits body(ground) at 5.8 m/s
}

// A ray finds the first collider in its way.
func ExampleWorld_RayCast() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	wall := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{5, 0}, Name: "wall"}))
	world.Must(wall.Attach(shape.Box(0.5, 2), world.ColliderDef{}))
	hit, ok := w.RayCast(mgl64.Vec2{0, 0}, mgl64.Vec2{10, 0}, world.QueryFilter{})
	fmt.Println(ok, hit.Collider.Body(), hit.Point, hit.Normal)
	// Output: true body(wall) [4.5 0] [-1 0]
}

// An impulse changes the velocity at once.
func ExampleBody_ApplyImpulse() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	puck := world.Must(w.CreateBody(body.Def{}))
	world.Must(puck.Attach(shape.Box(0.5, 0.5), world.ColliderDef{Density: 2})) // 2 kg
	world.Check(puck.ApplyImpulse(mgl64.Vec2{4, 0}, puck.WorldCenter()))
	fmt.Println(puck.LinearVelocity())
	// Output: [2 0]
}

// A sensor reports visitors and stops nothing.
func ExampleCollider_Overlaps() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	door := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	sensor := world.Must(door.Attach(shape.Box(1, 1), world.ColliderDef{Sensor: true}))
	guest := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{-3, 0}, LinearVelocity: mgl64.Vec2{3, 0}, Name: "guest"}))
	world.Must(guest.Attach(shape.Circle{Radius: 0.3}, world.ColliderDef{}))
	w.Step(1)
	for range 7 {
		w.Step(1.0 / 60 * 8)
	}
	for c := range sensor.Overlaps() {
		fmt.Println("inside:", c.Body())
	}
	// Output: inside: body(guest)
}

// A wheel that a motor turns.
func ExampleWorld_CreateRevolute() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	wheel := world.Must(w.CreateBody(body.Def{}))
	world.Must(wheel.Attach(shape.Circle{Radius: 1}, world.ColliderDef{}))
	def := world.RevoluteAt(w.Ground(), wheel, mgl64.Vec2{})
	def.MotorSpeed, def.MaxMotorTorque = 2, 100
	axle := world.Must(w.CreateRevolute(w.Ground(), wheel, def))
	for range 60 {
		w.Step(1.0 / 60)
	}
	fmt.Printf("%.2f rad/s\n", axle.Speed())
	// Output: 2.00 rad/s
}
