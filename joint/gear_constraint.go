package joint

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// gearConstraint is a gear for a tick. Each end is the row of a joint that only measures.
type gearConstraint struct {
	joint      JointRow
	measured   [2]genericConstraint
	ratio      float32
	startError float32 // error when the tick began
	impulse    float32 // N m s or N s on the first coordinate
	maxImpulse float32
	mass       float32
	soft       soft
}

func (r *Set) prepareGear(w *gearConstraint, s *Joints, bodies *state.Bodies, p *step.Params) {
	link, strength := &s.Link[w.joint], &s.Strength[w.joint]
	g := &s.multiBodyAt(link.Data).gear
	for i, id := range g.joints {
		l := &s.Link[s.Rows[id.Slot()]]
		e := &w.measured[i]
		var empty genericJoint
		rec := &empty
		if l.Kind == KindPrismatic {
			rec = s.genericAt(l.Data)
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

func (w *gearConstraint) solve(states []state.BodyState, c soft) {
	err := w.startError + w.measured[0].scalars[0].moved() + float32(w.ratio*w.measured[1].scalars[0].moved())
	j := clamp(c.next(w.impulse, w.mass, err, w.speed(states)), w.maxImpulse)
	w.applyImpulse(states, j-w.impulse)
	w.impulse = j
}

func (r *Set) warmStartGear(w *gearConstraint, states []state.BodyState) {
	w.applyImpulse(states, w.impulse)
}

func (r *Set) solveGear(w *gearConstraint, states []state.BodyState) {
	w.applyAlong(states, &w.measured[0].warmCorrection, &w.measured[1].warmCorrection, 1)
	w.measured[0].warmCorrection, w.measured[1].warmCorrection = jacobian{}, jacobian{}
	w.solve(states, w.soft)
}

// relaxGear: see relaxGeneric for the part that comes late. It holds the impulse
// already, but not yet the ratio.
func (r *Set) relaxGear(w *gearConstraint, states []state.BodyState) {
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

func (r *Set) storeGear(w *gearConstraint, s *Joints, p *step.Params) {
	g := &s.multiBodyAt(s.Link[w.joint].Data).gear
	g.impulse = w.impulse
	for i := range w.measured {
		g.angles[i] += float64(w.measured[i].angleChange)
	}
	second := &w.measured[1].scalars[0].jacobian
	j := float32(w.impulse * w.ratio)
	f := JointLoad{ForceX: float32(float32(second.bx*j) * p.InvH), ForceY: float32(float32(second.by*j) * p.InvH)}
	couple := second.bw - (float32(w.measured[1].vx*second.by) - float32(w.measured[1].vy*second.bx))
	f.Torque = float32(float32(couple*j) * p.InvH)
	storeLoad(s, w.joint, f)
	j = w.impulse
	for i := range w.measured {
		e := &w.measured[i]
		link := &s.Link[s.Rows[g.joints[i].Slot()]]
		l := e.scalars[0].jacobian.mul(j)
		noteLever(s, link.BodyA, e.ia, p.H, e.ux, e.uy, l.ax, l.ay, l.aw-(float32(e.ux*l.ay)-float32(e.uy*l.ax)))
		noteLever(s, link.BodyB, e.ib, p.H, e.vx, e.vy, l.bx, l.by, l.bw-(float32(e.vx*l.by)-float32(e.vy*l.bx)))
		j = float32(j * w.ratio)
	}
}
