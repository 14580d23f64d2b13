package inspect_test

import (
	"log"
	"net/http"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/inspect"
)

// A game shows its world at http://localhost:6061/, and lets the page pause it and pull its bodies.
func Example() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	inspect.Attach(w, "level 3", inspect.Edit)
	go func() { log.Fatal(inspect.ListenAndServe("localhost:6061")) }()
	for range 600 {
		w.Step(1.0 / 60)
	}
}

// A program that has a server adds the page to it.
func ExampleHandler() {
	http.Handle("/debug/carom/", inspect.Handler())
}
