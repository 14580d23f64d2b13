package constraint

import (
	"slices"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// Lanes is the number of revolute joints in a bundle, in every build.
const Lanes = 8

// perLane holds one number for each joint in a bundle.
type perLane = [Lanes]float32

// revoluteBundle holds the points of eight revolute joints. Anchors are in the world's axes and
// turn with the bodies in each sub-step. A joint takes 88 bytes, and every pass reads almost all of
// them.
type revoluteBundle struct {
	_              [0]func() // not comparable, so no program has code for a comparison
	a, b           [Lanes]state.BodyOffset
	ma, ia, mb, ib perLane
	ax, ay, bx, by perLane // anchors from the centres of mass when the tick began, m
	ux, uy, vx, vy perLane // the present anchors
	la, lb         perLane // angular impulse that the next warm start lacks, N m s; see movingLane.relax
	ex, ey         perLane // gap between the points at the start of the tick, m
	jx, jy         perLane // impulse, N s
	tx, ty         perLane // impulse of the sub-steps so far, N s
}

// angleBundle holds the springs, motors and limits of the joints of a bundle in which some joints
// have any. Angles are those at the start of the tick.
type angleBundle struct {
	_                                                   [0]func() // not comparable, so no program has code for a comparison
	mass                                                perLane   // 1 / (ia + ib)
	springBiasRate, springMassScale, springImpulseScale perLane
	offset                                              perLane // angle from the spring's target
	springImpulse                                       perLane // impulse, N m s
	speed, motorMax                                     perLane
	motorImpulse                                        perLane
	aboveLower, belowUpper                              perLane      // angle above Lower, and below Upper; never negative unless violated
	lower, upper                                        perLane      // impulses
	total                                               perLane      // impulse of the sub-steps so far, N m s
	hasSpring, hasLimits                                [Lanes]int32 // -1 or 0
}

// strengthBundle holds the strengths of the joints of a bundle. Most joints have the strength of
// the zero joint.Base; their bundles share one strength.
type strengthBundle struct {
	_                                             [0]func() // not comparable, so no program has code for a comparison
	maxImpulse, maxAngularImpulse                 perLane   // largest impulses, N s and N m s
	softBiasRate, softMassScale, softImpulseScale perLane
	invH                                          perLane // 1/s
}

// sharedStrength is the index of the strength that bundles share.
const sharedStrength = 0

// revolutes are the bundles of all revolute joints. Padding is at the end of a bundle. A padding
// lane has the ground's row for both bodies and no mass.
type revolutes struct {
	joints        []state.JointRow // Lanes for each bundle; padding is -1
	angleIndex    []int32          // of each bundle: index in angles, or -1
	strengthIndex []int32          // of each bundle: index in strengths
	bundles       []revoluteBundle
	angles        []angleBundle
	strengths     []strengthBundle

	pending [bundleKinds - 1][]state.JointRow // scratch of gather
	rebuilt *revolutes                        // scratch of validate
}

// bundleKind is the set of parts of the bundle that a joint needs, as flags.
type bundleKind uint8

const (
	hasAngle       bundleKind = 1 << iota // does not turn freely
	hasOwnStrength                        // has a Strength of its own
	bundleKinds
)

func bundleKindOf(f state.JointFlags) (k bundleKind) {
	if f&state.JointHasAngularPart != 0 {
		k |= hasAngle
	}
	if f&state.JointOwnStrength != 0 {
		k |= hasOwnStrength
	}
	return k
}

func (r *revolutes) clear() {
	r.joints, r.angleIndex, r.strengthIndex = r.joints[:0], r.angleIndex[:0], r.strengthIndex[:0]
	r.bundles, r.angles, r.strengths = r.bundles[:0], r.angles[:0], r.strengths[:0]
}

// setSharedStrength sets the strength that bundles share.
func (r *revolutes) setSharedStrength(p *step.Params) {
	if len(r.strengths) == 0 {
		r.strengths = grow.Extend(r.strengths)
	}
	for l := range Lanes {
		r.strengths[sharedStrength].set(l, p, &state.UnboundedStrength)
	}
}

func (r *revolutes) reserveLike(o *revolutes) {
	r.joints, r.angleIndex, r.strengthIndex = grow.ReserveLike(r.joints, o.joints), grow.ReserveLike(r.angleIndex, o.angleIndex), grow.ReserveLike(r.strengthIndex, o.strengthIndex)
	r.bundles, r.angles, r.strengths = grow.ReserveLike(r.bundles, o.bundles), grow.ReserveLike(r.angles, o.angles), grow.ReserveLike(r.strengths, o.strengths)
	for k := range r.pending {
		r.pending[k] = grow.ReserveLike(r.pending[k], o.pending[k])
	}
}

// gather makes bundles for the revolute joints of a colour. Joints of different kinds do not share
// bundles. With single each joint gets a bundle, in the order of the joints.
func (r *revolutes) gather(s *state.Joints, slots []state.JointSlot, single bool) {
	for k := range r.pending {
		r.pending[k] = r.pending[k][:0]
	}
	fill := Lanes
	for _, slot := range slots {
		row := s.Rows[slot]
		l := &s.Link[row]
		if l.Kind != joint.KindRevolute || l.Flags&state.JointInArticulation != 0 {
			continue
		}
		k := bundleKindOf(l.Flags)
		if single {
			r.addToBundle(row, Lanes, k)
		} else if k > 0 {
			r.pending[k-1] = append(r.pending[k-1], row)
		} else {
			fill = r.addToBundle(row, fill, k)
		}
	}
	for k, rows := range r.pending {
		fill = Lanes
		for _, row := range rows {
			fill = r.addToBundle(row, fill, bundleKind(k+1))
		}
	}
}

// validate panics when bundles that were kept differ from the bundles that gather would make.
func (r *revolutes) validate(s *state.Joints, slots []state.JointSlot, single bool, reused column.Span) {
	if r.rebuilt == nil {
		r.rebuilt = &revolutes{}
	}
	want := r.rebuilt
	want.clear()
	want.strengths = grow.Extend(want.strengths)
	want.gather(s, slots, single)
	same := slices.Equal(want.joints, r.joints[reused.Lo*Lanes:reused.Hi*Lanes])
	for i := range len(want.bundles) {
		k := reused.Lo + i
		same = same && (want.angleIndex[i] < 0) == (r.angleIndex[k] < 0) && (want.strengthIndex[i] == sharedStrength) == (r.strengthIndex[k] == sharedStrength)
	}
	if !same {
		panic("constraint: a reused bundle is not what gather would make")
	}
}

// addToBundle puts a joint into the lane fill of the last bundle, or into the first lane of a new
// bundle if the last is full. It returns the lane after it.
func (r *revolutes) addToBundle(row state.JointRow, fill int, k bundleKind) int {
	if fill == Lanes {
		r.openBundle(k)
		fill = 0
	}
	r.joints[len(r.joints)-Lanes+fill] = row
	return fill + 1
}

// openBundle adds a bundle of padding. The method prepare writes the bundle's columns.
func (r *revolutes) openBundle(k bundleKind) {
	r.joints = append(r.joints, -1, -1, -1, -1, -1, -1, -1, -1)
	angleIndex, strengthIndex := int32(-1), int32(sharedStrength)
	if k&hasAngle != 0 {
		angleIndex = int32(len(r.angles))
		r.angles = grow.Extend(r.angles)
	}
	if k&hasOwnStrength != 0 {
		strengthIndex = int32(len(r.strengths))
		r.strengths = grow.Extend(r.strengths)
	}
	r.angleIndex, r.strengthIndex = append(r.angleIndex, angleIndex), append(r.strengthIndex, strengthIndex)
	r.bundles = grow.Extend(r.bundles)
}

// at returns the parts of a bundle and the number of its lanes that hold joints. x is nil if
// all joints turn freely.
func (r *revolutes) at(i int) (w *revoluteBundle, x *angleBundle, g *strengthBundle, lanes int) {
	if k := r.angleIndex[i]; k >= 0 {
		x = &r.angles[k]
	}
	for lanes < Lanes && r.joints[i*Lanes+lanes] >= 0 {
		lanes++
	}
	return &r.bundles[i], x, &r.strengths[r.strengthIndex[i]], lanes
}

// prepareAll prepares bundles lo up to hi. Vector kernels process runs of bundles that are alike,
// but not bundles with padding.
func (r *revolutes) prepareAll(s *state.Joints, bodies *state.Bodies, p *step.Params, lo, hi int) {
	maxGap := MaxGap(p)
	for lo < hi {
		if end := r.fullRun(lo, hi); end > lo && bodies.Dominant == 0 {
			for done := r.prepareVector(s, bodies, p, lo, end); lo < done; lo++ {
				r.prepareStrength(lo, s, p)
				r.boundErrors(lo, s, p, maxGap)
			}
			if lo == end {
				continue
			}
		}
		r.prepare(lo, s, bodies, p)
		r.boundErrors(lo, s, p, maxGap)
		lo++
	}
}

// boundErrors bounds the speeds at which a prepared bundle closes its gaps, of which none counts as
// wider than maxGap, and at which its limits bring the angles back.
func (r *revolutes) boundErrors(i int, s *state.Joints, p *step.Params, maxGap float32) {
	w, x, _, lanes := r.at(i)
	for l := range lanes {
		w.ex[l], w.ey[l] = clampVector(w.ex[l], w.ey[l], maxGap, 2)
	}
	for l := 0; x != nil && l < lanes; l++ {
		if x.hasLimits[l] == 0 || x.aboveLower[l] >= 0 && x.belowUpper[l] >= 0 {
			continue
		}
		f := FarLimits{float64(x.aboveLower[l]), float64(x.belowUpper[l]), x.lower[l], x.upper[l], w.ia[l] + w.ib[l], MaxLimitSpin}
		f.Bound(GainsOf(RigidSoft(p, &s.Strength[r.joints[i*Lanes+l]])))
		x.aboveLower[l], x.belowUpper[l] = float32(f.AboveLower), float32(f.BelowUpper)
	}
}

// fullRun returns the end of the bundles from lo on that the vector kernels can prepare and store
// together.
func (r *revolutes) fullRun(lo, hi int) int {
	end := lo
	for vectorKernels() && end < hi && r.joints[end*Lanes+Lanes-1] >= 0 && r.sameLayout(lo, end) {
		end++
	}
	return end
}

// prepare prepares a bundle.
func (r *revolutes) prepare(i int, s *state.Joints, bodies *state.Bodies, p *step.Params) {
	w, x, g, lanes := r.at(i)
	for l, row := range r.joints[i*Lanes : i*Lanes+lanes] {
		revoluteLane{w, x, g, l}.prepare(row, s, bodies, p)
	}
	for l := lanes; l < Lanes; l++ {
		revoluteLane{w, x, g, l}.pad(bodies.Rows[state.Ground].Offset())
	}
	r.prepareStrength(i, s, p)
}

// prepareStrength writes the strength of a bundle unless it is shared. Padding has the strength of
// the last joint.
func (r *revolutes) prepareStrength(i int, s *state.Joints, p *step.Params) {
	if r.strengthIndex[i] == sharedStrength {
		return
	}
	_, _, g, lanes := r.at(i)
	for l := range Lanes {
		g.set(l, p, &s.Strength[r.joints[i*Lanes+min(l, lanes-1)]])
	}
}

// maxJointImpulse bounds the impulse of a joint, N s, so that its square is finite in float32.
// Joints in conflict that drive each other without bound reach it, and are slowed to MaxSpeed.
const maxJointImpulse = 1e15

// set writes a lane.
func (g *strengthBundle) set(l int, p *step.Params, strength *state.JointStrength) {
	soft := RigidSoft(p, strength)
	g.softBiasRate[l], g.softMassScale[l], g.softImpulseScale[l] = soft.Bias, soft.Mass, soft.ImpulseScale
	g.maxImpulse[l], g.maxAngularImpulse[l] = min(float32(strength.MaxForce*p.H), maxJointImpulse), float32(strength.MaxTorque*p.H)
	g.invH[l] = p.InvH
}

// revoluteLane is a joint's place in a bundle.
type revoluteLane struct {
	w *revoluteBundle
	x *angleBundle // nil without an angular part
	g *strengthBundle
	l int
}

// prepare writes the joint in a row, except its strength.
func (q revoluteLane) prepare(row state.JointRow, s *state.Joints, bodies *state.Bodies, p *step.Params) {
	w, x, l := q.w, q.x, q.l
	link := &s.Link[row]
	rec := &s.RevolutePoints[link.Data]
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	pa, pb := &bodies.Pose[a], &bodies.Pose[b]
	onA, onB := rec.Anchors()
	anchorA, anchorB := pa.R.Apply(onA), pb.R.Apply(onB)
	gap := pb.P.Sub(pa.P).Add(anchorB.Sub(anchorA))
	w.a[l], w.b[l] = a.Offset(), b.Offset()
	m := massesOf(bodies, link)
	w.ma[l], w.ia[l], w.mb[l], w.ib[l] = m.ma, m.ia, m.mb, m.ib
	w.ax[l], w.ay[l] = float32(anchorA.X), float32(anchorA.Y)
	w.bx[l], w.by[l] = float32(anchorB.X), float32(anchorB.Y)
	w.ux[l], w.uy[l], w.vx[l], w.vy[l] = w.ax[l], w.ay[l], w.bx[l], w.by[l]
	w.la[l], w.lb[l] = 0, 0
	w.ex[l], w.ey[l] = float32(gap.X), float32(gap.Y)
	w.jx[l], w.jy[l] = rec.Jx, rec.Jy
	w.tx[l], w.ty[l] = 0, 0
	if x == nil {
		rec.Angle = state.Unwrap(state.NearestQuarterTurn(rec.RelativeRotation(pa.R, pb.R)), rec.Angle)
		return
	}
	rec.Angle = rec.UnwrappedAngle(bodies, link)
	q.prepareAngle(&s.RevoluteAngles[link.Data], rec.Angle, p)
}

// prepareAngle writes the spring, the motor and the limits.
func (q revoluteLane) prepareAngle(rec *state.RevoluteAngle, angle float64, p *step.Params) {
	w, x, l := q.w, q.x, q.l
	x.mass[l] = Inverse(w.ia[l] + w.ib[l])
	x.offset[l], x.springImpulse[l] = float32(angle-rec.Target), rec.SpringImpulse
	x.speed[l], x.motorImpulse[l] = rec.Speed, rec.MotorImpulse
	x.motorMax[l] = float32(rec.MaxMotorTorque * p.H)
	x.aboveLower[l], x.belowUpper[l] = float32(angle-rec.Lower), float32(rec.Upper-angle)
	x.lower[l], x.upper[l], x.total[l] = rec.LowerImpulse, rec.UpperImpulse, 0
	x.hasSpring[l], x.hasLimits[l] = maskOf(rec.Parts&state.AngleSpring != 0), maskOf(rec.Parts&state.AngleLimits != 0)
	x.springBiasRate[l], x.springMassScale[l], x.springImpulseScale[l] = 0, 0, 0
	if rec.Parts&state.AngleSpring != 0 {
		soft := step.MakeSoft(rec.Hertz, rec.Damping, p.H)
		x.springBiasRate[l], x.springMassScale[l], x.springImpulseScale[l] = soft.Bias, soft.Mass, soft.ImpulseScale
	}
}

func maskOf(b bool) int32 {
	if b {
		return -1
	}
	return 0
}

// pad writes a lane without a joint, with two immovable bodies, no mass and no impulse.
func (q revoluteLane) pad(ground state.BodyOffset) {
	w, x, l := q.w, q.x, q.l
	w.a[l], w.b[l] = ground, ground
	for _, c := range [...]*perLane{
		&w.ma, &w.ia, &w.mb, &w.ib, &w.ax, &w.ay, &w.bx, &w.by, &w.ux, &w.uy, &w.vx, &w.vy, &w.la, &w.lb,
		&w.ex, &w.ey, &w.jx, &w.jy, &w.tx, &w.ty,
	} {
		c[l] = 0
	}
	if x == nil {
		return
	}
	for _, c := range [...]*perLane{
		&x.mass, &x.springBiasRate, &x.springMassScale, &x.springImpulseScale, &x.offset, &x.springImpulse, &x.speed,
		&x.motorMax, &x.motorImpulse, &x.aboveLower, &x.belowUpper, &x.lower, &x.upper, &x.total,
	} {
		c[l] = 0
	}
	x.hasSpring[l], x.hasLimits[l] = 0, 0
}

// storeAll stores bundles lo up to hi.
func (r *revolutes) storeAll(s *state.Joints, p *step.Params, lo, hi int) {
	for lo < hi {
		if end := r.fullRun(lo, hi); end > lo && r.strengthIndex[lo] == sharedStrength {
			r.storeVector(s, p, lo, end)
			for ; lo < end; lo++ {
				r.boundLoads(lo, s, p)
			}
			continue
		}
		r.store(lo, s, p)
		lo++
	}
}

// boundLoads bounds the loads of a full bundle that a kernel has stored.
func (r *revolutes) boundLoads(i int, s *state.Joints, p *step.Params) {
	w, x, g, _ := r.at(i)
	if x == nil && w.isBounded(float32(mostLoad/2*p.H)) {
		return
	}
	for l, row := range r.joints[i*Lanes : i*Lanes+Lanes] {
		boundLoad(s, row, revoluteLane{w, x, g, l}.last().over(p.InvH))
	}
}

// isBounded reports whether no impulse is larger than a bound, or NaN.
func (w *revoluteBundle) isBounded(most float32) bool {
	for l := range Lanes {
		x, y, tx, ty := w.jx[l], w.jy[l], w.tx[l], w.ty[l]
		if !(x <= most && x >= -most && y <= most && y >= -most && tx <= most && tx >= -most && ty <= most && ty >= -most) {
			return false
		}
	}
	return true
}

// store writes the impulses and the loads of a bundle to the table.
func (r *revolutes) store(i int, s *state.Joints, p *step.Params) {
	w, x, g, lanes := r.at(i)
	for l, row := range r.joints[i*Lanes : i*Lanes+lanes] {
		q := revoluteLane{w, x, g, l}
		q.store(row, s, p)
		if r.strengthIndex[i] == sharedStrength { // a shared strength has no break limit
			setLoad(s, row, q.last(), q.total(), p)
		} else {
			StoreLoad(s, row, q.last(), q.total(), p)
		}
	}
}

// last returns the impulse of the last sub-step.
func (q revoluteLane) last() Impulse {
	w, x, l := q.w, q.x, q.l
	j := Impulse{X: w.jx[l], Y: w.jy[l]}
	if x != nil {
		j.W = x.springImpulse[l] + x.motorImpulse[l] + x.lower[l] - x.upper[l]
	}
	return j
}

// total returns the impulse of the tick.
func (q revoluteLane) total() Impulse {
	j := Impulse{X: q.w.tx[q.l], Y: q.w.ty[q.l]}
	if q.x != nil {
		j.W = q.x.total[q.l]
	}
	return j
}

// store writes the impulses of the joint in a row.
func (q revoluteLane) store(row state.JointRow, s *state.Joints, p *step.Params) {
	w, x, l := q.w, q.x, q.l
	data := s.Link[row].Data
	point := &s.RevolutePoints[data]
	point.Jx, point.Jy = w.jx[l], w.jy[l]
	if x != nil {
		rec := &s.RevoluteAngles[data]
		rec.SpringImpulse, rec.MotorImpulse, rec.LowerImpulse, rec.UpperImpulse = x.springImpulse[l], x.motorImpulse[l], x.lower[l], x.upper[l]
		rec.MotorTorque = float32(rec.MotorImpulse * p.InvH)
	}
}
