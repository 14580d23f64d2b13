package world

import (
	"errors"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// ErrMassTwice is wrapped when a definition gives the mass of a collider and also its density, or
// says that it has none.
var ErrMassTwice = errors.New("is given besides Density, Massless or Sensor")

// validateMass rejects a mass that cannot be used, or that is not all that is said about it.
func (d *ColliderDef) validateMass() error {
	if err := geom.CheckNotNegative("Mass", d.Mass); err != nil {
		return err
	}
	if d.Mass > maxMass {
		return geom.NewFieldError("Mass", d.Mass, geom.ErrOutOfRange)
	}
	if d.Mass > 0 && (d.Density != 0 || d.Massless || d.Sensor) {
		return geom.NewFieldError("Mass", d.Mass, ErrMassTwice)
	}
	return nil
}

// densityFor returns the density at which a shape has a mass. A shape without an area, and one
// whose inertia would be too large, is an error.
func (w *World) densityFor(s shape.Support, mass float64) (float64, error) {
	unit, err := w.shapes.MassOf(s, 1)
	if err != nil {
		return 0, err
	}
	density := mass / unit.Mass
	if !(unit.Mass > 0) || !geom.Finite(density) || density == 0 || !(unit.Inertia*density <= maxInertia) {
		return 0, geom.NewFieldError("Mass", mass, geom.ErrOutOfRange)
	}
	return density, nil
}

// findMass returns the density of a shape, and its mass on a dynamic body.
func (w *World) findMass(t body.Type, s shape.Support, def *ColliderDef) (density float64, mass shape.Mass, err error) {
	density = def.Density
	switch {
	case def.Massless || def.Sensor:
		density = 0
	case def.Mass > 0:
		if density, err = w.densityFor(s, def.Mass); err != nil {
			return 0, shape.Mass{}, err
		}
	case density == 0:
		density = 1
	}
	if density > 0 && t == body.Dynamic {
		mass, err = w.massOf(s, density)
	}
	return density, mass, err
}

// Mass returns the mass of the collider, kg: zero if it is massless or a sensor. A static body has
// no mass, but its colliders have what they would have on a dynamic one.
func (c Collider) Mass() float64 {
	sd := c.surfaceAndDensity()
	if sd.Mass > 0 || sd.Density == 0 {
		return sd.Mass
	}
	total := 0.0
	for p := uint32(c.slot()); p != state.None; p = c.w.shapes.NextPart(p) {
		m, err := shape.MassOf(c.w.shapes.Meta[p].Shape, sd.Density)
		if err != nil {
			return 0 // a custom shape has changed its mind
		}
		total += m.Mass
	}
	return total
}

// SetMass gives the collider a mass, kg, which it keeps when its shape changes, until SetDensity.
// The body's mass follows, and the body wakes. Zero makes the collider massless. A sensor has no
// mass, nor has a shape without an area: for them any other mass is an error.
func (c Collider) SetMass(mass float64) error {
	if r := c.w.recorder(); r != nil {
		r.call(callColliderSetMass).uint(uint64(c.id)).float(mass)
	}
	slot, err := c.beginChange()
	if err != nil {
		return err
	}
	defer c.w.endChange()
	w := c.w
	def := ColliderDef{Mass: mass, Sensor: w.shapes.Link[slot].Flags&state.ColliderSensor != 0}
	if err := def.validateMass(); err != nil {
		return err
	}
	density := 0.0
	if mass > 0 {
		if density, err = w.densityFor(w.shapeOf(slot), mass); err != nil {
			return err
		}
	}
	return w.setDensity(slot, density, mass)
}

// setDensity changes the density of a collider, and its mass if that was given.
func (w *World) setDensity(slot state.ColliderSlot, density, given float64) error {
	owner := w.ownerOf(slot)
	value := w.shapes.Meta[slot].MaterialAndDensity.Value()
	if value.Density == density && value.Mass == given {
		return nil
	}
	masses := w.scratch.masses[:0]
	for p := uint32(slot); p != state.None; p = w.shapes.NextPart(p) {
		var mass shape.Mass
		if density > 0 {
			var err error
			if mass, err = w.massOf(w.shapes.Meta[p].Shape, density); err != nil {
				return err
			}
		}
		masses = append(masses, foundMass{density, mass})
	}
	w.scratch.masses = masses
	for p := uint32(slot); p != state.None; p = w.shapes.NextPart(p) {
		meta := &w.shapes.Meta[p]
		value := meta.MaterialAndDensity.Value()
		value.Density, value.Mass = density, given
		meta.MaterialAndDensity = value.Handle()
		w.shapes.SetMass(state.ColliderSlot(p), masses[0].mass)
		masses = masses[1:]
	}
	w.wake(owner)
	w.updateMass(owner)
	return nil
}
