package main

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func main() {
	w := world.Must(world.New(world.Config{})) // the zero Config has no gravity
	defer w.Close()

	// A table of 4 by 2 metres. A closed chain listed clockwise is solid outside.
	table := world.Must(w.CreateBody(body.Def{Type: body.Static, Name: "cushion"}))
	world.Must(table.AttachChain(shape.Chain{
		Points: []mgl64.Vec2{{-2, -1}, {-2, 1}, {2, 1}, {2, -1}},
		Closed: true,
	}, world.ColliderDef{Material: &shape.Material{Restitution: 0.8}}))

	pocket := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{1.8, 0}}))
	goal := world.Must(pocket.Attach(shape.Circle{Radius: 0.15}, world.ColliderDef{Sensor: true}))

	puck := world.Must(w.CreateBody(body.Def{Name: "puck", LinearDamping: 0.2, AngularDamping: 0.2}))
	world.Must(puck.Attach(shape.Circle{Radius: 0.1}, world.ColliderDef{
		Density: 10, Material: &shape.Material{Restitution: 0.9}, HitEvents: true,
	}))

	// The player's paddle is kinematic: it goes where it is told and is not pushed.
	paddle := world.Must(w.CreateBody(body.Def{
		Type: body.Kinematic, Name: "paddle", Position: mgl64.Vec2{-1.5, 0}, LinearVelocity: mgl64.Vec2{3, 0},
	}))
	world.Must(paddle.Attach(shape.Capsule{A: mgl64.Vec2{0, -0.2}, B: mgl64.Vec2{0, 0.2}, Radius: 0.05}, world.ColliderDef{}))

	for w.Time() < 3 {
		w.Tick()
		if paddle.Position()[0] > 0 {
			world.Check(paddle.SetLinearVelocity(mgl64.Vec2{}))
		}
		for _, hit := range w.Events().Hits {
			fmt.Printf("%.2f s: %s meets %s at %.1f m/s\n", w.Time(),
				hit.ColliderA.Body().Name(), hit.ColliderB.Body().Name(), hit.ApproachSpeed)
		}
		for _, e := range w.Events().SensorBegins {
			if e.Sensor == goal {
				fmt.Printf("%.2f s: goal by the %s!\n", w.Time(), e.Visitor.Body().Name())
				return
			}
		}
	}
	fmt.Println("no goal")
}
