package joint

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/step"
)

// bondRow is a joint of any kind that has a bond: up to three lines solved as a
// block and up to two axes. What a kind is shows only in measure, which says how
// the lines lie and what the coordinates are.
type bondRow struct {
	joint  Row
	kind   Kind
	acting int8  // axes beyond it have no parts
	lone   lone  // whether one line is all there is
	a, b   int32 // rows of the bodies
	masses

	ax, ay, bx, by float32 // anchors from the centres of mass when the tick began, m
	ux, uy, vx, vy float32 // the same anchors now
	ex, ey         float32 // gap between the anchors when the tick began, m
	gx, gy         float32 // the gap now
	fx, fy         float32 // for a pulley, the rope of B when the tick began; e is that of A
	px, py         float32 // axis in the world when the tick began
	dx, dy         float32 // the axis now
	turn           float32 // of B against A in this tick, rad
	turnA, turnB   float32
	ratio          float32
	off            float32 // error of the held angle or length when the tick began

	block block
	axes  [2]axis
	drive thrust
	late  line // what the next warm start lacks; see relaxBond
}

func (r *Rows) prepareBond(w *bondRow, s *Store, bodies *body.Store, p *step.Params) {
	row, law := w.joint, w.axes[0].law
	link, strength := &s.Link[row], &s.Strength[row]
	rec := s.bonds.at(link.Data)
	rec.look(bodies, link)
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	values := rec.values(bodies, link)
	rec.advance(values[0])
	w.place(rec, bodies, link)
	w.joint, w.axes[0].law = row, law
	rigid := softOf(rigidSoft(p, strength))
	w.off = float32(values[0] - rec.reference)
	if !w.holdsLength() {
		w.off = float32(rec.angle - rec.reference)
	}
	k := &w.block
	k.n, k.linear, k.on, k.spring = rec.block.n, rec.block.linear, rec.block.on, rec.block.spring
	k.soft = rigid
	if k.spring {
		q, more := springTerms(float32(rec.block.hertz), float32(rec.block.damping), p.H)
		k.soft = soft{gain: q / p.H, mass: more}
	}
	k.maxForce, k.maxTorque = float32(strength.MaxForce*p.H), float32(strength.MaxTorque*p.H)
	if k.on {
		k.imp = rec.blockImpulses
	}
	if rec.drive.on {
		w.drive = thrust{on: true, imp: rec.driveImpulses, most: float32(float32(rec.drive.most) * p.H)}
		speed := bodies.Pose[a].R.Apply(rec.drive.speed)
		w.drive.sx, w.drive.sy = float32(speed.X), float32(speed.Y)
	}
	for i := range w.axes {
		if w.axes[i].parts = rec.axes[i].parts; w.axes[i].parts != 0 {
			w.acting = int8(i + 1)
		}
	}
	w.lone = w.single()
	w.measure(&bodies.State[a], &bodies.State[b])
	for i := range w.axes {
		x := &w.axes[i]
		x.start = x.now
		if x.parts == 0 {
			continue
		}
		x.value = values[i]
		x.axisImpulses = rec.axisImpulses[i]
		x.prepare(&rec.axes[i], values[i], strength, p)
		if x.parts&partSpring != 0 {
			x.prepareSpring(&rec.axes[i], p)
		}
		x.rigid = rigid
		x.keep()
	}
	if w.holdsLength() {
		k.err[0] = w.off
	}
}

// holdsLength reports whether the block of a joint holds its first axis.
func (w *bondRow) holdsLength() bool { return w.kind == KindDistance || w.kind == KindPulley }

// place fills in the bodies and where the joint lies as the tick begins.
func (w *bondRow) place(rec *bond, bodies *body.Store, link *Link) {
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	pa, pb := &bodies.Pose[a], &bodies.Pose[b]
	anchorA, anchorB := pa.R.Apply(rec.anchorA), pb.R.Apply(rec.anchorB)
	*w = bondRow{kind: link.Kind, a: int32(a), b: int32(b), ratio: float32(rec.ratio)}
	w.ma, w.ia = massOf(bodies, a)
	w.mb, w.ib = massOf(bodies, b)
	w.ax, w.ay = float32(anchorA.X), float32(anchorA.Y)
	w.bx, w.by = float32(anchorB.X), float32(anchorB.Y)
	gap := pb.P.Sub(pa.P).Add(anchorB.Sub(anchorA))
	if link.Kind == KindPulley {
		var rope geom.Vec2
		gap, rope = rec.ropes(bodies, link)
		w.fx, w.fy = float32(rope.X), float32(rope.Y)
	}
	w.ex, w.ey = float32(gap.X), float32(gap.Y)
	axis := pa.R.Apply(rec.axis)
	w.px, w.py = float32(axis.X), float32(axis.Y)
	w.dx, w.dy = w.px, w.py
}

// prepare fills in an axis whose coordinate has the given value.
func (x *axis) prepare(plan *axisPlan, value float64, strength *Strength, p *step.Params) {
	x.invH = p.InvH
	x.offset = float32(value - plan.target)
	x.above, x.below = float32(value-plan.lower), float32(plan.upper-value)
	x.speed, x.most = float32(plan.speed), float32(float32(plan.most)*p.H)
	x.bound = float32(strength.MaxForce * p.H)
	if plan.turns {
		x.bound = float32(strength.MaxTorque * p.H)
	}
	x.low, x.high = float32(math.Inf(-1)), float32(math.Inf(1))
	if plan.low != 0 || plan.high != 0 {
		x.low, x.high = float32(float32(plan.low)*p.H), float32(float32(plan.high)*p.H)
	}
}

// prepareSpring: a frequency is that of the effective mass along the axis as it is
// when the tick begins, as for every soft constraint. It counts that the bodies
// turn, so the stiffness changes as they do; a spring made for their masses alone
// would be too stiff for what holds their angles when it pulls far outside them. In a tree,
// where they are held, it does not change: see muscle.slides.
func (x *axis) prepareSpring(plan *axisPlan, p *step.Params) {
	if plan.hertz > 0 {
		x.spring = springSoft(float32(plan.hertz), float32(plan.damping), p.H)
		return
	}
	inv := inverse(x.mass)
	x.spring = springStiff(float32(float32(plan.stiffness)*inv), float32(float32(plan.viscosity)*inv), p.H)
}

// wrench returns what the impulses held do to the bodies.
func (w *bondRow) wrench() line {
	switch w.lone {
	case loneBlock:
		return w.block.lines[0].times(w.block.imp[0])
	case loneAxis:
		return w.axes[0].line.times(w.axes[0].sum())
	}
	var sum line
	if w.block.on {
		for i := range w.block.n {
			sum.add(&w.block.lines[i], w.block.imp[i])
		}
	}
	for i := range w.acting {
		if x := &w.axes[i]; x.parts != 0 {
			sum.add(&x.line, x.sum())
		}
	}
	if w.drive.on {
		sum.add(&w.block.lines[0], w.drive.imp[0])
		sum.add(&w.block.lines[1], w.drive.imp[1])
	}
	return sum
}

func (r *Rows) warmBond(w *bondRow, states []body.State) {
	a, b := &states[w.a], &states[w.b]
	v := motionOf(a, b)
	sum := w.wrench()
	v.push(&sum, &w.masses, 1)
	v.write(a, b)
}

// solveBond corrects velocities, and positions softly. The bodies have not moved
// since the row was relaxed, so the lines are still those of then.
func (r *Rows) solveBond(w *bondRow, states []body.State) {
	a, b := &states[w.a], &states[w.b]
	v := motionOf(a, b)
	v.push(&w.late, &w.masses, 1)
	w.late = line{}
	for i := range w.acting {
		if x := &w.axes[i]; x.parts != 0 {
			if x.parts&partLaw != 0 {
				x.obey(&v, &w.masses, r.laws[x.law])
			}
			x.solve(&v, &w.masses)
		}
	}
	if w.drive.on {
		w.drive.solve(&v, &w.masses, &w.block)
	}
	if w.block.on {
		w.block.solve(&v, &w.masses, w.block.soft)
	}
	v.write(a, b)
}

// relaxBond corrects velocities alone, after the bodies have moved. The next
// sub-step repeats what the impulses did to the velocities, but those held so far
// acted along the lines of before and must be repeated along those of now; the
// difference waits until then.
func (r *Rows) relaxBond(w *bondRow, states []body.State) {
	a, b := &states[w.a], &states[w.b]
	old := w.wrench()
	w.measure(a, b)
	now := w.wrench()
	w.late = now.less(&old)
	v := motionOf(a, b)
	for i := range w.acting {
		if x := &w.axes[i]; x.parts != 0 {
			x.relax(&v, &w.masses)
		}
	}
	if w.drive.on {
		w.drive.solve(&v, &w.masses, &w.block)
	}
	if w.block.on && !w.block.spring {
		w.block.solve(&v, &w.masses, stiff)
	}
	v.write(a, b)
}

// storeBond keeps the impulses of a row, whose sum is given, and the load.
func (r *Rows) storeBond(w *bondRow, sum *line, s *Store, p *step.Params) {
	rec := s.bonds.at(s.Link[w.joint].Data)
	rec.invH = p.InvH
	for i, j := range w.block.imp {
		rec.blockImpulses[i] = settled(j)
	}
	for i, j := range w.drive.imp {
		rec.driveImpulses[i] = settled(j)
	}
	for i := range w.axes {
		j := &w.axes[i].axisImpulses
		rec.axisImpulses[i] = axisImpulses{settled(j.holding), settled(j.springing), settled(j.driving), settled(j.lower), settled(j.upper)}
	}
	rec.angle += float64(w.turn)
	rec.angleA += float64(w.turnA)
	rec.angleB += float64(w.turnB)
	couple := sum.bw - (float32(w.vx*sum.by) - float32(w.vy*sum.bx))
	s.mark(w.joint, Load{
		ForceX: float32(sum.bx * p.InvH), ForceY: float32(sum.by * p.InvH), Torque: float32(couple * p.InvH),
	})
}

// heaveBond notes how hard a joint that is not in a tree turns its bodies.
func (r *Rows) heaveBond(w *bondRow, sum *line, s *Store, h float32) {
	coupleA := sum.aw - (float32(w.ux*sum.ay) - float32(w.uy*sum.ax))
	coupleB := sum.bw - (float32(w.vx*sum.by) - float32(w.vy*sum.bx))
	link := &s.Link[w.joint]
	s.heave(link.BodyA, w.ia, h, w.ux, w.uy, sum.ax, sum.ay, coupleA)
	s.heave(link.BodyB, w.ib, h, w.vx, w.vy, sum.bx, sum.by, coupleB)
}

// gatherBond takes a row, and notes the law of its spring if that is the game's. The
// row is cleared when it is prepared.
func (r *Rows) gatherBond(s *Store, row Row) {
	n := len(r.bonds)
	if n == cap(r.bonds) {
		r.bonds = append(r.bonds, bondRow{})
	}
	r.bonds = r.bonds[:n+1]
	w := &r.bonds[n]
	w.joint = row
	if x := &s.bonds.at(s.Link[row].Data).axes[0]; x.parts&partLaw != 0 {
		w.axes[0].law = int32(len(r.laws))
		r.laws = append(r.laws, x.law)
	}
}
