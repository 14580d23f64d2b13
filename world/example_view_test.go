package world_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

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
