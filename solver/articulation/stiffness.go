package articulation

import (
	"math"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/joint"
)

// Geometric stiffness.
//
// Forces F that pull a body outward at the arms r turn it back into their direction with the
// stiffness K = sum r . F, so the body oscillates. The lines are constant during a sub-step h, so
// this oscillation is integrated explicitly. It grows without bound when K h h is more than four
// times the inertia, as for a link that holds a thousand times its weight. For its joints such a
// body has an inertia of K h h during the next tick. With that inertia its oscillation takes six
// sub-steps. The added inertia is small compared with the inertia of the load that makes the
// tension. Other joints and most contacts see the body's own inertia. Contacts that are solved
// together with the joints see the inertia that the joints see: see bond.go. So do the torques of
// outer forces: a torque that turned the body by its own inertia would give the joints K h h times
// that spin to hold, many times the angular momentum of the torque. Inertia that followed every
// oscillation would feed it, so the inertia fades slowly.
//
// A whip (whip.go) is a blow, and its tension is gone with the sub-step. But a body that whips in
// sub-step after sub-step oscillates without bound under a tension that stays. So from the second
// whip of a tick on the tension counts. Such a body turns at a hundred rad/s, and with its inertia
// its energy would rise: its spin falls so that it keeps its angular momentum.
const stiffnessFade = 0.9 // per tick

// measureStiffness sums up K h h, in kg m^2, for the bodies of an articulation. An impulse here is
// F h.
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
		if !l.isGeneric() {
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
		inertia := simd.Max(n.stabilizingInertia, float32(float64(t.h)*n.z.w))
		if t.whips {
			n.v.w *= n.withInertia(n.stabilizingInertia) / n.withInertia(inertia)
		}
		n.stabilizingInertia = inertia
	}
}

// withInertia returns the ratio of the inertia that joints see, with an added one, to the inertia
// of the body.
func (n *artBody) withInertia(added float32) float64 {
	return max(1, float64(float64(added)*n.trueInvMass.w))
}

// stiffnessOfLoad is the largest ratio of the added inertia of a body to its own inertia, times the
// ratio of its mass to the mass of the heaviest body of its articulation. With a ratio of 3 a tight
// ring of links around two cogs shakes, and with 20 it gains energy.
const stiffnessOfLoad = 6

// boundStiffness bounds the added inertia in an articulation that hangs on no immovable body. Its
// heaviest body is the largest load that it can have, but contacts stretch a ring around two cogs
// with any tension. A link that they turn has its own inertia to them. To its joints it would have
// far more angular momentum, and its neighbours would gain energy.
func (g *Set) boundStiffness(t *articulationTick) {
	if t.grounds > 0 {
		return
	}
	heaviest := math.Inf(1) // inverse mass, 1/kg
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		heaviest = min(heaviest, g.bodies[i].largestInvMass())
	}
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		if most := float64(n.trueInvMass.w * heaviest); most > 0 {
			n.stabilizingInertia = min(n.stabilizingInertia, float32(float64(stiffnessOfLoad*n.largestInvMass())/most))
		}
	}
}

// largestInvMass returns the inverse mass of a body in the direction in which it moves most freely.
func (n *artBody) largestInvMass() float64 { return max(n.trueInvMass.x, n.trueInvMass.y) }
