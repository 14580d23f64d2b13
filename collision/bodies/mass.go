package bodies

import (
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// Bounds of masses. Joints compute products of two inverse masses in float32. Above MaxMass the
// products are zero or too small to divide by.
const (
	MaxMass    = 1e18 // kg
	MaxInertia = 1e60 // kg m^2
)

// MassOf returns the mass of a shape, or a *geom.FieldError.
func (b *Builder) MassOf(s shape.Support, density float64) (shape.Mass, error) {
	m, err := b.p.Shapes.MassOf(s, density)
	if err == nil && !(m.Mass <= MaxMass && m.Inertia <= MaxInertia) {
		err = geom.NewFieldError("Density", density, geom.ErrOutOfRange)
	}
	return m, err
}

// DensityFor returns the density at which a shape has a given mass. It returns an error for a shape
// without an area and for a shape whose inertia would be too large.
func (b *Builder) DensityFor(s shape.Support, mass float64) (float64, error) {
	unit, err := b.p.Shapes.MassOf(s, 1)
	if err != nil {
		return 0, err
	}
	density := mass / unit.Mass
	if !(unit.Mass > 0) || !geom.Finite(density) || density == 0 || !(unit.Inertia*density <= MaxInertia) {
		return 0, geom.NewFieldError("Mass", mass, geom.ErrOutOfRange)
	}
	return density, nil
}

// SetDensity changes the density of a collider, and its mass if the mass was given, and wakes the
// body.
func (b *Builder) SetDensity(slot state.ColliderSlot, density, given float64) error {
	owner, old := b.p.Shapes.OwnerOf(slot), b.p.Shapes.Meta[slot].MaterialAndDensity.Value()
	if old.Density == density && old.Mass == given {
		return nil
	}
	var masses []shape.Mass
	for p := uint32(slot); p != state.None; p = b.p.Shapes.NextPart(p) {
		var mass shape.Mass
		if density > 0 {
			var err error
			if mass, err = b.MassOf(b.p.Shapes.Meta[p].Shape, density); err != nil {
				return err
			}
		}
		masses = append(masses, mass)
	}
	for p := uint32(slot); p != state.None; p = b.p.Shapes.NextPart(p) {
		value := b.p.Shapes.Meta[p].MaterialAndDensity.Value()
		value.Density, value.Mass = density, given
		b.p.Shapes.SetMaterialAndDensity(state.ColliderSlot(p), value)
		b.p.Shapes.SetMass(state.ColliderSlot(p), masses[0])
		masses = masses[1:]
	}
	b.links.Wake(owner)
	b.UpdateMass(owner)
	return nil
}

// NoteMasses computes the masses of all colliders, or returns the error of the first collider
// without a usable mass. Masses of colliders on bodies that are not dynamic were not computed when
// they were attached.
func (b *Builder) NoteMasses(slot state.BodySlot) error {
	for c := b.p.Bodies.FirstCollider(slot); c != state.None; c = b.p.Shapes.Link[c].Next {
		if meta := &b.p.Shapes.Meta[c]; meta.MaterialAndDensity.Value().Density > 0 {
			m, err := b.MassOf(meta.Shape, meta.MaterialAndDensity.Value().Density)
			if err != nil {
				return err
			}
			b.p.Shapes.SetMass(state.ColliderSlot(c), m)
		}
	}
	return nil
}

// UpdateMass computes a body's mass from its colliders unless it was set.
func (b *Builder) UpdateMass(slot state.BodySlot) {
	m := &b.p.Bodies.Meta[slot]
	if m.MassOverride {
		b.ApplyMass(slot, shape.Mass{Mass: m.Mass, Center: m.LocalCenter, Inertia: m.Inertia})
		return
	}
	var total shape.Mass
	if m.Type == body.Dynamic {
		total = b.addMasses(total, b.p.Bodies.FirstCollider(slot))
	}
	b.ApplyMass(slot, total)
}

// addMasses adds the masses of a collider and of the colliders after it in its body's list.
func (b *Builder) addMasses(total shape.Mass, c uint32) shape.Mass {
	for ; c != state.None; c = b.p.Shapes.Link[c].Next {
		switch {
		case b.p.Shapes.Meta[c].MaterialAndDensity.Value().Density == 0:
		case b.p.Shapes.Link[c].Flags&state.ColliderPart == 0:
			total = total.Add(b.p.Shapes.Mass(state.ColliderSlot(c)))
		case b.p.Shapes.NextPart(c) == state.None: // the last part, which is listed before the others
			for _, m := range slices.Backward(b.massesOfParts(b.p.Shapes.WholeOf(state.ColliderSlot(c)))) {
				total = total.Add(m)
			}
		}
	}
	return total
}

// massesOfParts returns the masses of the parts of a compound without running code of the game. A
// place in several parts counts once, except in custom shapes.
func (b *Builder) massesOfParts(whole state.ColliderSlot) []shape.Mass {
	var parts []shape.Support
	for p := uint32(whole); p != state.None; p = b.p.Shapes.NextPart(p) {
		if !b.p.Shapes.IsCustom(state.ColliderSlot(p)) {
			parts = append(parts, b.p.Shapes.Meta[p].Shape)
		}
	}
	known, err := b.p.Shapes.MassesOfParts(parts, b.p.Shapes.Meta[whole].MaterialAndDensity.Value().Density)
	if err != nil {
		panic("colliders: a compound lost its mass: " + err.Error())
	}
	var masses []shape.Mass
	for p := uint32(whole); p != state.None; p = b.p.Shapes.NextPart(p) {
		if b.p.Shapes.IsCustom(state.ColliderSlot(p)) {
			masses = append(masses, b.p.Shapes.Mass(state.ColliderSlot(p)))
			continue
		}
		masses, known = append(masses, known[0]), known[1:]
	}
	return masses
}

// ApplyMass writes a body's mass and moves everything that is relative to its centre of mass. A
// dynamic body without mass behaves like a body of 1 kg that cannot turn, so that a force on it has
// a finite effect.
func (b *Builder) ApplyMass(slot state.BodySlot, mass shape.Mass) {
	m := &b.p.Bodies.Meta[slot]
	row := b.p.Bodies.Row(slot)
	st, dynamics := &b.p.Bodies.State[row], &b.p.Bodies.Dynamics[row]
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
	b.recenter(slot, mass.Center)
	st.ApplyLocks()
	b.UpdateExtents(slot)
}

// inverseMass returns 1/m within the range whose float32 products are finite and not zero. Lighter
// bodies count as 1e-18 kg. Bodies that many colliders make heavier than MaxMass count as MaxMass.
func inverseMass(m float64) float32 { return float32(max(1/MaxMass, min(1/m, 1e18))) }

// inverseInertia does the same for inertia. A body that would need an impulse beyond float32 to
// turn does not turn.
func inverseInertia(i float64) float32 {
	if x := 1 / i; x > 1e-37 {
		return float32(min(x, 1e18))
	}
	return 0
}

// recenter moves the centre of mass. The pose follows, the velocity becomes the velocity of the new
// centre, and the colliders are compiled about the new centre.
func (b *Builder) recenter(slot state.BodySlot, center geom.Vec2) {
	old := b.p.Bodies.Meta[slot].LocalCenter
	if center == old {
		return
	}
	row := b.p.Bodies.Row(slot)
	origin := b.p.Bodies.Origin(slot)
	last := state.OriginOf(b.p.Bodies.LastPose[row], old)
	shift := origin.R.Apply(center.Sub(old))
	b.p.Bodies.SetLocalCenter(slot, center)
	b.p.Bodies.Pose[row] = state.PoseOf(origin, center)
	b.p.Bodies.LastPose[row] = state.PoseOf(last, center)
	st := &b.p.Bodies.State[row]
	dv := shift.LeftPerp().Mul(float64(st.W))
	st.VX += float32(dv.X)
	st.VY += float32(dv.Y)
	b.links.RecenterJointsOf(slot)
	contacts := b.links.ContactsOf(slot)
	b.p.ClearManifoldCaches(contacts)
	// Contact points are stored relative to the centre too. A sleeping contact is not
	// evaluated again until it wakes.
	lastShift := last.R.Apply(center.Sub(old))
	for _, contact := range contacts {
		row := b.p.Contacts.Row(contact)
		sc := &b.p.Contacts.Solver[row]
		for i := range sc.Count {
			p := &sc.Points[i]
			if b.p.Contacts.Pair[row].BodyA == uint32(slot) {
				p.AX, p.AY = p.AX-float32(lastShift.X), p.AY-float32(lastShift.Y)
			} else {
				p.BX, p.BY = p.BX-float32(lastShift.X), p.BY-float32(lastShift.Y)
			}
		}
	}
	for c := b.p.Bodies.FirstCollider(slot); c != state.None; c = b.p.Shapes.Link[c].Next {
		b.p.Shapes.Recenter(state.ColliderSlot(c), center)
	}
}

// roundTolerance is the largest distance between the centre of a wheel's circle and its centre of
// mass, in radii. It covers the rounding of the mass and is too small to be seen when the wheel
// turns.
const roundTolerance = 1e-6

// extents are the largest and the smallest extent of a body or of some of its colliders, for
// sleeping and continuous collision, and whether the body is round.
type extents struct {
	largest, smallest float32 // the smallest is infinite where all are half-planes
	solid             bool    // there is a collider that is no sensor
	round             bool    // each solid is a circle about the centre of mass
}

// noExtents are the extents without a collider.
var noExtents = extents{smallest: float32(math.Inf(1)), round: true}

// UpdateExtents finds the extents of the body.
func (b *Builder) UpdateExtents(slot state.BodySlot) {
	b.addExtents(slot, noExtents, state.None)
}

// extendExtents finds the extents of a body after colliders were added to its list before others.
// It does not walk through the others, unless they begin with sensors: a level may have many
// colliders on one body.
func (b *Builder) extendExtents(slot state.BodySlot, others uint32) {
	motion := &b.p.Bodies.Motion[b.p.Bodies.Row(slot)]
	solid := others
	for solid != state.None && b.p.Shapes.Link[solid].Flags&state.ColliderSensor != 0 {
		solid = b.p.Shapes.Link[solid].Next
	}
	e := extents{motion.MaxExtent, motion.MinExtent, solid != state.None, solid == state.None || motion.StepFlags&state.StepFlagRound != 0}
	if e.largest == 0 { // half-planes only
		e.smallest = float32(math.Inf(1))
	}
	b.addExtents(slot, e, others)
	b.checkExtents(slot)
}

// reduceExtents finds the extents of a body after colliders with the given extents were removed. It
// walks only until the others are known to have the extents of before: mostly the removed ones were
// not the farthest, and the first of the others is as large.
func (b *Builder) reduceExtents(slot state.BodySlot, removed extents) {
	motion := &b.p.Bodies.Motion[b.p.Bodies.Row(slot)]
	wasRound := motion.StepFlags&state.StepFlagRound != 0
	e := noExtents
	if removed.largest < motion.MaxExtent {
		e.largest = motion.MaxExtent
	}
	if removed.smallest > motion.MinExtent {
		e.smallest = motion.MinExtent
	}
	if !removed.solid {
		e.solid, e.round = true, wasRound
	}
	for c := b.p.Bodies.FirstCollider(slot); c != state.None; c = b.p.Shapes.Link[c].Next {
		if e.largest == motion.MaxExtent && e.smallest == motion.MinExtent && e.solid && e.round == wasRound {
			break
		}
		b.addExtentsOf(&e, c)
	}
	setExtents(motion, &e)
	b.checkExtents(slot)
}

// addExtents gives a body the extents of some of its colliders and of those in its list before one
// of them.
func (b *Builder) addExtents(slot state.BodySlot, e extents, end uint32) {
	for c := b.p.Bodies.FirstCollider(slot); c != end; c = b.p.Shapes.Link[c].Next {
		b.addExtentsOf(&e, c)
	}
	setExtents(&b.p.Bodies.Motion[b.p.Bodies.Row(slot)], &e)
}

// addExtentsOf adds the extents of a collider.
func (b *Builder) addExtentsOf(e *extents, c uint32) {
	g := &b.p.Shapes.Geometry[c]
	if b.p.Shapes.Link[c].Flags&state.ColliderSensor == 0 {
		e.solid = true
		e.round = e.round && g.Kind == shape.KindCircle && g.Center.Length() <= roundTolerance*g.BoundingRadius
	}
	if g.Kind != shape.KindHalfPlane {
		e.largest = max(e.largest, float32(g.Center.Length()+g.BoundingRadius))
		e.smallest = min(e.smallest, float32(b.p.Shapes.InnerRadius(state.ColliderSlot(c))))
	}
}

// setExtents gives a body its extents.
func setExtents(motion *state.BodyMotion, e *extents) {
	if math.IsInf(float64(e.smallest), 1) {
		e.smallest = 0
	}
	motion.MaxExtent, motion.MinExtent = e.largest, e.smallest
	motion.StepFlags &^= state.StepFlagRound
	if e.round && e.solid {
		motion.StepFlags |= state.StepFlagRound
	}
}

// checkExtents panics when the extents of a body are not the extents of its colliders, with the tag
// invariants.
func (b *Builder) checkExtents(slot state.BodySlot) {
	if !invariant.Enabled || b.p.Bodies.Meta[slot].ColliderCount >= 100 { // a level has thousands
		return
	}
	motion := &b.p.Bodies.Motion[b.p.Bodies.Row(slot)]
	was := *motion
	b.UpdateExtents(slot)
	if was != *motion {
		panic("bodies: colliders were added or removed, and the extents of their body are wrong")
	}
}
