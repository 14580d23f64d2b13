package world_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A bumper tells its own hits: no list has to be searched for it.
func ExampleBody_OnHit() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	bumper := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(bumper.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{Material: &shape.Material{Restitution: 1.2}}))
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 2}}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.1}, world.ColliderDef{}))

	score := 0
	world.Must(bumper.OnHit(func(h world.Hit) {
		score += 100
		fmt.Printf("%d at %.1f m/s\n", score, h.ApproachSpeed)
	}))
	for range 150 {
		w.Step(1.0 / 60)
	}
	// Output:
	// 100 at 5.3 m/s
	// 200 at 6.3 m/s
}

// A function that is told of an event may change the world, and destroy the bodies of the event.
func ExampleCollider_OnSensorBegin() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	coin := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{5, 0}}))
	sensor := world.Must(coin.Attach(shape.Circle{Radius: 0.2}, world.ColliderDef{Sensor: true}))
	player := world.Must(w.CreateBody(body.Def{LinearVelocity: mgl64.Vec2{3, 0}}))
	world.Must(player.Attach(shape.Box(0.3, 0.5), world.ColliderDef{}))

	subscription := world.Must(sensor.OnSensorBegin(func(x world.SensorEvent) {
		fmt.Println("taken by the player:", x.Visitor.Body() == player)
		_ = coin.Destroy()
	}))
	w.Step(0.1) // one call of Step may run several ticks
	for w.Time() < 2 {
		w.Step(0.1)
	}
	fmt.Println(coin.Valid(), subscription.Active())
	// Output:
	// taken by the player: true
	// false false
}

// The events of one body are seen from it: ColliderA is its own, and the normal leads away from it.
func ExampleBody_ContactBegins() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static, Name: "floor"}))
	world.Must(floor.Attach(shape.Segment{A: mgl64.Vec2{-9, 0}, B: mgl64.Vec2{9, 0}}, world.ColliderDef{}))
	crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 2}}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	for w.Time() < 1 {
		w.Step(1.0 / 60)
		for x := range crate.ContactBegins() {
			fmt.Printf("%v below: %v, %.1f m/s\n", x.ColliderB.Body(), x.Normal[1] < -0.9, x.ApproachSpeed)
		}
	}
	// Output: body(floor) below: true, 5.4 m/s
}

// A bullet that flies through a light barrier within one tick is seen, with the times of its nose
// and its tail.
func Example_sensorFractions() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	barrier := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{3, 0}}))
	world.Must(barrier.Attach(shape.Segment{A: mgl64.Vec2{0, -1}, B: mgl64.Vec2{0, 1}}, world.ColliderDef{Sensor: true}))
	bullet := world.Must(w.CreateBody(body.Def{LinearVelocity: mgl64.Vec2{300, 0}, Bullet: true}))
	world.Must(bullet.Attach(shape.Circle{Radius: 0.05}, world.ColliderDef{}))
	w.Tick()
	for x := range bullet.SensorBegins() {
		fmt.Printf("in after %.2f of the tick\n", x.Fraction)
	}
	for x := range bullet.SensorEnds() {
		fmt.Printf("out after %.2f of the tick\n", x.Fraction)
	}
	// Output:
	// in after 0.59 of the tick
	// out after 0.61 of the tick
}

// What a scale under a body shows: the impulse of a contact, divided by the time of the Step.
func ExampleContact_impulse() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	scale := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(scale.Attach(shape.Box(1, 0.1), world.ColliderDef{}))
	crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 0.6}}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{Density: 12}))
	const seconds = 2.0 / 60
	for w.Time() < 1 {
		w.Step(seconds)
	}
	for c := range scale.Contacts() {
		fmt.Printf("%.1f kg\n", c.Impulse.Len()/seconds/10)
	}
	// Output: 12.0 kg
}

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
