package creature_test

import (
	"fmt"

	"github.com/carom2d/carom/web/gallery/creature"
)

func Example() {
	for i, form := range creature.Forms() {
		fmt.Print(form.Name, ":")
		for lesson, tries := range creature.Lessons {
			fmt.Printf("  %.0f m after %d", creature.Lesson(i, lesson).Far, tries)
		}
		fmt.Println()
	}
	// Output:
	// worm:  -1 m after 1  6 m after 30  11 m after 200  28 m after 1000
	// hound:  1 m after 1  4 m after 30  4 m after 200  21 m after 1000
	// hopper:  0 m after 1  2 m after 30  8 m after 200  21 m after 1000
}
