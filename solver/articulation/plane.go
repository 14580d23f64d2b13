package articulation

import "math"

// Motors in the plane.
//
// The force of a motor or of friction in the plane has a bound on its length, so it is no actuator.
// Below the bound the motor is held: its lines are rigid lines of its couple, solved with all
// others. At the bound it is swept, as springs in the plane are, and pulls the couple that goes
// with it along. A force that holds and is swept turns a sub-step later than its load, and the load
// gains energy.

// heldForce is the part of the bound below which a swept motor is held.
const heldForce = 0.999

// holdPlane holds the motor in the plane of a couple if its force is below the bound.
func (g *Set) holdPlane(l *artJoint) {
	w, e := &g.generics[l.constraint], &g.blocks[l.block]
	m := &w.PlanarMotor
	if m.Held || w.Block.On || w.IsAtWheel() || !(m.MaxImpulse > 0) {
		return
	}
	x, y := float64(m.Impulses[0]), float64(m.Impulses[1])
	if bound := float64(heldForce * m.MaxImpulse); !(float64(x*x)+float64(y*y) < float64(bound*bound)) {
		return
	}
	e.impulses[0], e.impulses[1] = x, y
	m.Impulses = [2]float32{}
	m.Held, e.inPlane, e.rigidLines = true, true, 2
	e.measure(l, w)
}

// releasePlanes reduces the forces of held motors that exceed their bounds to these. Such motors
// are swept from the next pass on. It reports whether there were any.
func (g *Set) releasePlanes(t *articulationTick) (any bool) {
	for i := t.ties.Lo; i < t.ties.Hi && t.softParts; i++ {
		l := &g.joints[i]
		e := &g.blocks[l.block]
		if !e.inPlane {
			continue
		}
		m := &g.generics[l.constraint].PlanarMotor
		length := math.Sqrt(float64(e.impulses[0]*e.impulses[0]) + float64(e.impulses[1]*e.impulses[1]))
		if !(length > float64(m.MaxImpulse)) {
			continue
		}
		child, parent := &g.bodies[l.child], &g.bodies[l.parent]
		for k := range m.Impulses {
			m.Impulses[k] = float32(float64(m.MaxImpulse) * (e.impulses[k] / length))
			excess := e.impulses[k] - float64(m.Impulses[k])
			child.applyImpulse(-excess, &e.jc[k])
			parent.applyImpulse(-excess, &e.jp[k])
		}
		m.Held, e.inPlane, e.rigidLines = false, false, 0
		any = true
	}
	return any
}
