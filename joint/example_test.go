package joint_test

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// A door on a hinge at its left edge, which opens by a quarter turn either way and
// is held back by a little friction.
func ExampleRevolute() {
	hinge := joint.Revolute{
		LocalAnchorA: mgl64.Vec2{2, 0}, LocalAnchorB: mgl64.Vec2{-0.5, 0},
		Limit: true, Lower: -math.Pi / 2, Upper: math.Pi / 2,
		MaxMotorTorque: 0.1,
	}
	fmt.Println(hinge.Validate())
	hinge.Lower = 3
	fmt.Println(hinge.Validate())
	// Output:
	// <nil>
	// Lower: 3 is out of range: above 1.5707963267948966
}

// A rope of three metres: the points may come nearer, but not go farther apart.
func ExampleDistance() {
	rope := joint.Distance{Loose: true, MaxLength: 3}
	fmt.Println(rope.Validate())
	rope.MinLength = 4
	fmt.Println(rope.Validate())
	// Output:
	// <nil>
	// MinLength: 4 is out of range: above 3
}

// A lift that a motor moves up and down a shaft of five metres.
func ExamplePrismatic() {
	lift := joint.Prismatic{
		LocalAxisA: mgl64.Vec2{0, 1},
		Limit:      true, Lower: 0, Upper: 5,
		MotorSpeed: 1.5, MaxMotorForce: 2e4,
	}
	fmt.Println(lift.Validate())
	lift.LocalAxisA = mgl64.Vec2{}
	fmt.Println(lift.Validate() != nil) // an axis needs a direction
	// Output:
	// <nil>
	// true
}

// A springboard: rigid in its place, springy in its angle.
func ExampleWeld() {
	board := joint.Weld{LocalAnchorB: mgl64.Vec2{-1, 0}, AngularHertz: 3, AngularDamping: 0.2}
	fmt.Println(board.Validate(), board.Kind())
	// Output: <nil> weld
}

// The driven front wheel of a car.
func ExampleWheel() {
	wheel := joint.Wheel{
		LocalAnchorA: mgl64.Vec2{1.2, -0.4}, LocalAxisA: mgl64.Vec2{0, 1},
		SpringHertz: 4, SpringDamping: 0.7,
		Limit: true, Lower: -0.2, Upper: 0.2,
		MotorSpeed: -20, MaxMotorTorque: 30,
	}
	fmt.Println(wheel.Validate())
	// Output: <nil>
}

// A platform that a spring brings to a place while a velocity keeps it gliding.
func ExampleMotor() {
	motor := joint.Motor{
		Velocity: mgl64.Vec2{1, 0}, MaxVelocityForce: 200,
		LinearHertz: 2, LinearDamping: 1,
	}
	fmt.Println(motor.Validate())
	motor.MaxVelocityForce = -1
	fmt.Println(motor.Validate())
	// Output:
	// <nil>
	// MaxVelocityForce: -1 must not be negative
}

// The pointer drags a body by its corner with at most a hundred newtons.
func ExampleMouse() {
	drag := joint.Mouse{LocalTargetA: mgl64.Vec2{3, 2}, LocalAnchorB: mgl64.Vec2{0.5, 0.5}}
	drag.MaxForce = 100
	fmt.Println(drag.Validate())
	// Output: <nil>
}

// Two hands of a clock: the hour hand, B, turns by a twelfth of the minute hand, A.
func ExampleAngle() {
	clock := joint.Angle{Ratio: 1.0 / 12}
	fmt.Println(clock.Validate())
	// Output: <nil>
}

// Two meshing wheels of radii 0.5 and 1.5 m: the second turns at a third of the speed.
func ExampleGear() {
	gear := joint.Gear{Ratio: 1.5 / 0.5}
	fmt.Println(gear.Validate(), gear.Kind())
	// Output: <nil> gear
}

// A block and tackle: a metre of rope on the side of A lifts B by half a metre.
func ExamplePulley() {
	hoist := joint.Pulley{WheelA: mgl64.Vec2{-1, 5}, WheelB: mgl64.Vec2{1, 5}, Ratio: 2}
	fmt.Println(hoist.Validate())
	// Output: <nil>
}

// A winch with twelve teeth.
func ExampleRatchet() {
	winch := joint.Ratchet{Step: 2 * math.Pi / 12}
	fmt.Println(winch.Validate())
	// Output: <nil>
}

// A bead on a slot two metres long. A slot without length is refused.
func ExampleGroove() {
	slot := joint.Groove{LocalGrooveA1: mgl64.Vec2{-1, 0}, LocalGrooveA2: mgl64.Vec2{1, 0}}
	fmt.Println(slot.Validate())
	slot.LocalGrooveA2 = slot.LocalGrooveA1
	fmt.Println(slot.Validate() != nil)
	// Output:
	// <nil>
	// true
}

// A torsion spring of 20 N m/rad that turns with at most 5 N m.
func ExampleRotarySpring() {
	spring := joint.RotarySpring{Stiffness: 20, Damping: 1, MaxSpring: 5}
	fmt.Println(spring.Validate())
	// Output: <nil>
}

// A puck on a table, seen from above: five newtons resist its sliding.
func ExampleFriction() {
	table := joint.Friction{Force: 5, Torque: 0.2}
	fmt.Println(table.Validate())
	// Output: <nil>
}

// A rider and a horse pass through each other.
func ExampleNoCollision() {
	var apart joint.NoCollision
	fmt.Println(apart.Validate())
	apart.CollideConnected = true
	fmt.Println(apart.Validate() != nil)
	// Output:
	// <nil>
	// true
}

// A plank that is soft, breaks at two kilonewtons and collides with its neighbour.
func ExampleBase() {
	plank := joint.Weld{Base: joint.Base{Hertz: 20, Damping: 0.5, BreakForce: 2000, CollideConnected: true}}
	fmt.Println(plank.Validate(), plank.Shared().BreakForce)
	// Output: <nil> 2000
}

// A rubber band pulls in proportion to its length and never pushes.
func ExampleForceLaw() {
	var band joint.ForceLaw = func(length, rate float64) float64 {
		return -max(40*(length-1)+2*rate, 0)
	}
	def := joint.Distance{Length: 1, Law: band}
	fmt.Println(def.Validate(), band(1.5, 0), band(0.5, 0))
	// Output: <nil> -20 -0
}

// Kind names the sorts of joint, as scene files do.
func ExampleKind() {
	fmt.Println(joint.KindRevolute, joint.KindRotarySpring, joint.NoKind)
	// Output: revolute rotarySpring none
}

// A tool treats the definitions of all kinds alike.
func ExampleDefinition() {
	for _, def := range []joint.Definition{&joint.Revolute{}, &joint.Distance{Length: -1}} {
		def.Shared().UserData = "made by the editor"
		fmt.Println(def.Kind(), def.Validate())
	}
	// Output:
	// revolute <nil>
	// distance Length: -1 must not be negative
}

// DefinitionOf lets a function take any definition by value.
func ExampleDefinitionOf() {
	fmt.Println(kindOf(joint.Weld{}), kindOf(joint.Pulley{}))
	// Output: weld pulley
}

func kindOf[D any, P joint.DefinitionOf[D]](def D) joint.Kind { return P(&def).Kind() }
