package world_test

import (
	"bytes"
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/go-gl/mathgl/mgl64"
)

// Two machines compare one number per tick. When it differs, the parts say where.
func ExampleWorld_StateHashes() {
	newGame := func() (*world.World, world.Body) {
		w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
		ball := world.Must(w.CreateBody(body.Def{}))
		world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
		return w, ball
	}
	here, ball := newGame()
	defer here.Close()
	there, _ := newGame()
	defer there.Close()
	here.Step(1)
	there.Step(1)
	fmt.Println(here.StateHash() == there.StateHash())
	world.Check(ball.SetLinearVelocity(mgl64.Vec2{1, 0}))
	fmt.Println(here.StateHash() == there.StateHash(), here.StateHashes().Differences(there.StateHashes()))
	// Output:
	// true
	// false [bodies]
}

// A game that records itself. The file replays with carom replay, and with package record.
func ExampleWorld_Record() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	var file bytes.Buffer // an *os.File in a game
	world.Check(w.Record(&file))
	world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 9}, Name: "late"}))
	for range 30 {
		w.Step(1.0 / 60)
	}
	world.Check(w.StopRecording())

	recording := world.Must(record.Read(file.Bytes()))
	fmt.Println(recording.Ticks(), "ticks", recording.Torn())
	// Output: 30 ticks <nil>
}
