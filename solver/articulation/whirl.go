package articulation

import (
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// Ropes that whirl.
//
// The lines of a pin are tangents: speeds along the lines move the anchors off their arcs. The
// centripetal term of targetVelocity compensates the mean error, and impulses at the anchors of the
// beginning conserve the momenta. A load that snatches a slack rope taut whirls light links round,
// each against the next. Then the error of the term is as large as the change of a link's speed
// within the sub-step, and the next lines close the gap against the full tension: the rope gets
// longer and gains energy.
//
// On such a rope speeds are measured and impulses act at anchors half way. An anchor r of a body
// that turns by the angle a ends at R(a) r, and
//
//	R(a) r - r = a k x m,   m = R(a/2) r sin(a/2) / (a/2),   k the unit vector out of the plane,
//
// so speeds at m close the gap at the end of the sub-step. Impulses at the same anchors as the
// speeds take energy and give none, however far the bodies turn. They also take some energy from a
// smooth swing, and do not conserve the angular momentum of free bodies. So only ropes that hang on
// one immovable body have half-way anchors, in proportion to the relative rotation of their links.
// The angles follow from the velocities before the pass. A rope that whirls is solved a second time
// with the angles that the first pass has found.
const (
	fullWhirl   = 0.003 // rad per tick of links against each other: all anchors are half way
	solvedAgain = 0.05  // whirl from which a rope is solved twice
)

// measureWhirl computes the mean rotation of the links of a rope against each other in the tick.
func (g *Set) measureWhirl(t *articulationTick) {
	t.whirl = 0
	pins := t.tree.Hi - t.tree.Lo
	if pins < 2 || t.grounds != 1 || t.hasGeneric {
		return
	}
	sum := 0.0
	for i := t.tree.Lo; i < t.tree.Hi; i++ {
		l := &g.joints[i]
		d := float64((g.bodies[l.child].v.w - g.bodies[l.parent].v.w) * (t.tick / fullWhirl))
		sum += float64(d * d)
	}
	if sum < math.MaxFloat64 { // all bodies are finite
		t.whirl = min(1, sum/float64(pins))
	}
}

// solvePositions is solvePass for step.Solve.
func (g *Set) solvePositions(states []state.BodyState, t *articulationTick) {
	t.whipped, t.whips = t.whips, false
	if t.whirl == 0 {
		g.solveWhip(states, t)
		return
	}
	g.bendAnchors(t)
	g.solvePass(t, step.Solve)
	if t.whirl > solvedAgain {
		g.bendAnchors(t)
		g.solvePass(t, step.Solve)
	}
}

// bendAnchors turns the anchors of a rope.
func (g *Set) bendAnchors(t *articulationTick) {
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		if l := &g.joints[i]; l.kind == joint.KindRevolute {
			l.bend(&g.bodies[l.child], &g.bodies[l.parent], float64(t.whirl*t.h))
		}
	}
	g.applyCorrections(t)
}

// bend turns the anchors by half the rotation of the bodies in a time h, and the held impulse with
// them.
func (p *pointBlock) bend(child, parent *artBody, h float64) {
	rx, ry, sx, sy := p.rx, p.ry, p.sx, p.sy
	p.rx, p.ry = chord(p.nowRx, p.nowRy, float64(h*child.clampedSpin()))
	p.sx, p.sy = chord(p.nowSx, p.nowSy, float64(h*parent.clampedSpin()))
	p.warmCorrectionChild = float64((p.rx-rx)*p.jy) - float64((p.ry-ry)*p.jx)
	p.warmCorrectionParent = float64((p.sy-sy)*p.jx) - float64((p.sx-sx)*p.jy)
}

// chord returns m for an anchor. With t = tan(a/2)
//
//	m = (r + t k x r) 2 t / (a (1 + t t)),
//
// and t is the series of the integrator, which omits a^5/240. Wheels turn by more than a radian in
// a sub-step, but hardly about anchors. An angle beyond a radian counts as a radian.
func chord(x, y, a float64) (mx, my float64) {
	a = max(-1, min(1, a))
	half := 0.5 + float64(float64(a*a)*(1.0/24))
	t := float64(a * half)
	f := float64(2*half) / (1 + float64(t*t))
	return float64(f * (x - float64(t*y))), float64(f * (y + float64(t*x)))
}
