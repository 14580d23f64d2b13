package scene_test

import (
	"errors"
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/go-gl/mathgl/mgl64"
)

func ExampleParse() {
	s, err := scene.Parse([]byte(`{
		"version": 1,
		"world": {"gravity": [0, -10]},
		"materials": [{"name": "rubber", "friction": 0.9, "restitution": 0.5}],
		"bodies": [
			{"type": "static", "colliders": [{"type": "halfPlane", "normal": [0, 1]}]},
			{"name": "ball", "position": [0, 3], "colliders": [{"type": "circle", "radius": 0.5, "material": "rubber"}]}
		]
	}`))
	if err != nil {
		panic(err)
	}
	w, contents, err := s.New()
	if err != nil {
		panic(err)
	}
	defer w.Close()
	ball, _ := contents.Body("ball")
	for range 300 {
		w.Tick()
	}
	fmt.Printf("the ball lies at a height of %.1f m\n", ball.Position()[1])
	// Output: the ball lies at a height of 0.5 m
}

func ExampleParse_refused() {
	_, err := scene.Parse([]byte(`{"version": 1, "bodies": [{"colliders": [{"type": "circle", "radius": -1}]}]}`))
	fmt.Println(err)
	// Output: bodies[0].colliders[0].radius: -1 must be positive
}

func ExampleScene_Encode() {
	s := scene.Scene{
		Description: "A crate above the floor.",
		Config:      world.Config{Gravity: mgl64.Vec2{0, -10}},
		Bodies: []scene.Body{
			{Def: body.Def{Type: body.Static}, Colliders: []scene.Collider{{Shape: shape.Box(10, 0.5)}}},
			{Def: body.Def{Position: mgl64.Vec2{0, 4}}, Colliders: []scene.Collider{{Shape: shape.Box(0.5, 0.5)}}},
		},
	}
	document, err := s.Encode()
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s", document)
	// Output:
	// {
	//   "version": 1,
	//   "description": "A crate above the floor.",
	//   "world": {"gravity": [0, -10]},
	//   "bodies": [
	//     {"type": "static", "colliders": [{"type": "box", "halfExtents": [10, 0.5]}]},
	//     {"position": [0, 4], "colliders": [{"type": "box", "halfExtents": [0.5, 0.5]}]}
	//   ]
	// }
}

func ExampleScene_Load() {
	// A level is loaded into a world that the game has made already.
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	level := scene.Scene{Bodies: []scene.Body{
		{Def: body.Def{Name: "door", Type: body.Kinematic}, Colliders: []scene.Collider{{Shape: shape.Box(0.1, 1)}}},
	}}
	contents, err := level.Load(w)
	if err != nil {
		panic(err)
	}
	door, _ := contents.Body("door")
	fmt.Println(w.BodyCount(), door.Type())
	// Output: 1 kinematic
}

func ExampleFromWorld() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	puck := world.Must(w.CreateBody(body.Def{Name: "puck", LinearVelocity: mgl64.Vec2{3, 0}, LockRotation: true}))
	world.Must(puck.Attach(shape.Circle{Radius: 0.25}, world.ColliderDef{}))

	s, err := scene.FromWorld(w)
	if err != nil {
		panic(err)
	}
	document, err := s.Encode()
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s", document)
	// Output:
	// {
	//   "version": 1,
	//   "bodies": [
	//     {
	//       "name": "puck",
	//       "linearVelocity": [3, 0],
	//       "lockRotation": true,
	//       "colliders": [{"type": "circle", "radius": 0.25}]
	//     }
	//   ]
	// }
}

// A program that edits documents asks what a circle has.
func ExampleDescribe() {
	for _, f := range scene.Describe().Shapes["circle"] {
		fmt.Println(f.Key, f.Kind, f.Unit, f.Required)
	}
	// Output:
	// center point m false
	// radius number m true
}

// A server that runs the scenes of strangers allows less than the defaults.
func ExampleWithLimits() {
	document := []byte(`{"version": 1, "bodies": [{}, {}, {}]}`)
	_, err := scene.Parse(document, scene.WithLimits(scene.Limits{Bytes: 1 << 20, Bodies: 2}))
	fmt.Println(err)
	fmt.Println(errors.Is(err, scene.ErrTooMany))
	// Output:
	// bodies: 3 are too many: at most 2
	// true
}
