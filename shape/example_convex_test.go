package shape_test

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

func ExampleNew() {
	c, err := shape.New(shape.Box(2, 1))
	fmt.Println(err, c.Kind == shape.KindBox, c.Points())
	_, err = shape.New(shape.Box(2, 0))
	fmt.Println(err)
	// Output:
	// <nil> true [{-2 -1} {2 -1} {2 1} {-2 1}]
	// hy: 0 must be positive
}

// Two shapes share an arena. The second is compiled about a point of its own.
func ExampleCompile() {
	var arena shape.Arena
	box, _ := shape.Compile(shape.Box(2, 1), geom.Vec2{}, &arena)
	wedge, err := shape.Compile(shape.Triangle(mgl64.Vec2{0, 0}, mgl64.Vec2{3, 0}, mgl64.Vec2{0, 3}), geom.Vec2{X: 1, Y: 1}, &arena)
	fmt.Println(err, len(arena.Vertices))
	for _, g := range []*shape.Geometry{&box, &wedge} {
		c := shape.Convex{Geometry: g, Arena: &arena}
		fmt.Println(c.Points())
	}
	// Output:
	// <nil> 7
	// [{-2 -1} {2 -1} {2 1} {-2 1}]
	// [{-1 -1} {2 -1} {-1 2}]
}

func ExampleArena_MassOf() {
	var scratch shape.Arena
	total := 0.0
	for n := 3; n < 8; n++ {
		m, _ := scratch.MassOf(shape.RegularPolygon(n, 1), 10)
		total += m.Mass
	}
	fmt.Printf("%.3f kg, %d vertices left in the arena\n", total, len(scratch.Vertices))
	// Output: 110.112 kg, 0 vertices left in the arena
}

func ExampleConvex() {
	c, _ := shape.New(shape.RoundedBox(2, 1, 0.5))
	fmt.Println(c.Center, c.Radius) // the skin is not part of the core
	core, index := c.CoreSupport(geom.Vec2{X: 1, Y: 1})
	fmt.Println(core, index, c.CoreVertex(index) == core)
	fmt.Println(c.Support(geom.Vec2{X: 1}))
	fmt.Println(c.EdgeNormals()[0], c.Polygonal())
	// Output:
	// {0 0} 0.5
	// {2 1} 2 true
	// {2.5 -1}
	// {0 -1} true
}

func ExampleFeature() {
	c, _ := shape.New(shape.Box(2, 1))
	f := c.CoreFeature(geom.Vec2{X: 0.1, Y: 1}) // the upper side
	fmt.Println(f.A, f.B, f.IA, f.IB, f.Point)
	// Output: {2 1} {-2 1} 2 3 false
}

func ExampleGeometry() {
	c, _ := shape.New(shape.Ellipse{Center: mgl64.Vec2{5, 0}, RX: 2, RY: 1, Angle: math.Pi / 2})
	fmt.Println(c.A, c.Center, c.Kind == shape.KindEllipse)
	fmt.Printf("%.3f\n", c.Rotation().S)
	// Output:
	// {2 1} {5 0} true
	// 1.000
}

// A table over kinds has KindCount rows.
func ExampleKind() {
	var count [shape.KindCount]int
	for _, s := range []shape.Support{shape.Box(1, 1), shape.Circle{Radius: 1}, shape.Box(2, 1)} {
		c, _ := shape.New(s)
		count[c.Kind]++
	}
	fmt.Println(count[shape.KindBox], count[shape.KindCircle], count[shape.KindPolygon])
	// Output: 2 1 0
}

func ExampleBoxOf() {
	c, _ := shape.New(shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.5})
	fmt.Println(shape.BoxOf(c, geom.Transform{P: geom.Vec2{X: 10}, R: geom.Rot{S: 1}})) // a quarter turn
	// Output: {{9.5 -1.5} {10.5 1.5}}
}

func ExampleContains() {
	c, _ := shape.New(shape.Circle{Radius: 1})
	fmt.Println(shape.Contains(c, geom.Vec2{X: 1}), shape.Contains(c, geom.Vec2{X: 1.01}))
	// Output: true false
}

func ExampleClosestPoint() {
	c, _ := shape.New(shape.Box(2, 1))
	fmt.Println(shape.ClosestPoint(c, geom.Vec2{X: 5, Y: 4}))
	fmt.Println(shape.ClosestPoint(c, geom.Vec2{X: 0.5})) // inside
	// Output:
	// {2 1}
	// {0.5 0}
}

func ExampleInnerCircle() {
	c, _ := shape.New(shape.Box(2, 1))
	fmt.Println(shape.InnerCircle(c))
	fmt.Println(shape.InnerRadius(c))
	// Output:
	// {0 0} 1
	// 1
}

func ExampleRayCast() {
	c, _ := shape.New(shape.RoundedBox(1, 1, 0.5))
	hit, ok := shape.RayCast(c, geom.Ray{Origin: geom.Vec2{X: 6}, Translation: geom.Vec2{X: -9}})
	fmt.Println(ok, hit.Fraction, hit.Point, hit.Normal)

	hit, _ = shape.RayCast(c, geom.Ray{Translation: geom.Vec2{Y: 4}})
	fmt.Println(hit.Inside, hit.Fraction, hit.Normal)
	// Output:
	// true 0.5 {1.5 0} {1 0}
	// true 0 {-0 -1}
}
