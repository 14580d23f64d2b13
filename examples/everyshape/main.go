package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/scene"
)

//go:embed scene.json
var document []byte

func main() {
	folder := ""
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	run(folder)
}

// run plays the scene until everything sleeps. Pictures go to the folder, if there
// is one.
func run(folder string) {
	s := world.Must(shapes.Parse(document))
	w, _, err := s.New()
	if err != nil {
		panic(err)
	}
	defer w.Close()

	seconds := 0
	for ; seconds < 30 && w.Counters().Awake > 0; seconds++ {
		if seconds < 4 && folder != "" {
			picture(w, s.View, filepath.Join(folder, fmt.Sprintf("everyshape_%ds.png", seconds)))
		}
		for range 60 {
			w.Tick()
		}
	}
	if folder != "" {
		picture(w, s.View, filepath.Join(folder, "everyshape_rest.png"))
	}
	c := w.Counters()
	fmt.Printf("%d bodies, %d colliders, %d contacts, %d awake\n", c.Bodies, c.Colliders, c.Touching, c.Awake)
}

func picture(w *world.World, view scene.Camera, name string) {
	image := draw.NewImage(draw.Fit(view.Min, view.Max, 1200, 600, 10))
	image.Frame(w, draw.Options{})
	file := world.Must(os.Create(name))
	world.Check(image.EncodePNG(file))
	world.Check(file.Close())
}
