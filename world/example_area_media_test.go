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
