package world_test

import (
	"fmt"
	"math"
	"time"

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

// A configuration that a player may edit is checked before a world is made of it.
func ExampleConfig_Validate() {
	fmt.Println(world.Config{SubSteps: 8}.Validate())
	fmt.Println(world.Config{LengthUnit: 1e9}.Validate())
	// Output:
	// <nil>
	// LengthUnit: 1e+09 is out of range
}

// The loop of a game with a display: Step with the real time since the last frame, draw at
// RenderPose. Here frames come at 144 Hz, and some late; the cart is drawn where it was one
// timestep ago, exactly.
func ExampleWorld_Step_frames() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	cart := world.Must(w.CreateBody(body.Def{LinearVelocity: mgl64.Vec2{6, 0}, NeverSleep: true}))

	start := time.Unix(0, 0) // time.Now in a game
	last, worst := start, 0.0
	for frame := 1; frame <= 288; frame++ {
		now := start.Add(time.Duration(frame) * time.Second / 144)
		if frame%10 == 0 {
			now = now.Add(3 * time.Millisecond)
		}
		w.Step(now.Sub(last).Seconds())
		last = now

		drawn, _ := cart.RenderPose()
		exact := 6 * max(now.Sub(start).Seconds()-w.Config().Timestep, 0)
		worst = max(worst, math.Abs(drawn[0]-exact))
	}
	fmt.Printf("%d ticks, at worst %.1f mm off\n", w.Ticks(), 1000*worst)
	// Output: 120 ticks, at worst 0.0 mm off
}

// A guard looks for the player on its own goroutine, in a view of the last tick, while the world
// runs the next one.
func ExampleWorld_View() {
	w := world.Must(world.New(world.Config{}))
	player := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{5, 0}, LinearVelocity: mgl64.Vec2{60, 0}}))
	world.Must(player.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))

	view := w.View()
	seen := make(chan bool)
	go func() {
		hit, ok := view.RayCast(mgl64.Vec2{0, 0}, mgl64.Vec2{10, 0}, world.QueryFilter{})
		owner, _ := view.BodyOf(hit.Collider)
		seen <- ok && owner == player
	}()
	w.Tick()
	fmt.Println("seen:", <-seen)

	then, _, _ := view.Pose(player)
	view.Release()
	fmt.Printf("then at %.0f m, now at %.0f m\n", then[0], player.Position()[0])
	// Output:
	// seen: true
	// then at 5 m, now at 6 m
}

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
