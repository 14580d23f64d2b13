package world_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A press comes down on a crate and stops when the crate bears more than 100 N.
func ExampleCrush() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}))
	world.Must(floor.Attach(shape.Box(5, 1), world.ColliderDef{}))
	crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 0.5}, Name: "crate"}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{CrushThreshold: 100}))
	press := world.Must(w.CreateBody(body.Def{
		Type: body.Kinematic, Position: mgl64.Vec2{0, 2}, LinearVelocity: mgl64.Vec2{0, -0.5},
	}))
	world.Must(press.Attach(shape.Box(1, 0.5), world.ColliderDef{}))
	for stopped := false; !stopped; {
		w.Tick()
		for _, c := range w.Events().Crushes {
			fmt.Printf("the %s bears %t\n", c.Body.Name(), c.Force > 100)
			world.Check(press.SetLinearVelocity(mgl64.Vec2{}))
			stopped = true
		}
	}
	fmt.Printf("the press stands at %.1f m\n", press.Position()[1]-0.5)
	// Output:
	// the crate bears true
	// the press stands at 1.0 m
}

// The middle one of three crates bears the weight of the one above it.
func ExampleBody_CrushForce() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	world.Must(world.Must(w.CreateBody(body.Def{Type: body.Static})).Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	var crates []world.Body
	for i := range 3 {
		crates = append(crates, world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 0.5 + float64(i)}})))
		world.Must(crates[i].Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	}
	for w.Time() < 3 {
		w.Step(1.0 / 60)
	}
	fmt.Printf("%.0f N\n", crates[1].CrushForce())
	// Output: 10 N
}
