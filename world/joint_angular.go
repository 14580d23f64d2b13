package world

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// Revolute is a handle to a revolute joint.
type Revolute struct{ Joint }

// Def returns the definition as it stands.
func (j Revolute) Def() joint.Revolute { return defOf[joint.Revolute](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Revolute) Edit(by func(*joint.Revolute)) error { return change(j.Joint, by) }

// CreateRevolute makes a revolute joint, as CreateJoint does: two bodies turn about a
// common point.
func (w *World) CreateRevolute(a, b Body, def joint.Revolute) (Revolute, error) {
	j, err := create(w, a, b, def)
	return Revolute{j}, err
}

// RevoluteAt returns the definition of a revolute joint about a point of the world, whose
// angle is zero as the bodies are now.
func RevoluteAt(a, b Body, point mgl64.Vec2) joint.Revolute {
	return joint.Revolute{
		LocalAnchorA: a.LocalPoint(point), LocalAnchorB: b.LocalPoint(point),
		LocalAngleB: a.Angle() - b.Angle(),
	}
}

// Revolute returns the handle of the kind, and whether the joint is a revolute joint.
func (j Joint) Revolute() (Revolute, bool) {
	k, ok := as[joint.Revolute](j)
	return Revolute{k}, ok
}

// Angle returns the angle of body B's frame against body A's, rad, with whole turns.
func (r Revolute) Angle() float64 { return r.w.joints.RevoluteAngle(r.w.bodies, r.slot()) }

// Speed returns the angular velocity of body B against body A, rad/s.
func (r Revolute) Speed() float64 {
	return state.Finite(r.w.joints.RevoluteSpeed(r.w.bodies, r.slot()))
}

// MotorTorque returns the torque of the motor in the last sub-step, N m.
func (r Revolute) MotorTorque() float64 {
	return state.Finite(r.w.joints.RevoluteMotorTorque(r.slot()))
}

// Separation returns how far B's anchor is from A's, m.
func (r Revolute) Separation() mgl64.Vec2 {
	return r.w.joints.RevoluteSeparation(r.w.bodies, r.slot()).Mgl()
}

// Angle is a handle to an angle joint.
type Angle struct{ Joint }

// Def returns the definition as it stands.
func (j Angle) Def() joint.Angle { return defOf[joint.Angle](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Angle) Edit(by func(*joint.Angle)) error { return change(j.Joint, by) }

// CreateAngle ties the angles of two bodies together, as CreateJoint does.
func (w *World) CreateAngle(a, b Body, def joint.Angle) (Angle, error) {
	j, err := create(w, a, b, def)
	return Angle{j}, err
}

// Angle returns the handle of the kind, and whether the joint is an angle joint.
func (j Joint) Angle() (Angle, bool) {
	k, ok := as[joint.Angle](j)
	return Angle{k}, ok
}

// Angle returns the angle of b less the ratio times the angle of a, rad, with whole turns.
func (j Angle) Angle() float64 { return j.coordinate(0) }

// Speed returns how fast the angle grows, rad/s.
func (j Angle) Speed() float64 { return j.coordinateRate(0) }

// SpringTorque returns the torque of the spring on b in the last sub-step, N m.
func (j Angle) SpringTorque() float64 { return j.springForce() }

// MotorTorque returns the torque of the motor on b in the last sub-step, N m.
func (j Angle) MotorTorque() float64 { return j.motorForce(0) }

// RotarySpring is a handle to a rotary spring joint.
type RotarySpring struct{ Joint }

// Def returns the definition as it stands.
func (j RotarySpring) Def() joint.RotarySpring { return defOf[joint.RotarySpring](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j RotarySpring) Edit(by func(*joint.RotarySpring)) error { return change(j.Joint, by) }

// CreateRotarySpring turns b against a by a spring, as CreateJoint does.
func (w *World) CreateRotarySpring(a, b Body, def joint.RotarySpring) (RotarySpring, error) {
	j, err := create(w, a, b, def)
	return RotarySpring{j}, err
}

// RotarySpring returns the handle of the kind, and whether the joint is a rotary spring joint.
func (j Joint) RotarySpring() (RotarySpring, bool) {
	k, ok := as[joint.RotarySpring](j)
	return RotarySpring{k}, ok
}

// Angle returns the angle of b less the angle of a, rad, with whole turns.
func (j RotarySpring) Angle() float64 { return j.coordinate(0) }

// Speed returns how fast the angle grows, rad/s.
func (j RotarySpring) Speed() float64 { return j.coordinateRate(0) }

// SpringTorque returns the torque of the spring in the last sub-step, N m.
func (j RotarySpring) SpringTorque() float64 { return j.springForce() }

// Ratchet is a handle to a ratchet joint.
type Ratchet struct{ Joint }

// Def returns the definition as it stands.
func (j Ratchet) Def() joint.Ratchet { return defOf[joint.Ratchet](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Ratchet) Edit(by func(*joint.Ratchet)) error { return change(j.Joint, by) }

// CreateRatchet lets b turn against a one way only, as CreateJoint does.
func (w *World) CreateRatchet(a, b Body, def joint.Ratchet) (Ratchet, error) {
	j, err := create(w, a, b, def)
	return Ratchet{j}, err
}

// Ratchet returns the handle of the kind, and whether the joint is a ratchet joint.
func (j Joint) Ratchet() (Ratchet, bool) {
	k, ok := as[joint.Ratchet](j)
	return Ratchet{k}, ok
}

// Angle returns the angle of b less the angle of a, rad, with whole turns.
func (j Ratchet) Angle() float64 { return j.coordinate(0) }

// Speed returns how fast the angle grows, rad/s.
func (j Ratchet) Speed() float64 { return j.coordinateRate(0) }

// ToothAngle returns the angle of the last tooth, rad: b does not turn back below it, or above it
// with Reverse.
func (j Ratchet) ToothAngle() float64 { return j.w.joints.Tooth(j.w.bodies, j.slot()) }
