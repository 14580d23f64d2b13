package geom_test

import (
	"fmt"

	"github.com/carom2d/carom/geom"
)

func ExampleBox() {
	b := geom.Box{Max: geom.Vec2{X: 4, Y: 2}}
	c := geom.Box{Min: geom.Vec2{X: 3, Y: 1}, Max: geom.Vec2{X: 5, Y: 5}}
	fmt.Println(b.Center(), b.Extents())
	fmt.Println(b.Overlaps(c), b.Contains(c), b.ContainsPoint(geom.Vec2{X: 4, Y: 2}))
	fmt.Println(b.Union(c))
	fmt.Println(b.Grow(1), b.Valid())
	// Output:
	// {2 1} {2 1}
	// true false true
	// {{0 0} {5 5}}
	// {{-1 -1} {5 3}} true
}

// The box around some points begins empty.
func ExampleEmptyBox() {
	b := geom.EmptyBox()
	fmt.Println(b.Valid())
	for _, p := range []geom.Vec2{{X: 1, Y: 5}, {X: 3, Y: 2}, {X: 2, Y: 3}} {
		b = b.Include(p)
	}
	fmt.Println(b)
	// Output:
	// false
	// {{1 2} {3 5}}
}

// A Box32 contains the box that it is made from: it is rounded outward.
func ExampleBox_ToBox32() {
	b := geom.Box{Min: geom.Vec2{X: 0.1, Y: 0.1}, Max: geom.Vec2{X: 0.3, Y: 0.3}}
	fmt.Println(b.ToBox32().ToBox().Contains(b))
	// Output: true
}

func ExampleBox32() {
	b, c := geom.Box32{MaxX: 1, MaxY: 1}, geom.Box32{MinX: 1, MaxX: 2, MaxY: 1}
	fmt.Println(b.Overlaps(c), b.Contains(c), b.Union(c))
	// Output: true false {0 0 2 1}
}

func ExampleRay() {
	r := geom.Ray{Origin: geom.Vec2{X: 1, Y: 1}, Translation: geom.Vec2{X: 4, Y: -2}}
	fmt.Println(r.At(0.5), r.Box())
	// Output: {3 0} {{1 -1} {5 1}}
}
