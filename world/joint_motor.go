package world

import (
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// Motor is a handle to a motor joint.
type Motor struct{ Joint }

// CreateMotor drives b against a. It returns a *geom.FieldError for bodies or a definition
// that cannot be used, and then the world is unchanged. Both bodies wake up.
func (w *World) CreateMotor(a, b Body, def joint.Motor) (Motor, error) {
	j, err := create(w, a, b, def)
	return Motor{j}, err
}

// Motor returns the joint as what it is, and whether it is a motor joint.
func (j Joint) Motor() (Motor, bool) {
	k, ok := j.asKind(joint.KindMotor)
	return Motor{k}, ok
}

// Def returns the definition as it stands.
func (j Motor) Def() joint.Motor { return defOf[joint.Motor](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
func (j Motor) Edit(change func(*joint.Motor)) error { return edit(j.Joint, change) }

// Angle returns the angle of b less that of a, rad, with whole turns.
func (j Motor) Angle() float64 { return j.coordinate(0) }

// AngularSpeed returns how fast the angle grows, rad/s.
func (j Motor) AngularSpeed() float64 { return j.coordinateRate(0) }

// MotorTorque returns the torque that drives the angular velocity, in the last
// sub-step, N m.
func (j Motor) MotorTorque() float64 { return j.motorForce(0) }

// SpringTorque returns the torque of the angular spring in the last sub-step, N m.
func (j Motor) SpringTorque() float64 { return j.springForce(0) }

// Friction is a handle to a friction joint.
type Friction struct{ Joint }

// CreateFriction makes b resist moving against a. It returns a *geom.FieldError for bodies or a definition
// that cannot be used, and then the world is unchanged. Both bodies wake up.
func (w *World) CreateFriction(a, b Body, def joint.Friction) (Friction, error) {
	j, err := create(w, a, b, def)
	return Friction{j}, err
}

// Friction returns the joint as what it is, and whether it is a friction joint.
func (j Joint) Friction() (Friction, bool) {
	k, ok := j.asKind(joint.KindFriction)
	return Friction{k}, ok
}

// Def returns the definition as it stands.
func (j Friction) Def() joint.Friction { return defOf[joint.Friction](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
func (j Friction) Edit(change func(*joint.Friction)) error { return edit(j.Joint, change) }

// Mouse is a handle to a mouse joint.
type Mouse struct{ Joint }

// CreateMouse drags a point of b to a point of a. It returns a *geom.FieldError for bodies or a definition
// that cannot be used, and then the world is unchanged. Both bodies wake up.
func (w *World) CreateMouse(a, b Body, def joint.Mouse) (Mouse, error) {
	j, err := create(w, a, b, def)
	return Mouse{j}, err
}

// Mouse returns the joint as what it is, and whether it is a mouse joint.
func (j Joint) Mouse() (Mouse, bool) {
	k, ok := j.asKind(joint.KindMouse)
	return Mouse{k}, ok
}

// Def returns the definition as it stands.
func (j Mouse) Def() joint.Mouse { return defOf[joint.Mouse](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
func (j Mouse) Edit(change func(*joint.Mouse)) error { return edit(j.Joint, change) }

// DragAt returns a mouse definition that takes hold of a body at a point of the
// world. It is for the world's ground as the other body.
func DragAt(b Body, point mgl64.Vec2) joint.Mouse {
	return joint.Mouse{LocalTargetA: point, LocalAnchorB: b.LocalPoint(point)}
}

// SetTarget moves the point that the body is dragged to, in the world.
func (j Mouse) SetTarget(point mgl64.Vec2) error {
	return j.Edit(func(d *joint.Mouse) { d.LocalTargetA = j.BodyA().LocalPoint(point) })
}

// Target returns the point that the body is dragged to, in the world.
func (j Mouse) Target() mgl64.Vec2 { return j.BodyA().WorldPoint(j.Def().LocalTargetA) }
