package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/collision/bodies"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// MassData is the mass of a body. The zero MassData asks for the mass of the
// colliders.
type MassData struct {
	Mass    float64    // kg
	Center  mgl64.Vec2 // centre of mass in the body's frame, m
	Inertia float64    // about the centre of mass, kg m^2
}

// Mass returns the body's mass in kg; zero for bodies that are not dynamic.
func (b Body) Mass() float64 { return b.w.bodies.Meta[b.slot()].Mass }

// Inertia returns the rotational inertia about the centre of mass, kg m^2.
func (b Body) Inertia() float64 { return b.w.bodies.Meta[b.slot()].Inertia }

// MassData returns mass, centre and inertia together.
func (b Body) MassData() MassData {
	m := &b.w.bodies.Meta[b.slot()]
	return MassData{m.Mass, m.LocalCenter.Mgl(), m.Inertia}
}

// SetMassData overrides the mass of the colliders until it is called with the
// zero MassData or the type changes. Mass must be positive, at most 1e18, and inertia
// not negative; an inertia of zero keeps the body from turning. The velocity becomes
// the velocity of the new centre, and the body wakes if its mass changes. Bodies that are not
// dynamic have no mass: nothing happens to them.
func (b Body) SetMassData(d MassData) error {
	slot, err := b.beginChange(callBodySetMassData, func(r callRecorder) { r.float(d.Mass).vec(d.Center).float(d.Inertia) })
	if err != nil {
		return err
	}
	defer b.w.endChange()
	m := &b.w.bodies.Meta[slot]
	if d == (MassData{}) {
		if m.MassOverride {
			m.MassOverride = false
			b.w.linking.Wake(slot)
			b.w.builder.UpdateMass(slot)
		}
		return nil
	}
	if err := geom.CheckPositive("Mass", d.Mass); err != nil {
		return err
	}
	if err := b.w.checkPosition("Center", geom.From(d.Center)); err != nil {
		return err
	}
	if err := geom.CheckNotNegative("Inertia", d.Inertia); err != nil {
		return err
	}
	if d.Mass > bodies.MaxMass {
		return geom.NewFieldError("Mass", d.Mass, geom.ErrOutOfRange)
	}
	if d.Inertia > bodies.MaxInertia {
		return geom.NewFieldError("Inertia", d.Inertia, geom.ErrOutOfRange)
	}
	if m.Type != body.Dynamic {
		return nil
	}
	mass := shape.Mass{Mass: d.Mass, Center: geom.From(d.Center), Inertia: d.Inertia}
	if mass != (shape.Mass{Mass: m.Mass, Center: m.LocalCenter, Inertia: m.Inertia}) {
		b.w.linking.Wake(slot)
	}
	m.MassOverride = true
	b.w.builder.ApplyMass(slot, mass)
	return nil
}
