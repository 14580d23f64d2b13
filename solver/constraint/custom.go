package constraint

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
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
	rigid                  bool // without bounds, and as stiff as the joints of the world
}

// customConstraint is a custom joint during a tick. Its rows are known after the first call of the
// game's code in the tick.
type customConstraint struct {
	_                   [0]func() // not comparable, so no program has code for a comparison
	joint               state.JointRow
	bodies, rows        column.Span // of the Customs
	record              *state.MultiBodyJoint
	h                   float64
	maxHertz            float64 // largest stiffness of rigid rows, 1/s
	rigid               Gains
	maxForce, maxTorque float64
	listener            state.JointListener
	notFinite           bool              // a body is not finite: the joint does nothing for the tick
	total               joint.RowJacobian // impulse on the second body in the sub-steps so far
}

// Customs are custom joints during a tick. The zero Customs is ready.
type Customs struct {
	list   []customConstraint
	bodies []customBody
	rows   []customRow
}

// Len returns the number of custom joints that have been gathered.
func (r *Customs) Len() int { return len(r.list) }

// Reset drops all custom joints and keeps the memory.
func (r *Customs) Reset() {
	clear(r.list) // they point to values of the game
	r.list, r.bodies, r.rows = r.list[:0], r.bodies[:0], r.rows[:0]
}

// ReserveLike makes room for as many custom joints as another Customs has room for.
func (r *Customs) ReserveLike(o *Customs) {
	r.list = grow.ReserveLike(r.list, o.list)
	r.bodies = grow.ReserveLike(r.bodies, o.bodies)
	r.rows = grow.ReserveLike(r.rows, o.rows)
}

// Gather makes room for a custom joint and its bodies. It returns the number of the joint.
func (r *Customs) Gather(s *state.Joints, row state.JointRow) int {
	w := customConstraint{joint: row, record: s.MultiBodyOf(s.Slots[row]), listener: s.Listener}
	w.bodies.Lo = len(r.bodies)
	for range w.record.Bodies {
		r.bodies = append(r.bodies, customBody{})
	}
	w.bodies.Hi = len(r.bodies)
	r.list = append(r.list, w)
	return len(r.list) - 1
}

func (r *Customs) bodiesOf(w *customConstraint) []customBody {
	return r.bodies[w.bodies.Lo:w.bodies.Hi]
}

func (r *Customs) rowsOf(w *customConstraint) []customRow { return r.rows[w.rows.Lo:w.rows.Hi] }

// Prepare prepares a joint from the tables and the poses.
func (r *Customs) Prepare(i int, s *state.Joints, bodies *state.Bodies, p *step.Params) {
	w := &r.list[i]
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

// Measure calls the game's code and reads its rows. Bodies that are not finite are disabled at the
// end of the tick; until then the code is not called. After the first call of a tick the turn of
// the rows adds to the warm correction: see Generic.relax. Measure returns the number of rows if
// all are rigid lines, and zero if one has bounds or a softness of its own.
func (r *Customs) Measure(i int, states []state.BodyState, firstOfTick bool) (rigidLines int) {
	w := &r.list[i]
	if !firstOfTick {
		r.addWarmCorrection(w, -1)
	}
	r.readRows(w, states, firstOfTick)
	if !firstOfTick {
		r.addWarmCorrection(w, 1)
	}
	rows := r.rowsOf(w)
	for k := range rows {
		if !rows[k].rigid {
			return 0
		}
	}
	return len(rows)
}

// readRows calls the game's code and reads its rows.
func (r *Customs) readRows(w *customConstraint, states []state.BodyState, firstOfTick bool) {
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
		w.rows.Lo = len(r.rows)
		for range m.Rows() {
			r.rows = append(r.rows, customRow{})
		}
		w.rows.Hi = len(r.rows)
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
func (r *Customs) setRow(w *customConstraint, k int, given *joint.SoftRow) {
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
	l.rigid = given.Hertz == 0 && math.IsInf(l.impulseMin, -1) && math.IsInf(l.impulseMax, 1)
}

// applyAlong applies an impulse along a row.
func (r *Customs) applyAlong(w *customConstraint, states []state.BodyState, jacobians []joint.RowJacobian, j float64) {
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
func (r *Customs) rateOf(w *customConstraint, states []state.BodyState, jacobians []joint.RowJacobian) float64 {
	sum, perBody := 0.0, r.bodiesOf(w)
	for i, a := range jacobians {
		st := &states[perBody[i].row]
		sum += float64(a.X*float64(st.VX)) + float64(a.Y*float64(st.VY)) + float64(a.W*float64(st.W))
	}
	return sum
}

func (r *Customs) prepareAll(s *state.Joints, bodies *state.Bodies, p *step.Params, lo, hi int) {
	for i := lo; i < hi; i++ {
		r.Prepare(i, s, bodies, p)
	}
}

func (r *Customs) run(pass step.Pass, lo, hi int, states []state.BodyState) {
	for i := lo; i < hi; i++ {
		r.Run(pass, i, states)
	}
}

func (r *Customs) storeAll(s *state.Joints, p *step.Params, lo, hi int) {
	for i := lo; i < hi; i++ {
		r.Store(i, s, p)
	}
}

// Run runs a pass over a joint that is solved by itself.
func (r *Customs) Run(pass step.Pass, i int, states []state.BodyState) {
	switch pass {
	case step.WarmStart:
		r.Measure(i, states, true)
		r.ApplyImpulses(i, states)
	case step.Solve:
		r.Correct(i, states)
		r.Sweep(pass, i, states)
	default:
		r.Measure(i, states, false)
		r.Sweep(pass, i, states)
		r.AddTotal(i)
	}
}

// ApplyImpulses applies the impulses kept from the last tick.
func (r *Customs) ApplyImpulses(i int, states []state.BodyState) {
	w := &r.list[i]
	for k, l := range r.rowsOf(w) {
		r.applyAlong(w, states, w.record.Context.Jacobians(k), l.impulse)
	}
}

// Correct applies the warm correction.
func (r *Customs) Correct(i int, states []state.BodyState) {
	perBody := r.bodiesOf(&r.list[i])
	for k := range perBody {
		perBody[k].applyImpulse(states, perBody[k].warmCorrection, 1)
		perBody[k].warmCorrection = joint.RowJacobian{}
	}
}

// Sweep solves row after row. A pass Relax corrects velocities alone, and leaves springs out.
func (r *Customs) Sweep(pass step.Pass, i int, states []state.BodyState) {
	w := &r.list[i]
	for k, l := range r.rowsOf(w) {
		switch {
		case pass == step.Solve:
			r.solveRow(w, states, k, l.soft)
		case !l.spring:
			r.solveRow(w, states, k, velocityOnly)
		}
	}
}

// Line returns a row as a line between the first two bodies, with its error, the speed that it is
// to have, and its impulse.
func (r *Customs) Line(i, k int) (on [2]joint.RowJacobian, err, speed, impulse float64) {
	w := &r.list[i]
	l := &r.rowsOf(w)[k]
	return [2]joint.RowJacobian(w.record.Context.Jacobians(k)), l.err, l.speed, l.impulse
}

// SetImpulse sets the impulse of a row that is solved elsewhere.
func (r *Customs) SetImpulse(i, k int, j float64) {
	w := &r.list[i]
	r.rowsOf(w)[k].impulse, w.record.Impulses[k] = j, j
}

// AddImpulse adds to the impulse of a row that is solved elsewhere, and in a pass Relax to the
// impulse of the tick.
func (r *Customs) AddImpulse(i, k int, j float64, pass step.Pass) {
	w := &r.list[i]
	r.SetImpulse(i, k, r.rowsOf(w)[k].impulse+j)
	if pass == step.Relax {
		a := w.record.Context.Jacobians(k)[1]
		w.total.X += float64(a.X * j)
		w.total.Y += float64(a.Y * j)
		w.total.W += float64(a.W * j)
	}
}

// solveRow is Gains.next in float64, with the bounds of the row.
func (r *Customs) solveRow(w *customConstraint, states []state.BodyState, k int, c Gains) {
	l, jacobians := &r.rowsOf(w)[k], w.record.Context.Jacobians(k)
	s := float64(float64(c.Gain)*l.err) + float64(float64(c.MassScale)*(r.rateOf(w, states, jacobians)-l.speed))
	j := l.impulse - float64(l.mass*s) - float64(float64(c.ImpulseScale)*l.impulse)
	j = min(max(j, l.impulseMin), l.impulseMax)
	r.applyAlong(w, states, jacobians, j-l.impulse)
	l.impulse, w.record.Impulses[k] = j, j
}

// AddTotal adds the present impulses to the impulse of the tick.
func (r *Customs) AddTotal(i int) {
	w := &r.list[i]
	j, lacking := r.onSecond(w), &r.bodiesOf(w)[1].warmCorrection
	w.total.X += j.X - lacking.X
	w.total.Y += j.Y - lacking.Y
	w.total.W += j.W - lacking.W
}

// onSecond returns the impulse of the rows on the second body.
func (r *Customs) onSecond(w *customConstraint) (sum joint.RowJacobian) {
	for k, l := range r.rowsOf(w) {
		a := w.record.Context.Jacobians(k)[1]
		sum.X += float64(a.X * l.impulse)
		sum.Y += float64(a.Y * l.impulse)
		sum.W += float64(a.W * l.impulse)
	}
	return sum
}

// addWarmCorrection adds the impulses on each body to its warm correction.
func (r *Customs) addWarmCorrection(w *customConstraint, sign float64) {
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

// Store writes the load of a joint to the table.
func (r *Customs) Store(i int, s *state.Joints, p *step.Params) {
	w := &r.list[i]
	last, total := r.onSecond(w), w.total
	StoreLoad(s, w.joint, Impulse{float32(last.X), float32(last.Y), float32(last.W)}, Impulse{float32(total.X), float32(total.Y), float32(total.W)}, p)
}
