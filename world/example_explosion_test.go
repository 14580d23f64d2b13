package world_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A charge goes off between two crates, one of them behind a wall.
func ExampleWorld_Explode() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	wall := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{-2, 0}}))
	world.Must(wall.Attach(shape.Box(0.1, 2), world.ColliderDef{}))
	for _, c := range []body.Def{
		{Name: "open", Position: mgl64.Vec2{4, 0}},
		{Name: "behind the wall", Position: mgl64.Vec2{-4, 0}},
	} {
		crate := world.Must(w.CreateBody(c))
		world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	}
	err := w.Explode(world.Explosion{Radius: 3, Falloff: 4, ImpulsePerLength: 10})
	fmt.Println(err)
	for hit := range w.ExplosionHits() {
		fmt.Printf("%s: %.1f N s, %.1f m/s\n", hit.Body.Name(), hit.Impulse.Len(), hit.Body.LinearVelocity()[0])
	}
	// Output:
	// <nil>
	// open: 8.7 N s, 8.7 m/s
}
