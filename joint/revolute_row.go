package joint

import (
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/step"
)

// Lanes is the number of revolute joints in a row, in every build.
const Lanes = 8

// column is one number of each joint in a row.
type column = [Lanes]float32

// revoluteRow holds the pins of the revolute joints of a row. Anchors are in the
// world's axes at the start of the tick and turn with the bodies in each sub-step.
// 80 bytes per joint, almost all of them read by every pass.
type revoluteRow struct {
	a, b           [Lanes]int32 // rows of the bodies
	ma, ia, mb, ib column
	ax, ay, bx, by column // anchors from the centres of mass when the tick began, m
	ux, uy, vx, vy column // the same anchors now
	la, lb         column // what the next warm start lacks, N m s; see relaxRevolute
	ex, ey         column // gap between the pins at the start of the tick, m
	jx, jy         column // impulse, N s
}

// axisRow is the rest of the joints of a row some of which have a spring, a motor
// or a limit. Angles are those of the start of the tick.
type axisRow struct {
	mass                               column // 1 / (ia + ib)
	springBias, springMass, springLeak column
	offset                             column // angle from the spring's target
	spring                             column // impulse, N m s
	speed, motorMax                    column
	motor                              column
	above, below                       column       // angle above Lower, and below Upper; never negative unless violated
	lower, upper                       column       // impulses
	sprung, limited                    [Lanes]int32 // -1 or 0
}

// grip says how the joints of a row hold. Most joints hold as the world says: their rows
// share one.
type grip struct {
	limit, torque                column // largest impulses, N s and N m s
	softBias, softMass, softLeak column
	drift                        column // half a sub-step, s, made up for the soft mass; see solveRevolute
	invH                         column // 1/s
}

// common is the number of the grip that rows share.
const common = 0

// revolutes are the rows of all revolute joints. Padding is at the end of a row, names
// the ground's row for both bodies and has no mass.
type revolutes struct {
	joints []Row   // Lanes for each row; padding is -1
	axis   []int32 // of each row: index in axes, or -1
	grip   []int32 // of each row: index in grips
	rows   []revoluteRow
	axes   []axisRow
	grips  []grip

	later [sorts - 1][]Row // scratch of gather
	anew  *revolutes       // scratch of validate
}

// sort is what kind of row a joint needs: these flags together.
type sort uint8

const (
	turns sort = 1 << iota // does not turn freely
	tuned                  // has a Strength of its own
	sorts
)

func sortOf(f Flags) (k sort) {
	if f&Turning != 0 {
		k |= turns
	}
	if f&Tuned != 0 {
		k |= tuned
	}
	return k
}

func (r *revolutes) clear() {
	r.joints, r.axis, r.grip = r.joints[:0], r.axis[:0], r.grip[:0]
	r.rows, r.axes, r.grips = r.rows[:0], r.axes[:0], r.grips[:0]
}

// hold makes the grip that rows share.
func (r *revolutes) hold(p *step.Params) {
	if len(r.grips) == 0 {
		r.grips = more(r.grips)
	}
	for l := range Lanes {
		r.grips[common].set(l, p, &unbounded)
	}
}

func (r *revolutes) roomLike(o *revolutes) {
	r.joints, r.axis, r.grip = roomLike(r.joints, o.joints), roomLike(r.axis, o.axis), roomLike(r.grip, o.grip)
	r.rows, r.axes, r.grips = roomLike(r.rows, o.rows), roomLike(r.axes, o.axes), roomLike(r.grips, o.grips)
	for k := range r.later {
		r.later[k] = roomLike(r.later[k], o.later[k])
	}
}

// gather makes rows for the revolute joints among those of a colour. Joints of different
// sorts do not share rows. Single joints get a row each, in their order.
func (r *revolutes) gather(s *Store, slots []Slot, single bool) {
	for k := range r.later {
		r.later[k] = r.later[k][:0]
	}
	fill := Lanes
	for _, slot := range slots {
		row := s.Rows[slot]
		l := &s.Link[row]
		if l.Kind != KindRevolute || l.Flags&InTree != 0 {
			continue
		}
		k := sortOf(l.Flags)
		if single {
			r.put(row, Lanes, k)
		} else if k > 0 {
			r.later[k-1] = append(r.later[k-1], row)
		} else {
			fill = r.put(row, fill, k)
		}
	}
	for k, rows := range r.later {
		fill = Lanes
		for _, row := range rows {
			fill = r.put(row, fill, sort(k+1))
		}
	}
}

// validate panics when rows that were kept are not those that gather would make.
func (r *revolutes) validate(s *Store, slots []Slot, single bool, kept Span) {
	if r.anew == nil {
		r.anew = &revolutes{}
	}
	fresh := r.anew
	fresh.clear()
	fresh.grips = more(fresh.grips)
	fresh.gather(s, slots, single)
	same := slices.Equal(fresh.joints, r.joints[kept.Lo*Lanes:kept.Hi*Lanes])
	for i := range len(fresh.rows) {
		k := kept.Lo + i
		same = same && (fresh.axis[i] < 0) == (r.axis[k] < 0) && (fresh.grip[i] == common) == (r.grip[k] == common)
	}
	if !same {
		panic("joint: a row was kept that is no more what it was")
	}
}

// put gives a joint the lane fill of the last row, or the first of a new row if the last
// is full, and returns the lane after it.
func (r *revolutes) put(row Row, fill int, k sort) int {
	if fill == Lanes {
		r.open(k)
		fill = 0
	}
	r.joints[len(r.joints)-Lanes+fill] = row
	return fill + 1
}

// open adds a row of padding. What the row holds is written by prepare.
func (r *revolutes) open(k sort) {
	r.joints = append(r.joints, -1, -1, -1, -1, -1, -1, -1, -1)
	axis, grip := int32(-1), int32(common)
	if k&turns != 0 {
		axis = int32(len(r.axes))
		r.axes = more(r.axes)
	}
	if k&tuned != 0 {
		grip = int32(len(r.grips))
		r.grips = more(r.grips)
	}
	r.axis, r.grip = append(r.axis, axis), append(r.grip, grip)
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
func (r *revolutes) at(i int) (w *revoluteRow, x *axisRow, g *grip, lanes int) {
	if k := r.axis[i]; k >= 0 {
		x = &r.axes[k]
	}
	for lanes < Lanes && r.joints[i*Lanes+lanes] >= 0 {
		lanes++
	}
	return &r.rows[i], x, &r.grips[r.grip[i]], lanes
}

// prepareAll fills rows lo up to hi. Vector kernels take runs of rows that are alike, but
// not rows with padding.
func (r *revolutes) prepareAll(s *Store, bodies *body.Store, p *step.Params, lo, hi int) {
	for lo < hi {
		if end := r.fullRun(lo, hi); end > lo {
			for done := r.prepareVector(s, bodies, p, lo, end); lo < done; lo++ {
				r.prepareGrip(lo, s, p)
			}
			if lo == end {
				continue
			}
		}
		r.prepare(lo, s, bodies, p)
		lo++
	}
}

// fullRun returns where the rows from lo on end that the vector kernels can prepare and store
// together.
func (r *revolutes) fullRun(lo, hi int) int {
	end := lo
	for vector && end < hi && r.joints[end*Lanes+Lanes-1] >= 0 && r.alike(lo, end) {
		end++
	}
	return end
}

// prepare fills a row.
func (r *revolutes) prepare(i int, s *Store, bodies *body.Store, p *step.Params) {
	w, x, _, lanes := r.at(i)
	for l, row := range r.joints[i*Lanes : i*Lanes+lanes] {
		prepareRevolute(w, x, l, row, s, bodies, p)
	}
	for l := lanes; l < Lanes; l++ {
		padRevolute(w, x, l, int32(bodies.Rows[body.Ground]))
	}
	r.prepareGrip(i, s, p)
}

// prepareGrip writes the grip of a row unless it is shared. Padding has that of the last
// joint.
func (r *revolutes) prepareGrip(i int, s *Store, p *step.Params) {
	if r.grip[i] == common {
		return
	}
	_, _, g, lanes := r.at(i)
	for l := range Lanes {
		g.set(l, p, &s.Strength[r.joints[i*Lanes+min(l, lanes-1)]])
	}
}

// set writes a lane.
func (g *grip) set(l int, p *step.Params, strength *Strength) {
	soft := rigidSoft(p, strength)
	g.softBias[l], g.softMass[l], g.softLeak[l] = soft.Bias, soft.Mass, soft.Impulse
	g.drift[l] = float32(0.5*p.H) * inverse(soft.Mass)
	g.limit[l], g.torque[l] = float32(strength.MaxForce*p.H), float32(strength.MaxTorque*p.H)
	g.invH[l] = p.InvH
}

// prepareRevolute writes one joint.
func prepareRevolute(w *revoluteRow, x *axisRow, l int, row Row, s *Store, bodies *body.Store, p *step.Params) {
	link := &s.Link[row]
	rec := &s.pins[link.Data]
	a, b := bodies.Rows[link.BodyA], bodies.Rows[link.BodyB]
	pa, pb := &bodies.Pose[a], &bodies.Pose[b]
	onA, onB := rec.anchors()
	anchorA, anchorB := pa.R.Apply(onA), pb.R.Apply(onB)
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
	if x == nil {
		rec.angle = unwind(roughly(rec.bearing(pa.R, pb.R)), rec.angle)
		return
	}
	rec.angle = rec.turn(bodies, link)
	prepareAxis(w, x, l, &s.axles[link.Data], rec.angle, p)
}

// prepareAxis writes the axis of one joint.
func prepareAxis(w *revoluteRow, x *axisRow, l int, rec *axle, angle float64, p *step.Params) {
	x.mass[l] = inverse(w.ia[l] + w.ib[l])
	x.offset[l], x.spring[l] = float32(angle-rec.target), rec.spring
	x.speed[l], x.motor[l] = rec.speed, rec.motor
	x.motorMax[l] = float32(rec.torque * p.H)
	x.above[l], x.below[l] = float32(angle-rec.lower), float32(rec.upper-angle)
	x.lower[l], x.upper[l] = rec.low, rec.high
	x.sprung[l], x.limited[l] = maskOf(rec.parts&axleSpring != 0), maskOf(rec.parts&axleLimits != 0)
	x.springBias[l], x.springMass[l], x.springLeak[l] = 0, 0, 0
	if rec.parts&axleSpring != 0 {
		spring := step.MakeSoft(rec.hertz, rec.damping, p.H)
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
		&w.ex, &w.ey, &w.jx, &w.jy,
	} {
		c[l] = 0
	}
	if x == nil {
		return
	}
	for _, c := range [...]*column{
		&x.mass, &x.springBias, &x.springMass, &x.springLeak, &x.offset, &x.spring, &x.speed,
		&x.motorMax, &x.motor, &x.above, &x.below, &x.lower, &x.upper,
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

// storeAll stores rows lo up to hi.
func (r *revolutes) storeAll(s *Store, p *step.Params, lo, hi int) {
	for lo < hi {
		if end := r.fullRun(lo, hi); end > lo && r.grip[lo] == common {
			if !r.storeVector(s, p, lo, end) {
				lo = end
			}
			for ; lo < end; lo++ {
				r.heaveRow(lo, s, p.H)
			}
			continue
		}
		r.store(lo, s, p)
		r.heaveRow(lo, s, p.H)
		lo++
	}
}

// store keeps the impulses of a row and the loads.
func (r *revolutes) store(i int, s *Store, p *step.Params) {
	w, x, _, lanes := r.at(i)
	for l, row := range r.joints[i*Lanes : i*Lanes+lanes] {
		load := storeRevolute(w, x, l, row, s, p)
		if r.grip[i] == common {
			s.Load[row] = load // nothing of it could be too much
		} else {
			s.mark(row, load)
		}
	}
}

func storeRevolute(w *revoluteRow, x *axisRow, l int, row Row, s *Store, p *step.Params) Load {
	data := s.Link[row].Data
	pin := &s.pins[data]
	pin.jx, pin.jy = w.jx[l], w.jy[l]
	load := Load{ForceX: float32(pin.jx * p.InvH), ForceY: float32(pin.jy * p.InvH)}
	if x != nil {
		rec := &s.axles[data]
		rec.spring, rec.motor, rec.low, rec.high = x.spring[l], x.motor[l], x.lower[l], x.upper[l]
		rec.motorTorque = float32(rec.motor * p.InvH)
		load.Torque = float32((rec.spring + rec.motor + rec.low - rec.high) * p.InvH)
	}
	return load
}

// leastHeave is the sum of the squares of the two angles, divided by h h, from which heave
// is asked: below it none of them can be too large.
func leastHeave(h float32) float32 { return 0.25 / float32(h*h) }

// heaveRow notes how hard the joints of a row turn their bodies. Of most joints only the
// squares of the angles by which force and couple alone would turn the two bodies in a
// sub-step are looked at, together. What padding holds is zero.
func (r *revolutes) heaveRow(i int, s *Store, h float32) {
	w, least := &r.rows[i], leastHeave(h)
	var turns column
	if k := r.axis[i]; k >= 0 {
		x := &r.axes[k]
		for l := range turns {
			turns[l] = x.spring[l] + x.motor[l] + x.lower[l] - x.upper[l]
		}
	}
	for l := range turns {
		ra := float32(w.ux[l]*w.ux[l]) + float32(w.uy[l]*w.uy[l])
		rb := float32(w.vx[l]*w.vx[l]) + float32(w.vy[l]*w.vy[l])
		j2, t2 := float32(w.jx[l]*w.jx[l])+float32(w.jy[l]*w.jy[l]), float32(turns[l]*turns[l])
		a := float32((float32(ra*j2) + t2) * float32(w.ia[l]*w.ia[l]))
		b := float32((float32(rb*j2) + t2) * float32(w.ib[l]*w.ib[l]))
		if a+b > least {
			link := &s.Link[r.joints[i*Lanes+l]]
			s.heave(link.BodyA, w.ia[l], h, w.ux[l], w.uy[l], w.jx[l], w.jy[l], turns[l])
			s.heave(link.BodyB, w.ib[l], h, w.vx[l], w.vy[l], w.jx[l], w.jy[l], turns[l])
		}
	}
}
