package worlds_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/worlds"
	"github.com/go-gl/mathgl/mgl64"
)

// Three matches, one of which ticks twice as often, and one whose game panics after its thirtieth
// tick.
func ExamplePool() {
	pool := world.Must(worlds.New(worlds.Config{Workers: 2}))
	defer pool.Close()
	var start world.Snapshot
	for i, rate := range []worlds.Rate{{}, {Ticks: 2, Steps: 1}, {}} {
		w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
		ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 20}}))
		world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
		world.Check(w.Save(&start))
		world.Must(pool.Add(worlds.Def{World: w, Rate: rate, Name: fmt.Sprint("match ", i), AfterTick: func(w *world.World) {
			if i == 2 && w.Ticks() == 30 {
				panic("a bug in the game")
			}
		}}))
	}
	for range 60 {
		for _, m := range pool.Step().Failed {
			fmt.Printf("%s failed, and begins anew\n", m.Name())
			world.Check(m.Reset(&start))
			world.Check(m.SetRate(worlds.Rate{Ticks: 1, Steps: 3}))
		}
	}
	for _, m := range pool.Members() {
		fmt.Println(m.Name(), m.World().Ticks())
	}
	// Output:
	// match 2 failed, and begins anew
	// match 0 60
	// match 1 120
	// match 2 10
}
