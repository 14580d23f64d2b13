package world_test

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A round planet: its area pulls all that comes near, and what has landed on the far side sleeps
// there.
func ExampleWorld_CreateArea() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	planet := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(planet.Attach(shape.Circle{Radius: 10}, world.ColliderDef{}))
	world.Must(w.CreateArea(world.AreaDef{
		Body:  planet,
		Shape: shape.Circle{Radius: 50},
		Effects: []area.Effect{
			area.PointGravity{Strength: 10, Distance: 10}, // 10 m/s^2 on the ground, falls off by the square
		},
	}))
	crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, -13}}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	w.Tick()
	for _, e := range w.Events().AreaBegins {
		fmt.Println(e.Body == crate, "came into the area")
	}
	for w.Time() < 4 {
		w.Step(1.0 / 60)
	}
	fmt.Printf("at %.1f m below, asleep: %v\n", -crate.Position()[1], !crate.Awake())
	fmt.Printf("gravity there: %.1f m/s^2\n", w.GravityAt(crate.Position()).Len())
	// Output:
	// true came into the area
	// at 10.5 m below, asleep: true
	// gravity there: 9.1 m/s^2
}

// A room without gravity, with a belt in it, in a world with gravity: an area of higher priority
// replaces what lies below.
func ExampleWorld_CreateArea_gravity() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	world.Must(w.CreateArea(world.AreaDef{
		Shape: shape.Box(5, 5), Priority: 1,
		Effects: []area.Effect{
			area.Gravity{Replace: true}, // none
			area.Conveyor{Velocity: mgl64.Vec2{2, 0}, MaxAcceleration: 4},
		},
	}))
	floating := world.Must(w.CreateBody(body.Def{}))
	world.Must(floating.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
	falling := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{8, 0}}))
	world.Must(falling.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
	for w.Time() < 1 {
		w.Step(1.0 / 60)
	}
	fmt.Printf("%.1f %.1f\n", floating.LinearVelocity(), falling.LinearVelocity())
	// Output: [2.0 0.0] [0.0 -10.0]
}

// A field of the game's own: a whirl around the origin.
func ExampleAreaField() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	whirl := func(p world.FieldPoint) mgl64.Vec2 {
		r := p.Position.Len()
		return mgl64.Vec2{-p.Position[1], p.Position[0]}.Mul(1 / (1 + r*r))
	}
	world.Must(w.CreateArea(world.AreaDef{
		Shape: shape.Circle{Radius: 9}, Effects: []area.Effect{world.AreaField{Acceleration: whirl}},
	}))
	leaf := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{3, 0}}))
	world.Must(leaf.Attach(shape.Circle{Radius: 0.1}, world.ColliderDef{}))
	w.Tick()
	fmt.Printf("%.3f\n", leaf.LinearVelocity())
	// Output: [0.000 0.005]
}

// Each body may have a gravity of its own: here one that walks on the ceiling.
func ExampleBody_SetGravity() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	room := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	for _, y := range []float64{-1, 5} {
		world.Must(room.Attach(shape.OffsetBox(5, 1, mgl64.Vec2{0, y}, 0), world.ColliderDef{}))
	}
	var crates [2]world.Body
	for i := range crates {
		crates[i] = world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(2 * i), 2}}))
		world.Must(crates[i].Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	}
	world.Check(crates[1].SetGravity(mgl64.Vec2{0, 10}))
	for w.Time() < 3 {
		w.Step(1.0 / 60)
	}
	for _, c := range crates {
		fmt.Printf("at %.1f m, asleep: %v\n", c.Position()[1], !c.Awake())
	}
	// Output:
	// at 0.5 m, asleep: true
	// at 3.5 m, asleep: true
}

// A force that a game applies in every tick lets the body sleep if it is a steady one.
func ExampleBody_ApplySteadyForce() {
	var crate world.Body
	w := world.Must(world.New(world.Config{BeforeTick: func(*world.World) {
		down := mgl64.Vec2{math.Sin(0.1), -math.Cos(0.1)}
		world.Check(crate.ApplySteadyForceToCenter(down.Mul(9 * crate.Mass())))
	}}))
	defer w.Close()
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	crate = world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 0.5}}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	for w.Time() < 3 {
		w.Step(1.0 / 60)
	}
	fmt.Println("asleep:", !crate.Awake())
	// Output: asleep: true
}

// A log that falls into water askew comes to float level, with 0.6 of it submerged, and sleeps.
func ExampleWorld_CreateArea_fluid() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	world.Must(w.CreateArea(world.AreaDef{
		Shape: shape.Box(20, 5), Position: mgl64.Vec2{0, -5}, // up to y = 0
		Effects: []area.Effect{area.Fluid{Density: 1, LinearDrag: 0.5, QuadraticDrag: 1}},
	}))
	log := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 2}, Angle: 0.8}))
	world.Must(log.Attach(shape.Box(1.5, 0.25), world.ColliderDef{Density: 0.6}))
	for range 40 * 60 {
		w.Tick()
	}
	fmt.Printf("tilt %.0f degrees\n", math.Abs(log.Angle()*180/math.Pi))
	fmt.Printf("%.1f m of 0.5 m are under water\n", 0.25-log.Position()[1])
	fmt.Println("awake:", log.Awake())
	// Output:
	// tilt 0 degrees
	// 0.3 m of 0.5 m are under water
	// awake: false
}

// A leaf falls at the speed at which drag carries its weight.
func ExampleWorld_CreateArea_wind() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	world.Must(w.CreateArea(world.AreaDef{Effects: []area.Effect{
		area.Wind{Velocity: mgl64.Vec2{3, 0}, Density: 0.1},
	}}))
	leaf := world.Must(w.CreateBody(body.Def{LockRotation: true}))
	world.Must(leaf.Attach(shape.Circle{Radius: 0.1}, world.ColliderDef{Density: 0.2}))
	for range 5 * 60 {
		w.Tick()
	}
	v := leaf.LinearVelocity()
	fmt.Printf("along the wind %.2f m/s, down %.2f m/s\n", v[0], -v[1])
	fmt.Printf("sqrt(2 m g / (density width)) = %.2f m/s\n", math.Sqrt(2*leaf.MassData().Mass*10/(0.1*0.2)))
	// Output:
	// along the wind 3.00 m/s, down 2.51 m/s
	// sqrt(2 m g / (density width)) = 2.51 m/s
}

// A wave runs over the water, and a ball rides on it.
func ExampleArea_SetSurface() {
	var water world.Area
	wave := make([]mgl64.Vec2, 41)
	w := world.Must(world.New(world.Config{
		Gravity: mgl64.Vec2{0, -10},
		BeforeTick: func(w *world.World) {
			for i := range wave {
				x := float64(i) - 20
				wave[i] = mgl64.Vec2{x, 0.5 * math.Sin(0.5*x-w.Time())}
			}
			world.Check(water.SetSurface(wave))
		},
	}))
	defer w.Close()
	water = world.Must(w.CreateArea(world.AreaDef{Effects: []area.Effect{area.Fluid{LinearDrag: 2}}}))
	ball := world.Must(w.CreateBody(body.Def{}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.3}, world.ColliderDef{Density: 0.5}))
	low, high := 0.0, 0.0
	for range 20 * 60 {
		w.Tick()
		low, high = min(low, ball.Position()[1]), max(high, ball.Position()[1])
	}
	fmt.Printf("between %.1f and %.1f m\n", low, high)
	// Output:
	// between -0.5 and 0.5 m
}
