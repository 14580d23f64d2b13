package constraint

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// gearConstraint is a gear during a tick. Each of its joints is measured as a generic constraint.
type gearConstraint struct {
	joint      state.JointRow
	measured   [2]Generic
	ratio      float32
	startError float32 // error when the tick began
	impulse    float32 // N m s or N s on the first coordinate
	maxImpulse float32
	mass       float32
	soft       Soft
}

func (r *Set) prepareGear(w *gearConstraint, s *state.Joints, bodies *state.Bodies, p *step.Params) {
	link, strength := &s.Link[w.joint], &s.Strength[w.joint]
	g := &s.MultiBodyAt(link.Data).Gear
	for i, id := range g.Joints {
		l := &s.Link[s.Rows[s.SlotOf(id)]]
		e := &w.measured[i]
		var empty state.GenericJoint
		rec := &empty
		if l.Kind == joint.KindPrismatic {
			rec = s.GenericAt(l.Data)
		}
		e.beginTick(rec, bodies, l)
		// A groove measures its translation and nothing else, a ratchet its angle.
		e.kind = joint.KindRatchet
		if l.Kind == joint.KindPrismatic {
			e.kind = joint.KindGroove
		}
		e.Measure(&bodies.State[e.A], &bodies.State[e.B])
		e.Scalars[0].start = e.Scalars[0].now
	}
	w.applyDominance(bodies)
	w.ratio = float32(g.Ratio)
	w.startError = float32(s.GearSum(bodies, g) - g.Sum)
	w.impulse = g.Impulse
	w.maxImpulse = float32(strength.MaxTorque * p.H)
	w.soft = SoftOf(RigidSoft(p, strength))
	w.setMass()
}

// setMass finds the effective mass. If both ends share a body, its two lines add.
func (w *gearConstraint) setMass() {
	x, y := &w.measured[0], &w.measured[1]
	k := x.Scalars[0].coupling(&x.Scalars[0].Jacobian, &x.masses)
	ratio := float64(w.ratio)
	k += float64(float64(ratio*ratio) * y.Scalars[0].coupling(&y.Scalars[0].Jacobian, &y.masses))
	cross := 0.0
	l := &x.Scalars[0].Jacobian
	half, m := halfOf(y, x.A)
	cross += l.coupling(&half, &m)
	half, m = halfOf(y, x.B)
	half, m = Jacobian{Bx: half.Ax, By: half.Ay, Bw: half.Aw}, masses{mb: m.ma, ib: m.ia}
	cross += l.coupling(&half, &m)
	w.mass = inverse(float32(k + float64(2*float64(ratio*cross))))
}

// halfOf returns the half of a constraint's line that belongs to the body in a row, in the place of body A, and
// that body's masses. It is zero if the constraint does not have the body.
func halfOf(w *Generic, row int32) (Jacobian, masses) {
	l := &w.Scalars[0].Jacobian
	switch row {
	case w.A:
		return Jacobian{Ax: l.Ax, Ay: l.Ay, Aw: l.Aw}, masses{ma: w.ma, ia: w.ia}
	case w.B:
		return Jacobian{Ax: l.Bx, Ay: l.By, Aw: l.Bw}, masses{ma: w.mb, ia: w.ib}
	default:
		return Jacobian{}, masses{}
	}
}

// speed returns the rate of the sum.
func (w *gearConstraint) speed(states []state.BodyState) float32 {
	x, y := &w.measured[0], &w.measured[1]
	v := pairVelocityOf(&states[x.A], &states[x.B])
	u := pairVelocityOf(&states[y.A], &states[y.B])
	return x.Scalars[0].Jacobian.speed(&v) + float32(w.ratio*y.Scalars[0].Jacobian.speed(&u))
}

// applyAlong applies impulses along lines of the two ends, one end after the other
// because they may share a body.
func (w *gearConstraint) applyAlong(states []state.BodyState, first, second *Jacobian, j float32) {
	for i, l := range [2]*Jacobian{first, second} {
		e := &w.measured[i]
		a, b := &states[e.A], &states[e.B]
		v := pairVelocityOf(a, b)
		v.applyImpulse(l, &e.masses, j)
		v.write(a, b)
		j = float32(j * w.ratio)
	}
}

func (w *gearConstraint) applyImpulse(states []state.BodyState, j float32) {
	w.applyAlong(states, &w.measured[0].Scalars[0].Jacobian, &w.measured[1].Scalars[0].Jacobian, j)
}

func (w *gearConstraint) solve(states []state.BodyState, c Soft) {
	err := w.startError + w.measured[0].Scalars[0].Moved() + float32(w.ratio*w.measured[1].Scalars[0].Moved())
	j := clamp(c.next(w.impulse, w.mass, err, w.speed(states)), w.maxImpulse)
	w.applyImpulse(states, j-w.impulse)
	w.impulse = j
}

func (r *Set) warmStartGear(w *gearConstraint, states []state.BodyState) {
	w.applyImpulse(states, w.impulse)
}

func (r *Set) solveGear(w *gearConstraint, states []state.BodyState) {
	w.applyAlong(states, &w.measured[0].warmCorrection, &w.measured[1].warmCorrection, 1)
	w.measured[0].warmCorrection, w.measured[1].warmCorrection = Jacobian{}, Jacobian{}
	w.solve(states, w.soft)
}

// relaxGear corrects velocities alone, after the bodies have moved. See relaxGeneric for the warm
// correction. Here it includes the impulse but not yet the ratio.
func (r *Set) relaxGear(w *gearConstraint, states []state.BodyState) {
	for i := range w.measured {
		e := &w.measured[i]
		old := e.Scalars[0].Jacobian
		e.Measure(&states[e.A], &states[e.B])
		change := e.Scalars[0].Jacobian.sub(&old)
		e.warmCorrection = Jacobian{}
		e.warmCorrection.addScaled(&change, w.impulse)
	}
	w.setMass()
	w.solve(states, velocityOnly)
}

func (r *Set) storeGear(w *gearConstraint, s *state.Joints, p *step.Params) {
	g := &s.MultiBodyAt(s.Link[w.joint].Data).Gear
	g.Impulse = w.impulse
	for i := range w.measured {
		g.Angles[i] += float64(w.measured[i].angleChange)
	}
	second := &w.measured[1].Scalars[0].Jacobian
	j := float32(w.impulse * w.ratio)
	f := state.JointLoad{ForceX: float32(float32(second.Bx*j) * p.InvH), ForceY: float32(float32(second.By*j) * p.InvH)}
	couple := second.Bw - (float32(w.measured[1].Vx*second.By) - float32(w.measured[1].Vy*second.Bx))
	f.Torque = float32(float32(couple*j) * p.InvH)
	StoreLoad(s, w.joint, f)
}
