package world

import (
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// Distance is a handle to a distance joint.
type Distance struct{ Joint }

// CreateDistance ties a point of each body by a rod, a spring or a rope. It returns a *geom.FieldError for bodies or a definition
// that cannot be used, and then the world is unchanged. Both bodies wake up.
func (w *World) CreateDistance(a, b Body, def joint.Distance) (Distance, error) {
	j, err := create(w, a, b, def)
	return Distance{j}, err
}

// Distance returns the joint as what it is, and whether it is a distance joint.
func (j Joint) Distance() (Distance, bool) {
	k, ok := j.asKind(joint.KindDistance)
	return Distance{k}, ok
}

// Def returns the definition as it stands.
func (j Distance) Def() joint.Distance { return defOf[joint.Distance](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
func (j Distance) Edit(change func(*joint.Distance)) error { return edit(j.Joint, change) }

// Length returns how far apart the points are, m.
func (j Distance) Length() float64 { return j.coordinate(0) }

// Speed returns how fast the length grows, m/s.
func (j Distance) Speed() float64 { return j.coordinateRate(0) }

// SpringForce returns what the spring held in the last sub-step, N; it pushed apart
// when positive.
func (j Distance) SpringForce() float64 { return j.springForce(0) }

// MotorForce returns the force of the motor in the last sub-step, N.
func (j Distance) MotorForce() float64 { return j.motorForce(0) }

// RodAt returns a distance definition between two points of the world, each held
// by its body, as far apart as they are now.
func RodAt(a, b Body, pointA, pointB mgl64.Vec2) joint.Distance {
	return joint.Distance{
		LocalAnchorA: a.LocalPoint(pointA), LocalAnchorB: b.LocalPoint(pointB),
		Length: pointB.Sub(pointA).Len(),
	}
}
