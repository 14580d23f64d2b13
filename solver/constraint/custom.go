package constraint

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// customBody is a body of a custom joint during a tick.
type customBody struct {
	_              [0]func() // not comparable, so no program has code for a comparison
	row            int32
	m, i           float64           // inverse mass and inertia
	pose           geom.Transform    // of the centre of mass when the tick began
	warmCorrection joint.RowJacobian // the impulse that the next warm start lacks
}

// customRow is the solver's form of a row of a custom joint.
type customRow struct {
	_                      [0]func() // not comparable, so no program has code for a comparison
	err, speed, impulse    float64
	impulseMin, impulseMax float64
	mass                   float64
	soft                   Gains
	spring                 bool
}

// customConstraint is a custom joint during a tick. Its rows are known after the first call of the
// game's code in the tick.
type customConstraint struct {
	_                   [0]func() // not comparable, so no program has code for a comparison
	joint               state.JointRow
	bodies, rows        column.Span // in the set's customBodies and customRows
	record              *state.MultiBodyJoint
	h                   float64
	maxHertz            float64 // largest stiffness of rigid rows, 1/s
	rigid               Gains
	maxForce, maxTorque float64
	listener            state.JointListener
	notFinite           bool              // a body is not finite: the joint does nothing for the tick
	total               joint.RowJacobian // impulse on the second body in the sub-steps so far
}

// gatherCustom makes room for a custom joint and its bodies.
func (r *Set) gatherCustom(s *state.Joints, slot state.JointSlot, row state.JointRow) {
	w := customConstraint{joint: row, record: s.MultiBodyOf(slot), listener: s.Listener}
	w.bodies.Lo = len(r.customBodies)
	for range w.record.Bodies {
		r.customBodies = append(r.customBodies, customBody{})
	}
	w.bodies.Hi = len(r.customBodies)
	r.customs = append(r.customs, w)
}

func (r *Set) bodiesOf(w *customConstraint) []customBody {
	return r.customBodies[w.bodies.Lo:w.bodies.Hi]
}

func (r *Set) rowsOf(w *customConstraint) []customRow {
	return r.customRows[w.rows.Lo:w.rows.Hi]
}

func (r *Set) prepareCustom(w *customConstraint, s *state.Joints, bodies *state.Bodies, p *step.Params) {
	perBody := r.bodiesOf(w)
	for i, slot := range w.record.Bodies {
		row := bodies.Rows[slot]
		m, inertia := bodies.InvMass(row)
		perBody[i] = customBody{row: int32(row), m: float64(m), i: float64(inertia), pose: bodies.Pose[row]}
		w.record.Views[i].LocalCenter = bodies.Meta[slot].LocalCenter
	}
	w.applyDominance(perBody, bodies)
	strength := &s.Strength[w.joint]
	w.h, w.maxHertz = float64(p.H), float64(p.InvH/4)
	w.rigid = GainsOf(RigidSoft(p, &state.JointStrength{}))
	w.maxForce, w.maxTorque = float64(strength.MaxForce), float64(strength.MaxTorque)
}

// measureCustom calls the game's code and reads its rows. Bodies that are not finite are disabled
// at the end of the tick; until then the code is not called.
func (r *Set) measureCustom(w *customConstraint, states []state.BodyState, firstOfTick bool) {
	rec := w.record
	for i := range r.bodiesOf(w) {
		e, view := &r.bodiesOf(w)[i], &rec.Views[i]
		st := &states[e.row]
		view.Pose.P = e.pose.P.Add(geom.Vec2{X: float64(st.DX), Y: float64(st.DY)})
		view.Pose.R = geom.Rot{C: float64(st.DC), S: float64(st.DS)}.Mul(e.pose.R)
		view.Velocity, view.AngularVelocity = geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}, float64(st.W)
		w.notFinite = w.notFinite || (st.VX-st.VX)+(st.VY-st.VY)+(st.W-st.W) != 0 || !view.Pose.Finite()
	}
	m := &rec.Context
	m.Begin(w.h, firstOfTick, rec.Views, rec.Impulses)
	if w.notFinite {
		w.rows.Hi = w.rows.Lo
		clear(rec.Impulses)
		return
	}
	rec.Def.(*joint.Custom).Constraint.Measure(m)
	if w.listener != nil {
		w.listener.Measured(m)
	}
	if firstOfTick {
		w.rows.Lo = len(r.customRows)
		for range m.Rows() {
			r.customRows = append(r.customRows, customRow{})
		}
		w.rows.Hi = len(r.customRows)
	}
	if len(m.Rows()) != w.rows.Hi-w.rows.Lo {
		panic("joint: a Constraint changed its number of rows within a tick")
	}
	for len(rec.Impulses) < len(m.Rows()) {
		rec.Impulses = append(rec.Impulses, 0)
	}
	clear(rec.Impulses[len(m.Rows()):])
	for k := range m.Rows() {
		r.setRow(w, k, &m.Rows()[k])
	}
}

// setRow sets row k from the row that the game gave.
func (r *Set) setRow(w *customConstraint, k int, given *joint.SoftRow) {
	l := &r.rowsOf(w)[k]
	*l = customRow{err: given.Error, speed: given.Speed, spring: given.Spring, soft: w.rigid, impulse: w.record.Impulses[k]}
	switch {
	case given.Spring:
		l.soft = springFromHertz(float32(given.Hertz), float32(given.Damping), float32(w.h))
	case given.Hertz > 0:
		l.soft = GainsOf(step.MakeSoft(float32(min(given.Hertz, w.maxHertz)), float32(given.Damping), float32(w.h)))
	}
	mobility, hasLinear := 0.0, false
	for i, a := range w.record.Context.Jacobians(k) {
		e := &r.bodiesOf(w)[i]
		hasLinear = hasLinear || a.X != 0 || a.Y != 0
		mobility += float64(e.m*(float64(a.X*a.X)+float64(a.Y*a.Y))) + float64(float64(e.i*a.W)*a.W)
	}
	if mobility > 0 {
		l.mass = 1 / mobility
	}
	l.impulseMin, l.impulseMax = float64(given.Lower*w.h), float64(given.Upper*w.h)
	if given.Lower == 0 && given.Upper == 0 {
		l.impulseMax = float64(w.maxTorque * w.h)
		if hasLinear {
			l.impulseMax = float64(w.maxForce * w.h)
		}
		l.impulseMin = -l.impulseMax
	}
}

// applyAlong applies an impulse along a row.
func (r *Set) applyAlong(w *customConstraint, states []state.BodyState, jacobians []joint.RowJacobian, j float64) {
	perBody := r.bodiesOf(w)
	for i, a := range jacobians {
		perBody[i].applyImpulse(states, a, j)
	}
}

func (e *customBody) applyImpulse(states []state.BodyState, a joint.RowJacobian, j float64) {
	st := &states[e.row]
	m, i := float64(e.m*j), float64(e.i*j)
	st.SetVelocity(st.VX+float32(a.X*m), st.VY+float32(a.Y*m), st.W+float32(a.W*i))
}

// rateOf returns the speed along a row, m/s or rad/s.
func (r *Set) rateOf(w *customConstraint, states []state.BodyState, jacobians []joint.RowJacobian) float64 {
	sum, perBody := 0.0, r.bodiesOf(w)
	for i, a := range jacobians {
		st := &states[perBody[i].row]
		sum += float64(a.X*float64(st.VX)) + float64(a.Y*float64(st.VY)) + float64(a.W*float64(st.W))
	}
	return sum
}

// customs are the custom joints of a Set.
type customs Set

func (r *customs) prepareAll(s *state.Joints, bodies *state.Bodies, p *step.Params, lo, hi int) {
	for i := lo; i < hi; i++ {
		(*Set)(r).prepareCustom(&r.customs[i], s, bodies, p)
	}
}

func (r *customs) run(pass step.Pass, lo, hi int, states []state.BodyState) {
	for i := lo; i < hi; i++ {
		switch w := &r.customs[i]; pass {
		case step.WarmStart:
			(*Set)(r).warmStartCustom(w, states)
		case step.Solve:
			(*Set)(r).solveCustom(w, states)
		default:
			(*Set)(r).relaxCustom(w, states)
		}
	}
}

func (r *customs) storeAll(s *state.Joints, p *step.Params, lo, hi int) {
	for i := lo; i < hi; i++ {
		(*Set)(r).storeCustom(&r.customs[i], s, p)
	}
}

func (r *Set) warmStartCustom(w *customConstraint, states []state.BodyState) {
	r.measureCustom(w, states, true)
	for k, l := range r.rowsOf(w) {
		r.applyAlong(w, states, w.record.Context.Jacobians(k), l.impulse)
	}
}

func (r *Set) solveCustom(w *customConstraint, states []state.BodyState) {
	perBody := r.bodiesOf(w)
	for i := range perBody {
		perBody[i].applyImpulse(states, perBody[i].warmCorrection, 1)
		perBody[i].warmCorrection = joint.RowJacobian{}
	}
	for k := range r.rowsOf(w) {
		r.solveRow(w, states, k, r.rowsOf(w)[k].soft)
	}
}

// solveRow is Gains.next in float64, with the bounds of the row.
func (r *Set) solveRow(w *customConstraint, states []state.BodyState, k int, c Gains) {
	l, jacobians := &r.rowsOf(w)[k], w.record.Context.Jacobians(k)
	s := float64(float64(c.Gain)*l.err) + float64(float64(c.MassScale)*(r.rateOf(w, states, jacobians)-l.speed))
	j := l.impulse - float64(l.mass*s) - float64(float64(c.ImpulseScale)*l.impulse)
	j = min(max(j, l.impulseMin), l.impulseMax)
	r.applyAlong(w, states, jacobians, j-l.impulse)
	l.impulse, w.record.Impulses[k] = j, j
}

// relaxCustom corrects velocities alone, after the bodies have moved. See Generic.relax for the
// warm correction.
func (r *Set) relaxCustom(w *customConstraint, states []state.BodyState) {
	r.addWarmCorrection(w, -1)
	r.measureCustom(w, states, false)
	r.addWarmCorrection(w, 1)
	for k := range r.rowsOf(w) {
		if !r.rowsOf(w)[k].spring {
			r.solveRow(w, states, k, velocityOnly)
		}
	}
	j, lacking := r.onSecond(w), &r.bodiesOf(w)[1].warmCorrection
	w.total.X += j.X - lacking.X
	w.total.Y += j.Y - lacking.Y
	w.total.W += j.W - lacking.W
}

// onSecond returns the impulse of the rows on the second body.
func (r *Set) onSecond(w *customConstraint) (sum joint.RowJacobian) {
	for k, l := range r.rowsOf(w) {
		a := w.record.Context.Jacobians(k)[1]
		sum.X += float64(a.X * l.impulse)
		sum.Y += float64(a.Y * l.impulse)
		sum.W += float64(a.W * l.impulse)
	}
	return sum
}

// addWarmCorrection adds the impulses on each body to its warm correction.
func (r *Set) addWarmCorrection(w *customConstraint, sign float64) {
	perBody := r.bodiesOf(w)
	for k, l := range r.rowsOf(w) {
		j := float64(sign * l.impulse)
		for i, a := range w.record.Context.Jacobians(k) {
			t := &perBody[i].warmCorrection
			t.X += float64(j * a.X)
			t.Y += float64(j * a.Y)
			t.W += float64(j * a.W)
		}
	}
}

func (r *Set) storeCustom(w *customConstraint, s *state.Joints, p *step.Params) {
	last, total := r.onSecond(w), w.total
	StoreLoad(s, w.joint, Impulse{float32(last.X), float32(last.Y), float32(last.W)}, Impulse{float32(total.X), float32(total.Y), float32(total.W)}, p)
}
