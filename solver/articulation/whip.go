package articulation

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// Whips.
//
// A body on a pin far outside its centre is light at that pin across the lever and heavy along it.
// When its lever is pulled straight, the body whips round: its spin doubles within a sub-step. The
// leads of its joints (lead.go) take the velocities from before the impulses, so joints part by
// centimetres, which the next sub-steps close with work.
//
// If the first solution of a sub-step shows such a bend, lines and held impulses are turned half
// way, as the anchors of a rope that whirls, and the articulation is solved again. Then the speeds
// close the gaps at the end of the sub-step, and the impulses give no energy. The tension of a whip
// is gone with the sub-step, so no geometric stiffness follows from it, unless the sub-step before
// was a whip too: see stiffness.go. Beside contacts articulations do not whip for long, and heaps
// of rings solved in this way do not come to rest. Two kinds whip beside contacts too. Rods do,
// alone or with pins: the line of a rod between light beads under tension turns far in a sub-step
// though the beads hardly spin, and no inertia stabilizes their motion across the rods. Joints on
// an immovable body that are solved together with contacts do if a body turns by blowTurn: a heavy
// body that falls on a hammock of light links spins them so far.
const (
	whipBend = 0.1      // of the speed that tears a joint: a larger error of the speeds is a whip
	whipTurn = 1.0 / 64 // rad per sub-step, below which lines hardly turn
	blowTurn = 1.0 / 32 // the same beside contacts, but for rods
	leastRod = 1e-9     // m, a length that counts for a rod of none
)

// solveWhip solves the positions, again if the articulation whips.
func (g *Set) solveWhip(states []state.BodyState, t *articulationTick) {
	for i := t.allBodies.Lo; i < t.allBodies.Hi; i++ {
		n := &g.bodies[i]
		n.spin = n.clampedSpin()
	}
	g.solvePass(t, step.Solve)
	if t.whips = (!t.touched || t.ofRods || t.canBond && t.grounds > 0) && g.turnsFar(t) && g.isWhip(states, t); !t.whips {
		return
	}
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		switch {
		case l.kind == joint.KindRevolute:
			l.bend(&g.bodies[l.child], &g.bodies[l.parent], t.h)
		case l.isGeneric() && !l.hasSoft:
			g.bendLines(states, t, l)
		}
	}
	g.applyCorrections(t)
	t.whirl = 1
	g.solvePass(t, step.Solve)
	t.whirl = 0
}

// turnsFar reports whether a body turns far in the sub-step.
func (g *Set) turnsFar(t *articulationTick) bool {
	most := float64(whipTurn * t.invH)
	if t.touched && !t.ofRods {
		most = float64(blowTurn * t.invH)
	}
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		if n := &g.bodies[i]; max(math.Abs(n.spin), math.Abs(n.v.w)) > most {
			return true
		}
	}
	for i := t.joints.Lo; i < t.joints.Hi && t.hasGeneric; i++ {
		if l := &g.joints[i]; l.isRod && g.rodSpin(l) > most {
			return true
		}
	}
	return false
}

// rodSpin returns how fast the line of a rod turns, rad/s. It is fast between two beads that do not
// spin.
func (g *Set) rodSpin(l *artJoint) float64 {
	w, a, b := &g.generics[l.constraint], &g.bodies[l.parent], &g.bodies[l.child]
	if l.childIsA {
		a, b = b, a
	}
	gx, gy, dx, dy := w.Gap()
	vx := (b.v.x - float64(b.v.w*float64(w.Vy))) - (a.v.x - float64(a.v.w*float64(w.Uy)))
	vy := (b.v.y + float64(b.v.w*float64(w.Vx))) - (a.v.y + float64(a.v.w*float64(w.Ux)))
	return math.Abs(float64(dx*vy)-float64(dy*vx)) / max(float64(dx*gx)+float64(dy*gy), leastRod)
}

// isWhip reports whether the first solution errs on the bend of a joint by so much that the joint
// would part. The bodies of a weld turn as one, and couples do not bend.
func (g *Set) isWhip(states []state.BodyState, t *articulationTick) bool {
	most := float64(whipBend * t.tornSpeed)
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		switch l.kind {
		case joint.KindRevolute:
			child, parent := &g.bodies[l.child], &g.bodies[l.parent]
			onChild := float64(child.spinGain() * (math.Abs(l.rx) + math.Abs(l.ry)))
			onParent := float64(parent.spinGain() * (math.Abs(l.sx) + math.Abs(l.sy)))
			if float64(float64(0.5*t.h)*(onChild+onParent)) > most {
				return true
			}
		case joint.KindGear, joint.KindCustom, joint.KindWeld:
		default:
			if g.blockBends(states, t, l, most) {
				return true
			}
		}
	}
	return false
}

// spinGain returns the change of the square of the spin in the pass.
func (n *artBody) spinGain() float64 {
	w := n.clampedSpin()
	return math.Abs(float64(w*w) - float64(n.spin*n.spin))
}

// blockBends reports whether the speed of a rigid line, or of the line of a taut rope, differs by
// more than the given speed, or the spin of an angular line by as much of the spin that tears a
// joint, from the mean speed by which its error changes in the sub-step. Leads of the sub-step
// before do not count: lines half way are better. Spins beyond the bound of the leads count too: a
// load on a rod pulls a light lever straight within a tick.
func (g *Set) blockBends(states []state.BodyState, t *articulationTick, l *artJoint, most float64) bool {
	e := &g.blocks[l.block]
	child, parent := &g.bodies[l.child], &g.bodies[l.parent]
	spin := max(math.Abs(child.v.w), math.Abs(parent.v.w))
	if l.isRod {
		spin = max(spin, g.rodSpin(l))
	}
	turn := float64(spin * t.h)
	isRope := e.rigidLines == 0 && state.GeometryOf(l.kind).HoldsLength() && g.actuators[l.firstActuator].impulse != 0
	if e.rigidLines == 0 && !isRope || e.inPlane || e.holds || turn < whipTurn {
		return false
	}
	w := g.generics[l.constraint]
	a, b := l.movedBodies(g, states, t.h)
	w.Measure(&a, &b)
	if isRope {
		x := &g.actuators[l.firstActuator]
		return math.Abs(float64((float64(w.Scalars[0].Moved())-x.moved)*t.invH)-(x.rate(&child.v, &parent.v)-x.lead)) > most
	}
	for k := range e.rigidLines {
		speed := e.jc[k].dot(&child.v) + e.jp[k].dot(&parent.v)
		if k == 0 {
			speed -= e.lead
		}
		limit := most
		if e.isAngular(k) {
			limit = float64(float64(whipBend*tornAngle) * t.invH)
		}
		if math.Abs(float64((float64(w.Block.Err[k])-e.err[k])*t.invH)-speed) > limit {
			return true
		}
	}
	return false
}

// bendLines turns the lines of a generic joint half way, and the held impulses with them. Errors
// and coordinates keep their values from the beginning of the sub-step.
func (g *Set) bendLines(states []state.BodyState, t *articulationTick, l *artJoint) {
	w, e := &g.generics[l.constraint], &g.blocks[l.block]
	err, moved := e.err, [2]float64{}
	for k := range l.actuatorCount {
		moved[k] = g.actuators[l.firstActuator+k].moved
	}
	a, b := l.movedBodies(g, states, float64(0.5*t.h))
	w.Measure(&a, &b)
	g.turnLines(l, w)
	e.err = err
	for k := range l.actuatorCount {
		g.actuators[l.firstActuator+k].moved = moved[k]
	}
}

// movedBodies returns the bodies A and B of a joint after a time h at their present velocities.
func (l *artJoint) movedBodies(g *Set, states []state.BodyState, h float64) (a, b state.BodyState) {
	a, b = g.bodies[l.parent].movedBy(states, h), g.bodies[l.child].movedBy(states, h)
	if l.childIsA {
		a, b = b, a
	}
	return a, b
}

func (n *artBody) movedBy(states []state.BodyState, h float64) state.BodyState {
	s := states[n.row]
	s.DX += float32(h * n.v.x)
	s.DY += float32(h * n.v.y)
	sin64, cos64 := geom.SinCos(float64(h * n.clampedSpin()))
	sin, cos := float32(sin64), float32(cos64)
	s.DC, s.DS = float32(s.DC*cos)-float32(s.DS*sin), float32(s.DC*sin)+float32(s.DS*cos)
	return s
}
