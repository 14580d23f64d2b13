package tiled_test

import (
	"fmt"
	"os"

	"github.com/carom2d/carom/importers/tiled"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A level with a spawn point, and what the importer did not know in it.
func Example() {
	m := world.Must(tiled.Read(os.DirFS("testdata"), "objects.tmx"))
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	level := world.Must(m.Build(w, tiled.Options{}))
	spawn, _ := level.Object("spawn")
	fmt.Println("the hero begins at", spawn.Position)
	fmt.Println(level.Warnings[0])
	// Output:
	// the hero begins at [3 -1]
	// layer things: object ball: property "densty" is not known
}
