package world

import (
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// Weld is a handle to a weld joint.
type Weld struct{ Joint }

// CreateWeld holds two bodies together. It returns a *geom.FieldError for bodies or a definition
// that cannot be used, and then the world is unchanged. Both bodies wake up.
func (w *World) CreateWeld(a, b Body, def joint.Weld) (Weld, error) {
	j, err := create(w, a, b, def)
	return Weld{j}, err
}

// Weld returns the joint as what it is, and whether it is a weld joint.
func (j Joint) Weld() (Weld, bool) {
	k, ok := j.asKind(joint.KindWeld)
	return Weld{k}, ok
}

// Def returns the definition as it stands.
func (j Weld) Def() joint.Weld { return defOf[joint.Weld](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
func (j Weld) Edit(change func(*joint.Weld)) error { return edit(j.Joint, change) }

// Angle returns the angle of b less that of a, rad, with whole turns.
func (j Weld) Angle() float64 { return j.coordinate(0) }

// WeldAt returns a weld definition that holds two bodies as they are now, at a
// point of the world.
func WeldAt(a, b Body, point mgl64.Vec2) joint.Weld {
	return joint.Weld{
		LocalAnchorA: a.LocalPoint(point), LocalAnchorB: b.LocalPoint(point),
		Angle: b.Angle() - a.Angle(),
	}
}

// Pulley is a handle to a pulley joint.
type Pulley struct{ Joint }

// CreatePulley hangs two bodies on the ends of a rope. It returns a *geom.FieldError for bodies or a definition
// that cannot be used, and then the world is unchanged. Both bodies wake up.
func (w *World) CreatePulley(a, b Body, def joint.Pulley) (Pulley, error) {
	j, err := create(w, a, b, def)
	return Pulley{j}, err
}

// Pulley returns the joint as what it is, and whether it is a pulley joint.
func (j Joint) Pulley() (Pulley, bool) {
	k, ok := j.asKind(joint.KindPulley)
	return Pulley{k}, ok
}

// Def returns the definition as it stands.
func (j Pulley) Def() joint.Pulley { return defOf[joint.Pulley](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
func (j Pulley) Edit(change func(*joint.Pulley)) error { return edit(j.Joint, change) }

// Length returns the length of rope in use, that on b's side times the ratio, m.
func (j Pulley) Length() float64 { return j.coordinate(0) }

// Speed returns how fast that length grows, m/s.
func (j Pulley) Speed() float64 { return j.coordinateRate(0) }

// Filter is a handle to a filter joint.
type Filter struct{ Joint }

// CreateFilter keeps two bodies from colliding. It returns a *geom.FieldError for bodies or a definition
// that cannot be used, and then the world is unchanged. Both bodies wake up.
func (w *World) CreateFilter(a, b Body, def joint.Filter) (Filter, error) {
	j, err := create(w, a, b, def)
	return Filter{j}, err
}

// Filter returns the joint as what it is, and whether it is a filter joint.
func (j Joint) Filter() (Filter, bool) {
	k, ok := j.asKind(joint.KindFilter)
	return Filter{k}, ok
}

// Def returns the definition as it stands.
func (j Filter) Def() joint.Filter { return defOf[joint.Filter](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a
// *geom.FieldError, and changes nothing, when the result cannot be used.
func (j Filter) Edit(change func(*joint.Filter)) error { return edit(j.Joint, change) }
