package gallery_test

import (
	"fmt"

	"github.com/carom2d/carom/web/gallery"
)

// A page starts a scene with the values of its sliders and runs a tick after the other, with the
// keys that are held down.
func ExampleScene_Start() {
	s, _ := gallery.ByName("pyramid")
	r, err := s.Start(gallery.Values{"base": 6})
	if err != nil {
		panic(err)
	}
	defer r.Close()
	for range 60 {
		r.Advance(gallery.KeyRight)
	}
	fmt.Println(s.Title, "in", s.Theme)
	for _, p := range s.Params {
		fmt.Println(p.Name, p.Min, "to", p.Max)
	}
	fmt.Println(r.World.BodyCount(), "bodies")
	// Output:
	// Pyramid in stacking
	// base 4 to 24
	// friction 0 to 1
	// ball density 0.5 to 20
	// 26 bodies
}
