package world_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// An editor has written the objects of a level in another order. With Config.Stable the keys of the
// objects decide, and the world is the same to the bit.
func ExampleConfig_stable() {
	type object struct {
		key  uint64
		x, y float64
	}
	build := func(level []object) *world.World {
		w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Stable: true}))
		floor := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}, Key: 1}))
		world.Must(floor.Attach(shape.Box(20, 1), world.ColliderDef{}))
		for _, o := range level {
			crate := world.Must(w.CreateBody(body.Def{Key: o.key, Position: mgl64.Vec2{o.x, o.y}}))
			world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
		}
		return w
	}
	first := build([]object{{10, 0, 0.5}, {20, 0.3, 1.6}, {30, 0.1, 2.7}})
	second := build([]object{{30, 0.1, 2.7}, {10, 0, 0.5}, {20, 0.3, 1.6}})
	for range 120 {
		first.Tick()
		second.Tick()
	}
	fmt.Println(first.StateHash() == second.StateHash())
	a, _ := first.BodyByKey(30)
	b, _ := second.BodyByKey(30)
	fmt.Println(a.Position() == b.Position())
	// Output:
	// true
	// true
}
