package solver

import (
	"math"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
)

// Restitution.
//
// Contacts bounce before the first sub-step, while the bodies still approach. The usual order is
// sub-steps first and restitution afterwards. By then the sub-steps have distributed the momentum
// over all touching bodies: the five balls of a cradle all move on together, and no velocity is
// left to bounce.
//
// Restitution goes in rounds. A round brings all contacts that approach fast enough to bounce to
// their rebound speed at the same time, and leaves the other contacts alone. The next round takes
// the contacts that approach because of it. Simultaneous impacts are treated alike, so a plank that
// lands flat stays flat. Impacts in sequence pass the impulse on, so a cradle works (Smith,
// Kaufman, Vouga, Tamstorf, Grinspun, Reflections on Simultaneous Impact, 2012). A contact that
// still approaches after the last round is stopped without a bounce by the sub-steps.
//
// The joints of the bodies that bounce are solved with the contacts of a round. Otherwise a body on
// a pin would bounce as a free body, and its pin would take a part of the rebound away later.
//
// # The rebound speed
//
// At the start of a tick a point is near the surface, not on it, so the speed is chosen by energy.
// Let s be the separation, a the outer acceleration along the normal, and u the speed there. At the
// surface the speed was U, with U U = u u - 2 a s. The point leaves with e U, and back at s it has
//
//	u' u' = e e (u u - 2 a s) + 2 a s = e e u u + (1 - e e) 2 a s
//
// Semi-implicit Euler stores the velocity of half a sub-step ago, so u is the stored velocity plus
// a h/2, and the velocity to store is u' - a h/2. With e = 1 the way up is then the way down
// reversed, to rounding. A restitution above 1 adds energy, but a rebound is faster than MaxSpeed
// only if the impact was.
//
// # Cost
//
// A few bouncing contacts deserve many iterations. A moving heap does not, and the two cannot be
// distinguished. So the sweeps of a round share a budget of contact solves, and only contacts of
// high restitution take part in later rounds. A row of balls passes a blow on by one contact in a
// round. So there are more than restitutionRounds while the contacts with restitution are more than
// the rounds, and all sweeps of the tick together have cost less than one budget.
const (
	restitutionRounds     = 16 // in which the cost of all rounds together does not matter
	restitutionIterations = 16
	jointedIterations     = 1024 // where joints transmit the bounces
	restitutionBudget     = 1 << 13
	minRepeatRestitution  = 0.4      // restitution from which a contact takes part in later rounds
	lowestBounce          = 1.0 / 64 // of the threshold, below which nothing bounces, for rounding
)

// restitution is scratch: the contacts of the present round and their lanes in bundles. In these
// bundles the column separation holds rebound speeds. The column currentSeparation of the first
// point holds the speed of the surface. The column totalImpulse holds the friction: of the first
// point for sliding to the left, of the second for sliding to the right.
type restitution struct {
	contactRows []int32
	twoPoints   []int32       // scratch of groupBounces
	kinds       []bounceKind  // of the bundles of the round
	ranges      []bounceRange // of the bundles of the round
	starts      []bounceStart // of the contacts of the round
	gains       []bool        // by block: one of its contacts has added energy
	errors      []float32     // of a sweep: the largest velocity errors of the blocks of its ranges
	tolerance   float32       // of the velocity error, m/s
	iterations  int           // sweeps of the round, at most
	leastSweeps int           // sweeps of the round, at least
	settled     bool          // a sweep has left no error
	repeats     bool          // there may be later rounds
	bundles     []bundle2     // in the memory of the bundles of the passes, which begin afterwards
	lastChanged []uint32      // by body row: the last round that changed the body
	round       uint32
	flags       []bounceFlags // by contact row
	jointCount  int           // that transmit the bounces of the tick up to now
	task        restitutionTask
}

// applyRestitution makes the contacts bounce that approach fast enough.
func (s *Solver) applyRestitution(pool *par.Pool) {
	s.restitution.jointCount = 0
	if len(s.order.Bouncy()) > 0 {
		s.bounce(pool)
	}
}

// bounce applies the restitution of the contacts with restitution.
func (s *Solver) bounce(pool *par.Pool) {
	m := &s.restitution
	m.lastChanged = grow.Resize(m.lastChanged, s.in.Bodies.Len())
	m.contactRows = m.contactRows[:0]
	m.flags = grow.Resize(m.flags, s.in.Contacts.Awake())
	flags := m.flags
	clear(flags)
	for _, row := range s.order.Bouncy() {
		flags[row] = bounceCandidate
	}
	m.task.s = s
	pool.Run(par.Blocks(len(flags), restitutionBlock), &m.task)
	found := bounceFlags(0)
	for _, row := range s.order.Bouncy() {
		found |= flags[row]
		if flags[row]&bounceNow != 0 {
			m.contactRows = append(m.contactRows, row)
		}
	}
	if s.in.Joints != nil && len(m.contactRows) > 0 {
		s.global.joints.resetBounces()
	}
	spent := 0
	for round := 0; round < restitutionRounds || round < len(s.order.Bouncy()) && spent < restitutionBudget; round++ {
		if len(m.contactRows) == 0 {
			return
		}
		m.round++
		m.repeats = found&bounceRepeats != 0
		s.bounceRound(pool)
		spent += min(m.iterations, restitutionIterations) * len(m.contactRows)
		m.contactRows = m.contactRows[:0]
		if !m.repeats {
			return
		}
		for _, row := range s.order.Bouncy() {
			if m.flags[row]&bounceRepeats == 0 {
				continue
			}
			a, b := s.bodyRowsOf(row)
			if (m.lastChanged[a] == m.round || m.lastChanged[b] == m.round || m.jointCount > 0) && s.bounces(row) {
				m.contactRows = append(m.contactRows, row)
			}
		}
	}
}

// bounceFlags tell that a linked contact has restitution, that it takes part in the first round,
// and that it may take part in later rounds. The flags of all contacts fit in the cache.
type bounceFlags uint8

const (
	bounceCandidate bounceFlags = 1 << iota
	bounceNow
	bounceRepeats
)

// restitutionBlock is the number of contacts in a block of restitutionTask.
const restitutionBlock = 512

// restitutionTask records the approach velocities of the points of every contact with restitution
// and flags the contacts that bounce. It visits the table in order, because the contacts of a
// colour are scattered over the table.
type restitutionTask struct{ s *Solver }

// approachScratches lends scratch to the blocks of all worlds.
var approachScratches par.Shelf[approaches]

func (t *restitutionTask) Do(block, _ int) {
	r := &t.s.restitution
	lo, hi := par.Span(block, len(r.flags), restitutionBlock)
	m := approachScratches.Take()
	defer approachScratches.Give(m)
	flags := r.flags[lo:hi]
	// A branch on the flag could not be predicted, so the list is made without one.
	n := 0
	for i, k := range flags {
		m.rows[uint(n)%restitutionBlock] = int32(lo + i)
		n += int(k & bounceCandidate)
	}
	if vectorKernels {
		t.s.recordBlockVector(block, n, m, flags)
		return
	}
	for _, row := range m.rows[:n] {
		flags[int(row)-lo] |= t.s.recordApproachVelocities(int(row))
	}
}

// recordApproachVelocities records the approach velocities of one contact.
func (s *Solver) recordApproachVelocities(row int) bounceFlags {
	c, bodies := s.in.Contacts, s.in.Bodies
	p, sc := &c.Pair[row], &c.Solver[row]
	a, b := &bodies.State[bodies.Rows[p.BodyA]], &bodies.State[bodies.Rows[p.BodyB]]
	nx, ny := sc.NormalX, sc.NormalY
	wa, wb := a.W, b.W
	u := float32(nx*(b.VX-a.VX)) + float32(ny*(b.VY-a.VY))
	speed := float32(0)
	for i := range min(int(sc.Count), len(sc.Points)) {
		q := &sc.Points[i]
		ka := float32(q.AX*ny) - float32(q.AY*nx)
		kb := float32(q.BX*ny) - float32(q.BY*nx)
		v := u + (float32(wb*kb) - float32(wa*ka))
		q.NormalVelocity, q.TotalImpulse = v, 0
		speed = simd.Min(v, speed)
	}
	return s.bounceFlagsOf(row, speed)
}

// bounceFlagsOf returns the flags of a contact whose approach velocities are recorded. The speed is
// the highest approach speed of its points, or zero.
func (s *Solver) bounceFlagsOf(row int, speed float32) (found bounceFlags) {
	threshold, e := s.in.Params.RestitutionThreshold, s.in.Contacts.RestitutionAt(state.ContactRow(row))
	if e >= minRepeatRestitution {
		found |= bounceRepeats
	}
	// These branches are seldom taken and so are well predicted. A comparison of the points would
	// not be, and a misprediction waits for the cache.
	if e == 0 || e > 0.5 {
		if speed > -float32(lowestBounce*threshold) {
			return found
		}
		threshold = s.bounceThreshold(int32(row))
	}
	if speed > -threshold {
		return found
	}
	sc := &s.in.Contacts.Solver[row]
	for i := range min(int(sc.Count), len(sc.Points)) {
		q := &sc.Points[i]
		v := q.NormalVelocity
		if v <= -threshold && (s.touchesWithinTick(q, v, 0) || s.touchesWithinTick(q, v, s.normalAcceleration(int32(row)))) {
			return found | bounceNow // the first test decides for touching points
		}
	}
	return found
}

// bodyRowsOf returns the rows of a contact's bodies.
func (s *Solver) bodyRowsOf(contact int32) (a, b state.BodyRow) {
	p := &s.in.Contacts.Pair[contact]
	return s.in.Bodies.Rows[p.BodyA], s.in.Bodies.Rows[p.BodyB]
}

// normalVelocityAt returns the velocity of b relative to a along the normal at a point, m/s.
func (s *Solver) normalVelocityAt(contact int32, q *state.SolverPoint) float32 {
	ra, rb := s.bodyRowsOf(contact)
	sc := &s.in.Contacts.Solver[contact]
	a, b := &s.in.Bodies.State[ra], &s.in.Bodies.State[rb]
	nx, ny := sc.NormalX, sc.NormalY
	ka := float32(q.AX*ny) - float32(q.AY*nx)
	kb := float32(q.BX*ny) - float32(q.BY*nx)
	return float32(nx*(b.VX-a.VX)) + float32(ny*(b.VY-a.VY)) + (float32(b.W*kb) - float32(a.W*ka))
}

// normalAcceleration returns the outer acceleration of b relative to a along the normal, m/s^2.
func (s *Solver) normalAcceleration(contact int32) float32 {
	ra, rb := s.bodyRowsOf(contact)
	sc := &s.in.Contacts.Solver[contact]
	ax, ay := s.externalAcceleration(ra)
	bx, by := s.externalAcceleration(rb)
	return float32(sc.NormalX*(bx-ax)) + float32(sc.NormalY*(by-ay))
}

// externalAcceleration returns the acceleration of a body by gravity and the user's force, m/s^2.
//
//go:noinline
func (s *Solver) externalAcceleration(row state.BodyRow) (x, y float32) {
	if s.in.Bodies.State[row].Flags&state.FlagDynamic == 0 {
		return 0, 0
	}
	d := &s.in.Bodies.Dynamics[row]
	gx, gy := s.in.Bodies.GravityOf(row, s.in.Params)
	return gx + float32(d.ForceX*d.InvMass), gy + float32(d.ForceY*d.InvMass)
}

// touchesWithinTick reports whether a point that approaches with speed v touches within the tick
// and one more sub-step. The last relax pass looks ahead by that sub-step and would stop the point
// without a bounce. Accelerated motion is overestimated, never underestimated.
func (s *Solver) touchesWithinTick(q *state.SolverPoint, v, acceleration float32) bool {
	dt := s.in.Params.DT + s.in.Params.H
	return q.Separation+float32(dt*(v+float32(dt*simd.Min(acceleration, 0)))) <= 0
}

// bounceThreshold returns the approach speed below which a contact does not bounce, m/s. Contacts
// at rest must not bounce, or they would not stay at rest. A contact of high restitution loses so
// little in a bounce that the loss of a slow bounce would be noticed. So the threshold falls from a
// restitution of 0.5 on, down to the speed that gravity gives to a contact at rest in two ticks.
func (s *Solver) bounceThreshold(contact int32) float32 {
	const lowest = lowestBounce
	p := s.in.Params
	threshold, e := p.RestitutionThreshold, s.in.Contacts.RestitutionAt(state.ContactRow(contact))
	if e == 0 {
		return float32(lowest * threshold) // beginImpacts has compared the speed
	}
	if e <= 0.5 {
		return threshold
	}
	a := s.normalAcceleration(contact)
	atRest := float32(2 * float32(p.DT*simd.Max(a, -a)))
	return simd.Min(threshold, simd.Max(atRest, float32(threshold*simd.Max(2-float32(2*e), lowest))))
}

// bounces reports whether a contact has a point that approaches faster than the
// threshold and touches within the tick.
func (s *Solver) bounces(contact int32) bool {
	sc := &s.in.Contacts.Solver[contact]
	threshold := s.bounceThreshold(contact)
	for k := range sc.Points[:sc.Count] {
		q := &sc.Points[k]
		if v := s.normalVelocityAt(contact, q); v <= -threshold && s.touchesWithinTick(q, v, s.normalAcceleration(contact)) {
			return true
		}
	}
	return false
}

// bounceRound runs one round. Workers of the pool may share it.
func (s *Solver) bounceRound(pool *par.Pool) {
	m := &s.restitution
	s.memory.Begin()
	m.bundles = grow.Carve[bundle2](s.memory, (len(m.contactRows)+bundleSize-1)/bundleSize)
	if len(m.contactRows) < minSharedBounces {
		pool = nil
	}
	s.groupBounces()
	s.fillLastBundle()
	m.kinds = grow.ResizeDiscard(m.kinds, (len(m.contactRows)+bundleSize-1)/bundleSize)
	m.starts = grow.ResizeDiscard(m.starts, len(m.contactRows))
	// The residual is proportional to the speeds, so the tolerance is a fraction of the smallest
	// speed that bounces.
	m.tolerance = float32(s.in.Params.RestitutionThreshold * 1e-4)
	if s.in.Joints != nil {
		s.global.joints.addBounces(s)
	}
	pool.Run(par.Blocks(len(m.kinds), bounceBlock), (*bouncePreparer)(s))
	if m.repeats {
		for i := range m.contactRows {
			r, l := &m.bundles[i/bundleSize], i%bundleSize
			m.lastChanged[r.a[l].Row()], m.lastChanged[r.b[l].Row()] = m.round, m.round
		}
	}
	m.iterations = restitutionIterations
	if m.jointCount > 0 {
		m.iterations = jointedIterations
	}
	m.iterations = min(m.iterations, max(2, restitutionBudget/(len(m.contactRows)+m.jointCount)))
	s.divideBounces()
	m.leastSweeps = 1
	pool.RunStages((*bounceSweeper)(s))
	passes := restitutionBudget / (m.iterations * len(m.contactRows))
	for range max(1, min(passes, bounceLimitPasses)) {
		if !s.limitTogether(pool) {
			break
		}
		m.leastSweeps = 2 // the first sweep changes friction, and the second one finds the errors that this makes
		pool.RunStages((*bounceSweeper)(s))
	}
	pool.Run(par.Blocks(len(m.kinds), bounceBlock), (*bounceStorer)(s))
}

// bouncePreparer prepares the bundles of a round, in blocks.
type bouncePreparer Solver

// Do prepares a block: lanes, rebound speeds and the kinds of the bundles.
func (t *bouncePreparer) Do(block, _ int) {
	s := (*Solver)(t)
	m := &s.restitution
	lo, hi := par.Span(block, len(m.kinds), bounceBlock)
	s.prepareBounces(lo, hi)
	for i := lo * bundleSize; i < min(hi*bundleSize, len(m.contactRows)); i++ {
		m.starts[i] = s.setReboundSpeeds(&m.bundles[i/bundleSize], i%bundleSize, m.contactRows[i])
	}
	for i := lo; i < hi; i++ {
		m.kinds[i] = s.bounceKindOf(i)
	}
}

// bounceStorer adds the impulses of a round to the impulses of its contacts, in blocks.
type bounceStorer Solver

// Do adds the impulses of a block.
func (t *bounceStorer) Do(block, _ int) {
	m, c := &t.restitution, t.in.Contacts
	lo, hi := par.Span(block, len(m.kinds), bounceBlock)
	for i := lo * bundleSize; i < min(hi*bundleSize, len(m.contactRows)); i++ {
		r, l := &m.bundles[i/bundleSize], i%bundleSize
		for k := range r.points {
			c.Solver[m.contactRows[i]].Points[k].TotalImpulse += r.points[k].impulse[l]
		}
	}
}

// prepareBounces prepares the bundles [lo, hi) of a round.
func (s *Solver) prepareBounces(lo, hi int) {
	m, c, bodies := &s.restitution, s.in.Contacts, s.in.Bodies
	if vectorKernels && bodies.Dominant == 0 {
		s.prepareBouncesVector(lo, hi)
		return
	}
	for i := lo * bundleSize; i < min(hi*bundleSize, len(m.contactRows)); i++ {
		r, l, row := &m.bundles[i/bundleSize], i%bundleSize, m.contactRows[i]
		prepareLane(&r.header, r.points[:], l, bodies, &c.Pair[row], &c.Solver[row])
	}
}

// setReboundSpeeds sets the rebound speeds of a lane. Points that do not touch within the tick and
// separating points take no part. If a bounce makes such points approach, they bounce in the next
// round. An impulse on a separating point would add energy. The result is the motion before the
// bounce.
func (s *Solver) setReboundSpeeds(r *bundle2, l int, contact int32) (start bounceStart) {
	sc := &s.in.Contacts.Solver[contact]
	acceleration := s.normalAcceleration(contact)
	halfStep := float32(0.5 * float32(acceleration*s.in.Params.H))
	surface := s.in.Contacts.SurfaceAt(state.ContactRow(contact))
	e2 := float32(surface.Restitution * surface.Restitution)
	r.tangentImpulse[l] = 0
	a, b := &s.in.Bodies.State[r.a[l].Row()], &s.in.Bodies.State[r.b[l].Row()]
	linear := float32(r.nx[l]*(b.VX-a.VX)) + float32(r.ny[l]*(b.VY-a.VY))
	for k := range r.points {
		p := &r.points[k]
		p.impulse[l], p.totalImpulse[l], p.separation[l] = 0, 0, 0
		if k >= int(sc.Count) {
			continue
		}
		q := &sc.Points[k]
		v := linear + (float32(b.W*p.kb[l]) - float32(a.W*p.ka[l]))
		if !(v < 0) || !s.touchesWithinTick(q, v, acceleration) {
			p.mass[l] = 0
			continue
		}
		if e2 == 0 {
			p.separation[l] = -float32(simd.Max(q.Separation, 0) / (s.in.Params.DT + s.in.Params.H))
			continue
		}
		u := v + halfStep
		u2 := float32(e2*float32(u*u)) + float32(float32((1-e2)*float32(2*acceleration))*q.Separation)
		rebound := simd.Min(float32(math.Sqrt(float64(simd.Max(u2, 0)))), simd.Max(s.in.Params.MaxSpeed, -u))
		p.separation[l] = simd.Max(rebound-halfStep, 0)
	}
	r.points[0].currentSeparation[l] = surface.TangentSpeed
	left, right := &r.points[0].totalImpulse[l], &r.points[1].totalImpulse[l]
	*left, *right = sc.Friction, sc.Friction
	if s.in.Contacts.Pair[contact].Flags&state.ContactCone != 0 {
		*left, *right = s.in.Contacts.Cone[contact].Left, s.in.Contacts.Cone[contact].Right
	}
	if surface.Restitution >= gainingRestitution || s.restitution.jointCount > 0 {
		start = r.motionOf(l, a, b)
		start.known = true
	}
	if surface.Restitution > 0 && *left+*right > 0 && limitBounceFriction(r, l, a, b) {
		start.slowed = start.tangent
	}
	return start
}

// limitBounceFriction keeps the friction of a lane from adding energy to a bounce.
//
// With the velocities v and v' of a point before and after the bounce, along the normal and along
// the tangent, and the impulses j, the energy changes by
//
//	jn (vn + vn')/2 + jt (vt + vt')/2
//
// The first term is not positive for a restitution of at most 1. If the normal impulse alone would
// reverse the sliding, friction that stops it at vt' = 0 has the sign of vt. So a box of
// restitution 1 would leave a rough floor with up to half as much energy again. In such a bounce
// friction only slows the sliding to the speed that it had, vt' = -vt, where the second term is
// zero.
//
// Two points count as one, at the centre of their impulses without friction. The limit holds
// wherever it is applied, so this only decides which bounces it is applied to. The result reports
// whether it is applied.
func limitBounceFriction(r *bundle2, l int, a, b *state.BodyState) bool {
	h, p := &r.header, &r.points[0]
	vx, vy, ta, tb := b.VX-a.VX, b.VY-a.VY, h.ta[l], h.tb[l]
	un := float32(h.nx[l]*vx) + float32(h.ny[l]*vy)
	vt := float32(h.ny[l]*vx) - float32(h.nx[l]*vy) + (float32(b.W*tb) - float32(a.W*ta)) + p.currentSeparation[l]
	jn, ka, kb, target := r.bounceCenter(l, a.W, b.W, un)
	knt := float32(float32(h.ia[l]*ka)*ta) + float32(float32(h.ib[l]*kb)*tb)
	if !(float32(vt*(vt+float32(knt*jn))) < 0) || h.tangentMass[l] == 0 {
		return false
	}
	mu := p.totalImpulse[l]
	if vt < 0 {
		mu = -r.points[1].totalImpulse[l]
	}
	// The impulses that stop the sliding, or the impulses within the bound of friction.
	vn := un + (float32(b.W*kb) - float32(a.W*ka))
	rise := target - vn
	knn := h.ma[l] + h.mb[l] + (float32(float32(h.ia[l]*ka)*ka) + float32(float32(h.ib[l]*kb)*kb))
	ktt := 1 / clearSign(h.tangentMass[l])
	determinant := float32(knn*ktt) - float32(knt*knt)
	jn = (float32(ktt*rise) + float32(knt*vt)) / determinant
	jt := -(float32(knn*vt) + float32(knt*rise)) / determinant
	if bound := float32(mu * jn); simd.Max(jt, -jt) > simd.Max(bound, -bound) {
		jn = rise / (knn + float32(mu*knt))
		jt = float32(mu * jn)
	}
	gain := float32(jt * (vt + (vt + (float32(knt*jn) + float32(ktt*jt)))))
	loss := -float32(jn * (vn + target))
	if !(gain > simd.Max(loss, 0)) {
		return false
	}
	r.slowTo(l, vt)
	return true
}

// slowTo lets the friction of a lane slow a reversed sliding only to the speed vt of the sliding
// before the bounce.
func (r *bundle2) slowTo(l int, vt float32) {
	r.points[0].currentSeparation[l] += vt
	if vt > 0 {
		r.points[1].totalImpulse[l] = 0
	} else {
		r.points[0].totalImpulse[l] = 0
	}
}

// bounceCenter returns the impulse of a lane that bounces without friction, and at the centre of
// the impulses of its points the arms and the rebound speed. The impulse is zero if nothing
// bounces.
func (r *bundle2) bounceCenter(l int, wa, wb, un float32) (impulse, ka, kb, target float32) {
	p, q := &r.points[0], &r.points[1]
	errors := pointPair{
		p: p.separation[l] - (un + (float32(wb*p.kb[l]) - float32(wa*p.ka[l]))),
		q: q.separation[l] - (un + (float32(wb*q.kb[l]) - float32(wa*q.ka[l]))),
	}
	j, solved := bounceBoth(&r.header, p, q, l, pointPair{}, errors)
	if !solved {
		j = pointPair{float32(p.mass[l] * errors.p), float32(q.mass[l] * errors.q)}
	}
	impulse = j.p + j.q
	if !(impulse > 0) {
		return 0, 0, 0, 0
	}
	weight := func(x, y float32) float32 { return (float32(j.p*x) + float32(j.q*y)) / impulse }
	return impulse, weight(p.ka[l], q.ka[l]), weight(p.kb[l], q.kb[l]), weight(p.separation[l], q.separation[l])
}
