package ebitengine_test

import (
	"log"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
)

// A world in a window: drag the crate, turn the wheel, press F1.
func ExampleRun() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.Box(8, 0.5), world.ColliderDef{}))
	crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 4}, Angle: 0.3}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	if err := ebitengine.Run(&ebitengine.Game{World: w}); err != nil {
		log.Fatal(err)
	}
}

// A body that jumps when the player presses Space. What belongs to a tick stands in BeforeTick.
func ExampleInput_Pressed() {
	g := &ebitengine.Game{Help: "Space jumps   R again"}
	var ball world.Body
	g.Start = func() *world.World {
		w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, BeforeTick: func(*world.World) {
			if g.Input().Pressed(ebiten.KeySpace) {
				world.Check(ball.ApplyImpulseToCenter(mgl64.Vec2{0, 5 * ball.Mass()}))
			}
		}}))
		ball = world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 1}}))
		world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
		floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		world.Must(floor.Attach(shape.Box(8, 0.5), world.ColliderDef{}))
		return w
	}
	if err := ebitengine.Run(g); err != nil {
		log.Fatal(err)
	}
}
