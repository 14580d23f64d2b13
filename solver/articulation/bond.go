package articulation

import (
	"slices"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/profile"
)

// Bonds.
//
// Contacts that press the bodies of an articulation hard are solved together with its joints, by
// package direct. The lines of the joints keep the speeds that this package gave them, and the
// impulses that this takes are added to the impulses of the joints.

// OfBody returns the number of the articulation of a body, or a negative number.
func (f *Graph) OfBody(b state.BodySlot) int {
	if int(b) >= len(f.articulationOf) {
		return noIndex
	}
	return int(f.articulationOf[b])
}

// IsRigid reports whether the joints of an articulation have rigid lines alone. Motors, limits,
// springs and gears hold bodies too, but bonds do not know them. The impulses of a small
// articulation belong to package rattle.
func (f *Graph) IsRigid(s *state.Joints, art int) bool {
	t := &f.list[art]
	if f.isSmall(art) || !t.canBeBonds(s) {
		return false
	}
	for _, plan := range t.joints {
		if !hasRigidLinesAlone(s, plan.joint) {
			return false
		}
	}
	return true
}

// hasRigidLinesAlone reports whether a joint has no motor, limits or spring, and is no gear.
func hasRigidLinesAlone(s *state.Joints, slot state.JointSlot) bool {
	link := &s.Link[s.Rows[slot]]
	switch link.Kind {
	case joint.KindGear:
		return false
	case joint.KindRevolute:
		return link.Flags&state.JointHasAngularPart == 0
	}
	rec := s.GenericAt(link.Data)
	for i := range rec.Scalars {
		if rec.Scalars[i].Features&^state.FeatureHold != 0 {
			return false
		}
	}
	return true
}

// canBeBonds reports whether the ties of an articulation may be bonds: the articulation hangs on an
// immovable body, as a bridge does. A free frame that crumples under a blow would be driven by its
// contacts and its joints together.
func (t *articulation) canBeBonds(s *state.Joints) bool {
	return t.treeJoints(s) == len(t.joints) || slices.ContainsFunc(t.joints, artJointPlan.isGrounded)
}

// isGrounded reports whether a joint connects a body with an immovable body.
func (p artJointPlan) isGrounded() bool { return p.child == noIndex || p.parent == noIndex }

// FindTouched finds for each articulation the share of its bodies that contacts touch in this tick.
// The function counts them in a list of bodies.
func (f *Graph) FindTouched(count func([]state.BodySlot) int) {
	f.touched = grow.Resize(f.touched, len(f.list))
	for i := range f.list {
		if list := f.list[i].bodies; len(list) > 0 {
			f.touched[i] = float32(count(list)) / float32(len(list))
		}
	}
}

// touchedShare returns the share of an articulation's bodies that contacts touch.
func (f *Graph) touchedShare(art int) float32 {
	if art >= len(f.touched) {
		return 0
	}
	return f.touched[art]
}

// isSmall reports whether package rattle solves an articulation in this tick. That package knows no
// contacts and would take back what these have done: a bridge of six planks threw off a crate of
// five planks' mass.
func (f *Graph) isSmall(art int) bool {
	return f.list[art].exact && f.touchedShare(art) == 0
}

// Joints returns the number of joints of an articulation.
func (f *Graph) Joints(art int) int { return len(f.list[art].joints) }

// Joint returns a joint of an articulation.
func (f *Graph) Joint(art, i int) state.JointSlot { return f.list[art].joints[i].joint }

// bondCompliance is the compliance of a pass without correction of positions, as a fraction of the
// mobility of a joint with free bodies. The equations of package direct have coarser pivots than
// the elimination of a tree, which does with relaxCompliance.
const bondCompliance = 1e-7

// Bond returns the rigid part of joint i of an articulation in the present pass. The speeds along
// its lines are as the pass wants them; an impulse p on them makes them give way by the compliance
// times p.
func (g *Set) Bond(art, i int, pass step.Pass) (b profile.Lines) {
	l := &g.joints[g.list[art].joints.Lo+i]
	var e lineBlock
	if l.kind == joint.KindRevolute {
		e.n = 2
		e.setPoint(&l.pointBlock)
	} else {
		block := &g.blocks[l.block]
		e.n, e.jc, e.jp = block.rigidLines, block.jc, block.jp
	}
	c := e.mobility(&g.bodies[l.child].freeInvMass, &g.bodies[l.parent].freeInvMass)
	own := [3]float64{c.a00, c.a11, c.a22}
	if given := l.givenCompliance(pass); given != nil {
		c = *given
	} else {
		c.scale(max(l.complianceIn(pass, bondCompliance), bondCompliance))
	}
	b.Count = int(e.n)
	for k := range b.Count {
		b.JA[k], b.JB[k] = e.jp[k].entries(), e.jc[k].entries()
		if l.childIsA {
			b.JA[k], b.JB[k] = b.JB[k], b.JA[k]
		}
	}
	for k := range own {
		own[k] = float64(float64(dependentPivot*bondCompliance) * own[k])
	}
	b.Separate(&[3][3]float64{{c.a00}, {c.a10, c.a11}, {c.a20, c.a21, c.a22}}, &own)
	return b
}

// scale multiplies a matrix.
func (s *symmetric3) scale(f float64) {
	s.a00, s.a10, s.a11 = float64(f*s.a00), float64(f*s.a10), float64(f*s.a11)
	s.a20, s.a21, s.a22 = float64(f*s.a20), float64(f*s.a21), float64(f*s.a22)
}

// AddImpulses adds impulses to the rigid impulses of a joint. In a pass Relax they also add to the
// impulse of the tick.
func (g *Set) AddImpulses(art, i int, j [3]float64, pass step.Pass) {
	l := &g.joints[g.list[art].joints.Lo+i]
	before := g.onB(l)
	g.addRigid(l, j)
	if pass == step.Relax {
		after := g.onB(l)
		l.total.addScaled(-1, &before)
		l.total.addScaled(1, &after)
	}
}

func (g *Set) addRigid(l *artJoint, j [3]float64) {
	if l.kind == joint.KindRevolute {
		l.jx += j[0]
		l.jy += j[1]
		return
	}
	e := &g.blocks[l.block]
	for k := range e.rigidLines {
		e.impulses[k] += j[k]
	}
}
