package articulation

import (
	"github.com/carom2d/carom/internal/step"
	"math"
)

// Compliance.
//
// A joint gives way in proportion to the impulse on it, to the compliance, and to a mobility. With
// the mobility of a joint's own two bodies a rope of light links stretches as its load grows, and
// creeps: a correction moves the load, against the compliance of all links. So the compliance uses
// the mobility E that the joint has while the other joints hold. On a rope E is little more than
// the mobility of the load.
//
// With K the matrix of all lines and C the compliance of the lines by their own bodies, E is the
// Schur complement
//
//	E = X^-1 - C,   X = the block of (K + C)^-1 that belongs to the joint.
//
// X is a covariance: random impulses, under the covariance K + C of the speeds, have the covariance
// X. The walk from the root to the leaves that finds the impulses x = u - S^-1 P^T f of the joints
// also finds X, because u has the covariance S^-1 and is independent of f. With F the covariance of
// f and A = -S^-1 P^T
//
//	X = S^-1 + A F A^T,   Fp <- Fp + Jp^T A Fp + (Jp^T A Fp)^T + Jp^T X Jp,   Fc = Jc^T X Jc.
//
// E is computed once per tick and holds for the directions of the bodies at that time. Joints of
// bodies that turn far in a tick are as soft as their own bodies make them: otherwise chains whose
// links whirl gain energy. The same holds for articulations that hang on immovable bodies at two
// ends, because a rope that is too short for them has E near zero. It also holds for articulations
// with joints of other kinds, whose lines bend by more than their speeds say and need the energy
// that softness takes.
const (
	leastMobility  = 1.0 / 64 // smallest share of the mobility between free bodies that is added to E
	othersShare    = 1.0 / 16 // of the other joints' compliance while E is computed; stiffer ones leave less of E
	turnScale      = 0.07     // rad per tick, from which a joint is as soft as its own bodies make it
	givenBiasScale = 2        // factor by which the bias of such joints is larger
)

// covariance is a symmetric matrix over impulses on a body.
type covariance [3][3]float64

func (t *spatial2) entries() [3]float64 { return [3]float64{t.x, t.y, t.w} }

func (c *covariance) mul(t [3]float64) (u [3]float64) {
	for i := range u {
		u[i] = float64(c[i][0]*t[0]) + float64(c[i][1]*t[1]) + float64(c[i][2]*t[2])
	}
	return u
}

// addOuter adds f t u^T.
func (c *covariance) addOuter(f float64, t, u [3]float64) {
	for i := range c {
		ft := float64(f * t[i])
		for j := range c {
			c[i][j] += float64(ft * u[j])
		}
	}
}

// pin is the two lines of a revolute joint after they have been eliminated.
type pin struct {
	inv       [2][2]float64 // S^-1
	p, jc, jp [2][3]float64
	mobility  symmetric3 // between free bodies
}

// measureCompliance computes the compliance of the joints of a rope for the tick.
func (g *Set) measureCompliance(t *articulationTick) {
	if t.tree.Hi-t.tree.Lo < 2 || t.grounds > 1 || t.hasGeneric {
		return
	}
	for i := t.allBodies.Lo; i < t.allBodies.Hi; i++ {
		g.bodies[i].begin()
		g.bodies[i].z = spatial2{}
	}
	for i := t.tree.Lo; i < t.tree.Hi; i++ {
		l := &g.joints[i]
		l.yx, l.yy = 0, 0
		l.reduce(&g.bodies[l.child], &g.bodies[l.parent], float64(othersShare*l.compliance), 0, 0)
	}
	list := g.effective[t.allBodies.Lo:t.allBodies.Hi]
	clear(list)
	for i := t.tree.Hi - 1; i >= t.tree.Lo; i-- {
		l := &g.joints[i]
		r := g.pinOf(l)
		x := r.pass(&list[int(l.child)-t.allBodies.Lo], &list[int(l.parent)-t.allBodies.Lo])
		l.soft, l.hasSoftness = r.compliance(&x, l.compliance, g.leastShare(t, l))
		l.cxx, l.cxy, l.cyy = l.soft.a00, l.soft.a10, l.soft.a11
	}
}

// leastShare returns the share of the mobility between free bodies that is added to E. Bodies that
// turn far in a tick leave the directions for which E was computed.
func (g *Set) leastShare(t *articulationTick, l *artJoint) float64 {
	turn := float64(max(math.Abs(g.bodies[l.child].v.w), math.Abs(g.bodies[l.parent].v.w)) * (t.tick / turnScale))
	turn *= turn
	return min(1, leastMobility+float64(turn*turn))
}

// pinOf returns the lines of a joint that has been eliminated.
func (g *Set) pinOf(l *artJoint) (r pin) {
	e := lineBlock{n: 2}
	e.setPoint(&l.pointBlock)
	r.mobility = e.mobility(&g.bodies[l.child].freeInvMass, &g.bodies[l.parent].freeInvMass)
	r.inv = [2][2]float64{{l.kxx, l.kxy}, {l.kxy, l.kyy}}
	r.p = [2][3]float64{{-l.px.x, -l.px.y, -l.px.w}, {-l.py.x, -l.py.y, -l.py.w}}
	for i := range r.jc {
		r.jc[i], r.jp[i] = e.jc[i].entries(), e.jp[i].entries()
	}
	return r
}

// pass propagates the covariance of the parent's impulse to the child, and returns the covariance
// of the joint.
func (r *pin) pass(child, parent *covariance) (x [2][2]float64) {
	var a, b [2][3]float64
	for i := range a {
		for k := range 3 {
			a[i][k] = -float64(r.inv[i][0]*r.p[0][k]) - float64(r.inv[i][1]*r.p[1][k])
		}
		b[i] = parent.mul(a[i])
	}
	for i := range x {
		for j := range x {
			x[i][j] = r.inv[i][j] + (float64(a[i][0]*b[j][0]) + float64(a[i][1]*b[j][1]) + float64(a[i][2]*b[j][2]))
		}
	}
	*child = covariance{}
	for i := range x {
		parent.addOuter(1, r.jp[i], b[i])
		parent.addOuter(1, b[i], r.jp[i])
		for j := range x {
			parent.addOuter(x[i][j], r.jp[i], r.jp[j])
			child.addOuter(x[i][j], r.jc[i], r.jc[j])
		}
	}
	return x
}

// compliance returns the compliance of the lines from the covariance of their impulses, with the
// given share of their mobility between free bodies. It reports false if rounding errors exceed E.
func (r *pin) compliance(x *[2][2]float64, own, share float64) (c symmetric3, ok bool) {
	det := float64(x[0][0]*x[1][1]) - float64(x[0][1]*x[1][0])
	if !(det > 0) || !(x[0][0] > 0) {
		return c, false
	}
	inv := 1 / det
	c = symmetric3{a00: float64(x[1][1] * inv), a10: -float64(x[1][0] * inv), a11: float64(x[0][0] * inv)}
	m := &r.mobility
	c.addScaled(share-float64(othersShare*own), m)
	if !(c.a00 > 0) || !(float64(c.a00*c.a11) > float64(c.a10*c.a10)) || c.a00 > float64(3*m.a00) || c.a11 > float64(3*m.a11) {
		return c, false
	}
	c = symmetric3{a00: float64(own * c.a00), a10: float64(own * c.a10), a11: float64(own * c.a11)}
	return c, true
}

// givenCompliance returns the compliance that measureCompliance has found for a pass, or nil.
func (l *artJoint) givenCompliance(pass step.Pass) *symmetric3 {
	if pass == step.Relax || !l.hasSoftness {
		return nil
	}
	return &l.soft
}
