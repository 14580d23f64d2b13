package areas

import (
	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// apply applies an effect to the bodies of the present area.
func (s *Stage) apply(e area.Effect) {
	switch e := e.(type) {
	case area.Gravity:
		s.applyGravity(&e)
	case area.PointGravity:
		s.applyPointGravity(&e)
	case area.Damping:
		s.applyDamping(&e)
	case area.Conveyor:
		s.applyConveyor(&e)
	case area.Fluid:
		s.applyFluid(&e)
	case area.Wind:
		s.applyWind(&e)
	case area.Functions:
		s.applyField(e)
	}
}

func (s *Stage) applyGravity(g *area.Gravity) {
	a := s.present.now.R.Apply(geom.From(g.Acceleration))
	for _, b := range s.inside() {
		if e := s.influenceOf(b); s.acts(e, gravityEffect, g.Replace) {
			e.gravity = e.gravity.Add(a)
		}
	}
}

func (s *Stage) applyPointGravity(g *area.PointGravity) {
	center := s.present.transform.Apply(geom.From(g.Center))
	puller := s.puller()
	for _, b := range s.inside() {
		e := s.influenceOf(b)
		if !s.acts(e, gravityEffect, g.Replace) {
			continue
		}
		a := g.Pull(center, e.position)
		e.gravity = e.gravity.Add(a)
		if puller != state.None {
			force := a.Mul(float64(e.mass * e.scale))
			s.influenceOf(state.BodySlot(puller)).addForce(force.Neg(), center)
		}
	}
}

// puller returns the body that carries the area if it is dynamic and awake, or state.None.
func (s *Stage) puller() uint32 {
	c := s.table.Carrier(s.present.slot, s.p.Bodies)
	if c == state.None || !s.reaches(state.BodySlot(c)) {
		return state.None
	}
	return c
}

func (s *Stage) applyDamping(d *area.Damping) {
	for _, b := range s.inside() {
		if e := s.influenceOf(b); s.acts(e, dampingEffect, d.Replace) {
			e.linearDamping += d.Linear
			e.angularDamping += d.Angular
		}
	}
}

func (s *Stage) applyConveyor(c *area.Conveyor) {
	flow := s.present.transform.R.Apply(geom.From(c.Velocity))
	along, speed := flow.Unit()
	most := float64(c.MaxAcceleration * s.p.Timestep)
	for _, b := range s.inside() {
		e := s.influenceOf(b)
		if !s.acts(e, conveyorEffect, c.Replace) {
			continue
		}
		// The effect of other conveyors counts, so that two conveyors with the same flow do not
		// overshoot.
		missing := flow.Add(s.present.velocityAt(e.position)).Sub(e.velocity.Add(e.conveyed))
		if speed > 0 {
			missing = along.Mul(missing.Dot(along))
		}
		if l := missing.Length(); l > most {
			missing = missing.Mul(most / l)
		}
		e.conveyed = e.conveyed.Add(missing)
	}
}

func (s *Stage) applyField(f area.Functions) {
	acceleration, force, replace := f.Has()
	for _, b := range s.inside() {
		e := s.influenceOf(b)
		at := FieldPoint{Body: b, Position: e.position, Velocity: e.velocity, Mass: e.mass}
		if acceleration && s.acts(e, gravityEffect, replace) {
			e.gravity = e.gravity.Add(s.calls.Acceleration(f, at))
		}
		if force && s.acts(e, forceEffect, replace) {
			e.force = e.force.Add(s.calls.Force(f, at))
		}
	}
}

func (s *Stage) applyFluid(f *area.Fluid) {
	s.beginDrag()
	for _, b := range s.overlapping() {
		if e := s.influenceOf(b); s.acts(e, fluidEffect, f.Replace) {
			s.immerse(f, e)
		}
	}
}

// displace adds a share of the buoyancy and drag on all colliders of a body.
func (s *Stage) displace(f *area.Fluid, b state.BodySlot, sum *DragSum, part float64) {
	shapes, drag := s.p.Shapes, &s.drag
	fluid := Fluid{Density: f.Density, LinearDrag: f.LinearDrag, QuadraticDrag: f.QuadraticDrag}
	d := displacement{sum: sum, surface: s.table.Surface[s.present.slot], fluid: &fluid, part: part}
	drag.clearCovers()
	for c := s.firstCollider(b); c != state.None; c = s.accepted(shapes.Link[c].Next) {
		slot := state.ColliderSlot(c)
		d.shape = shapes.Convex(slot)
		drag.displace(&d)
		if shapes.WholeOf(slot) == slot { // this part is the last in the compound's list
			drag.clearCovers()
		} else {
			drag.addCover(d.shape, sum.pose, s.chordTolerance())
		}
	}
}

// chordTolerance is the largest distance of chords from the round borders that they approximate, m.
func (s *Stage) chordTolerance() float64 { return float64(1e-3 * s.setting.LengthUnit) }

func (s *Stage) applyWind(w *area.Wind) {
	s.beginDrag()
	velocity := s.present.transform.R.Apply(geom.From(w.Velocity))
	for _, b := range s.overlapping() {
		e := s.influenceOf(b)
		if !s.acts(e, windEffect, w.Replace) {
			continue
		}
		sum := s.drag.Sum(&e.drag)
		s.placeDrag(sum, e, velocity, s.poseAfter(e, s.sampleTime()))
		for c := s.firstCollider(b); c != state.None; c = s.accepted(s.p.Shapes.Link[c].Next) {
			s.drag.Blow(sum, s.p.Shapes.Convex(state.ColliderSlot(c)), 0.5*w.Density*w.Drag, 0.5*w.Density*w.Lift)
		}
	}
}

// beginDrag prepares the border of the present area for fluids and winds.
func (s *Stage) beginDrag() {
	at := &s.present
	if at.hasDragBorder {
		return
	}
	at.hasDragBorder = true
	border := &at.convex
	if at.whole {
		border = nil
	}
	s.drag.BeginArea(border, s.chordTolerance())
}

// placeDrag places a sum in the present area, whose fluid moves with the velocity flow relative to
// the area, for a pose of the body.
func (s *Stage) placeDrag(sum *DragSum, e *influence, flow geom.Vec2, pose geom.Transform) {
	at := &s.present
	sum.Place(at.transform, pose, e.velocity.Sub(flow).Sub(at.velocityAt(pose.P)), e.spin-at.spin)
}

// firstCollider returns the first collider of a body that the present area accepts, or state.None.
func (s *Stage) firstCollider(b state.BodySlot) uint32 {
	return s.accepted(s.p.Bodies.Motion[s.p.Bodies.Row(b)].FirstCollider)
}

// accepted returns the first collider in a list from c on that the present area accepts, or
// state.None.
func (s *Stage) accepted(c uint32) uint32 {
	shapes := s.p.Shapes
	for c != state.None {
		link := &shapes.Link[c]
		if link.Flags&state.ColliderSensor == 0 && s.table.Place[s.present.slot].Filter.Accepts(shapes.Filter(state.ColliderSlot(c))) {
			return c
		}
		c = link.Next
	}
	return c
}
