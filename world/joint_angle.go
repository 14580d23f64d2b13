package world

import (
	"github.com/carom2d/carom/joint"
)

// Angle is a handle to an angle joint.
type Angle struct{ Joint }

// CreateAngle ties the angles of two bodies together. It returns a *geom.FieldError for bodies or a definition
// that cannot be used, and then the world is unchanged. Both bodies wake up.
func (w *World) CreateAngle(a, b Body, def joint.Angle) (Angle, error) {
	j, err := create(w, a, b, def)
	return Angle{j}, err
}

// Angle returns the joint as what it is, and whether it is an angle joint.
func (j Joint) Angle() (Angle, bool) {
	k, ok := j.asKind(joint.KindAngle)
	return Angle{k}, ok
}

// Def returns the definition as it stands.
func (j Angle) Def() joint.Angle { return defOf[joint.Angle](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
func (j Angle) Edit(change func(*joint.Angle)) error { return edit(j.Joint, change) }

// Angle returns the angle of b less the ratio times that of a, rad, with whole turns.
func (j Angle) Angle() float64 { return j.coordinate(0) }

// Speed returns how fast the angle grows, rad/s.
func (j Angle) Speed() float64 { return j.coordinateRate(0) }

// SpringTorque returns the torque of the spring on b in the last sub-step, N m.
func (j Angle) SpringTorque() float64 { return j.springForce(0) }

// MotorTorque returns the torque of the motor on b in the last sub-step, N m.
func (j Angle) MotorTorque() float64 { return j.motorForce(0) }

// RotarySpring is a handle to a rotary spring joint.
type RotarySpring struct{ Joint }

// CreateRotarySpring turns b against a by a spring. It returns a *geom.FieldError for bodies or a definition
// that cannot be used, and then the world is unchanged. Both bodies wake up.
func (w *World) CreateRotarySpring(a, b Body, def joint.RotarySpring) (RotarySpring, error) {
	j, err := create(w, a, b, def)
	return RotarySpring{j}, err
}

// RotarySpring returns the joint as what it is, and whether it is a rotary spring joint.
func (j Joint) RotarySpring() (RotarySpring, bool) {
	k, ok := j.asKind(joint.KindRotarySpring)
	return RotarySpring{k}, ok
}

// Def returns the definition as it stands.
func (j RotarySpring) Def() joint.RotarySpring { return defOf[joint.RotarySpring](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
func (j RotarySpring) Edit(change func(*joint.RotarySpring)) error { return edit(j.Joint, change) }

// Angle returns the angle of b less that of a, rad, with whole turns.
func (j RotarySpring) Angle() float64 { return j.coordinate(0) }

// Speed returns how fast the angle grows, rad/s.
func (j RotarySpring) Speed() float64 { return j.coordinateRate(0) }

// SpringTorque returns the torque of the spring in the last sub-step, N m.
func (j RotarySpring) SpringTorque() float64 { return j.springForce(0) }

// Ratchet is a handle to a ratchet joint.
type Ratchet struct{ Joint }

// CreateRatchet lets b turn against a one way only. It returns a *geom.FieldError for bodies or a definition
// that cannot be used, and then the world is unchanged. Both bodies wake up.
func (w *World) CreateRatchet(a, b Body, def joint.Ratchet) (Ratchet, error) {
	j, err := create(w, a, b, def)
	return Ratchet{j}, err
}

// Ratchet returns the joint as what it is, and whether it is a ratchet joint.
func (j Joint) Ratchet() (Ratchet, bool) {
	k, ok := j.asKind(joint.KindRatchet)
	return Ratchet{k}, ok
}

// Def returns the definition as it stands.
func (j Ratchet) Def() joint.Ratchet { return defOf[joint.Ratchet](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
func (j Ratchet) Edit(change func(*joint.Ratchet)) error { return edit(j.Joint, change) }

// Angle returns the angle of b less that of a, rad, with whole turns.
func (j Ratchet) Angle() float64 { return j.coordinate(0) }

// Speed returns how fast the angle grows, rad/s.
func (j Ratchet) Speed() float64 { return j.coordinateRate(0) }

// ToothAngle returns the angle below which b does not fall back, rad; with Reverse,
// above which it does not come up.
func (j Ratchet) ToothAngle() float64 { return j.w.joints.Tooth(j.w.bodies, j.slot()) }
