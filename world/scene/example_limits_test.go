package scene_test

import (
	"errors"
	"fmt"

	"github.com/carom2d/carom/world/scene"
)

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
