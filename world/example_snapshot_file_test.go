package world_test

import (
	"bytes"
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A saved game: the world in a file, with the game's own data by name.
func ExampleSnapshot_Encode() {
	type Crate struct{ Loot string }
	names := new(world.Names)
	world.NameType[Crate](names, "crate")

	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 100}, UserData: Crate{"a lamp"}}))
	world.Must(b.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	w.Step(1)

	var s world.Snapshot
	var file bytes.Buffer
	world.Check(w.Save(&s))
	world.Check(s.Encode(&file, names))

	read := world.Must(world.DecodeSnapshot(&file, names))
	copied := world.Must(read.NewWorld())
	defer copied.Close()
	w.Step(1)
	copied.Step(1)
	fmt.Println(copied.BodyByID(b.ID()).UserData(), copied.StateHash() == w.StateHash())
	// Output: {a lamp} true
}

// A callback of the game's own goes by its name. A program that does not know the name says which
// it is.
func ExampleNames() {
	friends := func(a, b world.Collider) bool { return false }
	names := new(world.Names)
	names.Value("friends do not collide", friends)

	w := world.Must(world.New(world.Config{ShouldCollide: friends}))
	defer w.Close()
	var s world.Snapshot
	var file bytes.Buffer
	world.Check(w.Save(&s))
	world.Check(s.Encode(&file, names))

	_, err := world.DecodeSnapshot(bytes.NewReader(file.Bytes()), nil)
	fmt.Println(err)
	read := world.Must(world.DecodeSnapshot(&file, names))
	copied := world.Must(read.NewWorld())
	defer copied.Close()
	fmt.Println(copied.Config().ShouldCollide != nil)
	// Output:
	// world: clock/config.ShouldCollide[0]: "friends do not collide": is not a known name
	// true
}
