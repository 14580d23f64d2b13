package world_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A motor speed that the bodies reach is accepted and reached; a little more is an error that names
// the field, the value and what they reach.
func TestMotorSpeedWithinReach(t *testing.T) {
	boxSpin := 0.999 * math.Pi * 60
	circle, box := shape.Circle{Radius: 0.5}, shape.Box(0.3, 0.3)
	for _, k := range []struct {
		name  string
		a, b  shape.Support // nil: the ground
		free  bool
		reach float64
		motor func(speed float64) joint.Definition
	}{
		{"disc", nil, circle, false, 800, revoluteMotor},
		{"box", nil, box, false, boxSpin, revoluteMotor},
		{"free box", nil, box, true, 400 / (0.3 * math.Sqrt2), revoluteMotor},
		{"disc on a box", box, circle, false, 800 + boxSpin, revoluteMotor},
		{"wheel", box, circle, false, 800 + boxSpin, func(speed float64) joint.Definition {
			return &joint.Wheel{LocalAxisA: mgl64.Vec2{0, 1}, MotorSpeed: speed, MaxMotorTorque: 1e5}
		}},
		{"angle", nil, box, false, boxSpin, func(speed float64) joint.Definition {
			return &joint.Angle{Loose: true, MotorSpeed: speed, MaxMotorTorque: 1e5}
		}},
		{"angle of two", box, box, false, 2 * boxSpin, func(speed float64) joint.Definition {
			return &joint.Angle{Loose: true, MotorSpeed: speed, MaxMotorTorque: 1e5}
		}},
		{"half as fast", box, box, false, 1.5 * boxSpin, func(speed float64) joint.Definition {
			return &joint.Angle{Loose: true, Ratio: -0.5, MotorSpeed: speed, MaxMotorTorque: 1e5}
		}},
		{"slider", nil, box, false, 400, func(speed float64) joint.Definition {
			return &joint.Prismatic{LocalAxisA: mgl64.Vec2{1, 0}, MotorSpeed: speed, MaxMotorForce: 1e6}
		}},
		{"winch", nil, box, false, 400, func(speed float64) joint.Definition {
			return &joint.Distance{Loose: true, LocalAnchorA: mgl64.Vec2{-1, 0}, MotorSpeed: speed, MaxMotorForce: 1e6}
		}},
	} {
		for _, sign := range []float64{-1, 1} {
			w := newWorld(t, world.Config{Workers: 1})
			a := w.Ground()
			if k.a != nil {
				a = addBody(t, w, body.Def{}, k.a, world.ColliderDef{})
			}
			b := addBody(t, w, body.Def{FastRotation: k.free}, k.b, world.ColliderDef{})
			before := w.Hash()
			_, err := w.CreateJoint(a, b, k.motor(sign*k.reach*1.001))
			var field *geom.FieldError
			require.ErrorIs(t, err, geom.ErrOutOfRange, k.name)
			require.True(t, errors.As(err, &field))
			require.Equal(t, "MotorSpeed", field.Field)
			require.Equal(t, sign*k.reach*1.001, field.Value)
			require.Contains(t, err.Error(), "the bodies reach ")
			require.Equal(t, before, w.Hash(), "the world is unchanged")

			j, err := w.CreateJoint(a, b, k.motor(sign*k.reach*0.999))
			require.NoError(t, err, k.name)
			runTicks(w, 120)
			if r, ok := j.Revolute(); ok && k.a == nil {
				require.InDelta(t, sign*k.reach*0.999, b.AngularVelocity(), 0.01*k.reach, k.name)
				require.EqualError(t, r.Edit(func(d *joint.Revolute) { d.MotorSpeed = 1e4 }), unreachable(k.reach))
				require.Equal(t, sign*k.reach*0.999, r.Def().MotorSpeed)
				require.NoError(t, r.Edit(func(d *joint.Revolute) { d.MotorSpeed, d.MaxMotorTorque = 1e4, 0 }), "there is no motor")
			}
		}
	}
}

func unreachable(reach float64) string {
	return fmt.Sprintf("MotorSpeed: 10000 is out of range: the bodies reach %.5g rad/s at most", reach)
}

func revoluteMotor(speed float64) joint.Definition {
	return &joint.Revolute{MotorSpeed: speed, MaxMotorTorque: 1e5}
}

// Kinematic bodies turn as the game likes, and bodies without colliders are not yet what they will
// be.
func TestMotorSpeedOfUnknownReach(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	box := addBody(t, w, body.Def{}, shape.Box(1, 1), world.ColliderDef{})
	platform := addBody(t, w, body.Def{Type: body.Kinematic}, shape.Box(1, 1), world.ColliderDef{})
	bare := world.Must(w.CreateBody(body.Def{}))
	for _, other := range []world.Body{platform, bare} {
		world.Must(w.CreateJoint(other, box, revoluteMotor(1e6)))
	}
	_, err := w.CreateJoint(w.Ground(), box, &joint.Motor{AngularVelocity: 1e6, MaxVelocityTorque: 1})
	require.ErrorContains(t, err, "AngularVelocity: 1e+06 is out of range: the bodies reach 188.31 rad/s at most")
	world.Must(w.CreateJoint(w.Ground(), box, &joint.Motor{AngularVelocity: 1e6}))
}

// Every speed that a joint reads is the rate of its coordinate: the bodies are moved by hand as
// they would move in a microsecond before and after.
func TestJointSpeedsAreRatesOfCoordinates(t *testing.T) {
	const dt = 1e-6
	anchorA, anchorB := mgl64.Vec2{0.5, 0.2}, mgl64.Vec2{-0.3, 0.4}
	axis := mgl64.Vec2{0.6, 0.8}
	type reading struct{ coordinate, speed func() float64 }
	for name, create := range map[string]func(w *world.World, a, b world.Body) []reading{
		"distance": func(w *world.World, a, b world.Body) []reading {
			j := world.Must(w.CreateDistance(a, b, joint.Distance{LocalAnchorA: anchorA, LocalAnchorB: anchorB, Loose: true}))
			return []reading{{j.Length, j.Speed}}
		},
		"prismatic": func(w *world.World, a, b world.Body) []reading {
			j := world.Must(w.CreatePrismatic(a, b, joint.Prismatic{LocalAnchorA: anchorA, LocalAnchorB: anchorB, LocalAxisA: axis}))
			return []reading{{j.Translation, j.Speed}}
		},
		"groove": func(w *world.World, a, b world.Body) []reading {
			j := world.Must(w.CreateGroove(a, b, joint.Groove{LocalGrooveA1: anchorA, LocalGrooveA2: anchorA.Add(axis), LocalAnchorB: anchorB}))
			return []reading{{j.Translation, j.Speed}}
		},
		"pulley": func(w *world.World, a, b world.Body) []reading {
			j := world.Must(w.CreatePulley(a, b, joint.Pulley{WheelA: mgl64.Vec2{-1, 9}, WheelB: mgl64.Vec2{4, 8}, LocalAnchorA: anchorA, LocalAnchorB: anchorB, Ratio: 1.5}))
			return []reading{{j.Length, j.Speed}}
		},
		"wheel": func(w *world.World, a, b world.Body) []reading {
			j := world.Must(w.CreateWheel(a, b, joint.Wheel{LocalAnchorA: anchorA, LocalAnchorB: anchorB, LocalAxisA: axis}))
			return []reading{{j.Translation, j.Speed}, {j.Angle, j.AngularSpeed}}
		},
		"revolute": func(w *world.World, a, b world.Body) []reading {
			j := world.Must(w.CreateRevolute(a, b, joint.Revolute{LocalAnchorA: anchorA, LocalAnchorB: anchorB}))
			return []reading{{j.Angle, j.Speed}}
		},
		"angle": func(w *world.World, a, b world.Body) []reading {
			j := world.Must(w.CreateAngle(a, b, joint.Angle{Ratio: -0.7, Loose: true}))
			return []reading{{j.Angle, j.Speed}}
		},
		"rotary spring": func(w *world.World, a, b world.Body) []reading {
			j := world.Must(w.CreateRotarySpring(a, b, joint.RotarySpring{Stiffness: 1}))
			return []reading{{j.Angle, j.Speed}}
		},
		"ratchet": func(w *world.World, a, b world.Body) []reading {
			j := world.Must(w.CreateRatchet(a, b, joint.Ratchet{Step: 1}))
			return []reading{{j.Angle, j.Speed}}
		},
		"motor": func(w *world.World, a, b world.Body) []reading {
			j := world.Must(w.CreateMotor(a, b, joint.Motor{AngularHertz: 1}))
			return []reading{{j.Angle, j.AngularSpeed}}
		},
	} {
		w := newWorld(t, world.Config{Workers: 1})
		a, b := addMass(t, w, 1, 2, 1, 1), addMass(t, w, 3, 5, 2, 1)
		readings := create(w, a, b)
		move := func(body world.Body, at, v mgl64.Vec2, angle, spin, dt float64) {
			require.NoError(t, body.SetTransform(at.Add(v.Mul(dt)), angle+spin*dt))
			require.NoError(t, body.SetLinearVelocity(v))
			require.NoError(t, body.SetAngularVelocity(spin))
		}
		at := func(dt float64) {
			move(a, mgl64.Vec2{1, 2}, mgl64.Vec2{2, -1}, 0.3, 0.5, dt)
			move(b, mgl64.Vec2{3, 5}, mgl64.Vec2{-3, 1.5}, -0.8, 2, dt)
		}
		for i, r := range readings {
			at(dt)
			after := r.coordinate()
			at(-dt)
			before := r.coordinate()
			at(0)
			require.NotZero(t, r.speed())
			require.InDelta(t, (after-before)/(2*dt), r.speed(), 1e-5, "%s, coordinate %d", name, i)
		}
	}
}

// A joint of any kind that is disabled counts no turns. Its angle is the nearest to its last one,
// so that limits do not unwind the turns when it is enabled again.
func TestDisabledJointsCountNoTurns(t *testing.T) {
	for _, spin := range []float64{5, -5, 30} {
		w := newWorld(t, world.Config{})
		b := addBody(t, w, body.Def{NeverSleep: true, AngularVelocity: spin}, shape.Box(0.5, 0.1), world.ColliderDef{Filter: untouchable})
		revolute := world.Must(w.CreateRevolute(w.Ground(), b, joint.Revolute{}))
		wheel := world.Must(w.CreateWheel(w.Ground(), b, joint.Wheel{LocalAxisA: mgl64.Vec2{0, 1}, SpringHertz: 2}))
		angle := world.Must(w.CreateAngle(w.Ground(), b, joint.Angle{Loose: true}))
		spring := world.Must(w.CreateRotarySpring(w.Ground(), b, joint.RotarySpring{}))
		requireAngles := func(want float64) {
			for i, angle := range []float64{revolute.Angle(), wheel.Angle(), angle.Angle(), spring.Angle()} {
				require.InDelta(t, want, angle, 1e-3, "spin %v, joint %d", spin, i)
			}
		}
		runSeconds(w, 1)
		requireAngles(spin)
		for j := range w.Joints() {
			require.NoError(t, j.SetEnabled(false))
		}
		runSeconds(w, 3)
		nearest := spin + math.Remainder(3*spin, 2*math.Pi)
		requireAngles(nearest)
		for j := range w.Joints() {
			require.NoError(t, j.SetEnabled(true))
		}
		runSeconds(w, 1)
		requireAngles(nearest + spin)
	}
}
