package fracture_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/fracture"
	"github.com/go-gl/mathgl/mgl64"
)

// A sword cuts a plank in two. Each half has the velocity that it had as a part of the plank.
func ExampleCut() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	plank := world.Must(w.CreateBody(body.Def{Name: "plank", AngularVelocity: 2}))
	world.Must(plank.Attach(shape.Box(3, 0.5), world.ColliderDef{}))
	report, err := fracture.Cut(plank, mgl64.Vec2{1, -1}, mgl64.Vec2{1, 1}, fracture.Def{})
	for _, p := range report.Pieces {
		fmt.Printf("%s: %.1f kg, %.1f m/s\n", p.Name(), p.Mass(), p.LinearVelocity()[1])
	}
	fmt.Println(report.ParentName, plank.Valid(), err)
	// Output:
	// plank: 4.0 kg, -2.0 m/s
	// plank: 2.0 kg, 4.0 m/s
	// plank false <nil>
}

// A pane of glass breaks where a ball hits it. Splinters vanish, and the game hears of it.
func ExampleBreakOnHit() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	pane := world.Must(w.CreateBody(body.Def{Type: body.Static, Name: "pane"}))
	world.Must(pane.Attach(shape.Box(2, 0.1), world.ColliderDef{}))
	world.Must(fracture.BreakOnHit(pane, fracture.Breakable{
		Impulse: 5,
		Def:     fracture.Def{Release: true, MinArea: 0.005},
		Broken: func(r fracture.Report, err error) {
			fmt.Println(r.ParentName, "broke:", len(r.Pieces), "pieces,", len(r.Vanished), "vanished,", err)
		},
	}))
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0.3, 3}}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.4}, world.ColliderDef{Density: 3}))
	for w.Time() < 2 {
		w.Step(1.0 / 60)
	}
	// Output: pane broke: 10 pieces, 3 vanished, <nil>
}
