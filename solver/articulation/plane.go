package articulation

import (
	"math"

	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// Motors in the plane.
//
// The force of a motor or of friction in the plane has a bound on its length, so it is no actuator.
// Below the bound the motor is held: its lines are rigid lines of its couple, solved with all
// others. At the bound it is swept, as springs in the plane are, and pulls the couple that goes
// with it along. A force that holds and is swept turns a sub-step later than its load, and the load
// gains energy.
//
// A motor beside a pin of the same bodies pushes where the pin holds, and nothing says which of the
// two bears the load. Each change of the load would be shared between them, and in time they would
// press against each other with all the force of the motor. So the pin is stiffer:
//
//   - The pass of the positions gives the motor a compliance above the compliance of pins. Its
//     target has the lead of the lines of a pin.
//   - The pass of the velocities gives it a compliance on which its whole impulse acts, so what the
//     pin can bear passes to the pin. A motor that holds a force F creeps by planeCompliance times
//     the speed that F gives the bodies in a sub-step.
//
// It acts on both bodies at one place, since opposite impulses at two anchors turn the bodies as a
// whole. Anchors of bodies that may slide apart are long levers, at which a force would part their
// pins. A motor of such bodies acts at its anchors.

// heldForce is the part of the bound below which a swept motor is held.
const heldForce = 0.999

// Compliances of held motors beside a pin, as fractions of the mobility with free bodies.
const (
	planeCompliance         = 3e-3 // in the pass of the velocities
	planePositionCompliance = 0.05 // in the pass of the positions
)

// findBesidePins finds pins of the tree, and ties with forces on their anchors, that connect the
// same bodies.
func (g *Set) findBesidePins(t *articulationTick) {
	for i := t.ties.Lo; i < t.ties.Hi && t.softParts; i++ {
		tie := &g.joints[i]
		for k := t.tree.Lo; k < t.tree.Hi && tie.hasSoft; k++ {
			if l := &g.joints[k]; l.kind == joint.KindRevolute && g.connectAlike(l, tie) {
				l.besidePin, tie.besidePin = true, true
			}
		}
	}
}

// preparePlane prepares the motor in the plane of a couple, if it has one.
func (g *Set) preparePlane(l *artJoint) {
	if w := &g.generics[l.constraint]; l.besidePin && w.PushesInPlane() {
		w.PushAtOnePlace()
	}
	g.holdPlane(l)
}

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

// placingTurn is the turn by which the method place decides where the lines of a pin act, from the
// angle of the faster body in this tick. A force on other anchors may press hard against the pin,
// so a pin beside one acts at one place even if its bodies do not turn.
func (l *artJoint) placingTurn(angle float32) float64 {
	if l.besidePin {
		return 1
	}
	return float64(angle / turnScale)
}

// connectAlike reports whether two joints connect the same bodies. An immovable body may have
// several places in the Set.
func (g *Set) connectAlike(l, o *artJoint) bool {
	child, parent := g.bodies[l.child].slot, g.bodies[l.parent].slot
	c, p := g.bodies[o.child].slot, g.bodies[o.parent].slot
	return child == c && parent == p || child == p && parent == c
}

// layPlane sets the desired speeds and the compliances of the lines of a held motor for a pass. The
// argument half is the time of the leads: see targetVelocity.
func (l *artJoint) layPlane(g *Set, pass step.Pass, half float64) {
	e, child, parent := &g.blocks[l.block], &g.bodies[l.child], &g.bodies[l.parent]
	for k, v := range g.generics[l.constraint].PlanarMotor.Speed {
		e.y[k], e.ownCompliance[k], e.compliance[k] = float64(v), true, relaxCompliance
	}
	if !l.besidePin {
		return
	}
	for k := range 2 {
		if e.compliance[k] = planePositionCompliance; pass == step.Relax {
			ofChild, ofParent := e.jc[k].scaled(&child.freeInvMass), e.jp[k].scaled(&parent.freeInvMass)
			mobility := e.jc[k].dot(&ofChild) + e.jp[k].dot(&ofParent)
			e.y[k] -= float64(planeCompliance * float64(mobility*e.impulses[k]))
			e.compliance[k] = planeCompliance
		}
	}
	dc, dp := float64(half*float64(child.leadSpin*child.leadSpin)), float64(half*float64(parent.leadSpin*parent.leadSpin))
	e.y[0] += float64(dc*e.jc[1].w) + float64(dp*e.jp[1].w)
	e.y[1] -= float64(dc*e.jc[0].w) + float64(dp*e.jp[0].w)
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
