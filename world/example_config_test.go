package world_test

import (
	"fmt"

	"github.com/carom2d/carom/world"
)

// A configuration that a player may edit is checked before a world is made of it.
func ExampleConfig_Validate() {
	fmt.Println(world.Config{SubSteps: 8}.Validate())
	fmt.Println(world.Config{LengthUnit: 1e9}.Validate())
	// Output:
	// <nil>
	// LengthUnit: 1e+09 is out of range
}
