package joint_test

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// A door on a hinge at its left edge, which opens by a quarter turn either way and
// is held back by a little friction.
func ExampleRevolute() {
	hinge := joint.Revolute{
		LocalAnchorA: mgl64.Vec2{2, 0}, LocalAnchorB: mgl64.Vec2{-0.5, 0},
		Limit: true, Lower: -math.Pi / 2, Upper: math.Pi / 2,
		MaxMotorTorque: 0.1,
	}
	fmt.Println(hinge.Validate())
	hinge.Lower = 3
	fmt.Println(hinge.Validate())
	// Output:
	// <nil>
	// Lower: 3 is out of range
}
