package articulation

import (
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/constraint"
)

// Leads.
//
// A line is a tangent: at a constant speed v along it, its error c changes by
//
//	v h + c" h h / 2
//
// in a sub-step, with the part c" of its acceleration that is due to the velocities alone. So a
// line must have the speed -c" h / 2, its lead, beside the speed that closes its error. Without
// leads joints give way as their bodies turn, and the next sub-steps close them with work.
//
// Let u and v be the anchors of A and B from their centres, d the gap from u to v, and d' its
// velocity. Anchors have the accelerations -wA wA u and -wB wB v, so d" = wA wA u - wB wB v.
//
//	pins, welds       c = d          c" = d"
//	slides            c = n.d        c" = n.d" - 2 wA e.d' - wA wA n.d
//	rods, ropes       c = |d|        c" = e.d" + (n.d')^2 / |d|
//
// The direction e of a slide turns with A and has the perpendicular n. The direction e of a rod is
// along d. The velocities are from before the pass. See pointBlock.targetVelocity for pins. The
// lead of a pulley is the sum of the leads of two rods from its wheels.
//
// The lines of a joint that closes a cycle may depend on the lines of the tree, as the lines of a
// slide between two bodies that a weld holds too. The leads of dependent lines agree only if the
// velocities from before the pass fit all lines, and a blow leaves velocities that fit none. Then
// huge impulses would press the joints against each other. The velocities at which the bodies have
// just moved do fit them. So where a joint closes a cycle and lines bend, all lines have the leads
// of the sub-step before: with the old lines J, the new lines J' and the velocities v of the move
//
//	-c" h / 2 = (J v - J' v) / 2.
//
// The first sub-step of a tick has no leads there. The same holds beside a locked axis, which holds
// a body as such a joint does, and beside custom joints, whose c" the engine does not know.

// pastShare returns the share of the leads from the sub-step before that a pass adds.
func (t *articulationTick) pastShare(pass step.Pass) float64 {
	if !t.pastLeads || pass == step.Relax {
		return 0
	}
	return 1 - t.whirl
}

// rates returns the present speeds along the rigid lines of a joint.
func (g *Set) rates(l *artJoint) (v [3]float64) {
	child, parent := &g.bodies[l.child].v, &g.bodies[l.parent].v
	if l.kind == joint.KindRevolute {
		v[0], v[1] = l.rate(child, parent)
		return v
	}
	e := &g.blocks[l.block]
	for k := range e.rigidLines {
		v[k] = e.jc[k].dot(child) + e.jp[k].dot(parent)
	}
	return v
}

// leadTime returns the factor of the leads, half of h.
func (t *articulationTick) leadTime() float64 {
	if t.pastLeads {
		return 0
	}
	return float64(0.5 * float64(t.h*(1-t.whirl)))
}

// addLead adds the leads to the desired speeds of the rigid lines of a generic joint. The argument
// half is the leadTime, or zero.
func (e *artBlock) addLead(l *artJoint, g *Set, half float64) {
	lead := g.leadOf(l, half)
	e.y[0] += lead[0]
	if e.lead = lead[0]; l.kind == joint.KindWeld {
		e.y[1] += lead[1]
		e.lead = 0
	}
}

// leadOf returns the leads of a generic joint: two for a weld, and otherwise the lead of its first
// line.
func (g *Set) leadOf(l *artJoint, half float64) [2]float64 {
	a, b, w := &g.bodies[l.parent], &g.bodies[l.child], &g.generics[l.constraint]
	if l.childIsA {
		a, b = b, a
	}
	wa, wb := a.leadSpin, b.leadSpin
	ax, ay := float64(wa*float64(w.Ux)), float64(wa*float64(w.Uy))
	bx, by := float64(wb*float64(w.Vx)), float64(wb*float64(w.Vy))
	x, y := float64(wb*bx)-float64(wa*ax), float64(wb*by)-float64(wa*ay) // -d"
	if l.kind == joint.KindWeld {
		return [2]float64{float64(half * x), float64(half * y)}
	}
	gx, gy, dx, dy := w.Gap()
	vx, vy := (b.v.x-by)-(a.v.x-ay), (b.v.y+bx)-(a.v.y+ax)
	switch state.GeometryOf(l.kind) {
	case state.GeometrySlide:
		along, across := float64(dx*vx)+float64(dy*vy), float64(dx*gy)-float64(dy*gx)
		return [2]float64{float64(half * ((float64(dx*y) - float64(dy*x)) + float64(wa*(float64(2*along)+float64(wa*across)))))}
	case state.GeometryLength:
		return [2]float64{w.RodLead([2]float64{x, y}, [2]float64{vx, vy}, half)}
	case state.GeometryRopes:
		return [2]float64{w.RopesLead([2]float64{a.v.x - ay, a.v.y + ax}, [2]float64{b.v.x - by, b.v.y + bx}, [2]float64{wa, wb}, half)}
	}
	return [2]float64{}
}

// setLeadSpins sets the spins that the leads follow.
func (g *Set) setLeadSpins(t *articulationTick) {
	bodies := g.bodies[t.allBodies.Lo:t.allBodies.Hi]
	for i := range bodies {
		bodies[i].leadSpin = bodies[i].clampedSpin()
	}
}

// leadRopes sets the leads of ropes, whose lines are limits.
func (g *Set) leadRopes(t *articulationTick, pass step.Pass) {
	if !t.bounded {
		g.setLeadSpins(t)
	}
	for i := t.actuators.Lo; i < t.actuators.Hi; i++ {
		x := &g.actuators[i]
		x.lead = 0
		if l := &g.joints[x.joint]; pass == step.Solve && l.isGeneric() && state.GeometryOf(l.kind).HoldsLength() {
			x.lead = g.leadOf(l, t.leadTime())[0]
		}
	}
}

// leadSpin returns the largest spin that leads follow, rad/s, of a body that is no wheel.
func leadSpin(p *step.Params) float64 { return float64(constraint.MaxCentripetalRotation / p.DT) }

// limitSpins limits the spins that count, of bodies that turn freely, to the bound of other bodies
// where an anchor of the joint lies outside them. A wheel has its anchors within its rim. A light
// disc with an anchor on a long lever may have any spin, and the load at the lever's end would have
// to follow the square of that spin.
func (g *Set) limitSpins(l *artJoint, bodies *state.Bodies, bound float64) {
	child, parent := &g.bodies[l.child], &g.bodies[l.parent]
	switch l.kind {
	case joint.KindGear, joint.KindCustom: // have no anchors
	case joint.KindRevolute:
		child.limitSpin(bodies, bound, l.rx0, l.ry0)
		parent.limitSpin(bodies, bound, l.sx0, l.sy0)
	default:
		a, b := parent, child
		if l.childIsA {
			a, b = child, parent
		}
		w := &g.generics[l.constraint]
		a.limitSpin(bodies, bound, w.Ux, w.Uy)
		b.limitSpin(bodies, bound, w.Vx, w.Vy)
	}
}

// limitSpin limits the spin of a body that can move if the anchor (x, y) lies outside the body.
func (n *artBody) limitSpin(bodies *state.Bodies, bound float64, x, y float32) {
	if math.IsInf(n.maxSpin, 1) {
		return
	}
	if extent := bodies.Motion[n.row].MaxExtent; float32(x*x)+float32(y*y) > float32(extent*extent) {
		n.maxSpin = min(n.maxSpin, bound)
	}
}
