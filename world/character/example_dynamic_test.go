package character_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
)

// A person of 80 kg walks on a raft of 240 kg that nothing holds. The raft drifts back.
func ExampleDynamic() {
	var person *character.Dynamic
	w := world.Must(world.New(world.Config{
		Gravity:    mgl64.Vec2{0, -10},
		BeforeTick: func(*world.World) { world.Check(person.Move(mgl64.Vec2{2, 0})) },
	}))
	defer w.Close()
	raft := world.Must(w.CreateBody(body.Def{Weightless: true, LockY: true, LockRotation: true, Position: mgl64.Vec2{0, -0.1}}))
	world.Must(raft.Attach(shape.Box(6, 0.1), world.ColliderDef{Density: 100}))
	person = world.Must(character.NewDynamic(w, character.DynamicDef{}, mgl64.Vec2{-3, 0.95}))
	for w.Time() < 2 {
		w.Step(1.0 / 60)
	}
	fmt.Printf("person %.1f m/s, raft %.1f m/s\n", person.Body().LinearVelocity()[0], raft.LinearVelocity()[0])
	fmt.Printf("on floor: %v, leg %.2f m\n", person.OnFloor(), person.LegLength())
	// Output:
	// person 1.5 m/s, raft -0.5 m/s
	// on floor: true, leg 0.30 m
}
