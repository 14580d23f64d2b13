package world

import (
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// Weld is a handle to a weld joint.
type Weld struct{ Joint }

// Def returns the definition as it stands.
func (j Weld) Def() joint.Weld { return defOf[joint.Weld](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Weld) Edit(by func(*joint.Weld)) error { return change(j.Joint, by) }

// CreateWeld holds two bodies together, as CreateJoint does.
func (w *World) CreateWeld(a, b Body, def joint.Weld) (Weld, error) {
	j, err := create(w, a, b, def)
	return Weld{j}, err
}

// Weld returns the handle of the kind, and whether the joint is a weld joint.
func (j Joint) Weld() (Weld, bool) {
	k, ok := as[joint.Weld](j)
	return Weld{k}, ok
}

// Angle returns the angle of b less the angle of a, rad, with whole turns.
func (j Weld) Angle() float64 { return j.coordinate(0) }

// WeldAt returns a weld definition that holds two bodies as they are now, at a
// point of the world.
func WeldAt(a, b Body, point mgl64.Vec2) joint.Weld {
	return joint.Weld{
		LocalAnchorA: a.LocalPoint(point), LocalAnchorB: b.LocalPoint(point),
		Angle: b.Angle() - a.Angle(),
	}
}

// Motor is a handle to a motor joint.
type Motor struct{ Joint }

// Def returns the definition as it stands.
func (j Motor) Def() joint.Motor { return defOf[joint.Motor](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Motor) Edit(by func(*joint.Motor)) error { return change(j.Joint, by) }

// CreateMotor drives b against a, as CreateJoint does.
func (w *World) CreateMotor(a, b Body, def joint.Motor) (Motor, error) {
	j, err := create(w, a, b, def)
	return Motor{j}, err
}

// Motor returns the handle of the kind, and whether the joint is a motor joint.
func (j Joint) Motor() (Motor, bool) {
	k, ok := as[joint.Motor](j)
	return Motor{k}, ok
}

// Angle returns the angle of b less the angle of a, rad, with whole turns.
func (j Motor) Angle() float64 { return j.coordinate(0) }

// AngularSpeed returns how fast the angle grows, rad/s.
func (j Motor) AngularSpeed() float64 { return j.coordinateRate(0) }

// MotorTorque returns the torque that drives the angular velocity, in the last
// sub-step, N m.
func (j Motor) MotorTorque() float64 { return j.motorForce(0) }

// SpringTorque returns the torque of the angular spring in the last sub-step, N m.
func (j Motor) SpringTorque() float64 { return j.springForce() }

// Friction is a handle to a friction joint.
type Friction struct{ Joint }

// Def returns the definition as it stands.
func (j Friction) Def() joint.Friction { return defOf[joint.Friction](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Friction) Edit(by func(*joint.Friction)) error { return change(j.Joint, by) }

// CreateFriction makes b resist moving against a, as CreateJoint does.
func (w *World) CreateFriction(a, b Body, def joint.Friction) (Friction, error) {
	j, err := create(w, a, b, def)
	return Friction{j}, err
}

// Friction returns the handle of the kind, and whether the joint is a friction joint.
func (j Joint) Friction() (Friction, bool) {
	k, ok := as[joint.Friction](j)
	return Friction{k}, ok
}

// Mouse is a handle to a mouse joint.
type Mouse struct{ Joint }

// Def returns the definition as it stands.
func (j Mouse) Def() joint.Mouse { return defOf[joint.Mouse](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Mouse) Edit(by func(*joint.Mouse)) error { return change(j.Joint, by) }

// CreateMouse drags a point of b to a point of a, as CreateJoint does.
func (w *World) CreateMouse(a, b Body, def joint.Mouse) (Mouse, error) {
	j, err := create(w, a, b, def)
	return Mouse{j}, err
}

// Mouse returns the handle of the kind, and whether the joint is a mouse joint.
func (j Joint) Mouse() (Mouse, bool) {
	k, ok := as[joint.Mouse](j)
	return Mouse{k}, ok
}

// MouseAt returns a mouse definition that takes hold of a body at a point of the
// world. It is for the world's ground as the other body.
func MouseAt(b Body, point mgl64.Vec2) joint.Mouse {
	return joint.Mouse{LocalTargetA: point, LocalAnchorB: b.LocalPoint(point)}
}

// SetTarget moves the point that the body is dragged to, in the world.
func (j Mouse) SetTarget(point mgl64.Vec2) error {
	return j.Edit(func(d *joint.Mouse) { d.LocalTargetA = j.BodyA().LocalPoint(point) })
}

// Target returns the point that the body is dragged to, in the world.
func (j Mouse) Target() mgl64.Vec2 { return j.BodyA().WorldPoint(j.Def().LocalTargetA) }

// NoCollision is a handle to a joint that only keeps its bodies from colliding.
type NoCollision struct{ Joint }

// Def returns the definition as it stands.
func (j NoCollision) Def() joint.NoCollision { return defOf[joint.NoCollision](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j NoCollision) Edit(by func(*joint.NoCollision)) error { return change(j.Joint, by) }

// CreateNoCollision keeps two bodies from colliding, as CreateJoint does.
func (w *World) CreateNoCollision(a, b Body, def joint.NoCollision) (NoCollision, error) {
	j, err := create(w, a, b, def)
	return NoCollision{j}, err
}

// NoCollision returns the handle of the kind, and whether the joint is a no-collision joint.
func (j Joint) NoCollision() (NoCollision, bool) {
	k, ok := as[joint.NoCollision](j)
	return NoCollision{k}, ok
}
