package world

import (
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// Distance is a handle to a distance joint.
type Distance struct{ Joint }

// Def returns the definition as it stands.
func (j Distance) Def() joint.Distance { return defOf[joint.Distance](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Distance) Edit(by func(*joint.Distance)) error { return change(j.Joint, by) }

// CreateDistance ties a point of each body by a rod, a spring or a rope, as CreateJoint does.
func (w *World) CreateDistance(a, b Body, def joint.Distance) (Distance, error) {
	j, err := create(w, a, b, def)
	return Distance{j}, err
}

// Distance returns the handle of the kind, and whether the joint is a distance joint.
func (j Joint) Distance() (Distance, bool) {
	k, ok := as[joint.Distance](j)
	return Distance{k}, ok
}

// Length returns the distance of the points, m.
func (j Distance) Length() float64 { return j.coordinate(0) }

// Speed returns how fast the length grows, m/s.
func (j Distance) Speed() float64 { return j.coordinateRate(0) }

// SpringForce returns the force of the spring in the last sub-step, N; a positive force
// pushed the points apart.
func (j Distance) SpringForce() float64 { return j.springForce() }

// MotorForce returns the force of the motor in the last sub-step, N.
func (j Distance) MotorForce() float64 { return j.motorForce(0) }

// DistanceAt returns a distance definition between two points of the world, one on each body. The
// joint keeps their present distance.
func DistanceAt(a, b Body, pointA, pointB mgl64.Vec2) joint.Distance {
	return joint.Distance{
		LocalAnchorA: a.LocalPoint(pointA), LocalAnchorB: b.LocalPoint(pointB),
		Length: pointB.Sub(pointA).Len(),
	}
}

// Prismatic is a handle to a prismatic joint.
type Prismatic struct{ Joint }

// Def returns the definition as it stands.
func (j Prismatic) Def() joint.Prismatic { return defOf[joint.Prismatic](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Prismatic) Edit(by func(*joint.Prismatic)) error { return change(j.Joint, by) }

// CreatePrismatic lets b slide along an axis of a, as CreateJoint does.
func (w *World) CreatePrismatic(a, b Body, def joint.Prismatic) (Prismatic, error) {
	j, err := create(w, a, b, def)
	return Prismatic{j}, err
}

// Prismatic returns the handle of the kind, and whether the joint is a prismatic joint.
func (j Joint) Prismatic() (Prismatic, bool) {
	k, ok := as[joint.Prismatic](j)
	return Prismatic{k}, ok
}

// Translation returns how far b has come along the axis, m.
func (j Prismatic) Translation() float64 { return j.coordinate(0) }

// Speed returns how fast the translation grows, m/s.
func (j Prismatic) Speed() float64 { return j.coordinateRate(0) }

// SpringForce returns the force of the spring in the last sub-step, N.
func (j Prismatic) SpringForce() float64 { return j.springForce() }

// MotorForce returns the force of the motor in the last sub-step, N.
func (j Prismatic) MotorForce() float64 { return j.motorForce(0) }

// PrismaticAt returns a prismatic definition with an axis of the world through a point
// of the world. The translation is zero and the angle held as the bodies are now.
func PrismaticAt(a, b Body, point, axis mgl64.Vec2) joint.Prismatic {
	return joint.Prismatic{
		LocalAnchorA: a.LocalPoint(point), LocalAnchorB: b.LocalPoint(point),
		LocalAxisA: a.LocalVector(axis), Angle: b.Angle() - a.Angle(),
	}
}

// Groove is a handle to a groove joint.
type Groove struct{ Joint }

// Def returns the definition as it stands.
func (j Groove) Def() joint.Groove { return defOf[joint.Groove](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Groove) Edit(by func(*joint.Groove)) error { return change(j.Joint, by) }

// CreateGroove holds a point of b on a segment of a, as CreateJoint does.
func (w *World) CreateGroove(a, b Body, def joint.Groove) (Groove, error) {
	j, err := create(w, a, b, def)
	return Groove{j}, err
}

// Groove returns the handle of the kind, and whether the joint is a groove joint.
func (j Joint) Groove() (Groove, bool) {
	k, ok := as[joint.Groove](j)
	return Groove{k}, ok
}

// Translation returns the position of the point along the groove, m.
func (j Groove) Translation() float64 { return j.coordinate(0) }

// Speed returns how fast the translation grows, m/s.
func (j Groove) Speed() float64 { return j.coordinateRate(0) }

// Pulley is a handle to a pulley joint.
type Pulley struct{ Joint }

// Def returns the definition as it stands.
func (j Pulley) Def() joint.Pulley { return defOf[joint.Pulley](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Pulley) Edit(by func(*joint.Pulley)) error { return change(j.Joint, by) }

// CreatePulley hangs two bodies on the ends of a rope, as CreateJoint does.
func (w *World) CreatePulley(a, b Body, def joint.Pulley) (Pulley, error) {
	j, err := create(w, a, b, def)
	return Pulley{j}, err
}

// Pulley returns the handle of the kind, and whether the joint is a pulley joint.
func (j Joint) Pulley() (Pulley, bool) {
	k, ok := as[joint.Pulley](j)
	return Pulley{k}, ok
}

// Length returns the length of rope on a's side plus the ratio times the length on b's side, m.
func (j Pulley) Length() float64 { return j.coordinate(0) }

// Speed returns how fast the length grows, m/s.
func (j Pulley) Speed() float64 { return j.coordinateRate(0) }

// Wheel is a handle to a wheel joint.
type Wheel struct{ Joint }

// Def returns the definition as it stands.
func (j Wheel) Def() joint.Wheel { return defOf[joint.Wheel](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Wheel) Edit(by func(*joint.Wheel)) error { return change(j.Joint, by) }

// CreateWheel hangs the wheel b on the car a, as CreateJoint does.
func (w *World) CreateWheel(a, b Body, def joint.Wheel) (Wheel, error) {
	j, err := create(w, a, b, def)
	return Wheel{j}, err
}

// Wheel returns the handle of the kind, and whether the joint is a wheel joint.
func (j Joint) Wheel() (Wheel, bool) {
	k, ok := as[joint.Wheel](j)
	return Wheel{k}, ok
}

// Translation returns how far the wheel has come along the axis, m.
func (j Wheel) Translation() float64 { return j.coordinate(0) }

// Speed returns how fast the translation grows, m/s.
func (j Wheel) Speed() float64 { return j.coordinateRate(0) }

// SpringForce returns the force of the suspension in the last sub-step, N.
func (j Wheel) SpringForce() float64 { return j.springForce() }

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
