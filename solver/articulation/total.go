package articulation

import (
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/constraint"
)

// onB returns the present impulse of a joint on body B, with the torque about the anchor.
func (g *Set) onB(l *artJoint) (sum spatial2) {
	if l.kind == joint.KindRevolute {
		sum.x, sum.y = l.jx, l.jy
		if l.childIsA {
			sum.x, sum.y = -sum.x, -sum.y
		}
		if l.actuatorCount > 0 {
			sum.w = g.actuators[l.firstActuator].totalImpulse()
		}
		return sum
	}
	e := &g.blocks[l.block]
	if l.kind == joint.KindGear {
		j := g.gears[l.constraint].line.OnB(float32(e.impulses[0]))
		return spatial2{float64(j.X), float64(j.Y), float64(j.W)}
	}
	if l.kind == joint.KindCustom {
		return spatial2{} // package constraint has it
	}
	w := &g.generics[l.constraint]
	for k := range e.rigidLines {
		sum.addScaled(e.impulses[k], l.lineOfB(&e.jc[k], &e.jp[k]))
	}
	for k := range l.actuatorCount {
		x := &g.actuators[l.firstActuator+k]
		sum.addScaled(x.totalImpulse(), l.lineOfB(&x.jc, &x.jp))
	}
	if l.hasSoft {
		j, _ := w.SoftOnB()
		sum.addScaled(1, &spatial2{float64(j.X), float64(j.Y), float64(j.W)})
	}
	return aboutAnchor(w, sum)
}

// aboutAnchor returns an impulse on body B with the torque about the anchor instead of the centre
// of mass.
func aboutAnchor(w *constraint.Generic, j spatial2) spatial2 {
	j.w -= float64(float64(w.Vx)*j.y) - float64(float64(w.Vy)*j.x)
	return j
}

// lineOfB returns the half of a line on body B.
func (l *artJoint) lineOfB(ofChild, ofParent *spatial2) *spatial2 {
	if l.childIsA {
		return ofParent
	}
	return ofChild
}

// addTotals adds the present impulses of the joints, times a sign, to the impulses of the tick.
func (g *Set) addTotals(t *articulationTick, sign float64) {
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		j := g.onB(l)
		l.total.addScaled(sign, &j)
	}
}

// subtractCorrections subtracts the impulses that the next warm start lacks: lines have turned, but
// the impulses acted along the old ones.
func (g *Set) subtractCorrections(t *articulationTick) {
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		if l.kind == joint.KindRevolute || l.kind == joint.KindCustom {
			continue // its force does not turn with the bodies, or package constraint has it
		}
		e := &g.blocks[l.block]
		sum := *l.lineOfB(&e.warmCorrectionChild, &e.warmCorrectionParent)
		if l.kind == joint.KindGear {
			j := g.gears[l.constraint].line.AboutAnchor(impulseOf(&sum))
			l.total.addScaled(-1, &spatial2{float64(j.X), float64(j.Y), float64(j.W)})
			continue
		}
		w := &g.generics[l.constraint]
		if l.hasSoft {
			_, lacking := w.SoftOnB()
			sum.addScaled(1, &spatial2{float64(lacking.X), float64(lacking.Y), float64(lacking.W)})
		}
		sum = aboutAnchor(w, sum)
		l.total.addScaled(-1, &sum)
	}
}

func impulseOf(j *spatial2) constraint.Impulse {
	return constraint.Impulse{X: float32(j.x), Y: float32(j.y), W: float32(j.w)}
}
