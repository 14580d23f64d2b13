package constraint

import (
	"math"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// Generic is a generic joint during a tick: up to three lines that are solved as a block, and up to
// two scalars. Measure sets the lines and the coordinates according to the geometry of the kind;
// everything else is the same for all kinds.
type Generic struct {
	_           [0]func() // not comparable, so no program has code for a comparison
	Joint       state.JointRow
	geometry    state.Geometry
	ScalarCount int8       // scalars from here on have no features
	SingleLine  singleLine // whether there is only one line
	atWheel     pulleyEnd  // see findEndAtWheel
	A, B        int32      // rows of the bodies
	masses

	ax, ay, bx, by             float32 // anchors from the centres of mass when the tick began, m
	Ux, Uy, Vx, Vy             float32 // the present anchors
	ex, ey                     float32 // gap between the anchors when the tick began, m
	gx, gy                     float32 // the present gap
	fx, fy                     float32 // for a pulley, the rope of B when the tick began; e is the rope of A
	px, py                     float32 // axis in the world when the tick began
	dx, dy                     float32 // the present axis
	angleChange                float32 // of B relative to A in this tick, rad
	angleChangeA, angleChangeB float32
	ratio                      float32
	startError                 float32 // error of the held angle or length when the tick began
	maxGap, maxAngle           float32 // largest errors that the block corrects at its rate
	apart                      bool    // see isApart

	Block          blockConstraint
	Scalars        [2]Scalar
	PlanarMotor    PlanarMotor
	warmCorrection Jacobian // impulses that the next warm start lacks; see Generic.relax
	total          Impulse  // on body B in the sub-steps so far
}

func PrepareGeneric(w *Generic, s *state.Joints, bodies *state.Bodies, p *step.Params) {
	row, forceLaw := w.Joint, w.Scalars[0].forceLaw
	link, strength := &s.Link[row], &s.Strength[row]
	rec := s.GenericAt(link.Data)
	rec.UpdateAngles(bodies, link)
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	coordinates := rec.Coordinates(bodies, link)
	rec.AdvanceRatchet(coordinates[0])
	w.beginTick(rec, bodies, link)
	if w.geometry == state.GeometryRopes {
		w.findEndAtWheel(&bodies.State[a], &bodies.State[b], p)
	}
	w.Joint, w.Scalars[0].forceLaw = row, forceLaw
	rigid := GainsOf(RigidSoft(p, strength))
	w.startError = float32(coordinates[0] - rec.Reference)
	if !w.geometry.HoldsLength() {
		w.startError = float32(rec.Angle - rec.Reference)
	}
	k := &w.Block
	k.N, k.linear, k.On, k.spring = rec.Block.N, rec.Block.Linear, rec.Block.On, rec.Block.Spring
	k.soft = rigid
	if k.spring {
		q, massRatio := springTerms(float32(rec.Block.Hertz), float32(rec.Block.Damping), p.H)
		k.soft = Gains{Gain: q / p.H, MassScale: massRatio}
	}
	k.maxForce, k.maxTorque = float32(strength.MaxForce*p.H), float32(strength.MaxTorque*p.H)
	if k.On {
		k.Impulses = rec.BlockImpulses
	}
	if rec.PlanarMotor.On || w.atWheel != noEnd {
		w.PlanarMotor = PlanarMotor{on: true, Impulses: rec.PlanarImpulses, MaxImpulse: float32(float32(rec.PlanarMotor.MaxForce) * p.H)}
		speed := bodies.Pose[a].R.Apply(rec.PlanarMotor.Speed)
		w.PlanarMotor.sx, w.PlanarMotor.sy = float32(speed.X), float32(speed.Y)
	}
	for i := range w.Scalars {
		if w.Scalars[i].Features = rec.Scalars[i].Features; w.Scalars[i].Features != 0 {
			w.ScalarCount = int8(i + 1)
		}
	}
	w.SingleLine = w.FindSingle()
	w.maxGap, w.maxAngle = MaxGap(p), MaxAngle(p)
	w.apart = w.isApart(p)
	w.Measure(&bodies.State[a], &bodies.State[b])
	for i := range w.Scalars {
		x := &w.Scalars[i]
		x.start = x.now
		if x.Features == 0 {
			continue
		}
		x.value = coordinates[i]
		x.ScalarImpulses = rec.ScalarImpulses[i]
		x.prepare(&rec.Scalars[i], coordinates[i], strength, p)
		if x.Features&state.FeatureSpring != 0 {
			x.prepareSpring(&rec.Scalars[i], p)
		}
		x.rigid = rigid
		x.dropUnusedImpulses()
		x.boundLimits(rec.Scalars[i].Angular, p)
	}
	if w.geometry.HoldsLength() {
		k.Err[0] = simd.Clamp(w.startError, w.maxGap)
	}
}

// beginTick sets the bodies, the anchors and the axis at the beginning of a tick.
func (w *Generic) beginTick(rec *state.GenericJoint, bodies *state.Bodies, link *state.JointLink) {
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	pa, pb := &bodies.Pose[a], &bodies.Pose[b]
	anchorA, anchorB := pa.R.Apply(rec.AnchorA), pb.R.Apply(rec.AnchorB)
	*w = Generic{geometry: state.GeometryOf(link.Kind), A: int32(a), B: int32(b), ratio: float32(rec.Ratio)}
	w.masses = massesOf(bodies, link)
	w.ax, w.ay = float32(anchorA.X), float32(anchorA.Y)
	w.bx, w.by = float32(anchorB.X), float32(anchorB.Y)
	gap := pb.P.Sub(pa.P).Add(anchorB.Sub(anchorA))
	w.setGap(gap, rec, bodies, link)
	axis := pa.R.Apply(rec.Axis)
	w.px, w.py = float32(axis.X), float32(axis.Y)
	w.dx, w.dy = w.px, w.py
}

// prepare prepares a scalar whose coordinate has the given value.
func (x *Scalar) prepare(plan *state.JointCoordinate, value float64, strength *state.JointStrength, p *step.Params) {
	x.invH = p.InvH
	x.Offset = float32(value - plan.Target)
	x.AboveLower, x.BelowUpper = float32(value-plan.Lower), float32(plan.Upper-value)
	x.MotorSpeed, x.MotorMax = float32(plan.MotorSpeed), float32(float32(plan.MotorMax)*p.H)
	x.MaxImpulse = float32(strength.MaxForce * p.H)
	if plan.Angular {
		x.MaxImpulse = float32(strength.MaxTorque * p.H)
	}
	x.springImpulseMin, x.springImpulseMax = float32(math.Inf(-1)), float32(math.Inf(1))
	if plan.SpringMin != 0 || plan.SpringMax != 0 {
		x.springImpulseMin, x.springImpulseMax = float32(float32(plan.SpringMin)*p.H), float32(float32(plan.SpringMax)*p.H)
	}
}

// boundLimits bounds the speed at which limits bring the coordinate back.
func (x *Scalar) boundLimits(angular bool, p *step.Params) {
	if x.Features&state.FeatureLimit == 0 || x.AboveLower >= 0 && x.BelowUpper >= 0 {
		return
	}
	f := FarLimits{float64(x.AboveLower), float64(x.BelowUpper), x.LowerImpulse, x.UpperImpulse, Inverse(x.mass), float32(limitPushScale * p.ContactPushSpeed)}
	if angular {
		f.Speed = MaxLimitSpin
	}
	f.Bound(x.rigid)
	x.AboveLower, x.BelowUpper = float32(f.AboveLower), float32(f.BelowUpper)
}

// prepareSpring sets the coefficients of the spring. Its frequency refers to the effective mass
// along the line at the beginning of the tick, as for every soft constraint. The effective mass
// includes the inertia of the bodies, so the stiffness changes as they turn. A stiffness for the
// masses alone would be too large for the constraints on the angles of bodies with anchors far
// outside. In an articulation the stiffness does not change: see useMeanArms there.
func (x *Scalar) prepareSpring(plan *state.JointCoordinate, p *step.Params) {
	if plan.Hertz > 0 {
		x.Spring = springFromHertz(float32(plan.Hertz), float32(plan.Damping), p.H)
		return
	}
	inv := Inverse(x.mass)
	x.Spring = springFromStiffness(float32(float32(plan.Stiffness)*inv), float32(float32(plan.Viscosity)*inv), p.H)
}

// Wrench returns the sum of the impulses of all lines on the two bodies, N s and N m s.
func (w *Generic) Wrench() Jacobian {
	switch w.SingleLine {
	case singleBlock:
		return w.Block.Jacobians[0].mul(w.Block.Impulses[0])
	case singleScalar:
		return w.Scalars[0].Jacobian.mul(w.Scalars[0].Sum())
	}
	var sum Jacobian
	if w.Block.On {
		for i := range w.Block.N {
			sum.addScaled(&w.Block.Jacobians[i], w.Block.Impulses[i])
		}
	}
	for i := range w.ScalarCount {
		if x := &w.Scalars[i]; x.Features != 0 {
			sum.addScaled(&x.Jacobian, x.Sum())
		}
	}
	if w.PlanarMotor.on {
		sum.addScaled(&w.PlanarMotor.Lines[0], w.PlanarMotor.Impulses[0])
		sum.addScaled(&w.PlanarMotor.Lines[1], w.PlanarMotor.Impulses[1])
	}
	return sum
}

// onB returns the part of an impulse on body B, with the torque about the anchor.
func (w *Generic) onB(sum *Jacobian) Impulse {
	return Impulse{sum.Bx, sum.By, sum.Bw - (float32(w.Vx*sum.By) - float32(w.Vy*sum.Bx))}
}

// generics are the constraints of all kinds without a case in Set.of.
type generics Set

func (r *generics) prepareAll(s *state.Joints, bodies *state.Bodies, p *step.Params, lo, hi int) {
	for i := lo; i < hi; i++ {
		PrepareGeneric(&r.generics[i], s, bodies, p)
	}
}

func (r *generics) run(pass step.Pass, lo, hi int, states []state.BodyState) {
	for i := lo; i < hi; i++ {
		switch w := &r.generics[i]; pass {
		case step.WarmStart:
			w.warmStart(states)
		case step.Solve:
			w.solve(states, (*Set)(r))
		default:
			w.relax(states)
		}
	}
}

func (r *generics) storeAll(s *state.Joints, p *step.Params, lo, hi int) {
	for i := lo; i < hi; i++ {
		w := &r.generics[i]
		StoreGeneric(w, w.total, s, p)
	}
}

func (w *Generic) warmStart(states []state.BodyState) {
	a, b := &states[w.A], &states[w.B]
	v := pairVelocityOf(a, b)
	sum := w.Wrench()
	v.applyImpulse(&sum, &w.masses, 1)
	v.write(a, b)
}

// solve corrects velocities, and positions softly. The bodies have not moved since the joint was
// relaxed, so its lines are still valid.
func (w *Generic) solve(states []state.BodyState, r *Set) {
	a, b := &states[w.A], &states[w.B]
	v := pairVelocityOf(a, b)
	v.applyImpulse(&w.warmCorrection, &w.masses, 1)
	w.warmCorrection = Jacobian{}
	lead := float32(0)
	if w.geometry.HoldsLength() && w.ScalarCount > 0 && w.Scalars[0].Features&state.FeatureLimit != 0 {
		lead = w.lead(&v, &r.centripetal)[0]
	}
	for i := range w.ScalarCount {
		if x := &w.Scalars[i]; x.Features != 0 {
			if x.Features&state.FeatureForceLaw != 0 {
				x.solveForceLaw(&v, &w.masses, r.forceLaws[x.forceLaw])
			}
			x.solve(&v, &w.masses, lead)
		}
	}
	if w.PlanarMotor.on {
		w.solvePlanarMotor(&v)
	}
	if w.Block.On {
		w.Block.solve(&v, &w.masses, w.Block.soft, w.lead(&v, &r.centripetal))
	}
	v.write(a, b)
}

// MaxCentripetalRotation is the largest rotation of a body per tick, in radians, that the
// centripetal terms of joints include. Bodies other than wheels that turn faster mostly do so for a
// tick or two, on a chain that is pulled taut.
const MaxCentripetalRotation = math.Pi / 4

// centripetal holds the numbers of a tick for the lead.
type centripetal struct{ half, maxSpin float32 } // half a sub-step, s; largest spin that counts, rad/s

func centripetalOf(p *step.Params) centripetal {
	return centripetal{float32(0.5 * p.H), MaxCentripetalRotation / p.DT}
}

// lead returns the relative velocity by which anchors that the block holds together, as a weld
// does, meet at the end of the sub-step: an anchor r of a body with the spin w leaves its tangent
// by w w r h h / 2. Anchors that part by that amount turn with the two bodies, and the impulses on
// them slow the rotation down. The first number is the lead of a rod, a rope or a pulley, whose
// lines turn too: see lead.go of package articulation.
func (w *Generic) lead(v *pairVelocity, c *centripetal) [2]float32 {
	isPoint, holdsLength := w.geometry == state.GeometryPoint && w.Block.N >= 2, w.geometry.HoldsLength()
	if w.Block.spring || !isPoint && !holdsLength {
		return [2]float32{}
	}
	wa, wb := simd.Clamp(v.aw, c.maxSpin), simd.Clamp(v.bw, c.maxSpin)
	if holdsLength {
		ax, ay, bx, by := float32(wa*w.Ux), float32(wa*w.Uy), float32(wb*w.Vx), float32(wb*w.Vy)
		if w.geometry == state.GeometryRopes {
			va, vb := [2]float64{float64(v.ax - ay), float64(v.ay + ax)}, [2]float64{float64(v.bx - by), float64(v.by + bx)}
			return [2]float32{float32(w.RopesLead(va, vb, [2]float64{float64(wa), float64(wb)}, float64(c.half)))}
		}
		toward := [2]float64{float64(float32(wb*bx) - float32(wa*ax)), float64(float32(wb*by) - float32(wa*ay))}
		parting := [2]float64{float64((v.bx - by) - (v.ax - ay)), float64((v.by + bx) - (v.ay + ax))}
		return [2]float32{float32(w.RodLead(toward, parting, float64(c.half)))}
	}
	da, db := float32(c.half*float32(wa*wa)), float32(c.half*float32(wb*wb))
	return [2]float32{float32(db*w.Vx) - float32(da*w.Ux), float32(db*w.Vy) - float32(da*w.Uy)}
}

// RodLead returns the lead of a rod, m/s: half of the sub-step times the acceleration of its
// shortening that is due to the velocities alone. The anchors accelerate towards each other, m/s^2,
// as their bodies turn, and part at a velocity, m/s, which turns the rod.
func (w *Generic) RodLead(toward, parting [2]float64, half float64) float64 {
	gx, gy, dx, dy := w.Gap()
	return lengthLead(float64(dx*gx)+float64(dy*gy), [2]float64{dx, dy}, toward, parting, half)
}

// RopesLead is RodLead for the sum of the lengths of a pulley, given the velocities of the anchors
// and the spins of the bodies. The wheels do not move. An end that is at its wheel has no lead.
func (w *Generic) RopesLead(a, b, spins [2]float64, half float64) float64 {
	if w.atWheel != noEnd {
		return 0
	}
	l, ratio := &w.Scalars[0].Jacobian, float64(w.ratio)
	da, db := [2]float64{float64(l.Ax), float64(l.Ay)}, [2]float64{float64(l.Bx) / ratio, float64(l.By) / ratio}
	wwa, wwb := float64(spins[0]*spins[0]), float64(spins[1]*spins[1])
	la := float64(da[0]*float64(w.gx)) + float64(da[1]*float64(w.gy))
	lb := (float64(w.Scalars[0].now) - la) / ratio
	first := lengthLead(la, da, [2]float64{float64(wwa * float64(w.Ux)), float64(wwa * float64(w.Uy))}, a, half)
	second := lengthLead(lb, db, [2]float64{float64(wwb * float64(w.Vx)), float64(wwb * float64(w.Vy))}, b, half)
	return first + float64(ratio*second)
}

// lengthLead returns the lead of a length along the direction d.
func lengthLead(length float64, d, toward, parting [2]float64, half float64) float64 {
	across := math.Abs(float64(d[0]*parting[1]) - float64(d[1]*parting[0]))
	lead := float64(half * (float64(d[0]*toward[0]) + float64(d[1]*toward[1])))
	if turn := float64(half * across); turn < length {
		return lead - float64(turn*across)/length
	}
	return lead - across // a radian and more
}

// relax corrects velocities alone, after the bodies have moved. The next sub-step repeats the
// change of velocities by the impulses. But the held impulses acted along the old lines and must be
// repeated along the present ones. The difference is the warm correction, which the next solve
// applies.
func (w *Generic) relax(states []state.BodyState) {
	a, b := &states[w.A], &states[w.B]
	old := w.Wrench()
	w.Measure(a, b)
	now := w.Wrench()
	w.warmCorrection = now.sub(&old)
	v := pairVelocityOf(a, b)
	for i := range w.ScalarCount {
		if x := &w.Scalars[i]; x.Features != 0 {
			x.relax(&v, &w.masses)
		}
	}
	if w.PlanarMotor.on {
		w.solvePlanarMotor(&v)
	}
	if w.Block.On && !w.Block.spring {
		w.Block.solve(&v, &w.masses, velocityOnly, [2]float32{})
	}
	v.write(a, b)
	now = w.Wrench()
	sum := now.sub(&w.warmCorrection)
	w.total.add(w.onB(&sum))
}

// StoreGeneric writes the impulses of a joint and the load to the table. The impulse of the tick is
// given.
func StoreGeneric(w *Generic, total Impulse, s *state.Joints, p *step.Params) {
	sum := w.Wrench()
	rec := s.GenericAt(s.Link[w.Joint].Data)
	rec.InvH = p.InvH
	for i, j := range w.Block.Impulses {
		rec.BlockImpulses[i] = FlushTiny(j)
	}
	for i, j := range w.PlanarMotor.Impulses {
		rec.PlanarImpulses[i] = FlushTiny(j)
	}
	for i := range w.Scalars {
		j := &w.Scalars[i].ScalarImpulses
		rec.ScalarImpulses[i] = state.ScalarImpulses{HoldImpulse: FlushTiny(j.HoldImpulse), SpringImpulse: FlushTiny(j.SpringImpulse), MotorImpulse: FlushTiny(j.MotorImpulse), LowerImpulse: FlushTiny(j.LowerImpulse), UpperImpulse: FlushTiny(j.UpperImpulse)}
	}
	rec.Angle += float64(w.angleChange)
	rec.AngleA += float64(w.angleChangeA)
	rec.AngleB += float64(w.angleChangeB)
	StoreLoad(s, w.Joint, w.onB(&sum), total, p)
}

// gatherGeneric makes room for a joint, and records the force law of its spring if it has one.
// Preparing the constraint clears it.
func (r *Set) gatherGeneric(s *state.Joints, row state.JointRow) {
	n := len(r.generics)
	if n == cap(r.generics) {
		r.generics = append(r.generics, Generic{})
	}
	r.generics = r.generics[:n+1]
	w := &r.generics[n]
	w.Joint = row
	if x := &s.GenericAt(s.Link[row].Data).Scalars[0]; x.Features&state.FeatureForceLaw != 0 {
		w.Scalars[0].forceLaw = int32(len(r.forceLaws))
		law := x.ForceLaw
		if s.Listener != nil {
			law = s.Listener.Law(law)
		}
		r.forceLaws = append(r.forceLaws, law)
	}
}

// The soft parts of a generic joint are the forces on its anchors: its motor in the plane and its
// spring in the plane.

// PushesInPlane reports whether the joint has a motor in the plane.
func (w *Generic) PushesInPlane() bool { return w.PlanarMotor.on && w.geometry != state.GeometryRopes }

// RunSoft runs a pass over the soft parts of a joint whose other lines are solved elsewhere, but
// for a motor in the plane that is held there too.
func (w *Generic) RunSoft(pass step.Pass, states []state.BodyState) {
	a, b := &states[w.A], &states[w.B]
	v := pairVelocityOf(a, b)
	switch pass {
	case step.WarmStart:
		sum := w.softWrench()
		v.applyImpulse(&sum, &w.masses, 1)
	case step.Solve:
		v.applyImpulse(&w.warmCorrection, &w.masses, 1)
		w.warmCorrection = Jacobian{}
		fallthrough
	default:
		if w.PlanarMotor.on && !w.PlanarMotor.Held {
			w.solvePlanarMotor(&v)
		}
		if w.Block.On && pass == step.Solve {
			w.Block.solve(&v, &w.masses, w.Block.soft, [2]float32{})
		}
	}
	v.write(a, b)
}

// MeasureSoft is Measure. It also records the change of the impulses of the soft parts due to the
// rotation of their lines: see relax.
func (w *Generic) MeasureSoft(states []state.BodyState) {
	old := w.softWrench()
	w.Measure(&states[w.A], &states[w.B])
	now := w.softWrench()
	w.warmCorrection = now.sub(&old)
}

// SoftOnB returns the impulse of the soft parts on body B and the part of it that the next warm
// start lacks, with the torques about the centre of mass.
func (w *Generic) SoftOnB() (now, lacking Impulse) {
	sum, c := w.softWrench(), &w.warmCorrection
	return Impulse{sum.Bx, sum.By, sum.Bw}, Impulse{c.Bx, c.By, c.Bw}
}

// softWrench is Wrench for the soft parts alone.
func (w *Generic) softWrench() (sum Jacobian) {
	if w.Block.On {
		for i := range w.Block.N {
			sum.addScaled(&w.Block.Jacobians[i], w.Block.Impulses[i])
		}
	}
	if w.PlanarMotor.on {
		sum.addScaled(&w.PlanarMotor.Lines[0], w.PlanarMotor.Impulses[0])
		sum.addScaled(&w.PlanarMotor.Lines[1], w.PlanarMotor.Impulses[1])
	}
	return sum
}
