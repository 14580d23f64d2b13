package joint

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// Gear couples two joints, each revolute or prismatic: the coordinate of the first
// plus Ratio times that of the second stays what it was when the gear was made, or
// its ratio last changed. A
// coordinate is the angle of the joint's body B less that of its body A, rad, or
// its translation, m. Two wheels of radii r and s that mesh have the ratio s/r; a
// pinion of radius r as the first and its rack as the second have 1/r or -1/r. A
// gear ends with either of its joints.
type Gear struct {
	Base

	Ratio float64 // zero means 1
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Gear) Validate() error {
	var c checks
	c.base(&d.Base)
	c.number("Ratio", d.Ratio)
	return c.err
}

func (d *Gear) kind() Kind                                  { return KindGear }
func (d *Gear) clone() Definition                           { c := *d; return &c }
func (d *Gear) compile(*genericJoint, *state.Bodies, *Link) {}

// gear is what a gear's record has besides that of other wide joints.
type gear struct {
	joints  [2]ID
	angles  [2]float64 // of revolute joints, with whole turns, when last looked at
	ratio   float64
	sum     float64 // of the coordinates, as it should be
	impulse float32
}

// CanGear reports whether a gear can couple a joint.
func (s *Store) CanGear(slot Slot) bool {
	k := s.Link[s.Rows[slot]].Kind
	return k == KindRevolute || k == KindPrismatic
}

// GearBodies returns the bodies that a gear of two joints would hold: the two
// that the joints move first. It returns nil when that is one and the same.
func (s *Store) GearBodies(first, second Slot) []state.BodySlot {
	l, m := s.Link[s.Rows[first]], s.Link[s.Rows[second]]
	if l.BodyB == m.BodyB {
		return nil
	}
	list := []state.BodySlot{state.BodySlot(l.BodyB), state.BodySlot(m.BodyB)}
	for _, b := range [2]uint32{l.BodyA, m.BodyA} {
		if b != l.BodyB && b != m.BodyB && (len(list) == 2 || list[2] != state.BodySlot(b)) {
			list = append(list, state.BodySlot(b))
		}
	}
	return list
}

// AddGear makes an awake gear from a valid definition and two joints for which
// GearBodies knows the bodies.
func (s *Store) AddGear(bodies *state.Bodies, first, second Slot, def *Gear) Slot {
	defCopy := *def
	slot := s.addMultiBody(bodies, s.GearBodies(first, second), &defCopy)
	g := &s.multiBodyOf(slot).gear
	g.joints = [2]ID{s.Meta[first].ID, s.Meta[second].ID}
	s.compileMultiBody(bodies, slot)
	return slot
}

// setRatio changes the ratio. What the gear holds is then measured anew.
func (s *Store) setRatio(bodies *state.Bodies, g *gear, ratio float64) {
	if ratio == 0 {
		ratio = 1
	}
	if g.ratio != ratio {
		g.ratio = ratio
		g.sum = s.gearSum(bodies, g)
	}
}

// GearedJoints returns the two joints that a gear couples.
func (s *Store) GearedJoints(slot Slot) [2]ID { return s.gearOf(slot).joints }

// AppendGears appends the gears that couple a joint.
func (s *Store) AppendGears(dst []Slot, bodies *state.Bodies, slot Slot) []Slot {
	l := &s.Link[s.Rows[slot]]
	if !s.CanGear(slot) {
		return dst
	}
	for key := bodies.Meta[l.BodyB].FirstJoint; key != None; key = s.Next(key) {
		owner, first := s.OwnerOfEdge(key)
		if w := s.multiBodyOf(owner); first && w != nil && s.Link[s.Rows[owner]].Kind == KindGear {
			if id := s.Meta[slot].ID; w.gear.joints[0] == id || w.gear.joints[1] == id {
				dst = append(dst, owner)
			}
		}
	}
	return dst
}

// gearSum returns the sum that a gear holds.
func (s *Store) gearSum(bodies *state.Bodies, g *gear) float64 {
	var x [2]float64
	for i, id := range g.joints {
		l := &s.Link[s.Rows[id.Slot()]]
		if l.Kind == KindPrismatic {
			x[i] = s.generics.at(l.Data).translation(bodies, l)
			continue
		}
		qa := bodies.Pose[bodies.Rows[l.BodyA]].R
		qb := bodies.Pose[bodies.Rows[l.BodyB]].R
		g.angles[i] = unwrap(qa.InverseMul(qb).Angle(), g.angles[i])
		x[i] = g.angles[i]
	}
	return x[0] + float64(g.ratio*x[1])
}

// gearConstraint is a gear for a tick. Each end is the row of a joint that only measures.
type gearConstraint struct {
	joint      Row
	measured   [2]genericConstraint
	ratio      float32
	startError float32 // error when the tick began
	impulse    float32 // N m s or N s on the first coordinate
	maxImpulse float32
	mass       float32
	soft       impulseSoft
}

func (r *ConstraintSet) prepareGear(w *gearConstraint, s *Store, bodies *state.Bodies, p *step.Params) {
	link, strength := &s.Link[w.joint], &s.Strength[w.joint]
	g := &s.multiBodies.at(link.Data).gear
	for i, id := range g.joints {
		l := &s.Link[s.Rows[id.Slot()]]
		e := &w.measured[i]
		var empty genericJoint
		rec := &empty
		if l.Kind == KindPrismatic {
			rec = s.generics.at(l.Data)
		}
		e.beginTick(rec, bodies, l)
		// A groove measures its slide and nothing else, a ratchet its turn.
		e.kind = KindRatchet
		if l.Kind == KindPrismatic {
			e.kind = KindGroove
		}
		e.measure(&bodies.State[e.a], &bodies.State[e.b])
		e.scalars[0].start = e.scalars[0].now
	}
	w.ratio = float32(g.ratio)
	w.startError = float32(s.gearSum(bodies, g) - g.sum)
	w.impulse = g.impulse
	w.maxImpulse = float32(strength.MaxTorque * p.H)
	w.soft = softOf(rigidSoft(p, strength))
	w.setMass()
}

// weigh finds the effective mass. A body that both ends share is moved by both.
func (w *gearConstraint) setMass() {
	x, y := &w.measured[0], &w.measured[1]
	k := x.scalars[0].coupling(&x.scalars[0].jacobian, &x.masses)
	ratio := float64(w.ratio)
	k += float64(float64(ratio*ratio) * y.scalars[0].coupling(&y.scalars[0].jacobian, &y.masses))
	cross := 0.0
	l := &x.scalars[0].jacobian
	if sharedJacobian, m, ok := sharedBodyJacobian(x.a, &y.scalars[0].jacobian, y); ok {
		bodyMass := masses{ma: m.ma, ia: m.ia}
		cross += l.coupling(&sharedJacobian, &bodyMass)
	}
	if sharedJacobian, m, ok := sharedBodyJacobian(x.b, &y.scalars[0].jacobian, y); ok {
		bodyMass := masses{mb: m.ma, ib: m.ia}
		sharedJacobian = jacobian{bx: sharedJacobian.ax, by: sharedJacobian.ay, bw: sharedJacobian.aw}
		cross += l.coupling(&sharedJacobian, &bodyMass)
	}
	w.mass = inverse(float32(k + float64(2*float64(ratio*cross))))
}

// sharedBodyJacobian returns what a line does to a body, as that of a body A, if the body is
// one of the two of the row.
func sharedBodyJacobian(row int32, l *jacobian, w *genericConstraint) (jacobian, masses, bool) {
	switch row {
	case w.a:
		return jacobian{ax: l.ax, ay: l.ay, aw: l.aw}, masses{ma: w.ma, ia: w.ia}, true
	case w.b:
		return jacobian{ax: l.bx, ay: l.by, aw: l.bw}, masses{ma: w.mb, ia: w.ib}, true
	default:
		return jacobian{}, masses{}, false
	}
}

// motorSpeed returns the rate of the sum.
func (w *gearConstraint) speed(states []state.BodyState) float32 {
	x, y := &w.measured[0], &w.measured[1]
	v := pairVelocityOf(&states[x.a], &states[x.b])
	u := pairVelocityOf(&states[y.a], &states[y.b])
	return x.scalars[0].jacobian.speed(&v) + float32(w.ratio*y.scalars[0].jacobian.speed(&u))
}

// push applies impulses along lines of the two ends, one end after the other
// because they may share a body.
func (w *gearConstraint) applyAlong(states []state.BodyState, first, second *jacobian, j float32) {
	for i, l := range [2]*jacobian{first, second} {
		e := &w.measured[i]
		a, b := &states[e.a], &states[e.b]
		v := pairVelocityOf(a, b)
		v.applyImpulse(l, &e.masses, j)
		v.write(a, b)
		j = float32(j * w.ratio)
	}
}

func (w *gearConstraint) applyImpulse(states []state.BodyState, j float32) {
	w.applyAlong(states, &w.measured[0].scalars[0].jacobian, &w.measured[1].scalars[0].jacobian, j)
}

func (w *gearConstraint) solve(states []state.BodyState, c impulseSoft) {
	err := w.startError + w.measured[0].scalars[0].moved() + float32(w.ratio*w.measured[1].scalars[0].moved())
	s := float32(c.gain*err) + float32(c.massScale*w.speed(states))
	j := clamp(w.impulse-float32(w.mass*s)-float32(c.impulseScale*w.impulse), w.maxImpulse)
	w.applyImpulse(states, j-w.impulse)
	w.impulse = j
}

func (r *ConstraintSet) warmStartGear(w *gearConstraint, states []state.BodyState) {
	w.applyImpulse(states, w.impulse)
}

func (r *ConstraintSet) solveGear(w *gearConstraint, states []state.BodyState) {
	w.applyAlong(states, &w.measured[0].warmCorrection, &w.measured[1].warmCorrection, 1)
	w.measured[0].warmCorrection, w.measured[1].warmCorrection = jacobian{}, jacobian{}
	w.solve(states, w.soft)
}

// relaxGear: see relaxGeneric for the part that comes late. It holds the impulse
// already, but not yet the ratio.
func (r *ConstraintSet) relaxGear(w *gearConstraint, states []state.BodyState) {
	for i := range w.measured {
		e := &w.measured[i]
		old := e.scalars[0].jacobian
		e.measure(&states[e.a], &states[e.b])
		change := e.scalars[0].jacobian.sub(&old)
		e.warmCorrection = jacobian{}
		e.warmCorrection.addScaled(&change, w.impulse)
	}
	w.setMass()
	w.solve(states, velocityOnly)
}

func (r *ConstraintSet) storeGear(w *gearConstraint, s *Store, p *step.Params) {
	g := &s.multiBodies.at(s.Link[w.joint].Data).gear
	g.impulse = w.impulse
	for i := range w.measured {
		g.angles[i] += float64(w.measured[i].angleChange)
	}
	second := &w.measured[1].scalars[0].jacobian
	j := float32(w.impulse * w.ratio)
	f := Load{ForceX: float32(float32(second.bx*j) * p.InvH), ForceY: float32(float32(second.by*j) * p.InvH)}
	couple := second.bw - (float32(w.measured[1].vx*second.by) - float32(w.measured[1].vy*second.bx))
	f.Torque = float32(float32(couple*j) * p.InvH)
	s.storeLoad(w.joint, f)
	j = w.impulse
	for i := range w.measured {
		e := &w.measured[i]
		link := &s.Link[s.Rows[g.joints[i].Slot()]]
		l := e.scalars[0].jacobian.mul(j)
		s.noteLever(link.BodyA, e.ia, p.H, e.ux, e.uy, l.ax, l.ay, l.aw-(float32(e.ux*l.ay)-float32(e.uy*l.ax)))
		s.noteLever(link.BodyB, e.ib, p.H, e.vx, e.vy, l.bx, l.by, l.bw-(float32(e.vx*l.by)-float32(e.vy*l.bx)))
		j = float32(j * w.ratio)
	}
}

// GearSeparation returns how far the sum is from what it should be, rad or m.
func (s *Store) GearSeparation(bodies *state.Bodies, slot Slot) float64 {
	g := s.gearOf(slot)
	return s.gearSum(bodies, g) - g.sum
}

// gearOf returns the record of a joint, which must be a gear.
func (s *Store) gearOf(slot Slot) *gear {
	l := &s.Link[s.Rows[slot]]
	if l.Kind != KindGear {
		panic(wrongKind)
	}
	return &s.multiBodies.at(l.Data).gear
}
