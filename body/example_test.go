package body_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/go-gl/mathgl/mgl64"
)

// A definition describes a body before it exists. Fields that are left out have the usual
// values, and the error names the field that is rejected.
func ExampleDef_Validate() {
	platform := body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 3}, LinearVelocity: mgl64.Vec2{1, 0}}
	fmt.Println(platform.Validate())
	mistake := body.Def{LinearDamping: -1}
	fmt.Println(mistake.Validate())
	// Output:
	// <nil>
	// LinearDamping: -1 must not be negative
}
