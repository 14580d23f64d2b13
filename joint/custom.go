package joint

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// Constraint is what a custom joint does, written by the game. The engine calls
// Measure for every sub-step: once as a tick begins and then each time the bodies
// have moved. Measure looks at the bodies and describes, row by row, what should
// hold between them; the engine solves the rows with warm starting, softness and
// relaxing as it does its own. In one tick the number of rows must not change.
//
// Measure runs on the goroutine that called Step, joint after joint in an order
// that depends on the history of the world alone. It must depend on what the
// Moment tells and on the Constraint's own state only, or results cannot be
// repeated, and must not change the world.
type Constraint interface {
	Measure(m *ConstraintContext)
}

// Custom is a joint of the game's own, between two or more bodies. All of Base
// counts but Hertz and Damping, which are the rows' own affair; MaxForce and
// MaxTorque bound every row that sets no bounds, MaxTorque those that only turn.
// Its force and torque are what it does to its second body, about the centre of mass.
type Custom struct {
	Base

	Constraint Constraint
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Custom) Validate() error {
	var c checks
	c.base(&d.Base)
	if c.err == nil && d.Constraint == nil {
		c.err = geom.NewFieldError("Constraint", nil, geom.ErrDegenerate)
	}
	return c.err
}

func (d *Custom) kind() Kind                                  { return KindCustom }
func (d *Custom) clone() Definition                           { c := *d; return &c }
func (d *Custom) compile(*genericJoint, *state.Bodies, *Link) {}

// AddCustom makes an awake custom joint from a valid definition between two or
// more bodies, all different.
func (s *Store) AddCustom(bodies *state.Bodies, slots []state.BodySlot, def *Custom) Slot {
	defCopy := *def
	slot := s.addMultiBody(bodies, slots, &defCopy)
	s.compileMultiBody(bodies, slot)
	return slot
}

// arm is what a row does to one body per unit of impulse.
type bodyJacobian struct{ x, y, w float64 }

// customBody is a body of a custom joint during a tick.
type customBody struct {
	row            int32
	m, i           float64        // inverse mass and inertia
	pose           geom.Transform // of the centre when the tick began
	localOrigin    geom.Vec2      // from the centre of mass to the body's origin, in its axes
	now            geom.Transform // of the centre
	warmCorrection bodyJacobian
}

// customScalar is a row as the solver keeps it.
type customScalar struct {
	err, speed, impulse    float64
	impulseMin, impulseMax float64 // of the impulse
	mass                   float64
	soft                   impulseSoft
	spring                 bool
	defaultBounds          bool // the game set no bounds
}

// customConstraint is a custom joint in a tick. What it works on lies in its record,
// because the game decides how much that is.
type customConstraint struct {
	joint Row
	*multiBody
	context   ConstraintContext
	notFinite bool // a body is no longer finite: the joint rests for the tick
}

func (r *ConstraintSet) prepareCustom(w *customConstraint, s *Store, bodies *state.Bodies, p *step.Params) {
	for i, slot := range w.bodies {
		row := bodies.Rows[slot]
		m, inertia := invMassOf(bodies, row)
		w.perBody[i] = customBody{
			row: int32(row), m: float64(m), i: float64(inertia),
			pose: bodies.Pose[row], now: bodies.Pose[row], localOrigin: bodies.Meta[slot].LocalCenter.Neg(),
		}
	}
	strength := &s.Strength[w.joint]
	w.context = ConstraintContext{
		multiBody: w.multiBody, h: float64(p.H), rigid: softOf(rigidSoft(p, &Strength{})), maxHertz: float64(p.InvH / 4),
		maxForce: float64(strength.MaxForce), maxTorque: float64(strength.MaxTorque),
	}
}

// measure lets the game measure. Bodies that are not finite are put out of action when
// the tick ends; until then the game's code does not see them.
func (w *customConstraint) measure(states []state.BodyState, firstOfTick bool) {
	for i := range w.perBody {
		e := &w.perBody[i]
		st := &states[e.row]
		e.now.P = e.pose.P.Add(geom.Vec2{X: float64(st.DX), Y: float64(st.DY)})
		e.now.R = geom.Rot{C: float64(st.DC), S: float64(st.DS)}.Mul(e.pose.R)
		w.notFinite = w.notFinite || (st.VX-st.VX)+(st.VY-st.VY)+(st.W-st.W) != 0 || !e.now.Finite()
	}
	before := len(w.rows)
	w.rows, w.jacobians = w.rows[:0], w.jacobians[:0]
	if w.notFinite {
		clear(w.impulses)
		return
	}
	m := &w.context
	m.states, m.firstOfTick = states, firstOfTick
	w.def.(*Custom).Constraint.Measure(m)
	m.states = nil
	if !firstOfTick && len(w.rows) != before {
		panic("joint: a Constraint changed its number of rows within a tick")
	}
	for len(w.impulses) < len(w.rows) {
		w.impulses = append(w.impulses, 0)
	}
	clear(w.impulses[len(w.rows):])
	for k := range w.rows {
		l := &w.rows[k]
		l.impulse = w.impulses[k]
		mobility, hasLinear := 0.0, false
		for i, a := range w.jacobianOf(k) {
			e := &w.perBody[i]
			hasLinear = hasLinear || a.x != 0 || a.y != 0
			mobility += float64(e.m*(float64(a.x*a.x)+float64(a.y*a.y))) + float64(float64(e.i*a.w)*a.w)
		}
		l.mass = 0
		if mobility > 0 {
			l.mass = 1 / mobility
		}
		if l.defaultBounds {
			l.impulseMax = float64(m.maxTorque * m.h)
			if hasLinear {
				l.impulseMax = float64(m.maxForce * m.h)
			}
			l.impulseMin = -l.impulseMax
		}
	}
}

func (w *multiBody) jacobianOf(k int) []bodyJacobian {
	return w.jacobians[k*len(w.bodies) : (k+1)*len(w.bodies)]
}

// push applies an impulse along a row.
func (w *customConstraint) applyImpulse(states []state.BodyState, jacobians []bodyJacobian, j float64) {
	for i, a := range jacobians {
		w.perBody[i].applyImpulse(states, a, j)
	}
}

func (e *customBody) applyImpulse(states []state.BodyState, a bodyJacobian, j float64) {
	st := &states[e.row]
	m, i := float64(e.m*j), float64(e.i*j)
	st.SetVelocity(st.VX+float32(a.x*m), st.VY+float32(a.y*m), st.W+float32(a.w*i))
}

// motorSpeed returns the rate that a row sees.
func (w *customConstraint) speed(states []state.BodyState, jacobians []bodyJacobian) float64 {
	sum := 0.0
	for i, a := range jacobians {
		st := &states[w.perBody[i].row]
		sum += float64(a.x*float64(st.VX)) + float64(a.y*float64(st.VY)) + float64(a.w*float64(st.W))
	}
	return sum
}

func (r *ConstraintSet) warmStartCustom(w *customConstraint, states []state.BodyState) {
	w.measure(states, true)
	for k := range w.rows {
		w.applyImpulse(states, w.jacobianOf(k), w.rows[k].impulse)
	}
}

func (r *ConstraintSet) solveCustom(w *customConstraint, states []state.BodyState) {
	for i := range w.perBody {
		w.perBody[i].applyImpulse(states, w.perBody[i].warmCorrection, 1)
		w.perBody[i].warmCorrection = bodyJacobian{}
	}
	for k := range w.rows {
		w.solveRow(states, k, w.rows[k].soft)
	}
}

func (w *customConstraint) solveRow(states []state.BodyState, k int, c impulseSoft) {
	l, jacobians := &w.rows[k], w.jacobianOf(k)
	s := float64(float64(c.gain)*l.err) + float64(float64(c.massScale)*(w.speed(states, jacobians)-l.speed))
	j := l.impulse - float64(l.mass*s) - float64(float64(c.impulseScale)*l.impulse)
	j = min(max(j, l.impulseMin), l.impulseMax)
	w.applyImpulse(states, jacobians, j-l.impulse)
	l.impulse, w.impulses[k] = j, j
}

// relaxCustom: see relaxGeneric for the part that comes late.
func (r *ConstraintSet) relaxCustom(w *customConstraint, states []state.BodyState) {
	w.addWarmCorrection(-1)
	w.measure(states, false)
	w.addWarmCorrection(1)
	for k := range w.rows {
		if !w.rows[k].spring {
			w.solveRow(states, k, velocityOnly)
		}
	}
}

// addWarmCorrection adds what the impulses do to each body to what comes late.
func (w *customConstraint) addWarmCorrection(sign float64) {
	for k := range w.rows {
		j := float64(sign * w.rows[k].impulse)
		for i, a := range w.jacobianOf(k) {
			t := &w.perBody[i].warmCorrection
			t.x += float64(j * a.x)
			t.y += float64(j * a.y)
			t.w += float64(j * a.w)
		}
	}
}

func (r *ConstraintSet) storeCustom(w *customConstraint, s *Store, p *step.Params) {
	var load bodyJacobian
	for k := range w.rows {
		a := w.jacobianOf(k)[1]
		j := w.rows[k].impulse
		load.x += float64(a.x * j)
		load.y += float64(a.y * j)
		load.w += float64(a.w * j)
	}
	for i := range w.perBody {
		couple := 0.0
		for k := range w.rows {
			couple += math.Abs(float64(w.jacobianOf(k)[i].w * w.rows[k].impulse))
		}
		s.noteLever(uint32(w.bodies[i]), float32(w.perBody[i].i), p.H, 0, 0, 0, 0, float32(couple))
	}
	f := float64(p.InvH)
	s.storeLoad(w.joint, Load{ForceX: float32(load.x * f), ForceY: float32(load.y * f), Torque: float32(load.w * f)})
}
