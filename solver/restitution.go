package solver

import (
	"math"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// Restitution.
//
// Contacts that bounce do so before the first sub-step, while the velocities are
// still those of the approach. The usual order, sub-steps first and a bounce
// afterwards, has by then spread the momentum over everything that touches: five
// balls of a cradle all move on together and no velocity is left to bounce.
//
// Bouncing goes in rounds. A round takes every contact that now approaches fast
// enough to bounce and brings all of them at once to their rebound speed, leaving
// the others alone; the next round takes those that approach because of it. What
// hits at the same time is treated alike, so a plank that lands flat stays
// flat, and what hits in sequence passes the blow on, so a cradle works (Smith,
// Kaufman, Vouga, Tamstorf, Grinspun, Reflections on Simultaneous Impact, 2012).
// What still approaches after the last round stops without a bounce in the sub-steps.
//
// # The rebound speed
//
// The tick finds a point anywhere near the surface, not on it, so the speed is
// chosen by energy. Let s be the separation, a the outer acceleration along
// the normal, u the speed there. At the surface the speed was U, U U = u u - 2 a s; it
// leaves with e U, and back at s it has
//
//	u' u' = e e (u u - 2 a s) + 2 a s = e e u u + (1 - e e) 2 a s
//
// Semi-implicit Euler stores the velocity of half a sub-step ago, so u is what
// is stored plus a h/2, and what is stored afterwards is u' - a h/2. With e = 1
// the way up is then the way down reversed, to rounding.
//
// # Cost
//
// Small groups are worth any effort; a heap that is stirred is not, and nobody
// can tell. So the sweeps of a round share a budget of strikes, and only contacts
// that give back a good part of their speed pass a blow on to later rounds.
const (
	restitutionRounds     = 16
	restitutionIterations = 16
	restitutionBudget     = 1 << 13
	minRepeatRestitution  = 0.4 // restitution from which a contact takes part in later rounds
)

// restitution is the scratch of the bounces: the contacts of the present round, and
// their lanes in rows where the column of separations holds rebound speeds, and that
// of separations when the bodies last moved the speed of the surface, at the first point.
type restitution struct {
	contactRows []int32
	bundles     []bundle2 // as many as the largest round of the tick needs
	shrinker    grow.Shrinker
	lastChanged []uint32 // by body row: the last round that changed the body
	round       uint32
	flags       []bounceFlags // by contact row
	task        restitutionTask
}

// applyRestitution lets the contacts bounce that approach each other fast enough.
func (s *Solver) applyRestitution(pool *par.Pool) {
	m := &s.restitution
	m.bundles = grow.Empty(m.bundles, &m.shrinker)
	if len(s.order.Bouncy()) == 0 {
		return
	}
	m.lastChanged = grow.Resize(m.lastChanged, s.in.Bodies.Len())
	m.contactRows = m.contactRows[:0]
	m.flags = grow.Resize(m.flags, s.in.Contacts.Awake())
	clear(m.flags)
	for _, row := range s.order.Bouncy() {
		m.flags[row] = bounceCandidate
	}
	m.task.s = s
	pool.Run(par.Blocks(len(m.flags), restitutionBlock), &m.task)
	found := bounceFlags(0)
	for _, row := range s.order.Bouncy() {
		found |= m.flags[row]
		if m.flags[row]&bounceNow != 0 {
			m.contactRows = append(m.contactRows, row)
		}
	}
	for range restitutionRounds {
		if len(m.contactRows) == 0 {
			return
		}
		m.round++
		s.bounceRound()
		m.contactRows = m.contactRows[:0]
		if found&bounceRepeats == 0 {
			return
		}
		for _, row := range s.order.Bouncy() {
			if m.flags[row]&bounceRepeats == 0 {
				continue
			}
			a, b := s.bodyRowsOf(row)
			if (m.lastChanged[a] == m.round || m.lastChanged[b] == m.round) && s.bounces(row) {
				m.contactRows = append(m.contactRows, row)
			}
		}
	}
}

// mark says of a contact that a colour has it and it may bounce, that it takes part in
// the first round, and that it may in later ones. The marks of all contacts fit in the
// cache.
type bounceFlags uint8

const (
	bounceCandidate bounceFlags = 1 << iota
	bounceNow
	bounceRepeats
)

// restitutionBlock is the number of contacts in a block of restitutionTask.
const restitutionBlock = 512

// restitutionTask notes how fast the points of every contact that may bounce close, and
// marks those that do bounce. It goes through the table in order, because the
// contacts of a colour lie scattered in it.
type restitutionTask struct{ s *Solver }

func (t *restitutionTask) Do(block, worker int) {
	lo, hi := par.Span(block, len(t.s.restitution.flags), restitutionBlock)
	flags := t.s.restitution.flags[lo:hi]
	// Which contacts are listed nobody can foretell, so their list is made without a branch.
	var candidates [restitutionBlock]int16
	n := 0
	for i, k := range flags {
		candidates[n] = int16(i)
		n += int(k & bounceCandidate)
	}
	for _, i := range candidates[:n] {
		flags[i] |= t.s.recordApproachVelocities(int32(lo) + int32(i))
	}
}

// closing does one contact.
func (s *Solver) recordApproachVelocities(row int32) (found bounceFlags) {
	c, bodies := s.in.Contacts, s.in.Bodies
	p, solid := &c.Pair[row], &c.Solver[row]
	a, b := &bodies.State[bodies.Rows[p.BodyA]], &bodies.State[bodies.Rows[p.BodyB]]
	nx, ny := solid.NormalX, solid.NormalY
	u := float32(nx*(b.VX-a.VX)) + float32(ny*(b.VY-a.VY))
	for i := range solid.Points[:solid.Count] {
		q := &solid.Points[i]
		ka := float32(q.AX*ny) - float32(q.AY*nx)
		kb := float32(q.BX*ny) - float32(q.BY*nx)
		v := u + (float32(b.W*kb) - float32(a.W*ka))
		q.NormalVelocity, q.TotalImpulse = v, 0
		// Seldom true, so well foretold: which point closes faster is not, and a wrong guess
		// waits for the cache.
		if v < -s.in.Params.RestitutionThreshold && found == 0 && (s.touchesWithinTick(q, v, 0) || s.touchesWithinTick(q, v, s.normalAcceleration(row))) {
			found = bounceNow // most touch already, whatever pulls them
		}
	}
	if c.Surface[row].Restitution >= minRepeatRestitution {
		found |= bounceRepeats
	}
	return found
}

// bodyRowsOf returns the rows of a contact's bodies.
func (s *Solver) bodyRowsOf(contact int32) (a, b state.BodyRow) {
	p := &s.in.Contacts.Pair[contact]
	return s.in.Bodies.Rows[p.BodyA], s.in.Bodies.Rows[p.BodyB]
}

// normalVelocityAt returns the velocity of b against a along the normal at a point, m/s.
func (s *Solver) normalVelocityAt(contact int32, q *state.SolverPoint) float32 {
	ra, rb := s.bodyRowsOf(contact)
	solid := &s.in.Contacts.Solver[contact]
	a, b := &s.in.Bodies.State[ra], &s.in.Bodies.State[rb]
	nx, ny := solid.NormalX, solid.NormalY
	ka := float32(q.AX*ny) - float32(q.AY*nx)
	kb := float32(q.BX*ny) - float32(q.BY*nx)
	return float32(nx*(b.VX-a.VX)) + float32(ny*(b.VY-a.VY)) + (float32(b.W*kb) - float32(a.W*ka))
}

// pull returns the outer acceleration of b against a along the normal, m/s^2.
func (s *Solver) normalAcceleration(contact int32) float32 {
	ra, rb := s.bodyRowsOf(contact)
	solid := &s.in.Contacts.Solver[contact]
	ax, ay := s.externalAcceleration(ra)
	bx, by := s.externalAcceleration(rb)
	return float32(solid.NormalX*(bx-ax)) + float32(solid.NormalY*(by-ay))
}

// externalAcceleration returns what gravity and the user's force do to a body, m/s^2.
func (s *Solver) externalAcceleration(row state.BodyRow) (x, y float32) {
	if s.in.Bodies.State[row].Flags&state.FlagDynamic == 0 {
		return 0, 0
	}
	d, p := &s.in.Bodies.Dynamics[row], s.in.Params
	return float32(p.GravityX*d.GravityScale) + float32(d.ForceX*d.InvMass),
		float32(p.GravityY*d.GravityScale) + float32(d.ForceY*d.InvMass)
}

// touchesWithinTick reports whether a point that approaches with speed v touches within
// the tick. Accelerated motion is overestimated, never underestimated.
func (s *Solver) touchesWithinTick(q *state.SolverPoint, v, acceleration float32) bool {
	dt := s.in.Params.DT
	return q.Separation+float32(dt*(v+float32(dt*lesser(acceleration, 0)))) <= 0
}

// bouncy reports whether a contact has a point that approaches faster than the
// threshold and touches within the tick.
func (s *Solver) bounces(contact int32) bool {
	solid := &s.in.Contacts.Solver[contact]
	for k := range solid.Points[:solid.Count] {
		q := &solid.Points[k]
		if v := s.normalVelocityAt(contact, q); v < -s.in.Params.RestitutionThreshold && s.touchesWithinTick(q, v, s.normalAcceleration(contact)) {
			return true
		}
	}
	return false
}

// bounceRound is one round.
func (s *Solver) bounceRound() {
	m, c := &s.restitution, s.in.Contacts
	m.bundles = grow.ResizeDiscard(m.bundles, max(len(m.bundles), (len(m.contactRows)+Lanes-1)/Lanes))
	for i, row := range m.contactRows {
		r, l := &m.bundles[i/Lanes], i%Lanes
		prepareLane(&r.header, r.points[:], l, s.in.Bodies, c.Pair[row], &c.Solver[row])
		s.setReboundSpeeds(r, l, row)
		m.lastChanged[r.a[l]], m.lastChanged[r.b[l]] = m.round, m.round
	}
	// Everything is proportional to the speeds, so the residual is measured by the
	// least speed that counts.
	tolerance := float32(s.in.Params.RestitutionThreshold * 1e-4)
	iterations := min(restitutionIterations, max(2, restitutionBudget/len(m.contactRows)))
	for range iterations {
		var maxError float32
		for i := range m.contactRows {
			r := &m.bundles[i/Lanes]
			maxError = greater(bounceLane(s.in.Bodies.State, r, i%Lanes), maxError)
		}
		if !(maxError > tolerance) {
			break
		}
	}
	for i, row := range m.contactRows {
		r, l := &m.bundles[i/Lanes], i%Lanes
		for k := range r.points {
			c.Solver[row].Points[k].TotalImpulse += r.points[k].impulse[l]
		}
	}
}

// setReboundSpeeds sets the rebound speeds of a lane. Points that do not touch within the tick
// take no part; slow ones and those that part must only not approach.
func (s *Solver) setReboundSpeeds(r *bundle2, l int, contact int32) {
	solid := &s.in.Contacts.Solver[contact]
	acceleration := s.normalAcceleration(contact)
	halfStep := float32(0.5 * float32(acceleration*s.in.Params.H))
	surface := &s.in.Contacts.Surface[contact]
	e2 := float32(surface.Restitution * surface.Restitution)
	r.tangentImpulse[l] = 0
	a, b := &s.in.Bodies.State[r.a[l]], &s.in.Bodies.State[r.b[l]]
	linear := float32(r.nx[l]*(b.VX-a.VX)) + float32(r.ny[l]*(b.VY-a.VY))
	for k := range r.points {
		p := &r.points[k]
		p.impulse[l], p.totalImpulse[l], p.separation[l] = 0, 0, 0
		if k >= int(solid.Count) {
			continue
		}
		q := &solid.Points[k]
		v := linear + (float32(b.W*p.kb[l]) - float32(a.W*p.ka[l]))
		if !s.touchesWithinTick(q, v, acceleration) {
			p.mass[l] = 0
			continue
		}
		if v < -s.in.Params.RestitutionThreshold {
			u := v + halfStep
			u2 := float32(e2*float32(u*u)) + float32(float32((1-e2)*float32(2*acceleration))*q.Separation)
			rebound := float32(math.Sqrt(float64(greater(u2, 0))))
			p.separation[l] = greater(rebound-halfStep, 0)
		}
	}
	r.points[0].currentSeparation[l] = surface.TangentSpeed
}

// bounceLane brings the points of a lane to the speeds in the column of separations
// and applies friction. It returns by how much the worst point was off.
func bounceLane(states []state.BodyState, r *bundle2, l int) (maxError float32) {
	h := &r.header
	l &= Lanes - 1
	a, b := &states[h.a[l]], &states[h.b[l]]
	nx, ny := h.nx[l], h.ny[l]
	ma, ia, mb, ib := h.ma[l], h.ia[l], h.mb[l], h.ib[l]
	vx, vy := b.VX-a.VX, b.VY-a.VY
	un := float32(nx*vx) + float32(ny*vy)
	wa, wb := a.W, b.W
	var sum, limit float32
	for k := range r.points {
		p := &r.points[k]
		mass := p.mass[l]
		if mass == 0 {
			continue // there is no such point, or it takes no part
		}
		ka, kb := p.ka[l], p.kb[l]
		velocityError := p.separation[l] - (un + (float32(wb*kb) - float32(wa*ka)))
		old := p.impulse[l]
		j := greater(old+float32(mass*velocityError), 0)
		p.impulse[l] = j
		limit += j
		if j != old {
			maxError = greater(greater(velocityError, -velocityError), maxError)
		}
		j -= old
		un += float32((ma + mb) * j)
		wa -= float32(ia * float32(ka*j))
		wb += float32(ib * float32(kb*j))
		sum += j
	}
	ta, tb := h.ta[l], h.tb[l]
	limit = float32(clearSign(h.friction[l]) * limit)
	vt := float32(ny*vx) - float32(nx*vy) + (float32(wb*tb) - float32(wa*ta)) + r.points[0].currentSeparation[l]
	old := h.tangentImpulse[l]
	j := greater(lesser(old-float32(clearSign(h.tangentMass[l])*vt), limit), -limit)
	h.tangentImpulse[l] = j
	j -= old
	wa -= float32(ia * float32(ta*j))
	wb += float32(ib * float32(tb*j))
	apply(a, b, h, l, sum, j, wa, wb)
	return maxError
}
