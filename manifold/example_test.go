package manifold_test

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// A crate has sunk 4 mm into a larger one that it stands on.
func ExampleCollideConvex() {
	table, err := shape.New(shape.Box(2, 0.5))
	if err != nil {
		panic(err)
	}
	crate, err := shape.New(shape.Box(0.25, 0.25))
	if err != nil {
		panic(err)
	}
	pose := geom.Transform{P: geom.Vec2{X: 1, Y: 0.746}, R: geom.Identity}
	var m manifold.Manifold
	manifold.CollideConvex(&m, table, crate, &pose, 0.02)
	fmt.Printf("normal (%g, %g)\n", m.Normal.X, m.Normal.Y)
	for _, p := range m.Points[:m.Count] {
		fmt.Printf("point (%.3f, %.3f), separation %.3f\n", p.Anchor.X, p.Anchor.Y, p.Separation)
	}
	// Output:
	// normal (0, 1)
	// point (1.250, 0.498), separation -0.004
	// point (0.750, 0.498), separation -0.004
}

// Chosen once per contact, the pair function costs no look-up afterwards.
func ExampleFuncFor() {
	collide, flip := manifold.FuncFor(shape.KindBox, shape.KindCircle)
	fmt.Println(collide != nil, flip)
	// Output: true true
}
