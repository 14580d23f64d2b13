package world_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A box stands on a slope of 22 degrees by static friction. Once it is pushed, kinetic friction
// does not stop it.
func ExampleCollider_SetMaterial() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{3.7, -9.3}}))
	defer w.Close()
	m := shape.Material{Friction: 0.25, StaticFriction: 0.6}
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{Material: &m}))
	box := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 0.5}}))
	c := world.Must(box.Attach(shape.Box(0.5, 0.5), world.ColliderDef{Material: &m}))
	for range 60 {
		w.Tick()
	}
	fmt.Printf("at rest: %.1f m\n", box.Position()[0])
	_ = box.SetLinearVelocity(mgl64.Vec2{0.5, 0})
	for range 120 {
		w.Tick()
	}
	fmt.Println("pushed, it slides on:", box.LinearVelocity()[0] > 2)

	m.SlipRight = 1 // ice for what slides to the right
	_ = c.SetMaterial(m)
	fmt.Println("slip to the right:", c.Material().SlipRight)
	// Output:
	// at rest: 0.0 m
	// pushed, it slides on: true
	// slip to the right: 1
}

// Snow decides about the friction of all that touches it, since its priority is the highest.
func ExampleCollider_Material() {
	snow := shape.Material{Friction: 0.1, FrictionCombine: shape.CombineMinimum, Priority: 10}
	rubber := shape.Material{Friction: 1.2, FrictionCombine: shape.CombineMaximum}
	wood := shape.Material{Friction: 0.4}
	fmt.Printf("%.2f %.2f %.2f\n", shape.CombineFriction(&snow, &rubber), shape.CombineFriction(&rubber, &wood), shape.CombineFriction(&wood, &wood))
	// Output: 0.10 1.20 0.40
}

// The hero pushes crates, and no crate pushes the hero.
func ExampleBody_SetDominance() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	hero := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{-2, 0}, LinearVelocity: mgl64.Vec2{3, 0}, Dominance: 1}))
	world.Must(hero.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{Mass: 80}))
	crate := world.Must(w.CreateBody(body.Def{}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{Mass: 1000}))
	for range 60 {
		w.Tick()
	}
	fmt.Printf("hero %.1f m/s, crate %.1f m/s\n", hero.LinearVelocity()[0], crate.LinearVelocity()[0])
	_ = hero.SetDominance(0)
	fmt.Println(hero.Def().Dominance, crate.Def().Dominance)
	// Output:
	// hero 3.0 m/s, crate 3.0 m/s
	// 0 0
}

// A game gives its settings menu to a running world.
func ExampleWorld_SetConfig() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	c := w.Config()
	c.SubSteps, c.Workers, c.NoSleep = 8, 1, true
	fmt.Println(w.SetConfig(c), w.Config().SubSteps)
	c.LengthUnit = 50
	fmt.Println(w.SetConfig(c))
	// Output:
	// <nil> 8
	// LengthUnit: 50 cannot change once the world exists
}

// A thousand boxes are made by one call and drawn from one list, which the next frame uses again.
func ExampleWorld_AppendPoses() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	crate := []world.ColliderParts{{Shape: shape.Box(0.5, 0.5), Def: world.ColliderDef{Mass: 20}}}
	parts := make([]world.BodyParts, 1000)
	for i := range parts {
		parts[i] = world.BodyParts{Def: body.Def{Position: mgl64.Vec2{float64(i), 0}}, Colliders: crate}
	}
	bodies, err := w.CreateBodies(nil, parts)
	fmt.Println(len(bodies), err)
	var poses []world.Pose
	for range 3 { // frames
		w.Step(1.0 / 60)
		poses = w.AppendPoses(poses[:0])
	}
	fmt.Println(len(poses), poses[999].Position, poses[999].Angle())
	// Output:
	// 1000 <nil>
	// 1000 [999 0] 0
}
