package articulation

import (
	"math"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/constraint"
	"github.com/carom2d/carom/solver/profile"
	"github.com/carom2d/carom/solver/rattle"
)

// artJoint is a joint of an articulation during a tick.
type artJoint struct {
	_             [0]func() // not comparable, so no program has code for a comparison
	child, parent int32     // in bodies
	block         int32     // in blocks, or noIndex: a point block alone
	firstActuator int32     // in actuators
	actuatorCount int32     // two at most; with the rigid lines three at most
	constraint    int32     // in generics, if it is not revolute; of a gear in gears
	joint         state.JointRow
	kind          joint.Kind
	childIsA      bool // the child is body A
	pointOnly     bool // a point block is enough in this step
	hasBlock      bool // even if it is revolute and turns freely
	closes        bool // a tie that closes a cycle
	isRod         bool // its one line turns with the gap between its anchors
	hasSoftness   bool // soft is set
	hasSoft       bool // it also has forces on the anchors, which are solved in sweeps
	besidePin     bool // it is a pin beside a tie with such forces, of the same bodies, or that tie

	compliant
	pointBlock
	soft  symmetric3 // compliance of the rigid lines: see effective.go
	total spatial2   // impulse on body B in the sub-steps so far, with the torque about the anchor

	pastLeads [3]float64 // of the rigid lines, from the sub-step before: see lead.go
}

// artBlock holds the lines of a joint that needs more than a point block.
type artBlock struct {
	_ [0]func() // not comparable, so no program has code for a comparison
	lineBlock
	holds                                     bool         // the rigid line is the line of a scalar
	inPlane                                   bool         // the rigid lines are the lines of a motor in the plane: see plane.go
	bounds                                    [2]lineBound // of the linear lines and of the angular ones; see bounded.go
	rigidLines                                int32        // the rigid lines come first, the lines of actuators follow
	err                                       [3]float64
	speed                                     [3]float64 // of the lines of a custom joint, that its code asks for
	lead                                      float64    // of the first rigid line of a slide or a rod: see lead.go
	warm                                      [3]float64 // the impulses from before Align
	impulses                                  [3]float64 // of the rigid lines, N s, N m s
	feedback                                  [3]float64 // impulses that act on the compliance, in a pass
	warmCorrectionChild, warmCorrectionParent spatial2   // impulses that the next warm start lacks
}

// Set holds the articulations of a tick, ready for the passes. The zero Set is ready.
type Set struct {
	list      []articulationTick
	joints    []artJoint
	blocks    []artBlock
	actuators []actuator
	bodies    []artBody
	effective []covariance         // as the bodies: scratch of measureCompliance
	generics  []constraint.Generic // of joints that are not revolute
	gears     []gearTie
	customs   constraint.Customs
	small     rattle.Set // the small articulations
	ties      tieScratch
	frames    frameScratch
}

// articulationTick is one articulation of a Set. Its own bodies come first, then one body for
// each joint with an immovable body.
type articulationTick struct {
	_                    [0]func() // not comparable, so no program has code for a comparison
	joints, actuators    column.Span
	tree, ties           column.Span // of joints
	grounds              int         // the number of joints of the tree on immovable bodies
	whirl                float64     // how far anchors are turned half way, 0 to 1: see whirl.go
	bounded              bool        // the force or the torque of a joint has a bound
	aligns               bool        // in Align, in which bounded joints do not act
	touched              bool        // by contacts in this tick
	whips, whipped       bool        // in this sub-step, and the one before: see whip.go
	stub                 bool        // see Graph.Stub; springs count too
	matrix, rows         column.Span // of the scratch of the ties
	frame                frameSpan   // empty if it is no frame
	softParts            bool        // a joint may have soft parts
	customs              bool        // a joint is a custom one
	exact                bool        // a small articulation that contacts touch: its ties close cycles
	buried               float64     // how far it lies among other bodies, 0 to 1
	allBodies, ownBodies column.Span
	redundant            bool    // lines may depend on each other: see redundancy.go
	pastLeads            bool    // leads come from the sub-step before: see lead.go
	canBond              bool    // see Graph.CanBond
	hasGeneric, hasRopes bool    // not all joints are revolute; one is a rope
	ofRods               bool    // rods and pins alone, without cycles
	stiff                bool    // its joints give way by tiedShare of the normal compliance
	small                int     // a small articulation's number in Set.small, with the rest empty; else noIndex
	tick, h, invH        float64 // length of a tick, and of a sub-step, s, and its inverse
	relaxCompliance      float64 // of its rigid lines
	tornSpeed            float64 // speed that parts a joint by the slop in a sub-step, m/s
}

// Len returns the number of articulations that have been gathered.
func (g *Set) Len() int { return len(g.list) }

// Reset drops all articulations and keeps the memory.
func (g *Set) Reset() {
	g.list, g.joints, g.blocks = g.list[:0], g.joints[:0], g.blocks[:0]
	g.actuators, g.bodies, g.generics = g.actuators[:0], g.bodies[:0], g.generics[:0]
	g.gears = g.gears[:0]
	g.customs.Reset()
	g.ties.reset()
	g.frames.reset()
	g.small.Reset()
}

// ReserveLike drops all articulations and makes room for as many as another Set has room for.
func (g *Set) ReserveLike(o *Set) {
	g.Reset()
	g.list, g.joints, g.blocks = grow.ReserveLike(g.list, o.list), grow.ReserveLike(g.joints, o.joints), grow.ReserveLike(g.blocks, o.blocks)
	g.actuators, g.bodies = grow.ReserveLike(g.actuators, o.actuators), grow.ReserveLike(g.bodies, o.bodies)
	g.generics, g.gears = grow.ReserveLike(g.generics, o.generics), grow.ReserveLike(g.gears, o.gears)
	g.customs.ReserveLike(&o.customs)
	g.effective = grow.ReserveLike(g.effective, o.effective)
	g.small.ReserveLike(&o.small)
	g.ties.reserveLike(&o.ties)
	g.frames.reserveLike(&o.frames)
}

// Gather makes room for the joints of an articulation of the graph. The Set numbers its
// articulations from zero in the order in which they are gathered.
func (g *Set) Gather(f *Graph, s *state.Joints, bodies *state.Bodies, art int) {
	t := &f.list[art]
	if f.isSmall(art) {
		g.gatherSmall(t, s, bodies)
		return
	}
	tick := articulationTick{small: noIndex, exact: t.exact, canBond: f.CanBond(s, art), touched: f.touchedShare(art) > 0, buried: f.buried(bodies, art), joints: column.Span{Lo: len(g.joints)}, actuators: column.Span{Lo: len(g.actuators)}, allBodies: column.Span{Lo: len(g.bodies)}}
	for _, b := range t.bodies {
		row := bodies.Rows[b]
		g.bodies = append(g.bodies, artBody{row: int32(row), slot: b})
		tick.pastLeads = tick.pastLeads || bodies.State[row].Flags&(state.FlagLockX|state.FlagLockY) != 0
	}
	_, tick.stub = f.stub(state.FeatureLimit|state.FeatureSpring, s, bodies, art)
	tick.ownBodies = column.Span{Lo: tick.allBodies.Lo, Hi: len(g.bodies)}
	tree, lines, bends, closes, others := t.treeJoints(s), 0, false, false, false
	for _, plan := range t.joints[tree:] {
		lines += lineCount(s, plan.joint)
	}
	isFrame := t.mayBeFrame(s, tree, lines) && g.gatherFrame(&tick, t.joints)
	for i, plan := range t.joints {
		row := s.Rows[plan.joint]
		link := &s.Link[row]
		if i < tree && plan.isGrounded() {
			tick.grounds++
		}
		tick.bounded = tick.bounded || isBounded(s, row)
		g.joints = grow.Extend(g.joints)
		l := &g.joints[len(g.joints)-1]
		*l = artJoint{joint: row, kind: link.Kind, childIsA: plan.childIsA, hasBlock: i >= tree || isFrame || isBounded(s, row), isRod: link.Kind == joint.KindDistance, block: noIndex}
		if tick.hasRopes = tick.hasRopes || s.IsRope(plan.joint); !isLoose(s, plan.joint) {
			bends, l.closes = bends || linesBend(s, plan.joint), i >= tree
			closes = closes || l.closes
		}
		a, b := state.BodySlot(link.BodyA), state.BodySlot(link.BodyB)
		if plan.childIsA {
			a, b = b, a
		}
		l.child, l.parent = g.bodyIndex(bodies, &tick, plan.child, b), g.bodyIndex(bodies, &tick, plan.parent, a)
		g.gatherBlock(s, bodies, &tick, l)
		tick.customs = tick.customs || l.kind == joint.KindCustom
		tick.softParts = tick.softParts || l.hasSoft || l.kind == joint.KindPulley || l.kind == joint.KindCustom
		tick.hasGeneric = tick.hasGeneric || l.kind != joint.KindRevolute || l.hasBlock
		others = others || l.hasBlock || l.kind != joint.KindRevolute && !l.isRod
	}
	tick.ofRods = tick.hasGeneric && !others
	tick.pastLeads = tick.pastLeads || tick.customs || bends && closes
	tick.redundant = tick.grounds > 1 && g.isRedundant(s, &tick, t.joints[:tree])
	g.effective = grow.Resize(g.effective, len(g.bodies))
	tick.joints.Hi, tick.actuators.Hi, tick.allBodies.Hi = len(g.joints), len(g.actuators), len(g.bodies)
	tick.tree, tick.ties = column.Span{Lo: tick.joints.Lo, Hi: tick.joints.Lo + tree}, column.Span{Lo: tick.joints.Lo + tree, Hi: tick.joints.Hi}
	g.findBesidePins(&tick)
	if lines > 0 && !isFrame {
		g.reserveTies(&tick, lines)
	}
	tick.stiff = tree < len(t.joints) && !t.exact || tree == len(t.joints) && tick.hasGeneric && !tick.touched && t.hasFarLever(s, bodies)
	g.list = append(g.list, tick)
}

// hasFarLever reports whether a rigid joint is far outside one of its bodies, and the lines of one
// bend.
func (t *articulation) hasFarLever(s *state.Joints, bodies *state.Bodies) bool {
	lever, bends := 0.0, false
	for _, plan := range t.joints {
		for side := range uint32(2) {
			lever = max(lever, leverOf(s, bodies, uint32(plan.joint)<<1|side))
		}
		bends = bends || linesBend(s, plan.joint)
	}
	return bends && lever > farLever
}

// gatherSmall makes room for a small articulation.
func (g *Set) gatherSmall(t *articulation, s *state.Joints, bodies *state.Bodies) {
	number := g.small.Add(bodies, t.bodies)
	for _, plan := range t.joints {
		a, b := plan.parent, plan.child
		if plan.childIsA {
			a, b = b, a
		}
		g.small.AddJoint(s, bodies, s.Rows[plan.joint], a, b)
	}
	g.list = append(g.list, articulationTick{small: number})
}

// bodyIndex returns the index of a body. It adds an entry for an immovable body.
func (g *Set) bodyIndex(bodies *state.Bodies, t *articulationTick, i int32, b state.BodySlot) int32 {
	if i != noIndex {
		return int32(t.ownBodies.Lo) + i
	}
	g.bodies = append(g.bodies, artBody{row: int32(bodies.Rows[b]), slot: b, place: profile.None})
	return int32(len(g.bodies) - 1)
}

// gatherBlock makes room for the line block and the actuators of a joint.
func (g *Set) gatherBlock(s *state.Joints, bodies *state.Bodies, t *articulationTick, l *artJoint) {
	link := &s.Link[l.joint]
	l.firstActuator = int32(len(g.actuators))
	if l.kind == joint.KindRevolute {
		if link.Flags&state.JointHasAngularPart != 0 {
			l.actuatorCount = 1
		} else if !l.hasBlock {
			return
		}
	} else if l.kind == joint.KindGear {
		g.gatherGear(s, bodies, t, l)
	} else if l.kind == joint.KindCustom {
		l.closes, l.constraint = true, int32(g.customs.Gather(s, l.joint))
	} else {
		rec := s.GenericAt(link.Data)
		for _, scalar := range &rec.Scalars {
			if scalar.Features&^state.FeatureHold != 0 {
				l.actuatorCount++
			}
		}
		l.hasSoft = rec.PlanarMotor.On || rec.Block.On && rec.Block.Spring
		l.constraint = int32(len(g.generics))
		g.generics = grow.Extend(g.generics)
		g.generics[l.constraint].Joint = l.joint
	}
	for range l.actuatorCount {
		g.actuators = append(g.actuators, actuator{joint: int32(len(g.joints) - 1)})
	}
	l.block = int32(len(g.blocks))
	g.blocks = grow.Extend(g.blocks)
}

// Prepare prepares an articulation from the table and the poses.
func (g *Set) Prepare(s *state.Joints, bodies *state.Bodies, p *step.Params, art int) {
	t := &g.list[art]
	if t.small != noIndex {
		c := complianceOf(p, &state.JointStrength{})
		g.small.Prepare(t.small, s, bodies, p, c.bias, c.compliance)
		return
	}
	t.tick, t.h, t.invH = float64(p.DT), float64(p.H), float64(p.InvH)
	t.relaxCompliance = relaxCompliance
	if t.redundant {
		t.relaxCompliance = redundantCompliance
	}
	t.tornSpeed = float64(float64(p.LinearSlop) * t.invH)
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		inertia := s.StabilizingInertia[n.slot]
		if t.canBond {
			inertia = s.StabilizingInertiaOf(n.slot, bodies, p.SubSteps)
		}
		n.setMass(bodies, p, inertia)
		n.stabilizingInertia = float32(stiffnessFade * s.StabilizingInertia[n.slot])
	}
	for i := t.ownBodies.Hi; i < t.allBodies.Hi; i++ {
		g.bodies[i].maxSpin = math.Inf(1)
	}
	ofWorld := complianceOf(p, &state.JointStrength{})
	if t.stiff {
		ofWorld.compliance = max(float64(tiedShare*ofWorld.compliance), relaxCompliance)
	}
	ofWorld.bias *= 1 - float64(buriedBias*t.buried)
	ofWorld.compliance = max(float64(ofWorld.compliance*(1-float64(buriedCompliance*t.buried))), relaxCompliance)
	bound := leadSpin(p)
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		l.compliant = ofWorld
		if strength := &s.Strength[l.joint]; strength.Hertz > 0 || strength.Damping > 0 {
			l.compliant = complianceOf(p, strength)
		}
		switch l.kind {
		case joint.KindRevolute:
			g.preparePoint(t, l, s, bodies, p)
		case joint.KindGear:
			g.prepareGear(l, s, bodies, p)
		case joint.KindCustom:
			g.customs.Prepare(int(l.constraint), s, bodies, p)
			g.blocks[l.block] = artBlock{}
		default:
			g.prepareBlock(l, s, bodies, p)
		}
		g.limitSpins(l, bodies, bound)
		if t.stub && t.touched {
			l.ease(g, s, bodies, float64(float64(p.LinearSlop)*stubSlops))
		}
	}
}

// Stiffness and bias of the joints of articulations relative to other joints. An exact solution
// does not ring, however stiff the joints are. But contacts and the limits of other joints are
// solved separately: with more stiffness a load on a joint at its limit gains energy, with more
// bias a knotted chain does not come to rest.
const (
	artStiffnessScale = 6
	artBiasScale      = 0.5
)

// tiedShare is the fraction of the normal compliance that joints beside ties have, and joints on
// long levers beside joints of other kinds. A couple turns a body about its centre, and a pin far
// outside gives way by the mobility that it has while the body turns. While the couple, or a rod or
// a groove, holds the body, the pin has a hundredth of that mobility.
const tiedShare = 1.0 / 16

// Joints of an articulation that lies among other bodies are brought back slowly. Joints and
// contacts that cannot all hold would drive each other: heaps of chains never came to rest. An
// articulation that contacts touch in places, as a bridge or a rope with a load, is as stiff as
// ever, and so is one with a body that is far heavier than another, as a rope over a disc.
const (
	buriedBias       = 0.8
	buriedCompliance = 0.6
)

// buried returns how far an articulation lies among other bodies, by the share of its bodies that
// contacts touch.
func (f *Graph) buried(bodies *state.Bodies, art int) float64 {
	touched := f.touchedShare(art)
	if touched <= 0.5 {
		return 0
	}
	least, most := math.Inf(1), 0.0
	for _, b := range f.list[art].bodies {
		inv := float64(bodies.Dynamics[bodies.Rows[b]].InvMass)
		least, most = min(least, inv), max(most, inv)
	}
	if ratioTooLarge(most, least) {
		return 0
	}
	return min(1, float64(3*float64(touched-0.5)))
}

// compliant are the coefficients of a joint while positions are corrected.
type compliant struct{ bias, compliance float64 }

// complianceOf returns the coefficients for the strength that the game set, or stiff ones if it set
// none.
func complianceOf(p *step.Params, s *state.JointStrength) compliant {
	coefficients := constraint.RigidSoft(p, s)
	bias := float64(coefficients.Bias)
	if s.Hertz == 0 {
		bias *= artBiasScale
		damping := p.JointDamping
		if s.Damping > 0 {
			damping = s.Damping
		}
		coefficients = step.MakeSoft(float32(artStiffnessScale*min(p.JointHertz, p.InvH/4)), damping, p.H)
	}
	return compliant{bias, max(float64(coefficients.ImpulseScale)/float64(coefficients.Mass), relaxCompliance)}
}

// setMass sets the inverse masses of a body, with and without the inertia that stabilizes it, its
// excess spin and its largest spin. A pin that moves a body along a locked axis alone has no
// mobility. Without compliance it would hold any impulse, and the impulses grew without bound.
func (n *artBody) setMass(bodies *state.Bodies, p *step.Params, stabilizingInertia float32) {
	n.trueInvMass.x, n.trueInvMass.y, n.trueInvMass.w = constraint.DirectionalInvMass(bodies, state.BodyRow(n.row))
	n.invMass = n.trueInvMass
	n.invMass.w = n.trueInvMass.w / n.withInertia(stabilizingInertia)
	d := &bodies.Dynamics[n.row]
	n.freeInvMass = spatial2{float64(d.InvMass), float64(d.InvMass), n.invMass.w}
	n.excessSpin = float64(d.Torque) * float64(p.H) * (n.trueInvMass.w - n.invMass.w) / float64(1+float32(p.H*d.AngularDamping))
	n.maxSpin = float64(bodies.Motion[n.row].MaxSpin(p))
	if round := bodies.Motion[n.row].StepFlags&(state.StepFlagFastRotation|state.StepFlagRound) != 0; !round {
		n.maxSpin = min(n.maxSpin, leadSpin(p))
	}
}

// preparePoint prepares a revolute joint.
func (g *Set) preparePoint(t *articulationTick, l *artJoint, s *state.Joints, bodies *state.Bodies, p *step.Params) {
	link := &s.Link[l.joint]
	rec := &s.RevolutePoints[link.Data]
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	pa, pb := &bodies.Pose[a], &bodies.Pose[b]
	onA, onB := rec.Anchors()
	anchorA, anchorB := pa.R.Apply(onA), pb.R.Apply(onB)
	gap := pb.P.Sub(pa.P).Add(anchorB.Sub(anchorA))
	l.jx, l.jy = float64(rec.Jx), float64(rec.Jy)
	if l.childIsA {
		anchorA, anchorB, gap = anchorB, anchorA, gap.Neg()
		l.jx, l.jy = -l.jx, -l.jy
	}
	l.rx0, l.ry0 = float32(anchorB.X), float32(anchorB.Y)
	l.sx0, l.sy0 = float32(anchorA.X), float32(anchorA.Y)
	l.gx, l.gy = constraint.BoundGap(float32(gap.X), float32(gap.Y), p)
	child, parent := &g.bodies[l.child], &g.bodies[l.parent]
	c, q := &bodies.State[child.row], &bodies.State[parent.row]
	if t.grounds <= 1 && !t.touched {
		l.place(child, parent, l.placingTurn(float32(max(c.W, -c.W, q.W, -q.W)*p.DT)))
	}
	l.measure(c, q)
	if l.block != noIndex {
		g.blocks[l.block] = artBlock{rigidLines: 2}
		if isBounded(s, l.joint) {
			g.blocks[l.block].setBounds(2, &s.Strength[l.joint], p)
		}
	}
	if l.actuatorCount == 0 {
		rec.Angle = state.Unwrap(state.NearestQuarterTurn(rec.RelativeRotation(pa.R, pb.R)), rec.Angle)
		return
	}
	rec.Angle = rec.UnwrappedAngle(bodies, link)
	x := &g.actuators[l.firstActuator]
	in := angleInput(&s.RevoluteAngles[link.Data], rec.Angle, s.Strength[l.joint].MaxTorque, p.H)
	in.boundLimits(float32(child.trueInvMass.w+parent.trueInvMass.w), constraint.GainsOf(constraint.RigidSoft(p, &s.Strength[l.joint])))
	x.begin(&in)
	x.measureAngle(l, &bodies.State[a], &bodies.State[b])
	x.prepare(child, parent)
}

// prepareBlock prepares a joint of any other kind.
func (g *Set) prepareBlock(l *artJoint, s *state.Joints, bodies *state.Bodies, p *step.Params) {
	w := &g.generics[l.constraint]
	constraint.PrepareGeneric(w, s, bodies, p)
	k, e := &w.Block, &g.blocks[l.block]
	switch {
	case w.Scalars[0].Features == state.FeatureHold:
		*e = artBlock{rigidLines: 1, holds: true}
		e.impulses[0] = float64(w.Scalars[0].HoldImpulse)
	case k.On && !l.hasSoft:
		*e = artBlock{rigidLines: int32(k.N)}
		for i, j := range k.Impulses {
			e.impulses[i] = float64(j)
		}
		k.On = false // it need not be factored
	default:
		*e = artBlock{}
	}
	if isBounded(s, l.joint) {
		e.setBounds(int32(s.GenericAt(s.Link[l.joint].Data).Block.Linear), &s.Strength[l.joint], p)
	}
	w.SingleLine = w.FindSingle()
	if e.measure(l, w); l.hasSoft {
		g.preparePlane(l)
	}
	l.hasSoft = l.hasSoft || w.IsAtWheel()
	next := l.firstActuator
	for i := range w.ScalarCount {
		scalar := &w.Scalars[i]
		if scalar.Features&^state.FeatureHold == 0 {
			continue
		}
		x := &g.actuators[next]
		x.scalar = i
		in := scalarInput(scalar)
		x.begin(&in)
		x.measureScalar(l, scalar)
		x.prepare(&g.bodies[l.child], &g.bodies[l.parent])
		g.useMeanArms(x, l, w, s.Link[w.Joint].Kind)
		next++
	}
}

// useMeanArms sets the stiffness of a spring along a translation. The line of a slide turns with
// body A, and body B of a prismatic joint does not turn against the line, so their arms are
// constant. The wheel turns against the line, and so do both bodies of a joint that holds a length.
func (g *Set) useMeanArms(x *actuator, l *artJoint, w *constraint.Generic, kind joint.Kind) {
	ofA, ofB := &g.bodies[l.parent], &g.bodies[l.child]
	lineA, lineB := &x.jp, &x.jc
	if l.childIsA {
		ofA, ofB, lineA, lineB = ofB, ofA, lineB, lineA
	}
	if kind == joint.KindWheel || kind == joint.KindDistance {
		x.useMeanArm(ofB, lineB, float64(float32(w.Vx*w.Vx)+float32(w.Vy*w.Vy)))
	}
	if kind == joint.KindDistance {
		x.useMeanArm(ofA, lineA, float64(float32(w.Ux*w.Ux)+float32(w.Uy*w.Uy)))
	}
}

// measure sets the lines to the lines of a generic joint.
func (e *artBlock) measure(l *artJoint, w *constraint.Generic) {
	if e.holds {
		x := &w.Scalars[0]
		e.jc[0], e.jp[0] = splitJacobian(&x.Jacobian, l.childIsA)
		e.err[0] = float64(x.Offset) + float64(x.Moved())
		return
	}
	if e.inPlane {
		for k := range w.PlanarMotor.Lines {
			e.jc[k], e.jp[k] = splitJacobian(&w.PlanarMotor.Lines[k], l.childIsA)
		}
		return
	}
	for k := range e.rigidLines {
		e.jc[k], e.jp[k] = splitJacobian(&w.Block.Jacobians[k], l.childIsA)
		e.err[k] = float64(w.Block.Err[k])
	}
}

// splitJacobian returns the halves of a line that belong to child and parent.
func splitJacobian(l *constraint.Jacobian, childIsA bool) (child, parent spatial2) {
	a, b := spatial2{float64(l.Ax), float64(l.Ay), float64(l.Aw)}, spatial2{float64(l.Bx), float64(l.By), float64(l.Bw)}
	if childIsA {
		return a, b
	}
	return b, a
}

// mostInertia is the largest stabilizing inertia that is kept, kg m^2: its square is a float32.
const mostInertia = 1e18

// Store writes the impulses and the loads to the table and marks the stressed joints.
func (g *Set) Store(s *state.Joints, p *step.Params, art int) {
	t := &g.list[art]
	if t.small != noIndex {
		g.small.Store(t.small, s, p)
		return
	}
	g.boundStiffness(t)
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		if k := n.stabilizingInertia; k <= mostInertia {
			s.StabilizingInertia[n.slot] = k
		} else { // of a diverging body, or of its neighbour
			s.StabilizingInertia[n.slot] = 0
		}
	}
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		switch l.kind {
		case joint.KindRevolute:
			g.storePoint(l, s, p)
		case joint.KindGear:
			g.gears[l.constraint].line.Store(s, p, float32(g.blocks[l.block].impulses[0]), impulseOf(&l.total))
		case joint.KindCustom:
			g.customs.Store(int(l.constraint), s, p)
		default:
			g.storeBlock(l, s, p)
		}
	}
}

func (g *Set) storePoint(l *artJoint, s *state.Joints, p *step.Params) {
	data := s.Link[l.joint].Data
	rec := &s.RevolutePoints[data]
	last := g.onB(l)
	if l.actuatorCount > 0 {
		x, angleRec := &g.actuators[l.firstActuator], &s.RevoluteAngles[data]
		angleRec.MotorImpulse, angleRec.LowerImpulse, angleRec.UpperImpulse = x.splitImpulse()
		angleRec.SpringImpulse = constraint.FlushTiny(float32(x.springImpulse))
		angleRec.MotorTorque = float32(angleRec.MotorImpulse * p.InvH)
	}
	rec.Jx, rec.Jy = float32(l.jx), float32(l.jy)
	if l.childIsA {
		rec.Jx, rec.Jy = -rec.Jx, -rec.Jy
	}
	constraint.StoreLoad(s, l.joint, impulseOf(&last), impulseOf(&l.total), p)
}

func (g *Set) storeBlock(l *artJoint, s *state.Joints, p *step.Params) {
	w, e := &g.generics[l.constraint], &g.blocks[l.block]
	switch {
	case e.holds:
		w.Scalars[0].HoldImpulse = float32(e.impulses[0])
	case e.inPlane:
		w.PlanarMotor.Impulses = [2]float32{float32(e.impulses[0]), float32(e.impulses[1])}
	case e.rigidLines > 0:
		w.Block.On = true
		for k := range e.rigidLines {
			w.Block.Impulses[k] = float32(e.impulses[k])
		}
	}
	for k := range l.actuatorCount {
		x := &g.actuators[l.firstActuator+k]
		scalar := &w.Scalars[x.scalar]
		scalar.MotorImpulse, scalar.LowerImpulse, scalar.UpperImpulse = x.splitImpulse()
		scalar.SpringImpulse = float32(x.springImpulse)
	}
	w.SingleLine = w.FindSingle()
	constraint.StoreGeneric(w, impulseOf(&l.total), s, p)
}
