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
