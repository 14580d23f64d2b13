package scene_test

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/go-gl/mathgl/mgl64"
)

// lens is the intersection of two discs of one radius.
type lens struct{ radius, width float64 }

func (l lens) Support(dir mgl64.Vec2) mgl64.Vec2 {
	offset := l.radius - l.width/2 // of the discs from the middle
	tip := math.Sqrt(l.radius*l.radius - offset*offset)
	n := dir.Normalize().Mul(l.radius)
	p := mgl64.Vec2{math.Abs(n[0]) - offset, n[1]}
	if p[0] < 0 {
		p = mgl64.Vec2{0, tip}
	}
	return mgl64.Vec2{math.Copysign(p[0], dir[0]), math.Copysign(p[1], dir[1])}
}

func ExampleShapes() {
	shapes := scene.NewShapes(scene.CustomShape{
		Name:       "lens",
		Parameters: []string{"radius", "width"},
		New:        func(p []float64) (shape.Support, error) { return lens{p[0], p[1]}, nil },
		Describe: func(s shape.Support) ([]float64, bool) {
			l, ok := s.(lens)
			return []float64{l.radius, l.width}, ok
		},
	})
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{}))
	world.Must(b.Attach(shape.Transformed(lens{1, 0.5}, math.Pi/2, mgl64.Vec2{}), world.ColliderDef{}))

	s, err := shapes.FromWorld(w)
	if err != nil {
		panic(err)
	}
	document, err := s.Encode()
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s", document)
	_, err = shapes.Parse(document)
	fmt.Println(err)
	_, err = scene.Parse(document)
	fmt.Println(err)
	// Output:
	// {
	//   "version": 1,
	//   "bodies": [
	//     {
	//       "colliders": [
	//         {
	//           "type": "custom",
	//           "name": "lens",
	//           "angle": 1.5707963267948966,
	//           "parameters": {"radius": 1, "width": 0.5}
	//         }
	//       ]
	//     }
	//   ]
	// }
	// <nil>
	// bodies[0].colliders[0].name: "lens" names no custom shape that is registered
}
