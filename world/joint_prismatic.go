package world

import (
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// Prismatic is a handle to a prismatic joint.
type Prismatic struct{ Joint }

// CreatePrismatic lets b slide along an axis of a. It returns a *geom.FieldError for bodies or a definition
// that cannot be used, and then the world is unchanged. Both bodies wake up.
func (w *World) CreatePrismatic(a, b Body, def joint.Prismatic) (Prismatic, error) {
	j, err := create(w, a, b, def)
	return Prismatic{j}, err
}

// Prismatic returns the joint as what it is, and whether it is a prismatic joint.
func (j Joint) Prismatic() (Prismatic, bool) {
	k, ok := j.asKind(joint.KindPrismatic)
	return Prismatic{k}, ok
}

// Def returns the definition as it stands.
func (j Prismatic) Def() joint.Prismatic { return defOf[joint.Prismatic](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
func (j Prismatic) Edit(change func(*joint.Prismatic)) error { return edit(j.Joint, change) }

// Translation returns how far b has come along the axis, m.
func (j Prismatic) Translation() float64 { return j.coordinate(0) }

// Speed returns how fast the translation grows, m/s.
func (j Prismatic) Speed() float64 { return j.coordinateRate(0) }

// SpringForce returns the force of the spring in the last sub-step, N.
func (j Prismatic) SpringForce() float64 { return j.springForce(0) }

// MotorForce returns the force of the motor in the last sub-step, N.
func (j Prismatic) MotorForce() float64 { return j.motorForce(0) }

// SlideAt returns a prismatic definition with an axis of the world through a point
// of the world. The translation is zero and the angle held as the bodies are now.
func SlideAt(a, b Body, point, axis mgl64.Vec2) joint.Prismatic {
	return joint.Prismatic{
		LocalAnchorA: a.LocalPoint(point), LocalAnchorB: b.LocalPoint(point),
		LocalAxisA: a.LocalVector(axis), Angle: b.Angle() - a.Angle(),
	}
}

// Wheel is a handle to a wheel joint.
type Wheel struct{ Joint }

// CreateWheel hangs the wheel b on the car a. It returns a *geom.FieldError for bodies or a definition
// that cannot be used, and then the world is unchanged. Both bodies wake up.
func (w *World) CreateWheel(a, b Body, def joint.Wheel) (Wheel, error) {
	j, err := create(w, a, b, def)
	return Wheel{j}, err
}

// Wheel returns the joint as what it is, and whether it is a wheel joint.
func (j Joint) Wheel() (Wheel, bool) {
	k, ok := j.asKind(joint.KindWheel)
	return Wheel{k}, ok
}

// Def returns the definition as it stands.
func (j Wheel) Def() joint.Wheel { return defOf[joint.Wheel](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
func (j Wheel) Edit(change func(*joint.Wheel)) error { return edit(j.Joint, change) }

// Translation returns how far the wheel has come along the axis, m.
func (j Wheel) Translation() float64 { return j.coordinate(0) }

// Speed returns how fast the translation grows, m/s.
func (j Wheel) Speed() float64 { return j.coordinateRate(0) }

// SpringForce returns the force of the suspension in the last sub-step, N.
func (j Wheel) SpringForce() float64 { return j.springForce(0) }

// Angle returns the angle of the wheel against the car, rad, with whole turns.
func (j Wheel) Angle() float64 { return j.coordinate(1) }

// AngularSpeed returns how fast the wheel turns against the car, rad/s.
func (j Wheel) AngularSpeed() float64 { return j.coordinateRate(1) }

// MotorTorque returns the torque of the motor in the last sub-step, N m.
func (j Wheel) MotorTorque() float64 { return j.motorForce(1) }

// WheelAt returns a wheel definition with the hub at a point of the world and a
// suspension along an axis of the world.
func WheelAt(car, wheel Body, hub, axis mgl64.Vec2) joint.Wheel {
	return joint.Wheel{
		LocalAnchorA: car.LocalPoint(hub), LocalAnchorB: wheel.LocalPoint(hub),
		LocalAxisA: car.LocalVector(axis),
	}
}

// Groove is a handle to a groove joint.
type Groove struct{ Joint }

// CreateGroove holds a point of b on a segment of a. It returns a *geom.FieldError for bodies or a definition
// that cannot be used, and then the world is unchanged. Both bodies wake up.
func (w *World) CreateGroove(a, b Body, def joint.Groove) (Groove, error) {
	j, err := create(w, a, b, def)
	return Groove{j}, err
}

// Groove returns the joint as what it is, and whether it is a groove joint.
func (j Joint) Groove() (Groove, bool) {
	k, ok := j.asKind(joint.KindGroove)
	return Groove{k}, ok
}

// Def returns the definition as it stands.
func (j Groove) Def() joint.Groove { return defOf[joint.Groove](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
func (j Groove) Edit(change func(*joint.Groove)) error { return edit(j.Joint, change) }

// Translation returns how far along the groove the point is, m.
func (j Groove) Translation() float64 { return j.coordinate(0) }

// Speed returns how fast the translation grows, m/s.
func (j Groove) Speed() float64 { return j.coordinateRate(0) }
