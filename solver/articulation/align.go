package articulation

import (
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// Velocities that the joints forbid.
//
// A game sets velocities, a bullet pushes one link, a kinematic body starts: then the joints of an
// articulation take an impulse at once. A sub-step corrects positions as well, so its joints are
// soft. A soft joint lets the bodies part before it stops them, and the warm start of the next
// sub-step repeats the impulse as if it were a load: the energy doubled at times. So the first
// sub-step begins with velocities that the joints allow. The impulse between is no warm start.

// tornAngle is the angle by which a weld may part in a sub-step, rad.
const tornAngle = 0.005

// held are the impulses and the bounds of an actuator from before Align.
type held struct {
	impulse, motorMax float64
	active            activeBound
}

// Align makes the velocities of an articulation satisfy its joints and limits, if the present ones
// would part a joint by more than the slop in a sub-step. Motors do not act.
func (g *Set) Align(states []state.BodyState, art int) {
	t := &g.list[art]
	if t.small != noIndex {
		return // package rattle is exact
	}
	g.loadVelocities(states, t)
	if !g.isTorn(t) {
		return
	}
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		l.warmX, l.warmY = l.jx, l.jy
		if l.block != noIndex {
			g.blocks[l.block].warm = g.blocks[l.block].impulses
		}
	}
	for i := t.actuators.Lo; i < t.actuators.Hi; i++ {
		x := &g.actuators[i]
		x.warm = held{x.impulse, x.motorMax, x.active}
		if x.motorMax > 0 {
			x.active = boundFree
		}
		x.impulse, x.motorMax = 0, 0
	}
	g.addTotals(t, -1)
	t.aligns = true
	g.solvePass(t, step.Relax)
	t.aligns = false
	g.addTotals(t, 1)
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		l.jx, l.jy = l.warmX, l.warmY
		if l.block != noIndex {
			g.blocks[l.block].impulses = g.blocks[l.block].warm
		}
	}
	for i := t.actuators.Lo; i < t.actuators.Hi; i++ {
		x := &g.actuators[i]
		x.impulse, x.motorMax, x.active = x.warm.impulse, x.warm.motorMax, x.warm.active
	}
	g.storeVelocities(states, t)
}

// isAngular reports whether a line is of angles, rad, and not of lengths. One half of a line may be
// zero.
func (e *lineBlock) isAngular(line int32) bool {
	c, p := &e.jc[line], &e.jp[line]
	return c.x == 0 && c.y == 0 && p.x == 0 && p.y == 0
}

// isTorn reports whether the velocities part a joint by more than the slop in a sub-step.
func (g *Set) isTorn(t *articulationTick) bool {
	angular := float64(tornAngle * t.invH)
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		child, parent := &g.bodies[l.child].v, &g.bodies[l.parent].v
		if l.boundedBlock(g) != nil {
			continue
		}
		if l.kind == joint.KindRevolute {
			if x, y := l.rate(child, parent); max(math.Abs(x), math.Abs(y)) > t.tornSpeed {
				return true
			}
			continue
		}
		e := &g.blocks[l.block]
		for k := range e.rigidLines {
			most := t.tornSpeed
			if e.isAngular(k) {
				most = angular
			}
			if !e.inPlane && math.Abs(e.jc[k].dot(child)+e.jp[k].dot(parent)) > most {
				return true
			}
		}
	}
	return false
}
