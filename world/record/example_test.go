package record_test

import (
	"bytes"
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/go-gl/mathgl/mgl64"
)

// drop plays a small game and records it: a ball falls and gets a push after a second.
func drop(push float64) *bytes.Buffer {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 50}, Name: "ball"}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
	var file bytes.Buffer // an *os.File in a game
	world.Check(w.Record(&file))
	for tick := range 180 {
		if tick == 60 {
			world.Check(ball.SetLinearVelocity(mgl64.Vec2{push, 0}))
		}
		w.Tick()
	}
	world.Check(w.StopRecording())
	return &file
}

// Any moment of a recording can be looked at, without the code of the game.
func Example() {
	file := bytes.NewReader(drop(4).Bytes())
	recording := world.Must(record.Open(file, file.Size()))
	player := world.Must(recording.Player())
	defer player.Close()
	fmt.Printf("%d ticks, %.1f s\n", recording.Ticks(), recording.Seconds())
	for _, seconds := range []float64{2, 0.5} {
		world.Check(player.SeekTime(seconds))
		for b := range player.World().Bodies() {
			fmt.Printf("%.1f s: %s at %.1f\n", player.Time(), b.Name(), b.Position())
		}
	}
	// Output:
	// 180 ticks, 3.0 s
	// 2.0 s: ball at [4.0 40.0]
	// 0.5 s: ball at [0.0 48.7]
}

// Two recordings of what should have been the same game.
func ExampleDiff() {
	a, b := world.Must(record.Read(drop(4).Bytes())), world.Must(record.Read(drop(5).Bytes()))
	d := world.Must(record.Diff(a, b))
	fmt.Println("tick", d.Tick, d.Name, d.Field)
	fmt.Println(world.Must(record.Diff(a, a)))
	// Output:
	// tick 61 ball position
	// <nil>
}

// A recording that comes from another machine: does this one do the same?
func ExampleRecording_Verify() {
	recording := world.Must(record.Read(drop(4).Bytes()))
	difference, err := recording.Verify()
	fmt.Println(difference, err)
	// Output:
	// <nil> <nil>
}

// A program that was killed leaves a recording whose end is missing.
func ExampleRecording_Torn() {
	file := drop(4).Bytes()
	recording := world.Must(record.Read(file[:len(file)-100]))
	fmt.Println(recording.Torn() != nil, recording.Ticks() < 180)
	// Output:
	// true true
}

// What the game did.
func ExampleRecording_Contents() {
	recording := world.Must(record.Read(drop(4).Bytes()))
	contents := world.Must(recording.Contents())
	for _, call := range contents.Calls {
		fmt.Println(call.N, call.Name)
	}
	// Output:
	// 180 Tick
	// 1 Body.SetLinearVelocity
}
