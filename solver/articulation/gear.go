package articulation

import (
	"math"
	"slices"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/constraint"
)

// gearTie is a gear as a tie: one line over the bodies of two joints. Bodies B of the two joints,
// which the table stores as bodies A and B of the gear, are child and parent of the tie. Bodies A
// of the two joints are listed here.
type gearTie struct {
	line       constraint.GearLine
	bodies     [2]int32 // bodies A in the Set
	halves     [2]spatial2
	correction [2]spatial2 // corrections of the next warm start
}

// isMultiBody reports whether joints of a kind may hold more than two bodies.
func isMultiBody(kind joint.Kind) bool { return kind == joint.KindGear || kind == joint.KindCustom }

// isMultiBodyTie reports whether a joint is a gear, or a custom joint of two bodies, that may be a
// tie.
func isMultiBodyTie(s *state.Joints, bodies *state.Bodies, slot state.JointSlot) bool {
	row, list := s.Rows[slot], s.Bodies(slot)
	kind := s.Link[row].Kind
	if !isMultiBody(kind) || s.Meta[slot].Color == state.None || kind == joint.KindCustom && len(list) > 2 {
		return false
	}
	for _, b := range list[1:] {
		if bodies.Uneven(uint32(list[0]), uint32(b)) {
			return false
		}
	}
	return kind == joint.KindCustom || s.Strength[row].MaxTorque > math.MaxFloat32
}

// gatherGear makes room for a gear.
func (g *Set) gatherGear(s *state.Joints, bodies *state.Bodies, t *articulationTick, l *artJoint) {
	l.constraint = int32(len(g.gears))
	g.gears = grow.Extend(g.gears)
	w := &g.gears[l.constraint]
	*w = gearTie{}
	for i, b := range s.GearBodiesA(s.Slots[l.joint]) {
		own := g.bodies[t.allBodies.Lo:t.ownBodies.Hi]
		k := slices.IndexFunc(own, func(n artBody) bool { return n.slot == b })
		if k < 0 {
			w.bodies[i] = g.bodyIndex(bodies, t, noIndex, b)
		} else {
			w.bodies[i] = int32(t.allBodies.Lo + k)
		}
	}
}

// prepareGear prepares a gear for the tick.
func (g *Set) prepareGear(l *artJoint, s *state.Joints, bodies *state.Bodies, p *step.Params) {
	w, e := &g.gears[l.constraint], &g.blocks[l.block]
	w.line.Prepare(l.joint, s, bodies, p)
	*e = artBlock{rigidLines: 1}
	e.impulses[0] = float64(w.line.Impulse())
	g.measureGear(l)
}

// measureGear sets the line of a gear. Child and parent are the bodies B.
func (g *Set) measureGear(l *artJoint) {
	w, e := &g.gears[l.constraint], &g.blocks[l.block]
	first, second := w.line.Jacobians()
	w.halves[0], e.jc[0] = splitJacobian(&first, true)
	w.halves[1], e.jp[0] = splitJacobian(&second, true)
	if !l.childIsA {
		e.jc[0], e.jp[0] = e.jp[0], e.jc[0]
	}
	e.err[0] = float64(w.line.Err())
}

// remeasureGear measures a gear again and records the change of its impulse due to the rotation of
// its line.
func (g *Set) remeasureGear(l *artJoint, states []state.BodyState) {
	w, e := &g.gears[l.constraint], &g.blocks[l.block]
	j := e.impulses[0]
	oldChild, oldParent, old := e.jc[0], e.jp[0], w.halves
	w.line.Measure(states)
	g.measureGear(l)
	e.warmCorrectionChild.addScaled(j, &e.jc[0])
	e.warmCorrectionChild.addScaled(-j, &oldChild)
	e.warmCorrectionParent.addScaled(j, &e.jp[0])
	e.warmCorrectionParent.addScaled(-j, &oldParent)
	for i := range w.halves {
		w.correction[i].addScaled(j, &w.halves[i])
		w.correction[i].addScaled(-j, &old[i])
	}
}

// applyGear applies an impulse to the bodies A of a gear.
func (g *Set) applyGear(l *artJoint, j float64) {
	w := &g.gears[l.constraint]
	for i, body := range w.bodies {
		g.bodies[body].applyImpulse(j, &w.halves[i])
	}
}

// correctGear applies the correction of the warm start.
func (g *Set) correctGear(l *artJoint) {
	w := &g.gears[l.constraint]
	for i, body := range w.bodies {
		g.bodies[body].applyImpulse(1, &w.correction[i])
	}
	w.correction = [2]spatial2{}
}
