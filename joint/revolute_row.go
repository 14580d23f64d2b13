package joint

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/step"
)

// revoluteRow is the pin of a revolute joint. Anchors are in the world's axes at
// the start of the tick and turn with the bodies in each sub-step.
type revoluteRow struct {
	joint          Row
	axis           int32 // in Rows.axes, or -1
	a, b           int32 // rows of the bodies
	ma, ia, mb, ib float32
	ax, ay, bx, by float32 // anchors from the centres of mass when the tick began, m
	ux, uy, vx, vy float32 // the same anchors now
	la, lb         float32 // what the next warm start lacks, N m s; see relaxRevolute
	ex, ey         float32 // gap between the pins at the start of the tick, m
	jx, jy         float32 // impulse, N s
	limit          float32 // largest impulse, N s
	soft           step.Soft
}

// axisRow is the rest of a revolute joint that has a spring, a motor or a limit.
// Angles are those of the start of the tick.
type axisRow struct {
	mass              float32 // 1 / (ia + ib)
	invH              float32
	soft, springSoft  step.Soft
	offset            float32 // angle from the spring's target
	spring            float32 // impulse, N m s
	speed, motorMax   float32
	motor             float32
	above, below      float32 // angle above Lower, and below Upper; never negative unless violated
	lower, upper, max float32 // impulses and their bound
	sprung, limited   bool
}

// gatherRevolute takes a row, and an axis if the joint has one.
func (r *Rows) gatherRevolute(s *Store, row Row) {
	axis := int32(-1)
	if s.revolutes.at(s.Link[row].Data).turns {
		axis = int32(len(r.axes))
		r.axes = append(r.axes, axisRow{})
	}
	r.revolutes = append(r.revolutes, revoluteRow{joint: row, axis: axis})
}

func (r *Rows) prepareRevolute(w *revoluteRow, s *Store, bodies *body.Store, p *step.Params) {
	link, strength := &s.Link[w.joint], &s.Strength[w.joint]
	rec := s.revolutes.at(link.Data)
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	pa, pb := &bodies.Pose[a], &bodies.Pose[b]
	anchorA, anchorB := pa.R.Apply(rec.anchorA), pb.R.Apply(rec.anchorB)
	gap := pb.P.Sub(pa.P).Add(anchorB.Sub(anchorA))
	w.a, w.b = int32(a), int32(b)
	w.ma, w.ia = massOf(bodies, a)
	w.mb, w.ib = massOf(bodies, b)
	w.ax, w.ay = float32(anchorA.X), float32(anchorA.Y)
	w.bx, w.by = float32(anchorB.X), float32(anchorB.Y)
	w.ux, w.uy, w.vx, w.vy = w.ax, w.ay, w.bx, w.by
	w.la, w.lb = 0, 0
	w.ex, w.ey = float32(gap.X), float32(gap.Y)
	w.jx, w.jy = rec.jx, rec.jy
	w.limit = float32(strength.MaxForce * p.H)
	w.soft = rigidSoft(p, strength)
	if w.axis < 0 {
		return
	}
	rec.angle = rec.turn(bodies, link)
	x, d := &r.axes[w.axis], &rec.def
	*x = axisRow{
		mass: inverse(w.ia + w.ib), invH: p.InvH,
		soft:   w.soft,
		offset: float32(rec.angle - d.TargetAngle), spring: rec.spring,
		speed: float32(d.MotorSpeed), motorMax: float32(float32(d.MaxMotorTorque) * p.H), motor: rec.motor,
		above: float32(rec.angle - d.Lower), below: float32(d.Upper - rec.angle),
		lower: rec.lower, upper: rec.upper, max: float32(strength.MaxTorque * p.H),
		sprung: d.SpringHertz > 0, limited: d.Limit,
	}
	if x.sprung {
		x.springSoft = step.MakeSoft(float32(d.SpringHertz), float32(d.SpringDamping), p.H)
	}
}

// massOf returns the inverse mass and inertia of a body; what may not turn has
// no inverse inertia.
func massOf(bodies *body.Store, row body.Row) (invMass, invInertia float32) {
	d := &bodies.Drive[row]
	if bodies.State[row].Flags&body.FlagLockRotation != 0 {
		return d.InvMass, 0
	}
	return d.InvMass, d.InvInertia
}

func (r *Rows) warmRevolute(w *revoluteRow, states []body.State) {
	a, b := &states[w.a], &states[w.b]
	var turn float32
	if w.axis >= 0 {
		x := &r.axes[w.axis]
		turn = x.spring + x.motor + x.lower - x.upper
	}
	wa := a.W - float32(w.ia*(turn+(float32(w.ax*w.jy)-float32(w.ay*w.jx))))
	wb := b.W + float32(w.ib*(turn+(float32(w.bx*w.jy)-float32(w.by*w.jx))))
	a.Write(a.VX-float32(w.ma*w.jx), a.VY-float32(w.ma*w.jy), wa)
	b.Write(b.VX+float32(w.mb*w.jx), b.VY+float32(w.mb*w.jy), wb)
}

// solveRevolute corrects velocities, and positions softly. The bodies have not
// moved since the row was relaxed, so the anchors are still those of then.
func (r *Rows) solveRevolute(w *revoluteRow, states []body.State) {
	a, b := &states[w.a], &states[w.b]
	wa := a.W - float32(w.ia*w.la)
	wb := b.W + float32(w.ib*w.lb)
	if w.axis >= 0 {
		wa, wb = r.axes[w.axis].solve(w, a, b, wa, wb)
	}
	ex := w.ex + ((b.DX - a.DX) + ((w.vx - w.bx) - (w.ux - w.ax)))
	ey := w.ey + ((b.DY - a.DY) + ((w.vy - w.by) - (w.uy - w.ay)))
	w.pin(a, b, wa, wb, float32(w.soft.Bias*ex), float32(w.soft.Bias*ey), w.soft)
}

// relaxRevolute corrects velocities alone, after the bodies have moved. The next
// sub-step repeats what the impulses did to the spins, but the impulse held so far
// acted at the anchors of before and must be repeated at those of now; the
// difference waits until then. Without it a pendulum would be driven by its own
// turning, and applied at once it would be braked.
func (r *Rows) relaxRevolute(w *revoluteRow, states []body.State) {
	a, b := &states[w.a], &states[w.b]
	ux, uy := turned(a, w.ax, w.ay)
	vx, vy := turned(b, w.bx, w.by)
	w.la = float32((ux-w.ux)*w.jy) - float32((uy-w.uy)*w.jx)
	w.lb = float32((vx-w.vx)*w.jy) - float32((vy-w.vy)*w.jx)
	w.ux, w.uy, w.vx, w.vy = ux, uy, vx, vy
	wa, wb := a.W, b.W
	if w.axis >= 0 {
		wa, wb = r.axes[w.axis].relax(w, a, b, wa, wb)
	}
	w.pin(a, b, wa, wb, 0, 0, step.Soft{Mass: 1})
}

// turned returns an anchor after what its body turned since the tick began.
func turned(s *body.State, x, y float32) (float32, float32) {
	return float32(s.DC*x) - float32(s.DS*y), float32(s.DS*x) + float32(s.DC*y)
}

// pin makes the two pins move apart with the speed -(sx, sy), softly. With the
// bodies' spins given it writes their velocities. The 2 by 2 matrix that turns an
// impulse into relative velocity is, for the anchors u of a and v of b,
//
//	| m + ia uy uy + ib vy vy    -ia ux uy - ib vx vy |
//	|         ...              m + ia ux ux + ib vx vx |    with m = ma + mb.
func (w *revoluteRow) pin(a, b *body.State, wa, wb, sx, sy float32, soft step.Soft) {
	ax, ay, bx, by := w.ux, w.uy, w.vx, w.vy
	sx += (b.VX - float32(wb*by)) - (a.VX - float32(wa*ay))
	sy += (b.VY + float32(wb*bx)) - (a.VY + float32(wa*ax))

	m := w.ma + w.mb
	kxx := m + (float32(float32(w.ia*ay)*ay) + float32(float32(w.ib*by)*by))
	kyy := m + (float32(float32(w.ia*ax)*ax) + float32(float32(w.ib*bx)*bx))
	kxy := -(float32(float32(w.ia*ax)*ay) + float32(float32(w.ib*bx)*by))
	inv := inverse(float32(kxx*kyy) - float32(kxy*kxy))
	ix := float32(inv * (float32(kyy*sx) - float32(kxy*sy)))
	iy := float32(inv * (float32(kxx*sy) - float32(kxy*sx)))

	jx := w.jx - float32(soft.Mass*ix) - float32(soft.Impulse*w.jx)
	jy := w.jy - float32(soft.Mass*iy) - float32(soft.Impulse*w.jy)
	if l2 := float32(jx*jx) + float32(jy*jy); l2 > float32(w.limit*w.limit) {
		f := w.limit / float32(math.Sqrt(float64(l2)))
		jx, jy = float32(f*jx), float32(f*jy)
	}
	dx, dy := jx-w.jx, jy-w.jy
	w.jx, w.jy = jx, jy
	wa -= float32(w.ia * (float32(ax*dy) - float32(ay*dx)))
	wb += float32(w.ib * (float32(bx*dy) - float32(by*dx)))
	a.Write(a.VX-float32(w.ma*dx), a.VY-float32(w.ma*dy), wa)
	b.Write(b.VX+float32(w.mb*dx), b.VY+float32(w.mb*dy), wb)
}

// solve runs spring, motor and limits and returns the new spins.
func (x *axisRow) solve(w *revoluteRow, a, b *body.State, wa, wb float32) (float32, float32) {
	turned := float32(0)
	if x.sprung || x.limited {
		turned = turnOf(a, b)
	}
	if x.sprung {
		bias := float32(x.springSoft.Bias * (x.offset + turned))
		j := -float32(float32(x.mass*x.springSoft.Mass)*((wb-wa)+bias)) - float32(x.springSoft.Impulse*x.spring)
		x.spring += j
		wa -= float32(w.ia * j)
		wb += float32(w.ib * j)
	}
	wa, wb = x.drive(w, wa, wb)
	if x.limited {
		wa, wb = x.stop(w, wa, wb, turned, x.soft)
	}
	return wa, wb
}

// relax is solve without correction of the limits' errors. The spring stays as
// it is: it is a force, and once per sub-step is what its equation asks for.
func (x *axisRow) relax(w *revoluteRow, a, b *body.State, wa, wb float32) (float32, float32) {
	wa, wb = x.drive(w, wa, wb)
	if x.limited {
		wa, wb = x.stop(w, wa, wb, turnOf(a, b), step.Soft{Mass: 1})
	}
	return wa, wb
}

// drive runs the motor.
func (x *axisRow) drive(w *revoluteRow, wa, wb float32) (float32, float32) {
	if x.motorMax == 0 {
		return wa, wb
	}
	old := x.motor
	x.motor = clamp(old-float32(x.mass*((wb-wa)-x.speed)), x.motorMax)
	j := x.motor - old
	return wa - float32(w.ia*j), wb + float32(w.ib*j)
}

// stop runs the two limits. An angle short of a limit may reach it within the
// sub-step; one beyond it is brought back softly.
func (x *axisRow) stop(w *revoluteRow, wa, wb, turned float32, soft step.Soft) (float32, float32) {
	old := x.lower
	x.lower = x.hold(x.above+turned, wb-wa, old, soft)
	j := x.lower - old
	wa -= float32(w.ia * j)
	wb += float32(w.ib * j)

	old = x.upper
	x.upper = x.hold(x.below-turned, wa-wb, old, soft)
	j = x.upper - old
	return wa + float32(w.ia*j), wb - float32(w.ib*j)
}

// hold returns the new impulse of one limit: room is the angle left before it,
// speed the rate at which the room grows.
func (x *axisRow) hold(room, speed, old float32, soft step.Soft) float32 {
	bias, mass, leak := float32(room*x.invH), float32(1), float32(0)
	if !(room > 0) {
		bias, mass, leak = float32(soft.Bias*room), soft.Mass, soft.Impulse
	}
	j := -float32(float32(x.mass*mass)*(speed+bias)) - float32(leak*old)
	return greater(lesser(old+j, x.max), 0)
}

// turnOf returns the angle by which b turned against a since the tick began.
// With t the tangent of half of it, it is 2 atan t; the series stops at t^13 with an
// error below 3e-7 for angles up to pi/4. More than that takes the long way.
func turnOf(a, b *body.State) float32 {
	sin := float32(a.DC*b.DS) - float32(a.DS*b.DC)
	cos := float32(a.DC*b.DC) + float32(a.DS*b.DS)
	if !(cos > 0.7) {
		return turnFar(sin, cos)
	}
	t := sin / (1 + cos)
	z := float32(t * t)
	p := float32(z * (1.0 / 13))
	p = float32(z * (1.0/11 - p))
	p = float32(z * (1.0/9 - p))
	p = float32(z * (1.0/7 - p))
	p = float32(z * (1.0/5 - p))
	p = float32(z * (1.0/3 - p))
	return float32(2 * t * (1 - p))
}

func (r *Rows) storeRevolute(w *revoluteRow, s *Store, p *step.Params) {
	rec := s.revolutes.at(s.Link[w.joint].Data)
	rec.jx, rec.jy = w.jx, w.jy
	load := Load{ForceX: float32(w.jx * p.InvH), ForceY: float32(w.jy * p.InvH)}
	if w.axis >= 0 {
		x := &r.axes[w.axis]
		rec.spring, rec.motor, rec.lower, rec.upper = x.spring, x.motor, x.lower, x.upper
		rec.motorTorque = float32(x.motor * p.InvH)
		load.Torque = float32((x.spring + x.motor + x.lower - x.upper) * p.InvH)
	}
	s.mark(w.joint, load)
}
