package view_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
	"github.com/go-gl/mathgl/mgl64"
)

// A reader sees a world through frames, here without a network in between.
func Example() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{3, 4}, Name: "ball"}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))

	e := view.Encoder{Layers: view.Names | view.Counters}
	var d view.Decoder
	for range 60 {
		w.Step(1.0 / 60)
		if err := d.Decode(e.AppendFrame(nil, w)); err != nil {
			fmt.Println(err)
		}
	}
	p := d.Picture()
	for _, b := range p.Bodies {
		fmt.Printf("%s at %.2f\n", b.Name, b.Position)
	}
	// Output: ball at [3.00 -1.02]
}
