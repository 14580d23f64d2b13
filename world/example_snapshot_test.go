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

// A level editor saves the world before a change, and takes the change back.
func ExampleWorld_Save() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 5}}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))

	var undo world.Snapshot
	world.Check(w.Save(&undo))
	world.Check(crate.Destroy())
	w.Step(1)
	fmt.Println(crate.Valid(), w.Ticks())

	world.Check(w.Restore(&undo))
	fmt.Println(crate.Valid(), w.Ticks(), crate.Position())
	// Output:
	// false 8
	// true 0 [0 5]
}

// An aiming line: a fork of the world shows where a shot would lead, bounces included.
func ExampleWorld_Fork() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}))
	world.Must(floor.Attach(shape.Box(50, 1), world.ColliderDef{}))
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 1}}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.25}, world.ColliderDef{Material: &shape.Material{Restitution: 0.8}}))

	ahead, err := w.Fork()
	if err != nil {
		panic(err)
	}
	defer ahead.Close()
	shot := ahead.BodyByID(ball.ID())
	world.Check(shot.SetLinearVelocity(mgl64.Vec2{4, 5}))
	for range 5 {
		for range 15 {
			ahead.Tick()
		}
		p := shot.Position()
		fmt.Printf("%.1f %.1f\n", p[0], p[1])
	}
	fmt.Println(ball.Position(), w.Ticks())
	// Output:
	// 1.0 1.9
	// 2.0 2.2
	// 3.0 1.9
	// 4.0 1.0
	// 5.0 0.8
	// [0 1] 0
}

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

// An editor has written the objects of a level in another order. With Config.Stable the keys of the
// objects decide, and the world is the same to the bit.
func ExampleConfig_stable() {
	type object struct {
		key  uint64
		x, y float64
	}
	build := func(level []object) *world.World {
		w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Stable: true}))
		floor := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}, Key: 1}))
		world.Must(floor.Attach(shape.Box(20, 1), world.ColliderDef{}))
		for _, o := range level {
			crate := world.Must(w.CreateBody(body.Def{Key: o.key, Position: mgl64.Vec2{o.x, o.y}}))
			world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
		}
		return w
	}
	first := build([]object{{10, 0, 0.5}, {20, 0.3, 1.6}, {30, 0.1, 2.7}})
	second := build([]object{{30, 0.1, 2.7}, {10, 0, 0.5}, {20, 0.3, 1.6}})
	for range 120 {
		first.Tick()
		second.Tick()
	}
	fmt.Println(first.StateHash() == second.StateHash())
	a, _ := first.BodyByKey(30)
	b, _ := second.BodyByKey(30)
	fmt.Println(a.Position() == b.Position())
	// Output:
	// true
	// true
}
