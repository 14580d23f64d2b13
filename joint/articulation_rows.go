package joint

import (
	"github.com/carom2d/carom/internal/grow"
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// limb is a joint of a tree in the rows of a tick.
type artJoint struct {
	child, parent int32 // nodes
	block         int32 // number in bonds, or none: a pin alone
	firstActuator int32 // the first
	actuatorCount int32 // how many, two at most, and three lines with those that are rigid
	constraint    int32 // of the bond of a joint that is not revolute
	joint         JointRow
	kind          Kind
	childIsA      bool // the node `in` is body A
	pointOnly     bool // is a pin alone in this trial

	artSoft
	pointBlock
}

// artBlock is what a limb has that is more than a pin.
type artBlock struct {
	lineBlock
	rigidLines                                int32 // lines that are rigid; those of the muscles come behind them
	err                                       [3]float64
	impulses                                  [3]float64 // impulses of the rigid lines, N s, N m s
	feedback                                  [3]float64 // of the impulses on the compliance, in a pass
	warmCorrectionChild, warmCorrectionParent spatial2   // what the next warm start lacks
}

// grove is the rows of all trees.
type ArticulationSet struct {
	list      []articulationTick
	joints    []artJoint
	blocks    []artBlock
	actuators []actuator
	bodies    []artBody
	generics  []genericConstraint // of joints that are not revolute
}

// articulationTick are the rows of one tree. The nodes of its own bodies come first, then one
// for each immovable body that a limb meets.
type articulationTick struct {
	joints, actuators    Span
	allBodies, ownBodies Span
	hasGeneric           bool    // not all joints are revolute
	h, invH              float64 // length of a sub-step, s, and its inverse
}

// Len returns how many articulations have been gathered.
func (g *ArticulationSet) Len() int { return len(g.list) }

// Reset drops all rows and keeps the room.
func (g *ArticulationSet) Reset() {
	g.list, g.joints, g.blocks = g.list[:0], g.joints[:0], g.blocks[:0]
	g.actuators, g.bodies, g.generics = g.actuators[:0], g.bodies[:0], g.generics[:0]
}

// ReserveLike drops all rows and makes room for as many as another Set has room for.
func (g *ArticulationSet) ReserveLike(o *ArticulationSet) {
	g.Reset()
	g.list, g.joints, g.blocks = grow.ReserveLike(g.list, o.list), grow.ReserveLike(g.joints, o.joints), grow.ReserveLike(g.blocks, o.blocks)
	g.actuators, g.bodies = grow.ReserveLike(g.actuators, o.actuators), grow.ReserveLike(g.bodies, o.bodies)
	g.generics = grow.ReserveLike(g.generics, o.generics)
}

// Gather makes room for the joints of a tree of the store. Trees of rows are counted
// from zero in the order in which they are gathered. Gather leaves their joints out.
// Trees share no dynamic body, so any number may run at the same time.
func (g *ArticulationSet) Gather(f *Graph, s *Joints, bodies *state.Bodies, art int) {
	t := &f.list[art]
	tick := articulationTick{joints: Span{Lo: len(g.joints)}, actuators: Span{Lo: len(g.actuators)}, allBodies: Span{Lo: len(g.bodies)}}
	for _, b := range t.bodies {
		g.bodies = append(g.bodies, artBody{row: int32(bodies.Rows[b]), slot: b})
	}
	tick.ownBodies = Span{tick.allBodies.Lo, len(g.bodies)}
	for _, plan := range t.joints {
		row := s.Rows[plan.joint]
		link := &s.Link[row]
		g.joints = grow.Extend(g.joints)
		l := &g.joints[len(g.joints)-1]
		*l = artJoint{joint: row, kind: link.Kind, childIsA: plan.childIsA, block: noIndex}
		a, b := state.BodySlot(link.BodyA), state.BodySlot(link.BodyB)
		if plan.childIsA {
			a, b = b, a
		}
		l.child, l.parent = g.bodyIndex(bodies, &tick, plan.child, b), g.bodyIndex(bodies, &tick, plan.parent, a)
		g.gatherBlock(s, l)
		tick.hasGeneric = tick.hasGeneric || l.kind != KindRevolute
	}
	tick.joints.Hi, tick.actuators.Hi, tick.allBodies.Hi = len(g.joints), len(g.actuators), len(g.bodies)
	g.list = append(g.list, tick)
}

// bodyIndex returns the node of a body of a tree, or a new one for a body that is none.
func (g *ArticulationSet) bodyIndex(bodies *state.Bodies, t *articulationTick, i int32, b state.BodySlot) int32 {
	if i != noIndex {
		return int32(t.ownBodies.Lo) + i
	}
	g.bodies = append(g.bodies, artBody{row: int32(bodies.Rows[b]), slot: b})
	return int32(len(g.bodies) - 1)
}

// gatherBlock makes room for what a joint is more than a pin.
func (g *ArticulationSet) gatherBlock(s *Joints, l *artJoint) {
	link := &s.Link[l.joint]
	l.firstActuator = int32(len(g.actuators))
	if l.kind == KindRevolute {
		if link.Flags&JointHasAngularPart == 0 {
			return
		}
		l.actuatorCount = 1
	} else {
		for _, scalar := range &s.genericAt(link.Data).scalars {
			if scalar.features != 0 {
				l.actuatorCount++
			}
		}
		l.constraint = int32(len(g.generics))
		g.generics = grow.Extend(g.generics)
		g.generics[l.constraint].joint = l.joint
	}
	for range l.actuatorCount {
		g.actuators = append(g.actuators, actuator{joint: int32(len(g.joints) - 1)})
	}
	l.block = int32(len(g.blocks))
	g.blocks = grow.Extend(g.blocks)
}

// Prepare fills the rows of a tree.
func (g *ArticulationSet) Prepare(s *Joints, bodies *state.Bodies, p *step.Params, art int) {
	t := &g.list[art]
	t.h, t.invH = float64(p.H), float64(p.InvH)
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		n.setMass(bodies, p, s.stiffness[n.slot].trueInvInertia)
		n.stabilizingInertia = float32(stiffnessFade * s.stiffness[n.slot].stabilizingInertia)
	}
	for i := t.ownBodies.Hi; i < t.allBodies.Hi; i++ {
		g.bodies[i].maxSpin = math.Inf(1)
	}
	worldSoft := artSoftOf(p, &JointStrength{})
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		l.artSoft = worldSoft
		if strength := &s.Strength[l.joint]; strength.Hertz > 0 || strength.Damping > 0 {
			l.artSoft = artSoftOf(p, strength)
		}
		if l.kind == KindRevolute {
			g.preparePoint(l, s, bodies, p)
		} else {
			g.prepareBlock(l, s, bodies, p)
		}
	}
}

// How much stiffer the joints of a tree are than those in rows, and how fast they are
// brought back beside those. Solved exactly they cannot ring however stiff they are. But
// the limits of other joints and the contacts do not know of the tree: stiffer still, a
// load on a joint at its limit gains energy; brought back faster, a chain that is knotted
// does not come to rest.
const (
	artStiffnessScale = 6
	artBiasScale      = 0.5
)

// artSoft is how a joint of a tree answers when positions are corrected.
type artSoft struct{ bias, compliance float64 }

// artSoftOf returns the softness that the game asks for, or else a stiff one.
func artSoftOf(p *step.Params, s *JointStrength) artSoft {
	coefficients := rigidSoft(p, s)
	bias := float64(coefficients.Bias)
	if s.Hertz == 0 {
		bias *= artBiasScale
		damping := p.JointDamping
		if s.Damping > 0 {
			damping = s.Damping
		}
		coefficients = step.MakeSoft(float32(artStiffnessScale*min(p.JointHertz, p.InvH/4)), damping, p.H)
	}
	return artSoft{bias, max(float64(coefficients.ImpulseScale)/float64(coefficients.Mass), relaxCompliance)}
}

// weigh notes the inverse masses of a body, of which the inverse inertia is also given as
// it is by itself, and how fast it may turn.
func (n *artBody) setMass(bodies *state.Bodies, p *step.Params, trueInvInertia float32) {
	m, i := invMassOf(bodies, state.BodyRow(n.row))
	n.invMass = spatial2{float64(m), float64(m), float64(i)}
	n.trueInvMass = n.invMass
	if i > 0 && trueInvInertia > 0 {
		n.trueInvMass.w = float64(trueInvInertia)
	}
	flags := bodies.State[n.row].Flags
	if flags&state.FlagLockX != 0 {
		n.invMass.x, n.trueInvMass.x = 0, 0
	}
	if flags&state.FlagLockY != 0 {
		n.invMass.y, n.trueInvMass.y = 0, 0
	}
	n.maxSpin = float64(p.MaxRotation / p.DT)
	if bodies.Motion[n.row].StepFlags&state.StepFlagFastRotation != 0 {
		n.maxSpin = math.Inf(1)
	}
}

// preparePoint fills in a revolute joint.
func (g *ArticulationSet) preparePoint(l *artJoint, s *Joints, bodies *state.Bodies, p *step.Params) {
	link := &s.Link[l.joint]
	rec := &s.revolutePoints[link.Data]
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	pa, pb := &bodies.Pose[a], &bodies.Pose[b]
	onA, onB := rec.anchors()
	anchorA, anchorB := pa.R.Apply(onA), pb.R.Apply(onB)
	gap := pb.P.Sub(pa.P).Add(anchorB.Sub(anchorA))
	l.jx, l.jy = float64(rec.jx), float64(rec.jy)
	if l.childIsA {
		anchorA, anchorB, gap = anchorB, anchorA, gap.Neg()
		l.jx, l.jy = -l.jx, -l.jy
	}
	l.rx0, l.ry0 = float32(anchorB.X), float32(anchorB.Y)
	l.sx0, l.sy0 = float32(anchorA.X), float32(anchorA.Y)
	l.gx, l.gy = float32(gap.X), float32(gap.Y)
	child, parent := &g.bodies[l.child], &g.bodies[l.parent]
	l.measure(&bodies.State[child.row], &bodies.State[parent.row])
	if l.actuatorCount == 0 {
		rec.angle = unwrap(nearestQuarterTurn(rec.relativeRotation(pa.R, pb.R)), rec.angle)
		return
	}
	g.blocks[l.block] = artBlock{rigidLines: 2}
	rec.angle = rec.unwrappedAngle(bodies, link)
	x := &g.actuators[l.firstActuator]
	in := angleInput(&s.revoluteAngles[link.Data], rec.angle, s.Strength[l.joint].MaxTorque, p.H)
	x.begin(&in)
	x.measureAngle(l, &bodies.State[a], &bodies.State[b])
	x.prepare(child, parent)
}

// prepareBlock fills in a joint of any other kind.
func (g *ArticulationSet) prepareBlock(l *artJoint, s *Joints, bodies *state.Bodies, p *step.Params) {
	w := &g.generics[l.constraint]
	prepareGeneric(w, s, bodies, p)
	k, e := &w.block, &g.blocks[l.block]
	*e = artBlock{rigidLines: int32(k.n)}
	for i, j := range k.impulses {
		e.impulses[i] = float64(j)
	}
	k.on = false // it need not be factored
	w.singleLine = w.findSingle()
	e.measure(l, w)
	next := l.firstActuator
	for i := range w.scalarCount {
		if scalar := &w.scalars[i]; scalar.features != 0 {
			x := &g.actuators[next]
			x.scalar = i
			in := scalarInput(scalar)
			x.begin(&in)
			x.measureScalar(l, scalar)
			x.prepare(&g.bodies[l.child], &g.bodies[l.parent])
			if scalar.jacobian.bx != 0 || scalar.jacobian.by != 0 {
				child2, parent2 := float64(float32(w.vx*w.vx)+float32(w.vy*w.vy)), float64(float32(w.ux*w.ux)+float32(w.uy*w.uy))
				if l.childIsA {
					child2, parent2 = parent2, child2
				}
				x.useMeanMobility(&g.bodies[l.child], &g.bodies[l.parent], child2, parent2)
			}
			next++
		}
	}
}

// measure takes the lines of a bond.
func (e *artBlock) measure(l *artJoint, w *genericConstraint) {
	for k := range e.rigidLines {
		e.jc[k], e.jp[k] = splitJacobian(&w.block.jacobians[k], l.childIsA)
		e.err[k] = float64(w.block.err[k])
	}
}

// sides returns what a line sees of the bodies in and out.
func splitJacobian(l *jacobian, childIsA bool) (child, parent spatial2) {
	a, b := spatial2{float64(l.ax), float64(l.ay), float64(l.aw)}, spatial2{float64(l.bx), float64(l.by), float64(l.bw)}
	if childIsA {
		return a, b
	}
	return b, a
}

// Joints keeps the impulses for the next tick, writes the loads and marks the joints
// that are stressed.
func (g *ArticulationSet) Store(s *Joints, p *step.Params, art int) {
	t := &g.list[art]
	for i := t.ownBodies.Lo; i < t.ownBodies.Hi; i++ {
		n := &g.bodies[i]
		if k := n.stabilizingInertia; k-k == 0 {
			s.stiffness[n.slot].stabilizingInertia = k
		} else { // of a body that is blown up, or beside one
			s.stiffness[n.slot].stabilizingInertia = 0
		}
	}
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		if l.kind == KindRevolute {
			g.storePoint(l, s, p)
		} else {
			g.storeBlock(l, s, p)
		}
	}
}

func (g *ArticulationSet) storePoint(l *artJoint, s *Joints, p *step.Params) {
	data := s.Link[l.joint].Data
	rec := &s.revolutePoints[data]
	var load JointLoad
	if l.actuatorCount > 0 {
		x, angleRec := &g.actuators[l.firstActuator], &s.revoluteAngles[data]
		angleRec.motorImpulse, angleRec.lowerImpulse, angleRec.upperImpulse = x.splitImpulse()
		angleRec.springImpulse = flushTiny(float32(x.springImpulse))
		angleRec.motorTorque = float32(angleRec.motorImpulse * p.InvH)
		load.Torque = float32(x.totalImpulse()) * p.InvH
	}
	rec.jx, rec.jy = float32(l.jx), float32(l.jy)
	if l.childIsA {
		rec.jx, rec.jy = -rec.jx, -rec.jy
	}
	load.ForceX, load.ForceY = float32(rec.jx*p.InvH), float32(rec.jy*p.InvH)
	storeLoad(s, l.joint, load)
}

func (g *ArticulationSet) storeBlock(l *artJoint, s *Joints, p *step.Params) {
	w, e := &g.generics[l.constraint], &g.blocks[l.block]
	w.block.on = true
	for k := range e.rigidLines {
		w.block.impulses[k] = float32(e.impulses[k])
	}
	for k := range l.actuatorCount {
		x := &g.actuators[l.firstActuator+k]
		scalar := &w.scalars[x.scalar]
		scalar.motorImpulse, scalar.lowerImpulse, scalar.upperImpulse = x.splitImpulse()
		scalar.springImpulse = float32(x.springImpulse)
	}
	w.singleLine = w.findSingle()
	sum := w.wrench()
	storeGeneric(w, &sum, s, p)
}
