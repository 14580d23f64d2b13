package world_test

import (
	"fmt"
	"math"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

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
