package articulation

import "github.com/carom2d/carom/internal/step"

// The active set.
//
// A step solves the lines for given active bounds. The impulses move from the held impulses towards
// the impulses of the step as far as every actuator stays within the range of its active bound. An
// actuator that reaches the end of its range becomes free. If no actuator does, free actuators
// beyond the speed of the next bound make that bound active. Each step lowers the energy of the
// error, so the method may stop after any step and drives nothing. A method that switches limits by
// the signs of their impulses alone has no such property. Few bounds change from pass to pass.
const maxActiveSetSteps = 12

// solveActiveSet applies the impulses of a step up to the point where an actuator would leave its
// range. It takes further steps with other active bounds until no bound changes.
func (g *Set) solveActiveSet(t *articulationTick, pass step.Pass) {
	for steps := 1; ; steps++ {
		fraction := g.stepLength(t)
		g.applyFraction(t, pass, fraction)
		changed := g.deactivate(t)
		if fraction == 1 {
			changed = g.activate(t, pass) || changed
		}
		if !changed || steps == maxActiveSetSteps && fraction == 1 {
			return
		}
		if steps == maxActiveSetSteps {
			// Rigid lines must not stay half solved, so the impulses of actuators stay instead.
			for i := t.actuators.Lo; i < t.actuators.Hi; i++ {
				g.actuators[i].active = boundFree
			}
			if g.factorSolve(t, pass) {
				g.applyFraction(t, pass, 1)
			}
			return
		}
		if !g.factorSolve(t, pass) {
			return
		}
	}
}

// applyFraction applies a fraction of the change of impulses that a step found.
func (g *Set) applyFraction(t *articulationTick, pass step.Pass, fraction float64) {
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		g.joints[i].applyFraction(g, pass, fraction)
	}
	for i := t.allBodies.Lo; i < t.allBodies.Hi; i++ {
		n := &g.bodies[i]
		n.applyImpulse(fraction, &n.f)
	}
}

// stepLength returns the largest fraction of a step, up to 1, that keeps every actuator
// within its range.
func (g *Set) stepLength(t *articulationTick) float64 {
	fraction := 1.0
	for i := t.actuators.Lo; i < t.actuators.Hi; i++ {
		x := &g.actuators[i]
		if x.active == boundFree {
			continue
		}
		delta := x.impulseStep(&g.blocks[g.joints[x.joint].block])
		lo, hi := x.impulseRange()
		switch target := x.impulse + delta; {
		case target < lo:
			fraction = min(fraction, (lo-x.impulse)/delta)
		case target > hi:
			fraction = min(fraction, (hi-x.impulse)/delta)
		}
	}
	return fraction
}

// deactivate frees actuators whose impulse has reached the end of its range.
func (g *Set) deactivate(t *articulationTick) (any bool) {
	for i := t.actuators.Lo; i < t.actuators.Hi; i++ {
		x := &g.actuators[i]
		if x.active == boundFree {
			continue
		}
		delta := x.impulseStep(&g.blocks[g.joints[x.joint].block])
		lo, hi := x.impulseRange()
		tiny := float64(1e-12 * max(delta, -delta))
		switch {
		case delta < 0 && x.impulse-lo <= tiny:
			x.impulse = lo
		case delta > 0 && hi-x.impulse <= tiny:
			x.impulse = hi
		default:
			continue
		}
		x.released = x.active != boundMotor
		x.active, any = boundFree, true
	}
	return any
}

// activate activates limits that their coordinates run into, and motors whose speed is exceeded.
func (g *Set) activate(t *articulationTick, pass step.Pass) (any bool) {
	for i := t.actuators.Lo; i < t.actuators.Hi; i++ {
		x := &g.actuators[i]
		if x.active != boundFree {
			continue
		}
		l := &g.joints[x.joint]
		child, parent := &g.bodies[l.child], &g.bodies[l.parent]
		low, bias, compliance := x.rate(&child.v, &parent.v), 0.0, 0.0
		if x.holdMin < x.holdMax && (x.impulse == x.holdMin && low < x.motorSpeed || x.impulse == x.holdMax && low > x.motorSpeed) {
			x.active, any = boundMotor, true
			continue
		}
		if x.released {
			continue
		}
		high := low
		if pass == step.Solve {
			bias = l.bias
		}
		if pass == step.Solve && x.motorMax == 0 {
			compliance = float64(l.compliance * l.complianceFeedback(g, x, child, parent))
		}
		if !x.hasClearance(boundLower) {
			low += compliance
		}
		if !x.hasClearance(boundUpper) {
			high += compliance
		}
		switch {
		case x.impulse >= x.lowerOn && low < x.limitSpeed(boundLower, bias, t.invH):
			x.active, any = boundLower, true
		case x.impulse <= x.upperOn && -high < x.limitSpeed(boundUpper, bias, t.invH):
			x.active, any = boundUpper, true
		}
	}
	return any
}

// complianceFeedback returns the speed along the line of an actuator that the impulses of the rigid
// lines of its joint would cause if its bodies were free.
func (l *artJoint) complianceFeedback(g *Set, x *actuator, child, parent *artBody) (v float64) {
	if l.pointOnly { // the line of an angle has no linear part
		onChild, onParent := float64(l.rx*l.jy)-float64(l.ry*l.jx), float64(l.sx*l.jy)-float64(l.sy*l.jx)
		return float64(float64(x.jc.w*child.freeInvMass.w)*onChild) - float64(float64(x.jp.w*parent.freeInvMass.w)*onParent)
	}
	return g.blocks[l.block].complianceFeedback(x, child, parent)
}

func (e *artBlock) complianceFeedback(x *actuator, child, parent *artBody) (v float64) {
	for k := range e.rigidLines {
		ji, jo := e.jc[k].scaled(&child.freeInvMass), e.jp[k].scaled(&parent.freeInvMass)
		v += float64(e.impulses[k] * x.rate(&ji, &jo))
	}
	return v
}
