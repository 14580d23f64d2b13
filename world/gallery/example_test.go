package gallery_test

import (
	"fmt"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
)

// A scene is started with the configuration that is to be tried, and advanced
// tick by tick.
func ExampleByName() {
	s, ok := gallery.ByName("tumbler")
	r := s.Start(world.Config{Workers: 1})
	defer r.Close()
	r.Advance()
	fmt.Println(ok, r.BodyCount(), "bodies")
	// Output: true 2027 bodies
}
