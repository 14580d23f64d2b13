package gallery_test

import (
	"fmt"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
)

// A program starts a scene with a configuration of its own and advances it tick by tick.
func ExampleByName() {
	s, ok := gallery.ByName("tumbler")
	r := s.Start(world.Config{Workers: 1})
	defer r.Close()
	r.Advance()
	fmt.Println(ok, r.BodyCount(), "bodies")
	// Output: true 2027 bodies
}
