package world

import (
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// Revolute is a handle to a revolute joint.
type Revolute struct{ Joint }

// CreateRevolute pins two bodies together. It returns a *geom.FieldError for
// bodies or a definition that cannot be used, and then the world is unchanged.
// Both bodies wake up.
func (w *World) CreateRevolute(a, b Body, def joint.Revolute) (Revolute, error) {
	slotA, slotB, err := w.checkBodyPair(a, b)
	if err != nil {
		return Revolute{}, err
	}
	if err := def.Validate(); err != nil {
		return Revolute{}, err
	}
	return Revolute{w.finishJoint(w.joints.AddRevolute(w.bodies, slotA, slotB, &def))}, nil
}

// PinAt returns a revolute definition whose pin is a point of the world and whose
// angle is zero as the bodies are now.
func PinAt(a, b Body, point mgl64.Vec2) joint.Revolute {
	return joint.Revolute{
		LocalAnchorA: a.LocalPoint(point), LocalAnchorB: b.LocalPoint(point),
		LocalAngleB: a.Angle() - b.Angle(),
	}
}

// Revolute returns the joint as what it is, and whether it is a revolute joint.
func (j Joint) Revolute() (Revolute, bool) {
	k, ok := j.asKind(joint.KindRevolute)
	return Revolute{k}, ok
}

// Def returns the definition as it stands.
func (r Revolute) Def() joint.Revolute { return r.w.joints.Revolute(r.slot()) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
//
//	wheel.Edit(func(d *joint.Revolute) { d.MotorSpeed = 3 })
func (r Revolute) Edit(change func(*joint.Revolute)) error {
	slot, err := r.mutableSlot()
	if err != nil {
		return err
	}
	def := r.w.joints.Revolute(slot)
	change(&def)
	if _, err := r.mutableSlot(); err != nil { // change may have ended the joint or the world
		return err
	}
	if err := def.Validate(); err != nil {
		return err
	}
	before := r.link().Flags
	r.w.joints.EditRevolute(r.w.bodies, slot, &def)
	r.w.afterEdit(slot, before)
	return nil
}

// Angle returns the angle of body B's frame against body A's, rad, with whole turns.
func (r Revolute) Angle() float64 { return r.w.joints.RevoluteAngle(r.w.bodies, r.slot()) }

// Speed returns the angular velocity of body B against body A, rad/s.
func (r Revolute) Speed() float64 { return r.w.joints.RevoluteSpeed(r.w.bodies, r.slot()) }

// MotorTorque returns the torque of the motor in the last sub-step, N m.
func (r Revolute) MotorTorque() float64 { return r.w.joints.RevoluteMotorTorque(r.slot()) }

// Separation returns how far the two pins are apart, m.
func (r Revolute) Separation() mgl64.Vec2 {
	return r.w.joints.RevoluteSeparation(r.w.bodies, r.slot()).Mgl()
}
