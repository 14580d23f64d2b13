package world_test

import (
	"testing"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

var (
	anchorA, anchorB = mgl64.Vec2{0.3, -0.2}, mgl64.Vec2{-0.4, 0.1}
	slantedAxis      = mgl64.Vec2{1, 0.25}
)

// swappedJoints makes joints between a and b, and the same between b and a with the sign of
// their coordinates changed. Wheels and grooves are not among them: their axis turns with
// a.
var swappedJoints = map[string][2]func(w *world.World, a, b world.Body){
	"distance": {
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateDistance(a, b, joint.Distance{Base: joint.Base{MaxForce: 80}, LocalAnchorA: anchorA, LocalAnchorB: anchorB, SpringHertz: 2, SpringDamping: 0.3, MaxLength: 2.5, MotorSpeed: 1, MaxMotorForce: 3}))
		},
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateDistance(b, a, joint.Distance{Base: joint.Base{MaxForce: 80}, LocalAnchorA: anchorB, LocalAnchorB: anchorA, SpringHertz: 2, SpringDamping: 0.3, MaxLength: 2.5, MotorSpeed: 1, MaxMotorForce: 3}))
		},
	},
	"revolute": {
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateRevolute(a, b, joint.Revolute{
				Base: joint.Base{MaxForce: 80}, LocalAnchorA: anchorA.Add(slantedAxis), LocalAnchorB: anchorB.Sub(slantedAxis), Limit: true, Lower: -0.5, Upper: 1,
				MotorSpeed: 2, MaxMotorTorque: 1, SpringHertz: 1, SpringDamping: 0.3, TargetAngle: 0.4,
			}))
		},
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateRevolute(b, a, joint.Revolute{
				Base: joint.Base{MaxForce: 80}, LocalAnchorA: anchorB.Sub(slantedAxis), LocalAnchorB: anchorA.Add(slantedAxis), Limit: true, Lower: -1, Upper: 0.5,
				MotorSpeed: -2, MaxMotorTorque: 1, SpringHertz: 1, SpringDamping: 0.3, TargetAngle: -0.4,
			}))
		},
	},
	"prismatic": { // it keeps the angle, so its axis may as well be fixed in b
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreatePrismatic(a, b, joint.Prismatic{
				LocalAnchorA: anchorA, LocalAnchorB: anchorB, LocalAxisA: slantedAxis, Limit: true, Lower: 0.5, Upper: 2.2,
				MotorSpeed: 1, MaxMotorForce: 2, SpringHertz: 1, SpringDamping: 0.3, TargetTranslation: 1,
			}))
		},
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreatePrismatic(b, a, joint.Prismatic{
				LocalAnchorA: anchorB, LocalAnchorB: anchorA, LocalAxisA: slantedAxis.Mul(-1), Limit: true, Lower: 0.5, Upper: 2.2,
				MotorSpeed: 1, MaxMotorForce: 2, SpringHertz: 1, SpringDamping: 0.3, TargetTranslation: 1,
			}))
		},
	},
	"motor": {
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateMotor(a, b, joint.Motor{LocalAnchorA: anchorA, LocalAnchorB: anchorB, MaxVelocityForce: 2, AngularVelocity: 1, MaxVelocityTorque: 1, LinearHertz: 1, LinearDamping: 0.5}))
		},
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateMotor(b, a, joint.Motor{LocalAnchorA: anchorB, LocalAnchorB: anchorA, MaxVelocityForce: 2, AngularVelocity: -1, MaxVelocityTorque: 1, LinearHertz: 1, LinearDamping: 0.5}))
		},
	},
	"gear": {
		func(w *world.World, a, b world.Body) {
			first, second := hingeToGround(w, a, anchorA), hingeToGround(w, b, anchorB)
			world.Must(w.CreateGear(first, second, joint.Gear{Ratio: 2}))
		},
		func(w *world.World, a, b world.Body) {
			first, second := hingeToGround(w, a, anchorA), hingeToGround(w, b, anchorB)
			world.Must(w.CreateGear(second, first, joint.Gear{Ratio: 0.5}))
		},
	},
	"weld": {
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateWeld(a, b, joint.Weld{LocalAnchorA: anchorA.Add(slantedAxis), LocalAnchorB: anchorB.Sub(slantedAxis), Angle: 0.3}))
		},
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateWeld(b, a, joint.Weld{LocalAnchorA: anchorB.Sub(slantedAxis), LocalAnchorB: anchorA.Add(slantedAxis), Angle: -0.3}))
		},
	},
	"angle": {
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateAngle(a, b, joint.Angle{Angle: 1, SpringHertz: 1, Limit: true, Lower: -2, Upper: 1.5}))
		},
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateAngle(b, a, joint.Angle{Angle: -1, SpringHertz: 1, Limit: true, Lower: -1.5, Upper: 2}))
		},
	},
	"rotary spring": {
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateRotarySpring(a, b, joint.RotarySpring{Angle: 1, Stiffness: 4, Damping: 0.5}))
		},
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateRotarySpring(b, a, joint.RotarySpring{Angle: -1, Stiffness: 4, Damping: 0.5}))
		},
	},
	"ratchet": {
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateRatchet(a, b, joint.Ratchet{Step: 0.5, Phase: 0.1}))
		},
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateRatchet(b, a, joint.Ratchet{Step: 0.5, Phase: -0.1, Reverse: true}))
		},
	},
	"pulley": {
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreatePulley(a, b, joint.Pulley{WheelA: mgl64.Vec2{-3, 4}, WheelB: mgl64.Vec2{3, 4}, LocalAnchorA: anchorA, LocalAnchorB: anchorB}))
		},
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreatePulley(b, a, joint.Pulley{WheelA: mgl64.Vec2{3, 4}, WheelB: mgl64.Vec2{-3, 4}, LocalAnchorA: anchorB, LocalAnchorB: anchorA}))
		},
	},
	"friction": {
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateFriction(a, b, joint.Friction{Force: 3, Torque: 1}))
		},
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateFriction(b, a, joint.Friction{Force: 3, Torque: 1}))
		},
	},
	"mouse": {
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateMouse(a, b, joint.Mouse{LocalTargetA: anchorA, LocalAnchorB: anchorB}))
		},
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateMouse(b, a, joint.Mouse{LocalTargetA: anchorB, LocalAnchorB: anchorA}))
		},
	},
	"custom": {
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateCustom([]world.Body{a, b}, joint.Custom{Constraint: distanceConstraint{2}}))
		},
		func(w *world.World, a, b world.Body) {
			world.Must(w.CreateCustom([]world.Body{b, a}, joint.Custom{Constraint: distanceConstraint{2}}))
		},
	},
}

// Every joint that treats its bodies alike, between a and b, moves them as the
// same joint between b and a.
func TestSwappedBodiesMoveAlike(t *testing.T) {
	for name, pair := range swappedJoints {
		var ends [2][4]float64
		for i, build := range pair {
			w := newWorld(t, world.Config{Workers: 1})
			a, b := addMass(t, w, -1, 0, 2, 1), addMass(t, w, 1, 0.5, 1, 0.4)
			require.NoError(t, a.SetAngularVelocity(1.5))
			require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{1, 2}))
			require.NoError(t, b.SetAngularVelocity(-2))
			build(w, a, b)
			runSeconds(w, 1.5)
			ends[i] = [4]float64{a.Position()[0], a.Position()[1], b.Angle(), b.Position()[1]}
		}
		for k := range ends[0] {
			// The order of float32 operations differs; nothing else does, but that a
			// slide's axis turns with its first body.
			require.InDelta(t, ends[0][k], ends[1][k], 3e-4, name)
		}
		require.NotEqual(t, ends[0][3], 0.5+2*1.5, name)
	}
}

func hingeToGround(w *world.World, b world.Body, local mgl64.Vec2) world.Joint {
	return world.Must(w.CreateRevolute(w.Ground(), b, world.RevoluteAt(w.Ground(), b, b.WorldPoint(local)))).Joint
}
