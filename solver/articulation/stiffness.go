package articulation

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/constraint"
)

// Geometric stiffness.
//
// Forces F that pull a body outward at the arms r turn it back into their direction with the
// stiffness K = sum r . F, so the body oscillates. The lines are constant during a sub-step
// h, so this oscillation is integrated explicitly, and grows without bound when K h h is more
// than four times the inertia, as for a link that holds a thousand times its weight. Such a
// body gets an inertia of K h h for the tick, with which its oscillation takes six sub-steps.
// That is little beside the inertia of the load that makes the tension. Forces and masses stay
// unchanged. Inertia that followed every oscillation would feed it, so it fades slowly.
const stiffnessFade = 0.9 // per tick

// addStabilizingInertia gives the bodies of articulations the inertia that the geometric
// stiffness of the last ticks requires.
func (f *Graph) addStabilizingInertia(s *state.Joints, bodies *state.Bodies) {
	for i := range f.list {
		if f.list[i].exact {
			continue
		}
		for _, slot := range f.list[i].bodies {
			t, d := &s.Stiffness[slot], &bodies.Dynamics[bodies.Rows[slot]]
			t.TrueInvInertia = d.InvInertia
			if x := float32(t.StabilizingInertia * d.InvInertia); x > 1 {
				d.InvInertia /= x
			}
		}
	}
}

// EndTick removes the inertia that BeginTick gave.
func (f *Graph) EndTick(s *state.Joints, bodies *state.Bodies) {
	for i := range f.list {
		if f.list[i].exact {
			continue
		}
		for _, slot := range f.list[i].bodies {
			bodies.Dynamics[bodies.Rows[slot]].InvInertia = s.Stiffness[slot].TrueInvInertia
		}
	}
}

// measureStiffness sums up K h h, in kg m^2, for the bodies of an articulation. Here an impulse
// is F h.
func (g *Set) measureStiffness(t *articulationTick) {
	for i := t.allBodies.Lo; i < t.allBodies.Hi; i++ {
		g.bodies[i].z.w = 0
	}
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		child, parent := &g.bodies[l.child], &g.bodies[l.parent]
		if l.kind == joint.KindRevolute {
			child.z.w += float64(l.rx*l.jx) + float64(l.ry*l.jy)
			parent.z.w -= float64(l.sx*l.jx) + float64(l.sy*l.jy)
			continue
		}
		e, w := &g.blocks[l.block], &g.generics[l.constraint]
		var fc, fp spatial2
		for k := range e.rigidLines {
			fc.addScaled(e.impulses[k], &e.jc[k])
			fp.addScaled(e.impulses[k], &e.jp[k])
		}
		for k := range l.actuatorCount {
			x := &g.actuators[l.firstActuator+k]
			fc.addScaled(x.totalImpulse(), &x.jc)
			fp.addScaled(x.totalImpulse(), &x.jp)
		}
		rx, ry, sx, sy := w.Vx, w.Vy, w.Ux, w.Uy
		if l.childIsA {
			rx, ry, sx, sy = sx, sy, rx, ry
		}
		child.z.w += float64(float64(rx)*fc.x) + float64(float64(ry)*fc.y)
		parent.z.w += float64(float64(sx)*fp.x) + float64(float64(sy)*fp.y)
	}
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		n.stabilizingInertia = constraint.Greater(n.stabilizingInertia, float32(float64(t.h)*n.z.w))
	}
}
