package joint

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
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
	Measure(m *Moment)
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
		c.err = geom.Refuse("Constraint", nil, geom.ErrDegenerate)
	}
	return c.err
}

func (d *Custom) kind() Kind                        { return KindCustom }
func (d *Custom) compile(*bond, *body.Store, *Link) {}

// AddCustom makes an awake custom joint from a valid definition between two or
// more bodies, all different.
func (s *Store) AddCustom(bodies *body.Store, slots []body.Slot, def *Custom) Slot {
	own := *def
	slot := s.addWide(bodies, slots, &own)
	s.compileWide(bodies, slot)
	return slot
}

// arm is what a row does to one body per unit of impulse.
type arm struct{ x, y, w float64 }

// side is a body of a custom joint during a tick.
type side struct {
	row  int32
	m, i float64        // inverse mass and inertia
	pose geom.Transform // of the centre when the tick began
	arm  geom.Vec2      // from the centre of mass to the body's origin, in its axes
	now  geom.Transform // of the centre
	late arm
}

// customLine is a row as the solver keeps it.
type customLine struct {
	err, speed, imp float64
	low, high       float64 // of the impulse
	mass            float64
	soft            soft
	spring          bool
	free            bool // the game set no bounds
}

// customRow is a custom joint in a tick. What it works on lies in its record,
// because the game decides how much that is.
type customRow struct {
	joint Row
	*wide
	moment Moment
	lost   bool // a body is no longer finite: the joint rests for the tick
}

func (r *Rows) prepareCustom(w *customRow, s *Store, bodies *body.Store, p *step.Params) {
	for i, slot := range w.bodies {
		row := bodies.Rows[slot]
		m, inertia := massOf(bodies, row)
		w.sides[i] = side{
			row: int32(row), m: float64(m), i: float64(inertia),
			pose: bodies.Pose[row], now: bodies.Pose[row], arm: bodies.Meta[slot].LocalCentre.Neg(),
		}
	}
	strength := &s.Strength[w.joint]
	w.moment = Moment{
		wide: w.wide, h: float64(p.H), rigid: softOf(rigidSoft(p, &Strength{})), hertz: float64(p.InvH / 4),
		maxForce: float64(strength.MaxForce), maxTorque: float64(strength.MaxTorque),
	}
}

// ask lets the game measure. Bodies that are not finite are put out of action when
// the tick ends; until then the game's code does not see them.
func (w *customRow) ask(states []body.State, opening bool) {
	for i := range w.sides {
		e := &w.sides[i]
		st := &states[e.row]
		e.now.P = e.pose.P.Add(geom.Vec2{X: float64(st.DX), Y: float64(st.DY)})
		e.now.R = geom.Rot{C: float64(st.DC), S: float64(st.DS)}.Mul(e.pose.R)
		w.lost = w.lost || (st.VX-st.VX)+(st.VY-st.VY)+(st.W-st.W) != 0 || !e.now.Finite()
	}
	before := len(w.lines)
	w.lines, w.arms = w.lines[:0], w.arms[:0]
	if w.lost {
		clear(w.impulses)
		return
	}
	m := &w.moment
	m.states, m.opening = states, opening
	w.def.(*Custom).Constraint.Measure(m)
	m.states = nil
	if !opening && len(w.lines) != before {
		panic("joint: a Constraint changed its number of rows within a tick")
	}
	for len(w.impulses) < len(w.lines) {
		w.impulses = append(w.impulses, 0)
	}
	clear(w.impulses[len(w.lines):])
	for k := range w.lines {
		l := &w.lines[k]
		l.imp = w.impulses[k]
		mobility, pushes := 0.0, false
		for i, a := range w.armsOf(k) {
			e := &w.sides[i]
			pushes = pushes || a.x != 0 || a.y != 0
			mobility += float64(e.m*(float64(a.x*a.x)+float64(a.y*a.y))) + float64(float64(e.i*a.w)*a.w)
		}
		l.mass = 0
		if mobility > 0 {
			l.mass = 1 / mobility
		}
		if l.free {
			l.high = float64(m.maxTorque * m.h)
			if pushes {
				l.high = float64(m.maxForce * m.h)
			}
			l.low = -l.high
		}
	}
}

func (w *wide) armsOf(k int) []arm { return w.arms[k*len(w.bodies) : (k+1)*len(w.bodies)] }

// push applies an impulse along a row.
func (w *customRow) push(states []body.State, arms []arm, j float64) {
	for i, a := range arms {
		w.sides[i].push(states, a, j)
	}
}

func (e *side) push(states []body.State, a arm, j float64) {
	st := &states[e.row]
	m, i := float64(e.m*j), float64(e.i*j)
	st.Write(st.VX+float32(a.x*m), st.VY+float32(a.y*m), st.W+float32(a.w*i))
}

// speed returns the rate that a row sees.
func (w *customRow) speed(states []body.State, arms []arm) float64 {
	sum := 0.0
	for i, a := range arms {
		st := &states[w.sides[i].row]
		sum += float64(a.x*float64(st.VX)) + float64(a.y*float64(st.VY)) + float64(a.w*float64(st.W))
	}
	return sum
}

func (r *Rows) warmCustom(w *customRow, states []body.State) {
	w.ask(states, true)
	for k := range w.lines {
		w.push(states, w.armsOf(k), w.lines[k].imp)
	}
}

func (r *Rows) solveCustom(w *customRow, states []body.State) {
	for i := range w.sides {
		w.sides[i].push(states, w.sides[i].late, 1)
		w.sides[i].late = arm{}
	}
	for k := range w.lines {
		w.run(states, k, w.lines[k].soft)
	}
}

func (w *customRow) run(states []body.State, k int, c soft) {
	l, arms := &w.lines[k], w.armsOf(k)
	s := float64(float64(c.gain)*l.err) + float64(float64(c.mass)*(w.speed(states, arms)-l.speed))
	j := l.imp - float64(l.mass*s) - float64(float64(c.leak)*l.imp)
	j = min(max(j, l.low), l.high)
	w.push(states, arms, j-l.imp)
	l.imp, w.impulses[k] = j, j
}

// relaxCustom: see relaxBond for the part that comes late.
func (r *Rows) relaxCustom(w *customRow, states []body.State) {
	w.tally(-1)
	w.ask(states, false)
	w.tally(1)
	for k := range w.lines {
		if !w.lines[k].spring {
			w.run(states, k, stiff)
		}
	}
}

// tally adds what the impulses do to each body to what comes late.
func (w *customRow) tally(sign float64) {
	for k := range w.lines {
		j := float64(sign * w.lines[k].imp)
		for i, a := range w.armsOf(k) {
			t := &w.sides[i].late
			t.x += float64(j * a.x)
			t.y += float64(j * a.y)
			t.w += float64(j * a.w)
		}
	}
}

func (r *Rows) storeCustom(w *customRow, s *Store, p *step.Params) {
	var load arm
	for k := range w.lines {
		a := w.armsOf(k)[1]
		j := w.lines[k].imp
		load.x += float64(a.x * j)
		load.y += float64(a.y * j)
		load.w += float64(a.w * j)
	}
	for i := range w.sides {
		twist := 0.0
		for k := range w.lines {
			twist += math.Abs(float64(w.armsOf(k)[i].w * w.lines[k].imp))
		}
		s.heave(uint32(w.bodies[i]), float32(w.sides[i].i), p.H, 0, 0, 0, 0, float32(twist))
	}
	f := float64(p.InvH)
	s.mark(w.joint, Load{ForceX: float32(load.x * f), ForceY: float32(load.y * f), Torque: float32(load.w * f)})
}
