package main

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func main() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.Segment{A: mgl64.Vec2{-20, 0}, B: mgl64.Vec2{20, 0}}, world.ColliderDef{}))
	crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 2}, Angle: 0.1}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{})) // half extents, metres
	for w.Time() < 3 {
		w.Step(1.0 / 60)
	}
	fmt.Printf("height %.2f m, asleep: %v\n", crate.Position()[1], !crate.Awake())
}
