package character_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
)

// A jump of 2 m in 0.4 s, seen at three tick rates: the flight is as long and as high.
func ExampleJump() {
	jump := character.Jump{Height: 2, Rise: 0.4, FallFactor: 1.5}
	fmt.Printf("gravity %.0f m/s^2, take-off %.0f m/s\n", jump.Gravity(), jump.Speed())
	for _, rate := range []float64{30, 60, 144} {
		speed, height, highest, time := jump.Speed(), 0.0, 0.0, 0.0
		for height >= 0 {
			var mean float64
			mean, speed = jump.Fall(speed, 1/rate)
			height += mean / rate
			highest, time = max(highest, height), time+1/rate
		}
		fmt.Printf("%3.0f Hz: %.2f m high, %.2f s long\n", rate, highest, time)
	}
	// Output:
	// gravity 25 m/s^2, take-off 10 m/s
	//  30 Hz: 2.00 m high, 0.73 s long
	//  60 Hz: 2.00 m high, 0.73 s long
	// 144 Hz: 2.00 m high, 0.73 s long
}

// The button is let go early, and pressed again a moment before the landing.
func ExampleJump_Tick() {
	jump := character.Jump{Height: 2, Rise: 0.4, Cut: 0.25, Buffer: 0.1}
	const dt = 1.0 / 60
	var state character.JumpState
	height, highest := 0.0, 0.0
	for tick := range 40 {
		input := character.JumpInput{Press: tick == 0 || tick == 30, Hold: tick < 6, OnFloor: height <= 0}
		before, up := state, 0.0
		state, up = jump.Tick(state, input, dt)
		if input.Press {
			fmt.Printf("%.2f s: pressed at %.2f m\n", float64(tick)*dt, height)
		}
		if state.Jumping && !before.Jumping {
			fmt.Printf("%.2f s: takes off\n", float64(tick)*dt)
		}
		height = max(0, height+up*dt)
		highest = max(highest, height)
	}
	fmt.Printf("the apex of the first was at %.2f m\n", highest)
	// Output:
	// 0.00 s: pressed at 0.00 m
	// 0.00 s: takes off
	// 0.50 s: pressed at 0.29 m
	// 0.55 s: takes off
	// the apex of the first was at 1.12 m
}

// A player runs and jumps on to a ledge. The wall of the ledge takes his speed, and he gains it
// again in the air.
func ExampleController() {
	hero := character.Controller{
		Run:  character.Run{Speed: 5},
		Jump: character.Jump{Height: 2, Rise: 0.4, Coyote: 0.1, Buffer: 0.1},
	}
	stick, button := 1.0, false
	w := world.Must(world.New(world.Config{
		Gravity:    mgl64.Vec2{0, -10},
		BeforeTick: func(*world.World) { world.Check(hero.Tick(stick, button)) },
	}))
	defer w.Close()
	level := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(level.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	world.Must(level.Attach(shape.OffsetBox(3, 0.75, mgl64.Vec2{6, 0.75}, 0), world.ColliderDef{}))
	hero.Character = world.Must(character.New(w, character.Def{}, mgl64.Vec2{0, 0.8}))

	for _, end := range []float64{0.3, 1, 2} {
		for w.Time() < end {
			w.Tick()
		}
		fmt.Printf("%.1f s: %.1f at %.1f m/s\n", w.Time(), hero.Position(), hero.Motion().Speed)
		button = end == 1
	}
	// Output:
	// 0.3 s: [1.1 0.8] at 5.0 m/s
	// 1.0 s: [2.7 0.8] at 0.0 m/s
	// 2.0 s: [6.4 2.3] at 5.0 m/s
}

// The stick goes to the left while the character runs to the right: it brakes, then turns.
func ExampleRun() {
	run := character.Run{Speed: 4, Accelerate: 20, Brake: 40}
	const dt = 1.0 / 10
	x, speed := 0.0, 4.0
	for range 4 {
		var mean float64
		mean, speed = run.Tick(speed, -1, true, dt)
		x += mean * dt
		fmt.Printf("%.2f m, %.0f m/s\n", x, speed)
	}
	// Output:
	// 0.20 m, 0 m/s
	// 0.10 m, -2 m/s
	// -0.20 m, -4 m/s
	// -0.60 m, -4 m/s
}

// The head clips the corner of a ceiling by 0.1 m: the character goes aside by as much.
func ExampleCorner() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	ceiling := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{1, 2}}))
	world.Must(ceiling.Attach(shape.Box(1, 0.1), world.ColliderDef{}))
	head := world.Must(shape.New(shape.Box(0.3, 0.8)))
	aside, ok := character.Corner{
		Shape: head, Position: mgl64.Vec2{-0.2, 1}, Rise: mgl64.Vec2{0, 0.15}, Reach: 0.2,
	}.Correct(w)
	fmt.Printf("%.3f m, %v\n", aside[0], ok)
	// Output: -0.102 m, true
}
