package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/collision/bodies"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
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
	slot, err := b.beginChange(recording.BodySetMassData, func(r callRecorder) { r.float(d.Mass).vec(d.Center).float(d.Inertia) })
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

// Mass returns the mass of the collider, kg: zero if it is massless or a sensor. A static body has
// no mass, but its colliders have the same mass as on a dynamic body.
func (c Collider) Mass() float64 {
	sd := c.surfaceAndDensity()
	if sd.Mass > 0 || sd.Density == 0 {
		return sd.Mass
	}
	m, err := shape.MassOf(c.Shape(), sd.Density)
	if err != nil {
		return 0 // a custom shape has changed its mind
	}
	return m.Mass
}

// SetMass gives the collider a mass, kg, which it keeps when its shape changes, until SetDensity.
// The body's mass follows, and the body wakes. Zero makes the collider massless. A sensor has no
// mass, nor has a shape without an area: for them any other mass is an error.
func (c Collider) SetMass(mass float64) error {
	slot, err := c.beginChange(recording.ColliderSetMass, func(r callRecorder) { r.float(mass) })
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
		if density, err = w.builder.DensityFor(w.builder.ShapeOf(slot), mass); err != nil {
			return err
		}
	}
	return w.builder.SetDensity(slot, density, mass)
}

// SetDominance says who pushes whom. In a contact or joint of dynamic bodies those above the lowest
// dominance among them act as if they had infinite mass. They push the others, stop them and carry
// them along, and are not moved by them: this constraint does not change their velocity by a bit.
// So their impulses are not equal and opposite, and momentum is lost or gained, as with a kinematic
// body. A body that rests on one of lower dominance sinks through it, since nothing holds it up.
// Bodies of equal dominance, and bodies that are not dynamic, act on each other as always. The body
// wakes up, with all that it touches and is jointed with.
func (b Body) SetDominance(dominance int8) error {
	slot, err := b.beginChange(recording.BodySetDominance, func(r callRecorder) { r.int(int64(dominance)) })
	if err != nil {
		return err
	}
	defer b.w.endChange()
	w := b.w
	if w.bodies.Meta[slot].Dominance == dominance {
		return nil
	}
	w.linking.Wake(slot)
	w.bodies.SetDominance(slot, dominance)
	w.joints.MarkJointsOf(w.bodies, slot)
	return nil
}
