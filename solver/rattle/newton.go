package rattle

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

const (
	smallGapSlops     = 0.1   // slops: gaps up to this are closed within a sub-step
	compliantGapSlops = 5     // slops: joints with a wider gap are compliant
	maxStepTurn       = 0.125 // rad: the largest turn of a body in a step, unless its joints are all central
	maxSteps          = 64    // in a sub-step
	newtonSteps       = 5     // linear systems in a step
	newtonAccuracy    = 1e-4  // of the gap that is closed within a sub-step
	dependentAccuracy = 0.02  // the same, of a gap that no impulse closes
	chordSteps        = 4     // linear systems to find the arms of compliant joints
	energyAccuracy    = 1e-4  // the largest error of a step, as a fraction of six times the kinetic energy
)

// Solve computes the velocities with which the bodies arrive at the end of the sub-step.
func (g *Set) Solve(number int, states []state.BodyState) {
	t := &g.systems[number]
	for i := t.allBodies.Lo; i < t.allBodies.Hi; i++ {
		n := &g.bodies[i]
		n.v = velocityOf(&states[n.row])
		n.v.addScaled(-1, &n.repeated)
		n.start = n.v
	}
	if !g.closeAll(t) {
		g.solveCompliant(t)
	}
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		s := &states[n.row]
		s.SetVelocity(float32(n.arrival.x), float32(n.arrival.y), float32(n.arrival.w))
		n.arrival = velocityOf(s)
	}
}

// closeAll integrates the system over the sub-step in the smallest number of steps that keeps the
// energy. It reports false if no number of steps closes the gaps without a gain of energy.
//
// After a sub-step in which no number of steps was enough, two steps are the maximum until they are
// enough: a jammed system should not take the time of a system that whips round.
func (g *Set) closeAll(t *system) bool {
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		gap := math.Sqrt(float64(l.ex0*l.ex0) + float64(l.ey0*l.ey0))
		if !(gap < float64((compliantGapSlops/smallGapSlops)*t.smallGap)) {
			return false
		}
		l.keep = max(0, 1-max(t.smallGap/gap, float64(l.bias*t.h)))
		l.now, l.given = l.begin, velocity{}
	}
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		n.v.addScaled(-0.5, &n.kick)
	}
	g.matchVelocities(t, t.kickSpeed)
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		l.first = l.given
	}
	for i := t.allBodies.Lo; i < t.allBodies.Hi; i++ {
		n := &g.bodies[i]
		n.begin = n.v
	}
	limit := maxSteps
	if t.jammed {
		limit = 2
	}
	best, least := 0, math.Inf(1)
	for steps := max(t.steps/2, 1); steps <= limit; steps *= 2 {
		loss := g.integrate(t, steps)
		if loss <= energyAccuracy {
			t.steps, t.jammed = steps, false
			return true
		}
		if loss < least {
			best, least = steps, loss
		}
	}
	t.steps, t.jammed = 1, true
	return best > 0 && !math.IsInf(g.integrate(t, best), 1)
}

// integrate integrates the system over the sub-step in a number of equal steps, with half of the
// outer forces before the bodies move and half after. It returns the largest error of the energy in
// a step as a fraction, or infinity if the steps are too long or the energy rises.
func (g *Set) integrate(t *system, steps int) (loss float64) {
	share := 1 / float64(steps)
	var forces [MaxJoints][2]float64
	for i := t.allBodies.Lo; i < t.allBodies.Hi; i++ {
		n := &g.bodies[i]
		n.v, n.moved = n.begin, velocity{}
	}
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		l.now, l.ex, l.ey, l.given = l.begin, l.ex0, l.ey0, l.first
		forces[i-t.joints.Lo] = l.force
	}
	for k := 0; k < steps && !math.IsInf(loss, 1); k++ {
		loss = max(loss, g.step(t, float64(t.h*share), share, float64(steps-k-1)*share))
	}
	for i := t.joints.Lo; i < t.joints.Hi && loss > energyAccuracy; i++ {
		g.joints[i].force = forces[i-t.joints.Lo]
	}
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		n.end = n.v
		n.end.addScaled(-0.5, &n.kick)
		n.arrival = velocity{float64(n.moved.x * t.invH), float64(n.moved.y * t.invH), float64(n.moved.w * t.invH)}
	}
	return loss
}

// step takes a step of the time h, which is a share of the sub-step. The share left of the sub-step
// remains after it. It returns the same error as integrate.
func (g *Set) step(t *system, h, share, left float64) (loss float64) {
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		n.before = n.v
		n.v.addScaled(float64(0.5*share), &n.kick)
	}
	if !g.closeGaps(t, h, left) {
		return math.Inf(1)
	}
	work := 0.0 // of closing the gaps
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		a, b := &g.bodies[l.a], &g.bodies[l.b]
		dx, dy := g.gapChange(l, a, b, h)
		work += (math.Abs(float64(l.force[0]*dx)) + math.Abs(float64(l.force[1]*dy))) / h
		l.ex, l.ey = l.ex+dx, l.ey+dy
		l.give(l.force)
		l.force = [2]float64{l.force[0] / h, l.force[1] / h}
		l.now = l.end
	}
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		n.moved.addScaled(h, &n.v)
		n.during = n.v
		n.v.addScaled(float64(0.5*share), &n.kick)
	}
	g.matchVelocities(t, 0)
	return g.energyError(t, share, work)
}

// closeGaps finds the impulses at the present arms that close the gaps after a time h, except for
// the parts to keep. It reports false if Newton's method does not converge or a body turns too far.
func (g *Set) closeGaps(t *system, h, left float64) bool {
	var m matrix
	compliance := t.gapCompliance(h)
	joints := g.joints[t.joints.Lo:t.joints.Hi]
	for i := range joints {
		l := &joints[i]
		l.force = [2]float64{float64(l.force[0] * h), float64(l.force[1] * h)}
		if t.hasLoops {
			l.mobility = g.mobilityOf(l)
		}
		g.applyImpulse(l, l.force[0], l.force[1])
	}
	for k, last := 0, math.Inf(1); ; k++ {
		worst := 0.0
		for i := range joints {
			l := &joints[i]
			a, b := &g.bodies[l.a], &g.bodies[l.b]
			if !(l.turn(a, b, h) <= maxStepTurn) && !l.isCentral(t.freeArm) {
				return false
			}
			dx, dy := g.gapChange(l, a, b, h)
			keep := 1 - float64((1-l.keep)*(1-left))
			x, y := l.ex+(dx-float64(keep*l.ex0)), l.ey+(dy-float64(keep*l.ey0))
			if t.hasLoops {
				bend := l.mobility.mul(l.force)
				x, y = x+float64(float64(compliance*h)*bend[0]), y+float64(float64(compliance*h)*bend[1])
			}
			worst = max(worst, math.Abs(x), math.Abs(y))
			m.y[i] = [2]float64{-x / h, -y / h}
		}
		if worst <= float64(newtonAccuracy*t.smallGap) {
			return true
		}
		if m.hasDependent && worst > 0.5*last && worst <= float64(dependentAccuracy*t.smallGap) {
			return true
		}
		last = worst
		if k == newtonSteps || !(worst < math.MaxFloat32) {
			return false
		}
		g.assemble(&m, t, compliance)
		m.solve(joints)
		for i := range joints {
			l := &joints[i]
			g.applyImpulse(l, m.y[i][0], m.y[i][1])
			l.force[0] += m.y[i][0]
			l.force[1] += m.y[i][1]
		}
	}
}

// turn turns the arms by the rotation of the bodies in a time h and returns the larger angle.
func (l *pointJoint) turn(a, b *body, h float64) float64 {
	onA, onB := float64(h*a.v.w), float64(h*b.v.w)
	sin, cos := geom.SinCos(onA)
	l.end.ax, l.end.ay = float64(cos*l.now.ax)-float64(sin*l.now.ay), float64(sin*l.now.ax)+float64(cos*l.now.ay)
	sin, cos = geom.SinCos(onB)
	l.end.bx, l.end.by = float64(cos*l.now.bx)-float64(sin*l.now.by), float64(sin*l.now.bx)+float64(cos*l.now.by)
	if l.slides {
		l.slide(a, b, h)
	}
	return max(math.Abs(onA), math.Abs(onB))
}

// isCentral reports whether a joint is at the centres of mass of both bodies. Then the bodies may
// turn at any speed.
func (l *pointJoint) isCentral(freeArm float64) bool {
	n := &l.now
	return !l.slides && max(math.Abs(n.ax), math.Abs(n.ay), math.Abs(n.bx), math.Abs(n.by)) < freeArm
}

// gapChange returns the change of the gap in a time h.
func (g *Set) gapChange(l *pointJoint, a, b *body, h float64) (x, y float64) {
	if l.slides {
		return l.end.distance() - l.now.distance(), float64(float64(l.length*h) * (b.v.w - a.v.w))
	}
	x = float64(h*(b.v.x-a.v.x)) + ((l.end.bx - l.now.bx) - (l.end.ax - l.now.ax))
	y = float64(h*(b.v.y-a.v.y)) + ((l.end.by - l.now.by) - (l.end.ay - l.now.ay))
	return x, y
}

// energyError compares the change of kinetic energy in a step with the work of the outer forces. It
// returns the difference as a fraction, or infinity if it is a gain. The work of closing the gaps
// is no error while it is small, nor is the loss when the points meet after half of the outer
// forces. Where rods lie in one line between two walls, a gap of a tenth of a millimetre closes
// only if the rods bend by centimetres, and the work of that stays in their motion.
//
// A difference is small below twice the energy that the outer forces give in a step, but a gain is
// small only below twice the energy that the weights give: a force on a light plank of a taut
// bridge gives far more, and in each step the plank would gain as much.
func (g *Set) energyError(t *system, share, work float64) float64 {
	gain, all := 0.0, 0.0
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		for _, c := range [...][5]float64{
			{n.invMass.x, n.kick.x, n.before.x, n.during.x, n.v.x},
			{n.invMass.y, n.kick.y, n.before.y, n.during.y, n.v.y},
			{n.invMass.w, n.kick.w, n.before.w, n.during.w, n.v.w},
		} {
			if invMass, before, during, after := c[0], c[2], c[3], c[4]; invMass > 0 {
				gain += (float64(0.5*(float64(after*after)-float64(before*before))) - float64(float64(share*c[1])*during)) / invMass
				all += (float64(after*after) + (float64(before*before) + float64(during*during))) / invMass
			}
		}
	}
	small := t.kickEnergy
	if gain > 0 {
		small = t.weightEnergy
	}
	loss := max(math.Abs(gain)-min(work, small)-small, 0)
	if !(loss > float64(energyAccuracy*all)) {
		return 0
	}
	if gain > 0 {
		return math.Inf(1)
	}
	return loss / all
}

// matchVelocities makes the points of the joints move together, with impulses at the present arms.
func (g *Set) matchVelocities(t *system, tolerance float64) {
	var m matrix
	joints, worst := g.joints[t.joints.Lo:t.joints.Hi], 0.0
	for i := range joints {
		l := &joints[i]
		l.end = l.now
		x, y := g.pointSpeed(l)
		m.y[i] = [2]float64{-x, -y}
		worst = max(worst, math.Abs(x), math.Abs(y))
	}
	if worst <= tolerance {
		return
	}
	g.assemble(&m, t, t.relaxCompliance())
	m.solve(joints)
	if !m.isFinite(len(joints)) {
		return
	}
	for i := range joints {
		l := &joints[i]
		g.applyImpulse(l, m.y[i][0], m.y[i][1])
		l.give(m.y[i])
	}
}

// pointSpeed returns the velocity of the point on b relative to the point on a.
func (g *Set) pointSpeed(l *pointJoint) (x, y float64) {
	a, b := &g.bodies[l.a].v, &g.bodies[l.b].v
	x = (b.x - float64(b.w*l.now.by)) - (a.x - float64(a.w*l.now.ay))
	y = (b.y + float64(b.w*l.now.bx)) - (a.y + float64(a.w*l.now.ax))
	if l.slides {
		return float64(l.now.nx*x) + float64(l.now.ny*y), float64(l.length * (b.w - a.w))
	}
	return x, y
}

// applyImpulse applies an impulse to the bodies of a joint at the present arms.
func (g *Set) applyImpulse(l *pointJoint, x, y float64) {
	a, b, r := &g.bodies[l.a], &g.bodies[l.b], &l.now
	if l.slides {
		torque := float64(l.length * y)
		a.v.w -= float64(a.invMass.w * torque)
		b.v.w += float64(b.invMass.w * torque)
		x, y = float64(r.nx*x), float64(r.ny*x)
	}
	a.v.x -= float64(a.invMass.x * x)
	a.v.y -= float64(a.invMass.y * y)
	a.v.w -= float64(a.invMass.w * (float64(r.ax*y) - float64(r.ay*x)))
	b.v.x += float64(b.invMass.x * x)
	b.v.y += float64(b.invMass.y * y)
	b.v.w += float64(b.invMass.w * (float64(r.bx*y) - float64(r.by*x)))
}

// solveCompliant solves the joints for gaps that are too wide or motions that are too fast to
// follow. Impulses act and speeds are measured at the same arms. These arms turn by half of the
// rotation of the bodies in the sub-step, so their ends move along their chords. Whatever the arms
// are, such impulses take energy but give none. Wide gaps are closed softly.
func (g *Set) solveCompliant(t *system) {
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		g.joints[i].force = [2]float64{}
	}
	for range chordSteps {
		var m matrix
		joints := g.joints[t.joints.Lo:t.joints.Hi]
		for i := range joints {
			l := &joints[i]
			l.now = l.begin
			l.chords(&g.bodies[l.a], &g.bodies[l.b], t.h)
		}
		for i := t.allBodies.Lo; i < t.allBodies.Hi; i++ {
			n := &g.bodies[i]
			n.v = n.start
		}
		for i := range joints {
			l := &joints[i]
			x, y := g.pointSpeed(l)
			m.y[i] = [2]float64{-x - float64(l.bias*l.ex0), -y - float64(l.bias*l.ey0)}
		}
		g.assemble(&m, t, ownCompliance)
		m.solve(joints)
		if !m.isFinite(len(joints)) {
			break
		}
		for i := range joints {
			l := &joints[i]
			l.force = m.y[i]
			g.applyImpulse(l, l.force[0], l.force[1])
		}
	}
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		l.given = velocity{}
		l.give(l.force)
		l.force = [2]float64{float64(l.force[0] * t.invH), float64(l.force[1] * t.invH)}
	}
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		n.arrival, n.end = n.v, n.v
	}
}

// chords turns the arms of a joint by half of the rotation of the bodies in a time h and shortens
// them, so that their ends move along the chord.
func (l *pointJoint) chords(a, b *body, h float64) {
	x, y := &l.now, &l.end
	y.ax, y.ay = chord(x.ax, x.ay, float64(h*a.v.w))
	y.bx, y.by = chord(x.bx, x.by, float64(h*b.v.w))
	l.now = l.end
	if l.slides {
		l.now.bx, l.now.by = l.begin.bx, l.begin.by
		l.turn(a, b, float64(0.5*h))
		l.now = l.end
	}
}

func chord(x, y, angle float64) (float64, float64) {
	half := min(max(float64(0.5*angle), -1), 1)
	sin, cos := geom.SinCos(half)
	f := 1.0
	if half != 0 {
		f = sin / half
	}
	return float64(f * (float64(cos*x) - float64(sin*y))), float64(f * (float64(sin*x) + float64(cos*y)))
}

// Relax changes to the velocities at the end of the sub-step and makes the points move together.
func (g *Set) Relax(number int, states []state.BodyState) {
	t := &g.systems[number]
	for i := t.allBodies.Lo; i < t.allBodies.Hi; i++ {
		n := &g.bodies[i]
		n.v = velocityOf(&states[n.row])
		if i < t.ownBodies.Hi {
			n.v.addScaled(1, &n.end)
			n.v.addScaled(-1, &n.arrival)
			n.repeated = n.end
			n.repeated.addScaled(-1, &n.start)
			n.repeated.addScaled(-1, &n.v)
		}
	}
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		l.measure(&states[g.bodies[l.a].row], &states[g.bodies[l.b].row])
		l.now = l.begin
	}
	g.matchVelocities(t, 0)
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		l.total.addScaled(1, &l.given)
	}
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		n.repeated.addScaled(1, &n.v)
		states[n.row].SetVelocity(float32(n.v.x), float32(n.v.y), float32(n.v.w))
	}
}
