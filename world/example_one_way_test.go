package world_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A platform that one can jump through from below and stand on. DropThrough lets go of it.
func ExampleCollider_SetOneWay() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	level := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(level.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	world.Must(level.Attach(shape.OffsetBox(2, 0.1, mgl64.Vec2{0, 1.9}, 0), world.ColliderDef{OneWay: mgl64.Vec2{0, 1}}))
	player := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 0.5}, LinearVelocity: mgl64.Vec2{0, 8}, LockRotation: true}))
	world.Must(player.Attach(shape.Capsule{A: mgl64.Vec2{0, -0.3}, B: mgl64.Vec2{0, 0.3}, Radius: 0.2}, world.ColliderDef{}))

	for w.Time() < 2 {
		w.Step(1.0 / 60)
	}
	fmt.Printf("on the platform: %.1f m\n", player.Position()[1])
	world.Check(player.DropThrough())
	for w.Time() < 4 {
		w.Step(1.0 / 60)
	}
	fmt.Printf("on the ground: %.1f m\n", player.Position()[1])
	// Output:
	// on the platform: 2.5 m
	// on the ground: 0.5 m
}

// A slope that is slippery for sledges only, whatever their material: PreSolve changes the
// friction of their contacts.
func ExampleConfig_preSolve() {
	w := world.Must(world.New(world.Config{
		Gravity: mgl64.Vec2{0, -10},
		PreSolve: func(c *world.ContactEdit) bool {
			if c.ColliderA.Body().Name() == "sledge" || c.ColliderB.Body().Name() == "sledge" {
				c.Friction = 0
			}
			return true
		},
	}))
	defer w.Close()
	slope := world.Must(w.CreateBody(body.Def{Type: body.Static, Angle: -0.3}))
	world.Must(slope.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{PreSolve: true}))
	for _, name := range []string{"sledge", "crate"} {
		b := world.Must(w.CreateBody(body.Def{Name: name, Position: slope.WorldPoint(mgl64.Vec2{0, 0.5}), Angle: -0.3}))
		world.Must(b.Attach(shape.Box(0.5, 0.5), world.ColliderDef{Filter: shape.Filter{Group: -1}}))
		defer func() { fmt.Printf("%s: %.1f m/s\n", name, b.LinearVelocity().Len()) }()
	}
	for w.Time() < 2 {
		w.Step(1.0 / 60)
	}
	// Output:
	// crate: 0.0 m/s
	// sledge: 5.9 m/s
}

// A number that the game keeps with each contact: how long it has lasted.
func ExampleContact_SetUserNumber() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	box := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 0.5}}))
	world.Must(box.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	for range 30 {
		w.Tick()
		for c := range w.Contacts() {
			c.SetUserNumber(c.UserNumber() + 1)
		}
	}
	world.Check(box.SetTransform(mgl64.Vec2{0, 9}, 0))
	w.Tick()
	for _, e := range w.Events().ContactEnds {
		fmt.Println("lasted", e.UserNumber, "ticks")
	}
	// Output: lasted 30 ticks
}
