package articulation

import (
	"math"
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

// CanBond reports whether the joints of an articulation may be bonds: none has a bound on its rigid
// part, or a limit that gives way to a large torque.
func (f *Graph) CanBond(s *state.Joints, art int) bool {
	return f.hasOnly(state.FeatureLimit|state.FeatureSpring|state.FeatureMotor, s, art)
}

// hasOnly reports whether the joints of an articulation have no features but the given ones.
func (f *Graph) hasOnly(allowed state.JointFeatures, s *state.Joints, art int) bool {
	t := &f.list[art]
	if f.isSmall(art) || !t.canBeBonds(s) {
		return false
	}
	for _, plan := range t.joints {
		if featuresOf(s, plan.joint)&^allowed != 0 {
			return false
		}
	}
	return true
}

// notBond is the feature of a joint that cannot be a bond: of a rigid part with a bound, and of a
// limit that gives way to a large torque.
const notBond = state.FeatureHold

// featuresOf returns the features of a joint besides its rigid lines.
//
//go:noinline
func featuresOf(s *state.Joints, slot state.JointSlot) (all state.JointFeatures) {
	row := s.Rows[slot]
	link := &s.Link[row]
	switch {
	case isMultiBody(link.Kind):
		return state.FeatureMotor // it makes no stub
	case link.Kind != joint.KindRevolute:
		rec := s.GenericAt(link.Data)
		for i := range rec.Scalars {
			all |= rec.Scalars[i].Features &^ state.FeatureHold
		}
	case link.Flags&state.JointHasAngularPart != 0:
		x := &s.RevoluteAngles[link.Data]
		all = state.FeatureLimit
		if x.Parts&state.AngleSpring != 0 {
			all |= state.FeatureSpring
		}
		if x.MaxMotorTorque > 0 {
			all |= state.FeatureMotor
		}
	}
	if all != 0 && !(s.Strength[row].MaxTorque > math.MaxFloat32) || isBounded(s, row) {
		all |= notBond
	}
	return all
}

// Stubs.
//
// A stub is a small set of bodies on joints with rigid lines and limits alone, on no immovable
// body, with light bodies on a heavy one. Its joints are solved exactly by themselves, but not with
// the contacts of the light bodies. The heavy body bounced off them as off a spring, with up to
// four times its energy.
const (
	stubRatio  = 3 // of the masses of the heaviest body and a light one
	stubBodies = 8
)

// Stub reports whether an articulation is a stub. It returns the inverse mass, in 1/kg, above which
// a body of it is light.
func (f *Graph) Stub(s *state.Joints, bodies *state.Bodies, art int) (light float32, ok bool) {
	return f.stub(state.FeatureLimit, s, bodies, art)
}

// stub is Stub for joints with no features but the given ones.
func (f *Graph) stub(allowed state.JointFeatures, s *state.Joints, bodies *state.Bodies, art int) (light float32, ok bool) {
	t := &f.list[art]
	if len(t.bodies) > stubBodies || slices.ContainsFunc(t.joints, artJointPlan.isGrounded) || !f.hasOnly(allowed, s, art) {
		return 0, false
	}
	return lightBodies(bodies, t.bodies)
}

// lightBodies is Stub for the masses of bodies alone.
func lightBodies(bodies *state.Bodies, list []state.BodySlot) (light float32, ok bool) {
	least, most := float32(math.MaxFloat32), float32(0)
	for _, b := range list {
		inv := bodies.Dynamics[bodies.Rows[b]].InvMass
		least, most = min(least, inv), max(most, inv)
	}
	light = float32(stubRatio * least)
	return light, least > 0 && most > light
}

// isLoneStub reports whether two bodies and the joint between them are a stub, and have no other
// joint.
//
//go:noinline
func isLoneStub(s *state.Joints, bodies *state.Bodies, pair []state.BodySlot, slot state.JointSlot) bool {
	_, ok := lightBodies(bodies, pair)
	return ok && featuresOf(s, slot)&^state.FeatureLimit == 0 && s.Next(bodies.Meta[pair[0]].FirstJoint)&s.Next(bodies.Meta[pair[1]].FirstJoint) == state.None
}

// canBeBonds reports whether the ties of an articulation may be bonds: the articulation is small,
// or hangs on an immovable body, as a bridge does. A large free frame that crumples under a blow
// would be driven by its contacts and its joints together.
func (t *articulation) canBeBonds(s *state.Joints) bool {
	return len(t.bodies) <= stubBodies || t.treeJoints(s) == len(t.joints) || slices.ContainsFunc(t.joints, artJointPlan.isGrounded)
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
// contacts and would take back their impulses: a bridge of six planks threw off a crate of
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

// Bond returns the rigid part of joint i of an articulation, its motors and limits that hold, and
// its springs that act, in the present pass. Motors in the plane are no lines: the bound of their
// force has no bound for each line. The speeds along its lines are as the pass wants them;
// an impulse p on them makes them give way by the compliance times p.
func (g *Set) Bond(art, i int, pass step.Pass) (b profile.Lines) {
	l := &g.joints[g.list[art].joints.Lo+i]
	var e lineBlock
	var apart [3]float64 // compliance of lines that share none
	if l.kind == joint.KindRevolute {
		e.n = 2
		e.setPoint(&l.pointBlock)
	} else {
		block := &g.blocks[l.block]
		e.n, e.jc, e.jp = block.rigidLines, block.jc, block.jp
		if block.inPlane {
			e.n = 0
		}
	}
	rigid := e.n
	for k := range l.actuatorCount {
		x := &g.actuators[l.firstActuator+k]
		switch {
		case x.springs(pass):
			apart[e.n] = x.springCompliance()
		case x.holds():
			if x.motorMax > 0 {
				lo, hi := x.impulseRange()
				b.Bounded[e.n], b.Min[e.n], b.Max[e.n] = true, lo-x.impulse, hi-x.impulse
			}
		default:
			continue
		}
		e.jc[e.n], e.jp[e.n] = x.jc, x.jp
		e.n++
	}
	c := e.mobility(&g.bodies[l.child].freeInvMass, &g.bodies[l.parent].freeInvMass)
	if l.kind == joint.KindGear {
		w := &g.gears[l.constraint]
		c.a00 = w.line.Mobility()
		b.JGear = [2]profile.Vec3{w.halves[0].entries(), w.halves[1].entries()}
	}
	own, part := [3]float64{c.a00, c.a11, c.a22}, max(l.complianceIn(pass, bondCompliance), bondCompliance)
	if given := l.givenCompliance(pass); given != nil {
		c = *given
		if rigid == 1 {
			c.a10, c.a11, c.a21 = 0, float64(part*own[1]), 0
		}
		if rigid < 3 {
			c.a20, c.a21, c.a22 = 0, 0, float64(part*own[2])
		}
	} else {
		c.scale(part)
	}
	for k, bounded := range b.Bounded {
		if bounded {
			apart[k] = float64(bondCompliance * own[k])
		}
	}
	if apart[0] > 0 {
		c.a00, c.a10, c.a20 = apart[0], 0, 0
	}
	if apart[1] > 0 {
		c.a10, c.a11, c.a21 = 0, apart[1], 0
	}
	if apart[2] > 0 {
		c.a20, c.a21, c.a22 = 0, 0, apart[2]
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

// AddImpulses adds impulses to the impulses of the lines of a joint that Bond has returned. In a
// pass Relax they also add to the impulse of the tick.
func (g *Set) AddImpulses(art, i int, j [3]float64, pass step.Pass) {
	l := &g.joints[g.list[art].joints.Lo+i]
	before := g.onB(l)
	g.addBond(l, j, pass)
	if pass == step.Relax {
		after := g.onB(l)
		l.total.addScaled(-1, &before)
		l.total.addScaled(1, &after)
	}
}

func (g *Set) addBond(l *artJoint, j [3]float64, pass step.Pass) {
	at := int32(2)
	if l.kind == joint.KindRevolute {
		l.jx += j[0]
		l.jy += j[1]
	} else {
		e := &g.blocks[l.block]
		if at = e.rigidLines; e.inPlane {
			at = 0
		}
		for k := range at {
			e.impulses[k] += j[k]
			if l.kind == joint.KindCustom {
				g.customs.AddImpulse(int(l.constraint), int(k), j[k], pass)
			}
		}
	}
	for k := range l.actuatorCount {
		x := &g.actuators[l.firstActuator+k]
		switch {
		case x.springs(pass):
			x.springImpulse += j[at]
			at++
		case x.holds():
			x.impulse += j[at]
			at++
			if !x.locked && x.motorMax == 0 && (x.impulse > 0) != (x.active == boundLower) {
				x.impulse = 0
			}
		}
	}
}

// holds reports whether a motor or a reached limit is active, so that it is a line of its bond. An
// impulse that would pull at the limit ends it in the next pass.
func (x *actuator) holds() bool {
	return x.active == boundMotor || x.active != boundFree && !x.hasClearance(x.active)
}

// springs reports whether a spring decides the speed of its coordinate in a pass, so that it is a
// line of its bond.
func (x *actuator) springs(pass step.Pass) bool {
	return x.active == boundFree && x.hasSpring && pass == step.Solve && x.springCompliance() > 0
}

// stubSlops is the gap, in slops, above which a stub that a contact touches closes its gaps no
// faster by turning a light body. A light body between the contact and a joint turns so far in a
// sub-step that the next pass, without correction, does not take back the speed that the correction
// has given the heavy one. A joint in the centre of a wheel does not turn the wheel, so the wheel
// comes back as fast as other bodies.
const stubSlops = 4

// ease bounds the speed at which a joint of a stub closes its gap by turning the lighter body to
// the speed for a gap of most, in metres. Of the speed that an impulse at the arm r gives the
// anchor of a body, the share r r m / (I + r r m) is from its turn.
func (l *artJoint) ease(g *Set, s *state.Joints, bodies *state.Bodies, most float64) {
	x, y := l.ex, l.ey
	switch l.kind {
	case joint.KindRevolute:
	case joint.KindWeld:
		x, y = g.blocks[l.block].err[0], g.blocks[l.block].err[1]
	default:
		x, y = g.blocks[l.block].err[0], 0
	}
	key := uint32(s.Slots[l.joint]) << 1
	if l.childIsA == (g.bodies[l.child].largestInvMass() < g.bodies[l.parent].largestInvMass()) {
		key++ // body B is the lighter one
	}
	lever := leverOf(s, bodies, key)
	if byTurn := math.Sqrt(float64(x*x)+float64(y*y)) * lever / (1 + lever); byTurn > most {
		l.bias *= most / byTurn
	}
}
