package articulation

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// Custom joints.
//
// A custom joint of two bodies is a tie. Its rows are lines if all are rigid and without bounds,
// and if a block has room for them. Otherwise the rows are solved one after the other, as are other
// forces on anchors. The game may describe lines that depend on lines of other joints, so they have
// the compliance of joints that close cycles, and the leads of the sub-step before (lead.go).

// customLines is the largest number of lines of a custom joint, for which a block has room.
const customLines = 3

// isGeneric reports whether a joint is a generic constraint.
func (l *artJoint) isGeneric() bool { return l.kind != joint.KindRevolute && !isMultiBody(l.kind) }

// measureCustom calls the game's code and reads the lines of a custom joint.
func (g *Set) measureCustom(l *artJoint, states []state.BodyState, firstOfTick bool) {
	e := &g.blocks[l.block]
	e.rigidLines = int32(g.customs.Measure(int(l.constraint), states, firstOfTick))
	if e.rigidLines > customLines {
		e.rigidLines = 0
	}
	for k := range e.rigidLines {
		on, err, speed, impulse := g.customs.Line(int(l.constraint), int(k))
		a, b := spatial2{on[0].X, on[0].Y, on[0].W}, spatial2{on[1].X, on[1].Y, on[1].W}
		if l.childIsA {
			a, b = b, a
		}
		e.jp[k], e.jc[k], e.err[k], e.speed[k], e.impulses[k] = a, b, err, speed, impulse
	}
}

// measureCustoms is measureCustom for all custom joints of an articulation.
func (g *Set) measureCustoms(states []state.BodyState, t *articulationTick, firstOfTick bool) {
	for i := t.ties.Lo; i < t.ties.Hi && t.customs; i++ {
		if l := &g.joints[i]; l.kind == joint.KindCustom {
			g.measureCustom(l, states, firstOfTick)
		}
	}
}

// solveSoftCustom solves the rows of a custom joint that are no lines, and corrects the warm start.
func (g *Set) solveSoftCustom(states []state.BodyState, l *artJoint, pass step.Pass) {
	i, swept := int(l.constraint), g.blocks[l.block].rigidLines == 0
	switch {
	case pass == step.Solve:
		g.customs.Correct(i, states)
	case pass == step.WarmStart && swept:
		g.customs.ApplyImpulses(i, states)
	}
	if swept && pass != step.WarmStart {
		g.customs.Sweep(pass, i, states)
	}
}

// keepCustoms hands the impulses of a pass to the custom joints of an articulation.
func (g *Set) keepCustoms(t *articulationTick, pass step.Pass) {
	for i := t.ties.Lo; i < t.ties.Hi && t.customs; i++ {
		l := &g.joints[i]
		if l.kind != joint.KindCustom {
			continue
		}
		e := &g.blocks[l.block]
		for k := range e.rigidLines {
			g.customs.SetImpulse(int(l.constraint), int(k), e.impulses[k])
		}
		if pass == step.Relax {
			g.customs.AddTotal(int(l.constraint))
		}
	}
}

// CallsGame reports whether a pass over the gathered articulations runs code of the game.
func (g *Set) CallsGame() bool { return g.customs.Len() > 0 }
