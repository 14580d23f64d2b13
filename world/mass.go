package world

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
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
	if r := b.w.recorder(); r != nil {
		r.call(callBodySetMassData).uint(uint64(b.id)).float(d.Mass).vec(d.Center).float(d.Inertia)
	}
	slot, err := b.beginChange()
	if err != nil {
		return err
	}
	defer b.w.endChange()
	m := &b.w.bodies.Meta[slot]
	if d == (MassData{}) {
		if m.MassOverride {
			m.MassOverride = false
			b.w.wake(slot)
			b.w.updateMass(slot)
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
	if d.Mass > maxMass {
		return geom.NewFieldError("Mass", d.Mass, geom.ErrOutOfRange)
	}
	if d.Inertia > maxInertia {
		return geom.NewFieldError("Inertia", d.Inertia, geom.ErrOutOfRange)
	}
	if m.Type != body.Dynamic {
		return nil
	}
	mass := shape.Mass{Mass: d.Mass, Center: geom.From(d.Center), Inertia: d.Inertia}
	if mass != (shape.Mass{Mass: m.Mass, Center: m.LocalCenter, Inertia: m.Inertia}) {
		b.w.wake(slot)
	}
	m.MassOverride = true
	b.w.applyMass(slot, mass)
	return nil
}

// Bounds of masses. Joints compute with products of two inverse masses in float32, which
// above maxMass are zero or too small to be divided by.
const (
	maxMass    = 1e18 // kg
	maxInertia = 1e60 // kg m^2
)

// massOf returns the mass of a shape, or a *geom.FieldError.
func (w *World) massOf(s shape.Support, density float64) (shape.Mass, error) {
	m, err := w.shapes.MassOf(s, density)
	if err == nil && !(m.Mass <= maxMass && m.Inertia <= maxInertia) {
		err = geom.NewFieldError("Density", density, geom.ErrOutOfRange)
	}
	return m, err
}

// noteMasses computes the masses of all colliders, or returns the error of the first without
// a usable one. Those on bodies that are not dynamic were not computed when they were attached.
func (w *World) noteMasses(slot state.BodySlot) error {
	for c := w.firstCollider(slot); c != state.None; c = w.shapes.Link[c].Next {
		if meta := &w.shapes.Meta[c]; meta.MaterialAndDensity.Value().Density > 0 {
			m, err := w.massOf(meta.Shape, meta.MaterialAndDensity.Value().Density)
			if err != nil {
				return err
			}
			w.shapes.SetMass(state.ColliderSlot(c), m)
		}
	}
	return nil
}

// inverseMass returns 1/m within the range whose float32 products are finite and not
// zero. Lighter bodies count as 1e-18 kg, and bodies that many colliders make heavier
// than maxMass as maxMass.
func inverseMass(m float64) float32 { return float32(max(1/maxMass, min(1/m, 1e18))) }

// inverseInertia does the same for inertia. A body that only an impulse beyond float32
// could turn does not turn.
func inverseInertia(i float64) float32 {
	if x := 1 / i; x > 1e-37 {
		return float32(min(x, 1e18))
	}
	return 0
}

// updateMass computes a body's mass from its colliders unless it was set.
func (w *World) updateMass(slot state.BodySlot) {
	m := &w.bodies.Meta[slot]
	if m.MassOverride {
		w.applyMass(slot, shape.Mass{Mass: m.Mass, Center: m.LocalCenter, Inertia: m.Inertia})
		return
	}
	var total shape.Mass
	if m.Type == body.Dynamic {
		total = w.addMasses(total, w.firstCollider(slot))
	}
	w.applyMass(slot, total)
}

// addMasses adds the masses of a collider and of those behind it in its body's list.
func (w *World) addMasses(total shape.Mass, c uint32) shape.Mass {
	for ; c != state.None; c = w.shapes.Link[c].Next {
		if w.shapes.Meta[c].MaterialAndDensity.Value().Density > 0 {
			total = total.Add(w.shapes.Mass(state.ColliderSlot(c)))
		}
	}
	return total
}

// applyMass writes a body's mass and moves everything that is measured from its
// centre. A dynamic body without mass behaves as one of 1 kg that cannot turn,
// so that a force on it has a finite effect.
func (w *World) applyMass(slot state.BodySlot, mass shape.Mass) {
	m := &w.bodies.Meta[slot]
	row := w.bodies.Row(slot)
	st, dynamics := &w.bodies.State[row], &w.bodies.Dynamics[row]
	m.Mass, m.Inertia = mass.Mass, mass.Inertia
	dynamics.InvMass, dynamics.InvInertia = 0, 0
	st.Flags &^= state.FlagDynamic
	if m.Type == body.Dynamic {
		st.Flags |= state.FlagDynamic
		if m.Mass == 0 {
			m.Mass = 1
		}
		dynamics.InvMass = inverseMass(m.Mass)
		if m.Inertia > 0 && st.Flags&state.FlagLockRotation == 0 {
			dynamics.InvInertia = inverseInertia(m.Inertia)
		}
	}
	w.recenter(slot, mass.Center)
	st.ApplyLocks()
	w.updateExtents(slot)
}

// recenter moves the centre of mass: the pose follows, the velocity becomes that
// of the new centre, and the colliders are compiled about it.
func (w *World) recenter(slot state.BodySlot, center geom.Vec2) {
	old := w.bodies.Meta[slot].LocalCenter
	if center == old {
		return
	}
	row := w.bodies.Row(slot)
	origin := w.bodies.Origin(slot)
	last := state.OriginOf(w.bodies.LastPose[row], old)
	shift := origin.R.Apply(center.Sub(old))
	w.bodies.SetLocalCenter(slot, center)
	w.bodies.Pose[row] = state.PoseOf(origin, center)
	w.bodies.LastPose[row] = state.PoseOf(last, center)
	st := &w.bodies.State[row]
	dv := shift.LeftPerp().Mul(float64(st.W))
	st.VX += float32(dv.X)
	st.VY += float32(dv.Y)
	if w.jointWork.recenter != nil {
		w.jointWork.recenter(w.joints, w.bodies, slot)
	}
	contacts := w.contactsOf(slot)
	w.pipeline.ClearManifoldCaches(contacts)
	// Contact points are stored relative to the centre too. A sleeping contact is not
	// evaluated again until it wakes.
	lastShift := last.R.Apply(center.Sub(old))
	for _, contact := range contacts {
		row := w.contacts.Row(contact)
		sc := &w.contacts.Solver[row]
		for i := range sc.Count {
			p := &sc.Points[i]
			if w.contacts.Pair[row].BodyA == uint32(slot) {
				p.AX, p.AY = p.AX-float32(lastShift.X), p.AY-float32(lastShift.Y)
			} else {
				p.BX, p.BY = p.BX-float32(lastShift.X), p.BY-float32(lastShift.Y)
			}
		}
	}
	for c := w.firstCollider(slot); c != state.None; c = w.shapes.Link[c].Next {
		w.shapes.Recenter(state.ColliderSlot(c), center)
	}
}

// roundTolerance is how far the centre of a wheel's circle may lie from its centre of mass, in
// radii: the rounding of the mass, and no more than one can see turn.
const roundTolerance = 1e-6

// updateExtents finds the largest and the smallest extent of the body, for sleeping and
// continuous collision, and whether it is round.
func (w *World) updateExtents(slot state.BodySlot) {
	maxExtent, minExtent := 0.0, math.Inf(1)
	solids, round := 0, true
	for c := w.firstCollider(slot); c != state.None; c = w.shapes.Link[c].Next {
		g := &w.shapes.Geometry[c]
		if w.shapes.Link[c].Flags&state.ColliderSensor == 0 {
			solids++
			round = round && g.Kind == shape.KindCircle && g.Center.Length() <= roundTolerance*g.BoundingRadius
		}
		if g.Kind == shape.KindHalfPlane {
			continue
		}
		maxExtent = max(maxExtent, g.Center.Length()+g.BoundingRadius)
		minExtent = min(minExtent, w.shapes.InnerRadius(state.ColliderSlot(c)))
	}
	if math.IsInf(minExtent, 1) {
		minExtent = 0
	}
	motion := &w.bodies.Motion[w.bodies.Row(slot)]
	motion.MaxExtent, motion.MinExtent = float32(maxExtent), float32(minExtent)
	motion.StepFlags &^= state.StepFlagRound
	if round && solids > 0 {
		motion.StepFlags |= state.StepFlagRound
	}
}
