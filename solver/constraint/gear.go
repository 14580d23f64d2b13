package constraint

import (
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// gearConstraint is a gear during a tick. Each of its joints is measured as a generic constraint.
type gearConstraint struct {
	joint      state.JointRow
	measured   [2]Generic
	ratio      float32
	startError float32 // error at the beginning of the tick
	impulse    float32 // N m s or N s on the first coordinate
	maxImpulse float32
	mass       float32
	soft       Gains
	total      Impulse // on body B in the sub-steps so far
}

func (w *gearConstraint) prepare(s *state.Joints, bodies *state.Bodies, p *step.Params) {
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
		if l.Kind != joint.KindPrismatic { // a revolute joint
			e.geometry = state.GeometryPoint
		}
		e.Measure(&bodies.State[e.A], &bodies.State[e.B])
		e.Scalars[0].start = e.Scalars[0].now
	}
	w.applyDominance(bodies)
	w.ratio = float32(g.Ratio)
	w.startError = float32(s.GearSum(bodies, g) - g.Sum)
	w.impulse = g.Impulse
	w.maxImpulse = float32(strength.MaxTorque * p.H)
	w.soft = GainsOf(RigidSoft(p, strength))
	w.setMass()
}

// setMass computes the effective mass. If both ends share a body, the two lines of the body add.
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
	w.mass = Inverse(float32(k + float64(2*float64(ratio*cross))))
}

// halfOf returns the half of a constraint's line on the body in a row, in the place of body A, and
// the body's inverse masses. Both are zero if the constraint does not have the body.
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

// applyAlong applies impulses along lines of the two ends, one end after the other because they may
// share a body.
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

func (w *gearConstraint) solveLine(states []state.BodyState, c Gains) {
	j := simd.Clamp(c.next(w.impulse, w.mass, w.err(), w.speed(states)), w.maxImpulse)
	w.applyImpulse(states, j-w.impulse)
	w.impulse = j
}

// gears are the gears of a Set.
type gears Set

func (r *gears) prepareAll(s *state.Joints, bodies *state.Bodies, p *step.Params, lo, hi int) {
	for i := lo; i < hi; i++ {
		r.gears[i].prepare(s, bodies, p)
	}
}

func (r *gears) run(pass step.Pass, lo, hi int, states []state.BodyState) {
	for i := lo; i < hi; i++ {
		switch w := &r.gears[i]; pass {
		case step.WarmStart:
			w.applyImpulse(states, w.impulse)
		case step.Solve:
			w.solve(states)
		default:
			w.relax(states)
		}
	}
}

func (r *gears) storeAll(s *state.Joints, p *step.Params, lo, hi int) {
	for i := lo; i < hi; i++ {
		r.gears[i].store(s, p)
	}
}

func (w *gearConstraint) solve(states []state.BodyState) {
	w.applyAlong(states, &w.measured[0].warmCorrection, &w.measured[1].warmCorrection, 1)
	w.measured[0].warmCorrection, w.measured[1].warmCorrection = Jacobian{}, Jacobian{}
	w.solveLine(states, w.soft)
}

// relax corrects velocities alone, after the bodies have moved. See Generic.relax for the warm
// correction. Here the correction includes the impulse but not yet the ratio.
func (w *gearConstraint) relax(states []state.BodyState) {
	for i := range w.measured {
		e := &w.measured[i]
		old := e.Scalars[0].Jacobian
		e.Measure(&states[e.A], &states[e.B])
		change := e.Scalars[0].Jacobian.sub(&old)
		e.warmCorrection = Jacobian{}
		e.warmCorrection.addScaled(&change, w.impulse)
	}
	w.setMass()
	w.solveLine(states, velocityOnly)
	end := &w.measured[1]
	sum := end.Scalars[0].Jacobian.mul(float32(w.impulse * w.ratio))
	lacking := end.warmCorrection.mul(w.ratio)
	sum = sum.sub(&lacking)
	w.total.add(end.onB(&sum))
}

// onB returns the part of an impulse on body B, with the torque about the anchor.
func (w *gearConstraint) onB(impulse float32) Impulse {
	sum := w.measured[1].Scalars[0].Jacobian.mul(float32(impulse * w.ratio))
	return w.measured[1].onB(&sum)
}

func (w *gearConstraint) store(s *state.Joints, p *step.Params) {
	g := &s.MultiBodyAt(s.Link[w.joint].Data).Gear
	g.Impulse = w.impulse
	for i := range w.measured {
		g.Angles[i] += float64(w.measured[i].angleChange)
	}
	StoreLoad(s, w.joint, w.onB(w.impulse), w.total, p)
}

// GearLine is the line of a gear that is solved elsewhere.
type GearLine struct{ w gearConstraint }

// Prepare prepares the line of a gear.
func (l *GearLine) Prepare(row state.JointRow, s *state.Joints, bodies *state.Bodies, p *step.Params) {
	l.w = gearConstraint{joint: row}
	l.w.prepare(s, bodies, p)
}

// Measure measures the line at the current poses of the tick.
func (l *GearLine) Measure(states []state.BodyState) {
	for i := range l.w.measured {
		e := &l.w.measured[i]
		e.Measure(&states[e.A], &states[e.B])
	}
	l.w.setMass()
}

// Jacobians returns the line's parts on the bodies of the two joints.
func (l *GearLine) Jacobians() (first, second Jacobian) {
	return l.w.measured[0].Scalars[0].Jacobian, l.w.measured[1].Scalars[0].mul(l.w.ratio)
}

// Err returns the error of the gear, rad or m.
func (l *GearLine) Err() float32 { return l.w.err() }

// Impulse returns the impulse of the last tick.
func (l *GearLine) Impulse() float32 { return l.w.impulse }

// Mobility returns one over the effective mass, or zero.
func (l *GearLine) Mobility() float64 { return float64(Inverse(l.w.mass)) }

// OnB returns the part of an impulse on body B, with the torque about the anchor.
func (l *GearLine) OnB(impulse float32) Impulse { return l.w.onB(impulse) }

// AboutAnchor returns an impulse on body B with the torque about the anchor instead of the centre
// of mass.
func (l *GearLine) AboutAnchor(j Impulse) Impulse {
	return l.w.measured[1].onB(&Jacobian{Bx: j.X, By: j.Y, Bw: j.W})
}

// Store writes an impulse and the load to the table. The argument total is the part of the impulse
// of the tick on body B.
func (l *GearLine) Store(s *state.Joints, p *step.Params, impulse float32, total Impulse) {
	l.w.impulse, l.w.total = impulse, total
	l.w.store(s, p)
}

// err returns the error of a gear.
func (w *gearConstraint) err() float32 {
	return w.startError + w.measured[0].Scalars[0].Moved() + float32(w.ratio*w.measured[1].Scalars[0].Moved())
}
