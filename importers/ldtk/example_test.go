package ldtk_test

import (
	"fmt"
	"os"

	"github.com/carom2d/carom/importers/ldtk"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A level whose values have rules, with a hero that the game makes.
func Example() {
	p := world.Must(ldtk.Read(os.DirFS("testdata"), "castle.ldtk"))
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	level := world.Must(p.Build(w, ldtk.Options{
		Tiles: []ldtk.Rule{{Name: "ground"}, {Name: "ramp"}, {Name: "ladder", Ignore: true}},
		Spawn: map[string]func(ldtk.Entity) error{"Player": func(e ldtk.Entity) error {
			fmt.Println("the hero stands at", e.Position, "with", e.Fields["Lives"].Text(), "lives")
			return nil
		}},
	}))
	fmt.Println(level.Warnings[len(level.Warnings)-1])
	// Output:
	// the hero stands at [1.5 -5] with 3 lives
	// level Castle: layer Entities: entity Lost e-lost: no body is called "e-nobody", so the joint was left out
}
