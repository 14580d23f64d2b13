package joint

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/step"
)

// Lanes is the number of revolute joints in a row, in every build.
const Lanes = 8

// column is one number of each joint in a row.
type column = [Lanes]float32

// revoluteRow holds the pins of the revolute joints of a row. Anchors are in the
// world's axes at the start of the tick and turn with the bodies in each sub-step.
// 100 bytes per joint, almost all of them read by every pass.
type revoluteRow struct {
	a, b           [Lanes]int32 // rows of the bodies
	ma, ia, mb, ib column
	ax, ay, bx, by column // anchors from the centres of mass when the tick began, m
	ux, uy, vx, vy column // the same anchors now
	la, lb         column // what the next warm start lacks, N m s; see relaxRevolute
	ex, ey         column // gap between the pins at the start of the tick, m
	jx, jy         column // impulse, N s
	limit          column // largest impulse, N s

	softBias, softMass, softLeak column
	drift                        column // half a sub-step, s, made up for the soft mass; see solveRevolute
}

// axisRow is the rest of the joints of a row some of which have a spring, a motor
// or a limit. Angles are those of the start of the tick.
type axisRow struct {
	mass                               column // 1 / (ia + ib)
	invH                               column
	springBias, springMass, springLeak column
	offset                             column // angle from the spring's target
	spring                             column // impulse, N m s
	speed, motorMax                    column
	motor                              column
	above, below                       column       // angle above Lower, and below Upper; never negative unless violated
	lower, upper, max                  column       // impulses and their bound
	sprung, limited                    [Lanes]int32 // -1 or 0
}

// revolutes are the rows of all revolute joints. Padding is at the end of a row, names
// the ground's row for both bodies and has no mass.
type revolutes struct {
	joints []Row   // Lanes for each row; padding is -1
	axis   []int32 // of each row: index in axes, or -1
	rows   []revoluteRow
	axes   []axisRow

	turning []Row // scratch of gather
}

func (r *revolutes) reset() {
	r.joints, r.axis, r.rows, r.axes = r.joints[:0], r.axis[:0], r.rows[:0], r.axes[:0]
}

func (r *revolutes) roomLike(o *revolutes) {
	r.joints, r.axis = roomLike(r.joints, o.joints), roomLike(r.axis, o.axis)
	r.rows, r.axes = roomLike(r.rows, o.rows), roomLike(r.axes, o.axes)
	r.turning = roomLike(r.turning, o.turning)
}

// gather makes rows for the revolute joints among those of a colour. Joints that turn
// freely and others do not share rows. Single joints get a row each, in their order.
func (r *revolutes) gather(s *Store, slots []Slot, single bool) {
	r.turning = r.turning[:0]
	fill := Lanes
	for _, slot := range slots {
		row := s.Rows[slot]
		l := &s.Link[row]
		if l.Kind != KindRevolute {
			continue
		}
		turns := l.Flags&Turning != 0
		if single {
			r.put(row, Lanes, turns)
		} else if turns {
			r.turning = append(r.turning, row)
		} else {
			fill = r.put(row, fill, false)
		}
	}
	fill = Lanes
	for _, row := range r.turning {
		fill = r.put(row, fill, true)
	}
}

// put gives a joint the lane fill of the last row, or the first of a new row if the last
// is full, and returns the lane after it.
func (r *revolutes) put(row Row, fill int, turns bool) int {
	if fill == Lanes {
		r.open(turns)
		fill = 0
	}
	r.joints[len(r.joints)-Lanes+fill] = row
	return fill + 1
}

// open adds a row of padding. What the row holds is written by prepare.
func (r *revolutes) open(turns bool) {
	r.joints = append(r.joints, -1, -1, -1, -1, -1, -1, -1, -1)
	axis := int32(-1)
	if turns {
		axis = int32(len(r.axes))
		r.axes = more(r.axes)
	}
	r.axis = append(r.axis, axis)
	r.rows = more(r.rows)
}

// more returns s with one element more, which holds anything.
func more[T any](s []T) []T {
	if len(s) < cap(s) {
		return s[:len(s)+1]
	}
	var none T
	return append(s, none)
}

// at returns a row in parts, and how many of its lanes hold joints; the axes are nil if
// all turn freely.
func (r *revolutes) at(i int) (w *revoluteRow, x *axisRow, lanes int) {
	if k := r.axis[i]; k >= 0 {
		x = &r.axes[k]
	}
	for lanes < Lanes && r.joints[i*Lanes+lanes] >= 0 {
		lanes++
	}
	return &r.rows[i], x, lanes
}

func (r *revolutes) prepare(i int, s *Store, bodies *body.Store, p *step.Params) {
	w, x, lanes := r.at(i)
	world := rigidSoft(p, &Strength{})
	for l := range lanes {
		soft, row := world, r.joints[i*Lanes+l]
		if strength := &s.Strength[row]; strength.Hertz > 0 || strength.Damping > 0 {
			soft = rigidSoft(p, strength)
		}
		w.softBias[l], w.softMass[l], w.softLeak[l] = soft.Bias, soft.Mass, soft.Impulse
		w.drift[l] = float32(0.5*p.H) * inverse(soft.Mass)
		prepareRevolute(w, x, l, row, s, bodies, p)
	}
	for l := lanes; l < Lanes; l++ {
		padRevolute(w, x, l, int32(bodies.Rows[body.Ground]))
	}
}

// prepareRevolute writes one joint, but for the softness of its pin.
func prepareRevolute(w *revoluteRow, x *axisRow, l int, row Row, s *Store, bodies *body.Store, p *step.Params) {
	link, strength := &s.Link[row], &s.Strength[row]
	rec := s.revolutes.at(link.Data)
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	pa, pb := &bodies.Pose[a], &bodies.Pose[b]
	anchorA, anchorB := pa.R.Apply(rec.anchorA), pb.R.Apply(rec.anchorB)
	gap := pb.P.Sub(pa.P).Add(anchorB.Sub(anchorA))
	w.a[l], w.b[l] = int32(a), int32(b)
	w.ma[l], w.ia[l] = massOf(bodies, a)
	w.mb[l], w.ib[l] = massOf(bodies, b)
	w.ax[l], w.ay[l] = float32(anchorA.X), float32(anchorA.Y)
	w.bx[l], w.by[l] = float32(anchorB.X), float32(anchorB.Y)
	w.ux[l], w.uy[l], w.vx[l], w.vy[l] = w.ax[l], w.ay[l], w.bx[l], w.by[l]
	w.la[l], w.lb[l] = 0, 0
	w.ex[l], w.ey[l] = float32(gap.X), float32(gap.Y)
	w.jx[l], w.jy[l] = rec.jx, rec.jy
	w.limit[l] = float32(strength.MaxForce * p.H)
	if x == nil {
		rec.angle = unwind(roughly(pa.R.Unmul(pb.R).Mul(rec.frame)), rec.angle)
		return
	}
	rec.angle = rec.turn(bodies, link)
	d := &rec.def
	x.mass[l], x.invH[l] = inverse(w.ia[l]+w.ib[l]), p.InvH
	x.offset[l], x.spring[l] = float32(rec.angle-d.TargetAngle), rec.spring
	x.speed[l], x.motor[l] = float32(d.MotorSpeed), rec.motor
	x.motorMax[l] = float32(float32(d.MaxMotorTorque) * p.H)
	x.above[l], x.below[l] = float32(rec.angle-d.Lower), float32(d.Upper-rec.angle)
	x.lower[l], x.upper[l], x.max[l] = rec.lower, rec.upper, float32(strength.MaxTorque*p.H)
	x.sprung[l], x.limited[l] = maskOf(d.SpringHertz > 0), maskOf(d.Limit)
	x.springBias[l], x.springMass[l], x.springLeak[l] = 0, 0, 0
	if d.SpringHertz > 0 {
		spring := step.MakeSoft(float32(d.SpringHertz), float32(d.SpringDamping), p.H)
		x.springBias[l], x.springMass[l], x.springLeak[l] = spring.Bias, spring.Mass, spring.Impulse
	}
}

func maskOf(b bool) int32 {
	if b {
		return -1
	}
	return 0
}

// padRevolute writes a lane without a joint: two bodies that cannot move, no mass
// and no impulse.
func padRevolute(w *revoluteRow, x *axisRow, l int, ground int32) {
	w.a[l], w.b[l] = ground, ground
	for _, c := range [...]*column{
		&w.ma, &w.ia, &w.mb, &w.ib, &w.ax, &w.ay, &w.bx, &w.by, &w.ux, &w.uy, &w.vx, &w.vy, &w.la, &w.lb,
		&w.ex, &w.ey, &w.jx, &w.jy, &w.limit, &w.softBias, &w.softMass, &w.softLeak, &w.drift,
	} {
		c[l] = 0
	}
	if x == nil {
		return
	}
	for _, c := range [...]*column{
		&x.mass, &x.invH, &x.springBias, &x.springMass, &x.springLeak, &x.offset, &x.spring, &x.speed,
		&x.motorMax, &x.motor, &x.above, &x.below, &x.lower, &x.upper, &x.max,
	} {
		c[l] = 0
	}
	x.sprung[l], x.limited[l] = 0, 0
}

// massOf returns the inverse mass and inertia of a body; what may not turn has
// no inverse inertia.
func massOf(bodies *body.Store, row body.Row) (invMass, invInertia float32) {
	d := &bodies.Drive[row]
	if bodies.State[row].Flags&body.FlagLockRotation != 0 {
		return d.InvMass, 0
	}
	return d.InvMass, d.InvInertia
}

func (r *revolutes) store(i int, s *Store, p *step.Params) {
	w, x, lanes := r.at(i)
	for l := range lanes {
		storeRevolute(w, x, l, r.joints[i*Lanes+l], s, p)
	}
}

func storeRevolute(w *revoluteRow, x *axisRow, l int, row Row, s *Store, p *step.Params) {
	rec := s.revolutes.at(s.Link[row].Data)
	rec.jx, rec.jy = w.jx[l], w.jy[l]
	load := Load{ForceX: float32(rec.jx * p.InvH), ForceY: float32(rec.jy * p.InvH)}
	if x != nil {
		rec.spring, rec.motor, rec.lower, rec.upper = x.spring[l], x.motor[l], x.lower[l], x.upper[l]
		rec.motorTorque = float32(rec.motor * p.InvH)
		load.Torque = float32((rec.spring + rec.motor + rec.lower - rec.upper) * p.InvH)
	}
	s.mark(row, load)
}
