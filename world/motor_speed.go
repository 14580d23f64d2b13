package world

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// checkMotorSpeed returns a *geom.FieldError for a motor of a joint whose speed the bodies can
// never reach, because each is held to a largest speed and spin: the motor would push with all its
// strength for ever. A motor without strength is none.
func (w *World) checkMotorSpeed(a, b state.BodySlot, def joint.Definition) error {
	switch d := def.(type) {
	case *joint.Revolute:
		return checkReach("MotorSpeed", d.MotorSpeed, d.MaxMotorTorque, "rad/s", w.maxSpin(a)+w.maxSpin(b))
	case *joint.Wheel:
		return checkReach("MotorSpeed", d.MotorSpeed, d.MaxMotorTorque, "rad/s", w.maxSpin(a)+w.maxSpin(b))
	case *joint.Motor:
		return checkReach("AngularVelocity", d.AngularVelocity, d.MaxVelocityTorque, "rad/s", w.maxSpin(a)+w.maxSpin(b))
	case *joint.Angle:
		ratio := math.Abs(d.Ratio)
		if ratio == 0 {
			ratio = 1
		}
		return checkReach("MotorSpeed", d.MotorSpeed, d.MaxMotorTorque, "rad/s", float64(ratio*w.maxSpin(a))+w.maxSpin(b))
	case *joint.Prismatic:
		return checkReach("MotorSpeed", d.MotorSpeed, d.MaxMotorForce, "m/s", w.maxAnchorSpeed(a, d.LocalAnchorA)+w.maxAnchorSpeed(b, d.LocalAnchorB))
	case *joint.Distance:
		return checkReach("MotorSpeed", d.MotorSpeed, d.MaxMotorForce, "m/s", w.maxAnchorSpeed(a, d.LocalAnchorA)+w.maxAnchorSpeed(b, d.LocalAnchorB))
	}
	return nil
}

func checkReach(field string, speed, strength float64, unit string, reach float64) error {
	if strength == 0 || math.Abs(speed) <= reach {
		return nil
	}
	return geom.NewFieldError(field, speed, fmt.Errorf("%w: the bodies reach %.5g %s at most", geom.ErrOutOfRange, reach, unit))
}

// maxSpin returns the largest spin that a body can have, rad/s. That of a kinematic body is the
// game's to choose, and a dynamic one without colliders is not yet what it will be.
func (w *World) maxSpin(slot state.BodySlot) float64 {
	m := &w.bodies.Meta[slot]
	switch {
	case m.Type == body.Static:
		return 0
	case m.Type == body.Kinematic || m.ColliderCount == 0:
		return math.Inf(1)
	}
	return float64(w.bodies.Motion[w.bodies.Row(slot)].MaxSpin(&w.params))
}

// maxAnchorSpeed does the same for the speed of a point of the body, m/s.
func (w *World) maxAnchorSpeed(slot state.BodySlot, anchor mgl64.Vec2) float64 {
	spin := w.maxSpin(slot)
	if spin == 0 || math.IsInf(spin, 1) {
		return spin
	}
	return float64(w.params.MaxSpeed) + float64(spin*geom.From(anchor).Distance(w.bodies.Meta[slot].LocalCenter))
}
