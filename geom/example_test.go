package geom_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
)

func ExampleVec2_Cross() {
	east, north := geom.Vec2{X: 1}, geom.Vec2{Y: 1}
	fmt.Println(east.Cross(north), north.Cross(east))
	// Output: 1 -1
}

func ExampleRotFromAngle() {
	q := geom.RotFromAngle(math.Pi / 2)
	fmt.Printf("%.3f\n", q.Apply(geom.Vec2{X: 2}))
	// Output: {0.000 2.000}
}

func ExampleTransform_InverseMul() {
	car := geom.Transform{P: geom.Vec2{X: 10, Y: 5}, R: geom.RotFromAngle(math.Pi / 2)}
	house := geom.Transform{P: geom.Vec2{X: 10, Y: 8}, R: geom.Identity}
	relative := car.InverseMul(house)
	fmt.Printf("%.1f m ahead, turned by %.2f rad\n", relative.P.X, relative.R.Angle())
	// Output: 3.0 m ahead, turned by -1.57 rad
}

func ExampleBox_ToBox32() {
	b := geom.Box{Min: geom.Vec2{X: 0.1, Y: 0.1}, Max: geom.Vec2{X: 0.3, Y: 0.3}}
	fmt.Println(b.ToBox32().ToBox().Contains(b))
	// Output: true
}

func ExampleRay_At() {
	r := geom.Ray{Origin: geom.Vec2{X: 1, Y: 1}, Translation: geom.Vec2{X: 4}}
	fmt.Println(r.At(0.5))
	// Output: {3 1}
}

func ExampleSinCos() {
	s, c := geom.SinCos(1e300)
	fmt.Printf("%.12f %.12f\n", s, c)
	// Output: -0.817881912116 -0.575386111958
}

func ExampleFieldError() {
	err := geom.CheckPositive("Radius", -1)
	fmt.Println(err)
	fmt.Println(errors.Is(err, geom.ErrNotPositive))
	// Output:
	// Radius: -1 must be positive
	// true
}
