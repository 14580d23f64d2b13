package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// overlapping returns the bodies in the present area on which effects act: dynamic and awake, in ascending
// order of slots.
func (p *areaPass) overlapping() []state.BodySlot {
	if p.overlapsOf == p.slot+1 {
		return p.overlaps
	}
	w := p.w
	p.overlapsOf, p.overlaps = p.slot+1, p.overlaps[:0]
	if p.whole {
		for b := state.BodySlot(1); int(b) < w.bodies.Cap(); b++ {
			if w.bodies.Meta[b].ID != 0 && p.reaches(b) && w.areaAccepts(p.slot, b) {
				p.overlaps = append(p.overlaps, b)
			}
		}
		return p.overlaps
	}
	for _, id := range w.areas.Members[p.slot] {
		if b := w.bodies.SlotOf(id); p.reaches(b) {
			p.overlaps = append(p.overlaps, b)
		}
	}
	return p.overlaps
}

// inside returns those of overlapping whose centre of mass lies in the area.
func (p *areaPass) inside() []state.BodySlot {
	if p.whole {
		return p.overlapping()
	}
	if p.insideOf == p.slot+1 {
		return p.insides
	}
	p.insideOf, p.insides = p.slot+1, p.insides[:0]
	for _, b := range p.overlapping() {
		center := p.w.bodies.Pose[p.w.bodies.Row(b)].P
		if shape.Contains(p.convex, p.now.ApplyInverse(center)) {
			p.insides = append(p.insides, b)
		}
	}
	return p.insides
}

// reaches reports whether effects act on a body at all.
func (p *areaPass) reaches(b state.BodySlot) bool {
	return p.w.bodies.IsAwake(b) && p.w.bodies.Meta[b].Type == body.Dynamic
}

// areaAccepts reports whether an area without a shape takes a body: by its colliders, if it has any.
func (w *World) areaAccepts(slot areaSlot, b state.BodySlot) bool {
	if w.carrier(slot) == uint32(b) {
		return false
	}
	first := w.firstCollider(b)
	for c := first; c != state.None; c = w.shapes.Link[c].Next {
		if w.shapes.Link[c].Flags&state.ColliderSensor == 0 && w.areas.Place[slot].Filter.Accepts(w.shapes.Filter(state.ColliderSlot(c))) {
			return true
		}
	}
	return first == state.None
}

// intersects reports whether a collider overlaps the area of the search. Most that do have the centre of
// their bounding circle, which is a point of the shape, in the area.
func (p *areaPass) intersects(s shape.Convex, owner state.BodySlot) bool {
	rel := p.now.InverseMul(p.w.bodies.Pose[p.w.bodies.Row(owner)])
	if s.Kind != shape.KindCustom && s.Kind != shape.KindHalfPlane && shape.Contains(p.convex, rel.Apply(s.Center)) {
		return true
	}
	return narrowphase.Intersects(p.convex, s, &rel)
}

// applyInfluence gives a body what areas do to it in this tick. Damping is restored, and gravity
// too, by endAreas.
func (w *World) applyInfluence(e *influence) {
	row := w.bodies.Row(e.body)
	d := &w.bodies.Dynamics[row]
	if e.acted[gravityEffect] {
		g := e.totalGravity(w)
		w.bodies.SetOwnGravityAt(row, state.BodyGravity{X: float32(g.X), Y: float32(g.Y)})
		w.bodies.Motion[row].StepFlags |= state.StepFlagOwnGravity
		w.noteOwnGravity(row)
	}
	if e.acted[dampingEffect] {
		if !e.replaced[dampingEffect] {
			e.linearDamping += float64(e.ownLinearDamping)
			e.angularDamping += float64(e.ownAngularDamping)
		}
		d.LinearDamping, d.AngularDamping = float32(e.linearDamping), float32(e.angularDamping)
	}
	f := e.force
	if e.acted[conveyorEffect] {
		f = f.MulAdd(e.mass/w.config.Timestep, e.conveyed)
	}
	torque := e.torque
	if e.medium > 0 {
		pull, turn := w.areas.pass.media.solve(w, e, f, torque)
		f, torque = f.Add(pull), torque+turn
	}
	d.AddForce(f, torque)
}

// totalGravity returns the gravity of a body in this tick, m/s^2, before the factor of the body.
func (e *influence) totalGravity(w *World) geom.Vec2 {
	if e.replaced[gravityEffect] {
		return e.gravity
	}
	return w.ownGravity(e.body).Add(e.gravity)
}

// endAreas takes back from the bodies what areas gave them for the tick. Forces are gone already.
func (w *World) endAreas() {
	for i := range w.areas.pass.influences {
		e := &w.areas.pass.influences[i]
		row := w.bodies.Row(e.body)
		if e.acted[gravityEffect] {
			w.writeOwnGravity(e.body)
		}
		if e.acted[dampingEffect] {
			d := &w.bodies.Dynamics[row]
			d.LinearDamping, d.AngularDamping = e.ownLinearDamping, e.ownAngularDamping
		}
	}
	w.areas.pass.influences = w.areas.pass.influences[:0]
}

// ownGravity returns the gravity of a body without areas, m/s^2: its own, or that of the world.
func (w *World) ownGravity(slot state.BodySlot) geom.Vec2 {
	if m := &w.bodies.Meta[slot]; m.HasOwnGravity {
		return m.OwnGravity
	}
	return geom.From(w.config.Gravity)
}

// setOwnGravity gives a body a gravity of its own, m/s^2, or none.
func (w *World) setOwnGravity(slot state.BodySlot, g geom.Vec2, own bool) {
	m := &w.bodies.Meta[slot]
	if m.HasOwnGravity {
		w.areas.ownGravities--
	}
	if own {
		w.areas.ownGravities++
	}
	m.OwnGravity, m.HasOwnGravity = g, own
	w.writeOwnGravity(slot)
}

// writeOwnGravity brings the gravity of a body, as the stages read it, to that without areas.
func (w *World) writeOwnGravity(slot state.BodySlot) {
	m, row := &w.bodies.Meta[slot], w.bodies.Row(slot)
	w.bodies.SetOwnGravityAt(row, state.BodyGravity{X: float32(m.OwnGravity.X), Y: float32(m.OwnGravity.Y)})
	if m.HasOwnGravity {
		w.bodies.Motion[row].StepFlags |= state.StepFlagOwnGravity
	} else {
		w.bodies.Motion[row].StepFlags &^= state.StepFlagOwnGravity
	}
}

// validateOwnGravities panics when bodies between ticks have another gravity than without areas.
func (w *World) validateOwnGravities() {
	n := 0
	for slot := range w.bodies.Meta {
		m := &w.bodies.Meta[slot]
		if m.ID == 0 {
			continue
		}
		row := w.bodies.Row(state.BodySlot(slot))
		if m.HasOwnGravity {
			n++
		}
		if m.HasOwnGravity != (w.bodies.Motion[row].StepFlags&state.StepFlagOwnGravity != 0) && !w.door.has(doorTicking) {
			panic("world: the gravity of an area outlived its tick")
		}
	}
	if n != w.areas.ownGravities {
		panic("world: the count of bodies with their own gravity is wrong")
	}
}

// noteOwnGravity tells the stages that a row has a gravity of its own.
func (w *World) noteOwnGravity(row state.BodyRow) {
	w.bodies.OwnGravityRows.Set(uint32(row))
	w.params.HasOwnGravity = true
	w.params.MaxOwnGravity = max(w.params.MaxOwnGravity, w.bodies.OwnGravityAt(row).Length())
}

// gatherOwnGravities notes the awake bodies with Body.SetGravity.
func (w *World) gatherOwnGravities() {
	for r := range w.bodies.Awake() {
		if w.bodies.Motion[r].StepFlags&state.StepFlagOwnGravity != 0 {
			w.noteOwnGravity(state.BodyRow(r))
		}
	}
}
