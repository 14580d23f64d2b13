package joint

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// genericConstraint is a joint of any kind that has a bond: up to three lines solved as a
// block and up to two axes. What a kind is shows only in measure, which says how
// the lines lie and what the coordinates are.
type genericConstraint struct {
	joint       JointRow
	kind        Kind
	scalarCount int8       // axes beyond it have no parts
	singleLine  singleLine // whether one line is all there is
	a, b        int32      // rows of the bodies
	masses

	ax, ay, bx, by             float32 // anchors from the centres of mass when the tick began, m
	ux, uy, vx, vy             float32 // the same anchors now
	ex, ey                     float32 // gap between the anchors when the tick began, m
	gx, gy                     float32 // the gap now
	fx, fy                     float32 // for a pulley, the rope of B when the tick began; e is that of A
	px, py                     float32 // axis in the world when the tick began
	dx, dy                     float32 // the axis now
	angleChange                float32 // of B against A in this tick, rad
	angleChangeA, angleChangeB float32
	ratio                      float32
	startError                 float32 // error of the held angle or length when the tick began

	block          blockConstraint
	scalars        [2]scalarConstraint
	planarMotor    planarMotor
	warmCorrection jacobian // what the next warm start lacks; see relaxGeneric
}

func prepareGeneric(w *genericConstraint, s *Joints, bodies *state.Bodies, p *step.Params) {
	row, forceLaw := w.joint, w.scalars[0].forceLaw
	link, strength := &s.Link[row], &s.Strength[row]
	rec := s.genericAt(link.Data)
	rec.updateAngles(bodies, link)
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	coordinates := rec.coordinates(bodies, link)
	rec.advanceRatchet(coordinates[0])
	w.beginTick(rec, bodies, link)
	w.joint, w.scalars[0].forceLaw = row, forceLaw
	rigid := softOf(rigidSoft(p, strength))
	w.startError = float32(coordinates[0] - rec.reference)
	if !w.holdsLength() {
		w.startError = float32(rec.angle - rec.reference)
	}
	k := &w.block
	k.n, k.linear, k.on, k.spring = rec.block.n, rec.block.linear, rec.block.on, rec.block.spring
	k.soft = rigid
	if k.spring {
		q, massRatio := springTerms(float32(rec.block.hertz), float32(rec.block.damping), p.H)
		k.soft = soft{gain: q / p.H, massScale: massRatio}
	}
	k.maxForce, k.maxTorque = float32(strength.MaxForce*p.H), float32(strength.MaxTorque*p.H)
	if k.on {
		k.impulses = rec.blockImpulses
	}
	if rec.planarMotor.on {
		w.planarMotor = planarMotor{on: true, impulses: rec.planarImpulses, maxImpulse: float32(float32(rec.planarMotor.maxForce) * p.H)}
		speed := bodies.Pose[a].R.Apply(rec.planarMotor.speed)
		w.planarMotor.sx, w.planarMotor.sy = float32(speed.X), float32(speed.Y)
	}
	for i := range w.scalars {
		if w.scalars[i].features = rec.scalars[i].features; w.scalars[i].features != 0 {
			w.scalarCount = int8(i + 1)
		}
	}
	w.singleLine = w.findSingle()
	w.measure(&bodies.State[a], &bodies.State[b])
	for i := range w.scalars {
		x := &w.scalars[i]
		x.start = x.now
		if x.features == 0 {
			continue
		}
		x.value = coordinates[i]
		x.scalarImpulses = rec.scalarImpulses[i]
		x.prepare(&rec.scalars[i], coordinates[i], strength, p)
		if x.features&featureSpring != 0 {
			x.prepareSpring(&rec.scalars[i], p)
		}
		x.rigid = rigid
		x.dropUnusedImpulses()
	}
	if w.holdsLength() {
		k.err[0] = w.startError
	}
}

// holdsLength reports whether the block of a joint holds its first axis.
func (w *genericConstraint) holdsLength() bool { return w.kind == KindDistance || w.kind == KindPulley }

// place fills in the bodies and where the joint lies as the tick begins.
func (w *genericConstraint) beginTick(rec *genericJoint, bodies *state.Bodies, link *JointLink) {
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	pa, pb := &bodies.Pose[a], &bodies.Pose[b]
	anchorA, anchorB := pa.R.Apply(rec.anchorA), pb.R.Apply(rec.anchorB)
	*w = genericConstraint{kind: link.Kind, a: int32(a), b: int32(b), ratio: float32(rec.ratio)}
	w.ma, w.ia = invMassOf(bodies, a)
	w.mb, w.ib = invMassOf(bodies, b)
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
func (x *scalarConstraint) prepare(plan *jointCoordinate, value float64, strength *JointStrength, p *step.Params) {
	x.invH = p.InvH
	x.offset = float32(value - plan.target)
	x.aboveLower, x.belowUpper = float32(value-plan.lower), float32(plan.upper-value)
	x.motorSpeed, x.motorMax = float32(plan.motorSpeed), float32(float32(plan.motorMax)*p.H)
	x.maxImpulse = float32(strength.MaxForce * p.H)
	if plan.angular {
		x.maxImpulse = float32(strength.MaxTorque * p.H)
	}
	x.springImpulseMin, x.springImpulseMax = float32(math.Inf(-1)), float32(math.Inf(1))
	if plan.springMin != 0 || plan.springMax != 0 {
		x.springImpulseMin, x.springImpulseMax = float32(float32(plan.springMin)*p.H), float32(float32(plan.springMax)*p.H)
	}
}

// prepareSpring: a frequency is that of the effective mass along the axis as it is
// when the tick begins, as for every soft constraint. It counts that the bodies
// turn, so the stiffness changes as they do; a spring made for their masses alone
// would be too stiff for what holds their angles when it pulls far outside them. In a tree,
// where they are held, it does not change: see muscle.slides.
func (x *scalarConstraint) prepareSpring(plan *jointCoordinate, p *step.Params) {
	if plan.hertz > 0 {
		x.spring = springFromHertz(float32(plan.hertz), float32(plan.damping), p.H)
		return
	}
	inv := inverse(x.mass)
	x.spring = springFromStiffness(float32(float32(plan.stiffness)*inv), float32(float32(plan.viscosity)*inv), p.H)
}

// wrench returns what the impulses held do to the bodies.
func (w *genericConstraint) wrench() jacobian {
	switch w.singleLine {
	case singleBlock:
		return w.block.jacobians[0].mul(w.block.impulses[0])
	case singleScalar:
		return w.scalars[0].jacobian.mul(w.scalars[0].sum())
	}
	var sum jacobian
	if w.block.on {
		for i := range w.block.n {
			sum.addScaled(&w.block.jacobians[i], w.block.impulses[i])
		}
	}
	for i := range w.scalarCount {
		if x := &w.scalars[i]; x.features != 0 {
			sum.addScaled(&x.jacobian, x.sum())
		}
	}
	if w.planarMotor.on {
		sum.addScaled(&w.block.jacobians[0], w.planarMotor.impulses[0])
		sum.addScaled(&w.block.jacobians[1], w.planarMotor.impulses[1])
	}
	return sum
}

func (r *Set) warmStartGeneric(w *genericConstraint, states []state.BodyState) {
	a, b := &states[w.a], &states[w.b]
	v := pairVelocityOf(a, b)
	sum := w.wrench()
	v.applyImpulse(&sum, &w.masses, 1)
	v.write(a, b)
}

// solveGeneric corrects velocities, and positions softly. The bodies have not moved
// since the row was relaxed, so the lines are still those of then.
func (r *Set) solveGeneric(w *genericConstraint, states []state.BodyState) {
	a, b := &states[w.a], &states[w.b]
	v := pairVelocityOf(a, b)
	v.applyImpulse(&w.warmCorrection, &w.masses, 1)
	w.warmCorrection = jacobian{}
	for i := range w.scalarCount {
		if x := &w.scalars[i]; x.features != 0 {
			if x.features&featureForceLaw != 0 {
				x.solveForceLaw(&v, &w.masses, r.forceLaws[x.forceLaw])
			}
			x.solve(&v, &w.masses)
		}
	}
	if w.planarMotor.on {
		w.planarMotor.solve(&v, &w.masses, &w.block)
	}
	if w.block.on {
		w.block.solve(&v, &w.masses, w.block.soft)
	}
	v.write(a, b)
}

// relaxGeneric corrects velocities alone, after the bodies have moved. The next
// sub-step repeats what the impulses did to the velocities, but those held so far
// acted along the lines of before and must be repeated along those of now; the
// difference waits until then.
func (r *Set) relaxGeneric(w *genericConstraint, states []state.BodyState) {
	a, b := &states[w.a], &states[w.b]
	old := w.wrench()
	w.measure(a, b)
	now := w.wrench()
	w.warmCorrection = now.sub(&old)
	v := pairVelocityOf(a, b)
	for i := range w.scalarCount {
		if x := &w.scalars[i]; x.features != 0 {
			x.relax(&v, &w.masses)
		}
	}
	if w.planarMotor.on {
		w.planarMotor.solve(&v, &w.masses, &w.block)
	}
	if w.block.on && !w.block.spring {
		w.block.solve(&v, &w.masses, velocityOnly)
	}
	v.write(a, b)
}

// storeGeneric keeps the impulses of a row, whose sum is given, and the load.
func storeGeneric(w *genericConstraint, sum *jacobian, s *Joints, p *step.Params) {
	rec := s.genericAt(s.Link[w.joint].Data)
	rec.invH = p.InvH
	for i, j := range w.block.impulses {
		rec.blockImpulses[i] = flushTiny(j)
	}
	for i, j := range w.planarMotor.impulses {
		rec.planarImpulses[i] = flushTiny(j)
	}
	for i := range w.scalars {
		j := &w.scalars[i].scalarImpulses
		rec.scalarImpulses[i] = scalarImpulses{flushTiny(j.holdImpulse), flushTiny(j.springImpulse), flushTiny(j.motorImpulse), flushTiny(j.lowerImpulse), flushTiny(j.upperImpulse)}
	}
	rec.angle += float64(w.angleChange)
	rec.angleA += float64(w.angleChangeA)
	rec.angleB += float64(w.angleChangeB)
	couple := sum.bw - (float32(w.vx*sum.by) - float32(w.vy*sum.bx))
	storeLoad(s, w.joint, JointLoad{
		ForceX: float32(sum.bx * p.InvH), ForceY: float32(sum.by * p.InvH), Torque: float32(couple * p.InvH),
	})
}

// noteGenericLevers notes how hard a joint that is not in a tree turns its bodies.
func (r *Set) noteGenericLevers(w *genericConstraint, sum *jacobian, s *Joints, h float32) {
	coupleA := sum.aw - (float32(w.ux*sum.ay) - float32(w.uy*sum.ax))
	coupleB := sum.bw - (float32(w.vx*sum.by) - float32(w.vy*sum.bx))
	link := &s.Link[w.joint]
	noteLever(s, link.BodyA, w.ia, h, w.ux, w.uy, sum.ax, sum.ay, coupleA)
	noteLever(s, link.BodyB, w.ib, h, w.vx, w.vy, sum.bx, sum.by, coupleB)
}

// gatherGeneric takes a row, and notes the law of its spring if that is the game's. The
// row is cleared when it is prepared.
func (r *Set) gatherGeneric(s *Joints, row JointRow) {
	n := len(r.generics)
	if n == cap(r.generics) {
		r.generics = append(r.generics, genericConstraint{})
	}
	r.generics = r.generics[:n+1]
	w := &r.generics[n]
	w.joint = row
	if x := &s.genericAt(s.Link[row].Data).scalars[0]; x.features&featureForceLaw != 0 {
		w.scalars[0].forceLaw = int32(len(r.forceLaws))
		r.forceLaws = append(r.forceLaws, x.forceLaw)
	}
}
