package world_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A level editor saves the world before a change, and takes the change back.
func ExampleWorld_Save() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 5}}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))

	var undo world.Snapshot
	world.Check(w.Save(&undo))
	world.Check(crate.Destroy())
	w.Step(1)
	fmt.Println(crate.Valid(), w.Ticks())

	world.Check(w.Restore(&undo))
	fmt.Println(crate.Valid(), w.Ticks(), crate.Position())
	// Output:
	// false 8
	// true 0 [0 5]
}

// An aiming line: a fork of the world shows where a shot would lead, bounces included.
func ExampleWorld_Fork() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}))
	world.Must(floor.Attach(shape.Box(50, 1), world.ColliderDef{}))
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 1}}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.25}, world.ColliderDef{Material: &shape.Material{Restitution: 0.8}}))

	ahead, err := w.Fork()
	if err != nil {
		panic(err)
	}
	defer ahead.Close()
	shot := ahead.BodyByID(ball.ID())
	world.Check(shot.SetLinearVelocity(mgl64.Vec2{4, 5}))
	for range 5 {
		for range 15 {
			ahead.Tick()
		}
		p := shot.Position()
		fmt.Printf("%.1f %.1f\n", p[0], p[1])
	}
	fmt.Println(ball.Position(), w.Ticks())
	// Output:
	// 1.0 1.9
	// 2.0 2.2
	// 3.0 1.9
	// 4.0 1.0
	// 5.0 0.8
	// [0 1] 0
}
