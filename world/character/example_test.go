package character_test

import (
	"fmt"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
)

// A character runs to the right, up a step, and jumps once.
func Example() {
	const dt = 1.0 / 60
	var player *character.Character
	speed, jump := 4.0, false
	w := world.Must(world.New(world.Config{
		Gravity: mgl64.Vec2{0, -10},
		BeforeTick: func(*world.World) {
			v := player.Velocity()
			v[0], v[1] = speed, v[1]-10*dt
			if jump && player.OnFloor() {
				v[1], jump = 6, false
			}
			world.Check(player.Move(v))
		},
	}))
	defer w.Close()
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(ground.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	world.Must(ground.Attach(shape.Box(1, 0.29), world.ColliderDef{})) // 0.29 m high, from -1 to 1
	player = world.Must(character.New(w, character.Def{}, mgl64.Vec2{-3, 0.8}))

	for range 45 {
		w.Tick()
	}
	fmt.Printf("on the step: %.2f, on the floor: %v\n", player.Position(), player.OnFloor())
	jump = true
	for range 30 {
		w.Tick()
	}
	fmt.Printf("in the air for %.1f s\n", player.AirTime())
	// Output:
	// on the step: [0.00 1.09], on the floor: true
	// in the air for 0.5 s
}

// A lift carries a character without slip, and hands over its speed to a jump.
func ExampleCharacter_Inherited() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	lift := world.Must(w.CreateBody(body.Def{Type: body.Kinematic}))
	world.Must(lift.Attach(shape.Box(2, 0.1), world.ColliderDef{}))
	c := world.Must(character.New(w, character.Def{}, mgl64.Vec2{0, 0.9}))
	move := func(v mgl64.Vec2) {
		world.Check(c.Move(v))
		w.Tick()
	}
	move(mgl64.Vec2{0, -1})
	world.Check(lift.SetLinearVelocity(mgl64.Vec2{1, 3}))
	for range 60 {
		move(mgl64.Vec2{})
	}
	fmt.Printf("lift at %.2f, feet at %.2f\n", lift.Position(), c.Position().Sub(mgl64.Vec2{0, 0.9}))
	move(mgl64.Vec2{0, 5})
	fmt.Printf("inherited %.0f, in all %.0f\n", c.Inherited(), c.WorldVelocity())
	// Output:
	// lift at [1.00 3.00], feet at [1.00 3.00]
	// inherited [1 3], in all [1 8]
}

// A character crouches to get under a beam and stands up where there is room.
func ExampleCharacter_SetShape() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	beam := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, 1}}))
	world.Must(beam.Attach(shape.Box(1, 0.5), world.ColliderDef{}))

	stand := shape.Capsule{A: mgl64.Vec2{0, -0.5}, B: mgl64.Vec2{0, 0.5}, Radius: 0.3}
	crouch := shape.Capsule{A: mgl64.Vec2{0, -0.5}, B: mgl64.Vec2{0, 0.1}, Radius: 0.3}
	c := world.Must(character.New(w, character.Def{Shape: crouch}, mgl64.Vec2{0, 0}))
	fmt.Println("under the beam:", c.SetShape(stand))
	world.Check(c.Teleport(mgl64.Vec2{3, 0}))
	fmt.Println("beside it:", c.SetShape(stand))
	// Output:
	// under the beam: character: no room for the shape
	// beside it: <nil>
}

// A character climbs a ladder, a sensor, and is carried when the ladder moves.
func ExampleCharacter_Climb() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{1, 0}}))
	ladder := world.Must(b.Attach(shape.Box(0.2, 5), world.ColliderDef{Sensor: true}))
	c := world.Must(character.New(w, character.Def{}, mgl64.Vec2{0, 0}))
	world.Check(c.Climb(ladder))
	for range 60 {
		world.Check(c.Move(mgl64.Vec2{0, 2}))
		w.Tick()
	}
	fmt.Printf("%v at %.2f\n", c.Mode(), c.Position())
	// Output: climbing at [1.00 2.00]
}

// A character swims in the fluid of an area and floats as deep as it displaces its mass.
func ExampleCharacter_Swim() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	sea := world.Must(w.CreateArea(world.AreaDef{
		Shape: shape.Box(50, 10), Position: mgl64.Vec2{0, -10},
		Effects: []area.Effect{area.Fluid{Density: 120, LinearDrag: 3}},
	}))
	c := world.Must(character.New(w, character.Def{}, mgl64.Vec2{0, -5}))
	c.SetMode(character.Swimming)
	for range 600 {
		world.Check(c.Move(c.Swim(mgl64.Vec2{}, c.Water(sea))))
		w.Tick()
	}
	fmt.Printf("%.2f of it is under water\n", c.Water(sea).Part)
	// Output: 0.76 of it is under water
}

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
