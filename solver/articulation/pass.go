package articulation

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/constraint"
)

// loadVelocities reads the velocities of the bodies for a pass, and storeVelocities writes them
// back. Between the two nothing is rounded to float32.
func (g *Set) loadVelocities(states []state.BodyState, t *articulationTick) {
	bodies := g.bodies[t.allBodies.Lo:t.allBodies.Hi]
	for i := range bodies {
		n := &bodies[i]
		n.v = velocityOf(&states[n.row])
	}
}

func velocityOf(s *state.BodyState) spatial2 {
	return spatial2{float64(s.VX), float64(s.VY), float64(s.W)}
}

func (g *Set) storeVelocities(states []state.BodyState, t *articulationTick) {
	bodies := g.bodies[t.ownBodies.Lo:t.ownBodies.Hi]
	for i := range bodies {
		n := &bodies[i]
		states[n.row].SetVelocity(float32(n.v.x), float32(n.v.y), float32(n.v.w))
	}
}

// WarmStart applies the impulses kept from the last tick, and takes back the excess spin. It runs
// in the first sub-step of a tick. The next sub-steps repeat its changes.
func (g *Set) WarmStart(states []state.BodyState, art int) {
	t := &g.list[art]
	if t.small != noIndex {
		return // package rattle starts without impulses
	}
	g.measureCustoms(states, t, true)
	g.loadVelocities(states, t)
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		g.bodies[i].v.w -= g.bodies[i].excessSpin
	}
	g.measureCompliance(t)
	g.measureWhirl(t)
	g.applyImpulses(t)
	g.storeVelocities(states, t)
	g.solveSoftParts(states, t, step.WarmStart)
}

// applyImpulses applies the impulses of the joints.
func (g *Set) applyImpulses(t *articulationTick) {
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		child, parent := &g.bodies[l.child], &g.bodies[l.parent]
		if l.kind == joint.KindRevolute {
			l.applyImpulse(child, parent)
		} else {
			e := &g.blocks[l.block]
			for k := range e.rigidLines {
				child.applyImpulse(e.impulses[k], &e.jc[k])
				parent.applyImpulse(e.impulses[k], &e.jp[k])
			}
			if l.kind == joint.KindGear {
				g.applyGear(l, e.impulses[0])
			}
		}
		for k := range l.actuatorCount {
			x := &g.actuators[l.firstActuator+k]
			x.applyImpulse(x.totalImpulse(), child, parent)
		}
	}
}

// IsStub reports whether an articulation is a stub, or would be one without its springs: see
// Graph.Stub.
func (g *Set) IsStub(art int) bool { return g.list[art].stub }

// HasActuators reports whether joints of an articulation have limits, motors or springs.
func (g *Set) HasActuators(art int) bool {
	t := &g.list[art]
	return t.actuators.Hi > t.actuators.Lo
}

// TakeBack takes back the impulses of rigid lines, limits and springs, which the warm start of a
// sub-step has applied.
func (g *Set) TakeBack(states []state.BodyState, art int) {
	t := &g.list[art]
	g.scaleImpulses(t, -1)
	g.loadVelocities(states, t)
	g.applyImpulses(t)
	g.storeVelocities(states, t)
	g.scaleImpulses(t, 0)
}

// scaleImpulses multiplies the impulses of rigid lines, limits and springs.
func (g *Set) scaleImpulses(t *articulationTick, f float64) {
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		if l.kind == joint.KindRevolute {
			l.jx, l.jy = float64(f*l.jx), float64(f*l.jy)
		} else {
			e := &g.blocks[l.block]
			for k := range e.impulses {
				e.impulses[k] *= f
			}
		}
		for k := range l.actuatorCount {
			x := &g.actuators[l.firstActuator+k]
			x.impulse, x.springImpulse = float64(f*x.impulse), float64(f*x.springImpulse)
		}
	}
}

// lineImpulse returns the impulse of a joint with a single line.
func (g *Set) lineImpulse(l *artJoint) float64 {
	if l.actuatorCount > 0 {
		return g.actuators[l.firstActuator].impulse
	}
	return g.blocks[l.block].impulses[0]
}

// solveSoftParts solves the parts of joints that are forces on the anchors, one after the other.
func (g *Set) solveSoftParts(states []state.BodyState, t *articulationTick, pass step.Pass) {
	for i := t.joints.Lo; i < t.joints.Hi && t.softParts; i++ {
		if l := &g.joints[i]; l.kind == joint.KindCustom {
			g.solveSoftCustom(states, l, pass)
		} else if l.hasSoft {
			w := &g.generics[l.constraint]
			if w.IsAtWheel() {
				w.SetTension(-g.lineImpulse(l))
			}
			w.RunSoft(pass, states)
			if pass != step.WarmStart {
				g.holdPlane(l)
			}
		}
	}
}

// Solve corrects velocities, and positions softly. The bodies have not moved since the articulation
// was relaxed, so the lines have not changed, except the lines of a rope that whirls.
func (g *Set) Solve(states []state.BodyState, art int) {
	t := &g.list[art]
	if t.small != noIndex {
		g.small.Solve(t.small, states)
		return
	}
	g.solveSoftParts(states, t, step.Solve)
	g.loadVelocities(states, t)
	g.applyCorrections(t)
	g.solvePositions(states, t)
	g.keepCustoms(t, step.Solve)
	g.storeVelocities(states, t)
}

// applyCorrections applies the impulses that the velocities lack due to the rotation of anchors and
// lines.
func (g *Set) applyCorrections(t *articulationTick) {
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		child, parent := &g.bodies[l.child], &g.bodies[l.parent]
		if l.kind == joint.KindRevolute {
			child.v.w += float64(child.invMass.w * l.warmCorrectionChild)
			parent.v.w += float64(parent.invMass.w * l.warmCorrectionParent)
			l.warmCorrectionChild, l.warmCorrectionParent = 0, 0
			continue
		}
		e := &g.blocks[l.block]
		child.applyImpulse(1, &e.warmCorrectionChild)
		parent.applyImpulse(1, &e.warmCorrectionParent)
		e.warmCorrectionChild, e.warmCorrectionParent = spatial2{}, spatial2{}
		if l.kind == joint.KindGear {
			g.correctGear(l)
		}
	}
}

// Relax corrects velocities alone, after the bodies have moved.
func (g *Set) Relax(states []state.BodyState, art int) {
	t := &g.list[art]
	if t.small != noIndex {
		g.small.Relax(t.small, states)
		return
	}
	g.loadVelocities(states, t)
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		if !t.pastLeads {
			g.remeasureJoint(l, states)
			continue
		}
		before := g.rates(l)
		g.remeasureJoint(l, states)
		for k, after := range g.rates(l) {
			l.pastLeads[k] = float64(0.5 * (before[k] - after))
		}
	}
	if t.softParts {
		g.solveSoftParts(states, t, step.Relax)
		g.loadVelocities(states, t)
	}
	g.solvePass(t, step.Relax)
	g.keepCustoms(t, step.Relax)
	g.addTotals(t, 1)
	g.subtractCorrections(t)
	if !t.whips || t.whipped {
		g.measureStiffness(t)
	}
	g.storeVelocities(states, t)
}

// remeasureJoint measures a joint again after the bodies have moved.
func (g *Set) remeasureJoint(l *artJoint, states []state.BodyState) {
	switch l.kind {
	case joint.KindGear:
		g.remeasureGear(l, states)
		return
	case joint.KindCustom:
		g.measureCustom(l, states, false)
		return
	}
	if l.kind != joint.KindRevolute {
		g.remeasure(l, &g.generics[l.constraint], states)
		return
	}
	child, parent := &states[g.bodies[l.child].row], &states[g.bodies[l.parent].row]
	l.remeasure(child, parent)
	if l.actuatorCount > 0 {
		a, b := parent, child
		if l.childIsA {
			a, b = child, parent
		}
		g.actuators[l.firstActuator].measureAngle(l, a, b)
	}
}

// remeasure measures a generic joint again. It adds the change of the joint's impulses due to the
// rotation of its lines to the warm correction: see Generic.relax of package constraint.
func (g *Set) remeasure(l *artJoint, w *constraint.Generic, states []state.BodyState) {
	if l.hasSoft {
		w.MeasureSoft(states)
	} else {
		w.Measure(&states[w.A], &states[w.B])
	}
	g.turnLines(l, w)
}

// turnLines sets the lines of a generic joint that has been measured again, and records what turns
// with them.
func (g *Set) turnLines(l *artJoint, w *constraint.Generic) {
	e := &g.blocks[l.block]
	for k := range e.rigidLines {
		e.warmCorrectionChild.addScaled(-e.impulses[k], &e.jc[k])
		e.warmCorrectionParent.addScaled(-e.impulses[k], &e.jp[k])
	}
	e.measure(l, w)
	for k := range e.rigidLines {
		e.warmCorrectionChild.addScaled(e.impulses[k], &e.jc[k])
		e.warmCorrectionParent.addScaled(e.impulses[k], &e.jp[k])
	}
	for k := range l.actuatorCount {
		x := &g.actuators[l.firstActuator+k]
		j := x.totalImpulse()
		e.warmCorrectionChild.addScaled(-j, &x.jc)
		e.warmCorrectionParent.addScaled(-j, &x.jp)
		x.measureScalar(l, &w.Scalars[x.scalar])
		e.warmCorrectionChild.addScaled(j, &x.jc)
		e.warmCorrectionParent.addScaled(j, &x.jp)
	}
}

// relaxCompliance is the compliance of a pass without correction of positions, as a fraction of the
// mobility of a joint with free bodies. It acts on changes of impulse only. It keeps dependent
// lines solvable, such as the lines of a taut rope between two walls. See also redundancy.go.
const relaxCompliance = 1e-8

// solvePass solves the lines of an articulation and applies the impulses to its joints and
// bodies.
func (g *Set) solvePass(t *articulationTick, pass step.Pass) {
	if t.bounded {
		g.beginBounds(t)
	}
	g.solveLines(t, pass)
	for g.releasePlanes(t) || t.bounded && g.updateBounds(t, pass) {
		g.solveLines(t, pass)
	}
}

// solveLines is solvePass with the present motors in the plane held.
func (g *Set) solveLines(t *articulationTick, pass step.Pass) {
	if t.hasRopes {
		g.leadRopes(t, pass)
	}
	for i := t.actuators.Lo; i < t.actuators.Hi; i++ {
		g.actuators[i].beginPass(g, pass, t.invH)
	}
	if !g.factorSolve(t, pass) {
		return
	}
	if t.actuators.Lo < t.actuators.Hi {
		g.solveActiveSet(t, pass)
		return
	}
	for i := t.joints.Lo; i < t.joints.Hi && t.hasGeneric; i++ {
		if l := &g.joints[i]; !l.pointOnly {
			l.applyFraction(g, pass, 1)
		}
	}
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		n.applyImpulse(1, &n.f)
	}
}

// factorSolve finds the impulses that give every line its desired speed. A body that is not finite
// would spoil all impulses. Then factorSolve returns false, and the articulation does nothing until
// that body is disabled at the end of the tick.
func (g *Set) factorSolve(t *articulationTick, pass step.Pass) bool {
	bodies := g.bodies[t.allBodies.Lo:t.allBodies.Hi]
	for i := range bodies {
		bodies[i].begin()
		if !t.bounded {
			bodies[i].leadSpin = bodies[i].clampedSpin()
		}
	}
	if t.frame.rows.Lo < t.frame.rows.Hi {
		return g.solveFrame(t, pass)
	}
	for i := t.tree.Lo; i < t.tree.Hi; i++ {
		l := &g.joints[i]
		l.pointOnly = l.kind == joint.KindRevolute && l.boundedBlock(g) == nil && (l.actuatorCount == 0 || !g.actuators[l.firstActuator].hasLine(pass))
		if l.pointOnly {
			l.reducePoint(g, t, pass)
		} else {
			l.reduceBlock(g, t, pass)
		}
	}
	if t.tree.Hi > t.tree.Lo && !g.joints[t.tree.Hi-1].isFinite(g) {
		return false
	}
	for i := t.tree.Hi - 1; i >= t.tree.Lo; i-- {
		l := &g.joints[i]
		child, parent := &g.bodies[l.child], &g.bodies[l.parent]
		if l.pointOnly {
			l.resolve(child, parent)
		} else {
			g.blocks[l.block].resolve(child, parent)
		}
	}
	return t.ties.Lo == t.ties.Hi || g.solveTies(t, pass)
}

// isFinite reports whether the result of a joint is finite. Numbers that are not finite spread to
// the last joint, so testing the last joint is enough.
func (l *artJoint) isFinite(g *Set) bool {
	if l.pointOnly {
		return (l.yx-l.yx)+(l.yy-l.yy) == 0
	}
	y := &g.blocks[l.block].y
	return (y[0]-y[0])+(y[1]-y[1])+(y[2]-y[2]) == 0
}

func (l *artJoint) reducePoint(g *Set, t *articulationTick, pass step.Pass) {
	child, parent := &g.bodies[l.child], &g.bodies[l.parent]
	l.given = pass == step.Solve && l.hasSoftness
	if pass == step.Relax {
		l.yx, l.yy = 0, 0
		l.reduce(child, parent, t.relaxCompliance, 0, 0)
		return
	}
	bias := l.bias
	if l.given {
		bias *= givenBiasScale
	}
	l.yx, l.yy = l.targetVelocity(child, parent, bias, t.leadTime())
	if share := t.pastShare(pass); share > 0 {
		l.yx += float64(share * l.pastLeads[0])
		l.yy += float64(share * l.pastLeads[1])
	}
	l.reduce(child, parent, l.compliance, l.jx, l.jy)
}

func (l *artJoint) reduceBlock(g *Set, t *articulationTick, pass step.Pass) {
	compliance := l.compliance
	if pass == step.Relax {
		compliance = t.relaxCompliance
	}
	l.layLines(g, t, pass)
	e := &g.blocks[l.block]
	e.given = l.givenCompliance(pass)
	e.reduce(&g.bodies[l.child], &g.bodies[l.parent], compliance, &e.feedback)
	e.given = nil
}

// layLines sets the lines of a joint for a pass, with their desired speeds.
func (l *artJoint) layLines(g *Set, t *articulationTick, pass step.Pass) {
	e := &g.blocks[l.block]
	child, parent := &g.bodies[l.child], &g.bodies[l.parent]
	bias, compliance, half := l.bias, l.compliance, t.leadTime()
	if pass == step.Relax {
		bias, compliance, half = 0, t.relaxCompliance, 0
	}
	e.n, e.ownCompliance = e.rigidLines, [3]bool{}
	if l.kind == joint.KindRevolute {
		e.y[0], e.y[1] = l.targetVelocity(child, parent, bias, half)
		e.setPoint(&l.pointBlock)
		e.impulses[0], e.impulses[1] = l.jx, l.jy
	} else if e.inPlane {
		l.layPlane(g, pass, half)
	} else {
		for k := range e.rigidLines {
			e.y[k] = e.speed[k] - float64(bias*e.err[k])
		}
		if l.isGeneric() && e.rigidLines > 0 {
			e.addLead(l, g, half)
		}
	}
	if share := t.pastShare(pass); share > 0 && !e.inPlane {
		for k := range e.rigidLines {
			e.y[k] += float64(share * l.pastLeads[k])
		}
	}
	for i := range e.bounds {
		for k := e.bounds[i].lo; k < e.bounds[i].hi && e.bounds[i].saturated; k++ {
			e.y[k], e.ownCompliance[k], e.compliance[k] = 0, true, saturatedCompliance
		}
	}
	e.feedback = e.impulses
	for k := range l.actuatorCount {
		if x := &g.actuators[l.firstActuator+k]; x.hasLine(pass) {
			e.addLine(x, child, parent, &passTerms{pass, bias, compliance, t.invH})
		}
	}
	if pass == step.Relax {
		e.feedback = [3]float64{}
	}
}

// applyFraction adds a fraction of the impulses found to the held impulses. The method resolve of a
// point block has already added all of them, so the rest is subtracted.
func (l *artJoint) applyFraction(g *Set, pass step.Pass, fraction float64) {
	if l.pointOnly {
		l.jx -= float64((1 - fraction) * l.yx)
		l.jy -= float64((1 - fraction) * l.yy)
		return
	}
	e := &g.blocks[l.block]
	for k := range e.rigidLines {
		e.impulses[k] += float64(fraction * e.y[k])
	}
	if l.kind == joint.KindRevolute {
		l.jx, l.jy = e.impulses[0], e.impulses[1]
	}
	for k := range l.actuatorCount {
		if x := &g.actuators[l.firstActuator+k]; x.hasLine(pass) {
			x.applyFraction(e, fraction)
		}
	}
}
