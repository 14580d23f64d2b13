package gogen_test

import (
	"fmt"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/gogen"
)

func ExampleGenerate() {
	s := world.Must(scene.Parse([]byte(`{
		"version": 1,
		"description": "A ball falls on the ground.",
		"world": {"gravity": [0, -10]},
		"materials": [{"name": "rubber", "friction": 0.9, "restitution": 0.8}],
		"bodies": [
			{"type": "static", "colliders": [{"type": "box", "halfExtents": [20, 0.5]}]},
			{"name": "red ball", "position": [0, 4], "colliders": [{"type": "circle", "radius": 0.5, "material": "rubber"}]}
		]
	}`)))
	source := world.Must(gogen.Generate(s, gogen.Options{Package: "level"}))
	fmt.Print(string(source))
	// Output:
	// package level
	//
	// import (
	// 	"github.com/carom2d/carom/body"
	// 	"github.com/carom2d/carom/shape"
	// 	"github.com/carom2d/carom/world"
	// 	"github.com/go-gl/mathgl/mgl64"
	// )
	//
	// // Level is the world with what has a name in it.
	// type Level struct {
	// 	World *world.World
	//
	// 	Materials struct {
	// 		Rubber shape.Material
	// 	}
	//
	// 	Bodies struct {
	// 		RedBall world.Body
	// 	}
	// }
	//
	// // NewLevel builds the world of this scene: A ball falls on the ground. Each adjust may
	// // change the configuration first, such as the number of workers. NewLevel panics if there
	// // is no such world.
	// func NewLevel(adjust ...func(*world.Config)) *Level {
	// 	config := world.Config{Gravity: mgl64.Vec2{0, -10}}
	// 	for _, change := range adjust {
	// 		change(&config)
	// 	}
	// 	l := &Level{World: world.Must(world.New(config))}
	// 	l.Materials.Rubber = shape.Material{Friction: 0.9, Restitution: 0.8}
	// 	w := l.World
	// 	b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	// 	world.Must(b.Attach(shape.Box(20, 0.5), world.ColliderDef{}))
	//
	// 	l.Bodies.RedBall = world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 4}, Name: "red ball"}))
	// 	world.Must(l.Bodies.RedBall.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{Material: &l.Materials.Rubber}))
	// 	return l
	// }
}
