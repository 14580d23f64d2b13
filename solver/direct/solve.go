package direct

import (
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/profile"
)

// Correction holds the coefficients of the correction of positions.
type Correction struct {
	_         [0]func() // not comparable, so no program has code for a comparison
	InvH      float64   // 1/s
	Gravity   float64   // change of velocity in a sub-step, m/s
	PushSpeed float64   // m/s, the largest speed at which overlap is pushed out
	Dynamic   float64   // 1/s, speed of correction over overlap between two dynamic bodies
	Static    float64   // 1/s, with a body that is not dynamic
	SlipRate  float64   // s/m: slip in a sub-step, in slops, at a speed of 1
	MinSlip   float64   // least share of the slip that ends static friction, per sub-step that slips

	Slop float64 // m: the least speeds that count are proportional to it
}

// Few lines become active or leave the active set from pass to pass. After half of maxSteps no line
// becomes active any more, so that the set can only shrink. After all of maxSteps sweeps find the
// impulses instead.
const maxSteps = 24

// Solve computes the velocities of a cluster, with correction of positions.
func (g *Set) Solve(states []state.BodyState, i int, q *Correction) {
	k := &g.clusters[i]
	g.beginSolve(k, states, q)
	g.findImpulses(k, true)
	g.apply(states, k)
}

// beginSolve sets the rates with correction of positions.
func (g *Set) beginSolve(k *cluster, states []state.BodyState, q *Correction) {
	k.slop = q.Slop
	for at := k.contacts.Lo; at < k.contacts.Hi; at++ {
		p := &g.contacts[at]
		rate := q.Dynamic
		if p.a == noBody || p.b == noBody {
			rate = q.Static
		}
		g.setRates(p, states)
		lines := g.linesOf(p)
		for n := range p.points {
			s := p.current[n]
			if s > 0 {
				lines[n].rate += float64(s * q.InvH)
			} else {
				lines[n].rate += max(float64(s*rate), -q.PushSpeed)
			}
		}
	}
}

// Relax computes the velocities of a cluster, without correction of positions, and adds to the
// totals.
func (g *Set) Relax(states []state.BodyState, i int, q *Correction) {
	k := &g.clusters[i]
	g.beginRelax(k, states, q)
	g.findImpulses(k, false)
	g.apply(states, k)
	for at := k.contacts.Lo; at < k.contacts.Hi; at++ {
		p := &g.contacts[at]
		lines := g.linesOf(p)
		for n, l := range lines[:p.points] {
			p.total[n] += l.impulse
		}
		if p.hasCone {
			g.updateSlip(p, lines, q)
		}
	}
}

// beginRelax sets the rates without correction of positions.
func (g *Set) beginRelax(k *cluster, states []state.BodyState, q *Correction) {
	k.slop = q.Slop
	for at := k.contacts.Lo; at < k.contacts.Hi; at++ {
		p := &g.contacts[at]
		p.measure(g, &states[p.rowA], &states[p.rowB])
		g.setRates(p, states)
		lines := g.linesOf(p)
		for n := range p.points {
			lines[n].rate += float64(max(p.current[n], 0) * q.InvH)
		}
	}
}

// setRates sets the rates of the lines of a contact at the present velocities.
func (g *Set) setRates(p *contact, states []state.BodyState) {
	a, b := velocityOf(&states[p.rowA]), velocityOf(&states[p.rowB])
	lines := g.linesOf(p)
	for i := range lines {
		lines[i].rate = lines[i].ja.Dot(&a) + lines[i].jb.Dot(&b)
	}
	lines[p.points].rate += p.tangentSpeed
}

// findImpulses finds the next impulses. A step solves the equations for the active lines. Then
// points that would pull and contacts whose friction exceeds its bound leave the active set. Points
// that would close and contacts that would slide backwards enter it. The steps end when no line
// changes. findImpulses returns the number of steps.
func (g *Set) findImpulses(k *cluster, compliant bool) int {
	steps, solved := g.solveLines(k, compliant)
	g.findBondImpulses(k, solved)
	return steps
}

// solveLines finds the next impulses of the contacts. It reports whether the equations gave them,
// not sweeps.
func (g *Set) solveLines(k *cluster, compliant bool) (steps int, solved bool) {
	g.findTargets(k)
	k.cautious = false
	for steps = 1; ; steps++ {
		if !k.factored {
			g.assemble(k)
			if m := g.matrixOf(k); !m.Factor() {
				g.sweep(k, compliant)
				return maxSteps, false
			}
			k.factored = true
		}
		g.setRightSide(k, compliant)
		m := g.matrixOf(k)
		m.Substitute()
		changed := false
		for i := k.contacts.Lo; i < k.contacts.Hi; i++ {
			changed = g.updateActive(k, &g.contacts[i], compliant, steps) || changed
		}
		changed = g.updateBounds(k, steps) || changed
		switch {
		case !changed && !mayGrow(steps) && k.bonds.Lo < k.bonds.Hi && g.closes(k):
			if k.cautious {
				g.sweep(k, compliant)
				return steps, false
			}
			k.cautious, steps = true, 0
			g.findTargets(k)
		case !changed && g.isOverconstrained(k):
			k.overconstrained, k.compliance, k.factored, steps = true, overconstrainedCompliance, false, 0
		case !changed:
			return steps, true
		case steps == maxSteps:
			g.sweep(k, compliant)
			return steps, false
		}
	}
}

// conflictFactor is the largest factor by which an impulse in a wedge may exceed the impulse that
// causes it.
const conflictFactor = 16

// isOverconstrained reports whether the force in a contact changes by far more than is needed to
// stop the whole cluster at the largest rate of any point. Changes of the two points of a contact
// count together: a tall stack that sways slowly moves a large load from one point to the other.
func (g *Set) isOverconstrained(k *cluster) bool {
	const minRate = 0.2 // slops per second
	if k.compliance == overconstrainedCompliance {
		return false
	}
	rate, change := float64(minRate*k.slop), 0.0
	for i := k.contacts.Lo; i < k.contacts.Hi; i++ {
		p := &g.contacts[i]
		sum := 0.0
		for _, l := range g.linesOf(p)[:p.points] {
			rate, sum = max(rate, l.rate, -l.rate), sum+l.next-l.impulse
		}
		change = max(change, sum)
	}
	return change > float64(float64(conflictFactor*k.totalMass)*rate) || g.isJammed(k, rate) || g.isPinched(k)
}

// isJammed reports whether contacts of the same two bodies press against each other: two of them or
// more change by far more than the sum of their forces, and by far more than is needed to stop the
// lighter body at the given rate. So a light body sticks in a corner or a hollow of a heavy one,
// whose mass would hide it. All bodies that are not dynamic count as one.
func (g *Set) isJammed(k *cluster, rate float64) bool {
	for i := k.contacts.Lo; i < k.contacts.Hi; i++ {
		p := &g.contacts[i]
		least := float64(float64(conflictFactor*g.lighterMass(p)) * rate)
		x, y, change := g.forceChange(p)
		if !(change > least) {
			continue
		}
		allX, allY := 0.0, 0.0
		for j := k.contacts.Lo; j < k.contacts.Hi; j++ {
			dx, dy, other, same := g.forceBetween(p, &g.contacts[j], false)
			if !same {
				continue
			}
			allX, allY = allX+dx, allY+dy
			if j < i && smaller(change, other) > least+float64(conflictFactor*lengthOf(x+dx, y+dy)) {
				return true
			}
		}
		if change > least+float64(conflictFactor*lengthOf(allX, allY)) {
			return true
		}
	}
	return false
}

// The conditions of a pinched body: the overlap of two contacts together, in slops, and the factor
// by which their impulses exceed the impulse that stops the lighter body.
const (
	pinchedOverlap = 4
	pinchFactor    = 4
)

// isPinched reports whether two bodies of an articulation pinch a third one: it lies across a joint
// of a chain, and one link pushes it to the one side and the next link to the other, while the
// joint holds the links together. The two contacts overlap deeply. Each of their impulses changes
// by more than their sum, and by far more than is needed to stop the lighter body. Without such an
// overlap a rope may well press a disc from all sides.
func (g *Set) isPinched(k *cluster) bool {
	deep := float64(pinchedOverlap * k.slop)
	for i := k.contacts.Lo; i < k.contacts.Hi && k.bonds.Lo < k.bonds.Hi; i++ {
		p := &g.contacts[i]
		overlap := p.overlap()
		if float64(2*overlap) < deep {
			continue
		}
		x, y, change := g.forceChange(p)
		for j := k.contacts.Lo; j < k.contacts.Hi; j++ {
			q := &g.contacts[j]
			if j == i || overlap+q.overlap() < deep {
				continue
			}
			dx, dy, other, same := g.forceBetween(p, q, true)
			if more := smaller(change, other) - lengthOf(x+dx, y+dy); same && more > g.needOf(p) && more > g.needOf(q) {
				return true
			}
		}
	}
	return false
}

// needOf returns an impulse that far exceeds the impulse that stops the lighter body of a contact
// at the largest rate of its points, N s.
func (g *Set) needOf(p *contact) float64 {
	rate := 0.0
	for _, l := range g.linesOf(p)[:p.points] {
		if r := math.Abs(l.rate); r > rate {
			rate = r
		}
	}
	return float64(float64(pinchFactor*g.lighterMass(p)) * rate)
}

// smaller is min without its code for signed zeros and NaN.
func smaller(a, b float64) float64 {
	if a < b {
		return a
	}
	return b
}

// forceBetween returns the change of the impulse of a contact q on the body B of a contact p, the
// change of its normal impulse, N s, and whether both contacts are between the same two bodies.
// With joints, the bodies of an articulation are the same.
func (g *Set) forceBetween(p, q *contact, joints bool) (x, y, normal float64, same bool) {
	x, y, normal = g.forceChange(q)
	pa, pb, qa, qb := p.a, p.b, q.a, q.b
	if joints {
		pa, pb, qa, qb = g.wholeOf(pa), g.wholeOf(pb), g.wholeOf(qa), g.wholeOf(qb)
	}
	if qa == pa && qb == pb {
		return x, y, normal, true
	}
	return -x, -y, normal, qa == pb && qb == pa
}

// wholeOf returns a number of the articulation of a body, or the body if it has none.
func (g *Set) wholeOf(body int32) int32 {
	if body == noBody {
		return noBody
	}
	if articulation := g.bodies[body].articulation; articulation >= 0 {
		return noBody - 1 - articulation
	}
	return body
}

// overlap returns how far the bodies of a contact overlap, m. A contact with one point has a second
// separation of zero.
func (p *contact) overlap() float64 { return -smaller(p.current[0], p.current[1]) }

func lengthOf(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }

// lighterMass returns the mass of the lighter dynamic body of a contact, kg.
func (g *Set) lighterMass(p *contact) float64 {
	mass := math.Inf(1)
	for _, b := range [2]int32{p.a, p.b} {
		if b != noBody {
			mass = min(mass, g.bodies[b].wholeMass())
		}
	}
	return mass
}

// forceChange returns the change of the impulse of a contact on its body B, and the change of its
// normal impulse, N s.
func (g *Set) forceChange(p *contact) (x, y, normal float64) {
	lines := g.linesOf(p)
	for _, l := range lines[:p.points] {
		normal += l.next - l.impulse
	}
	tangent := lines[p.points].next - lines[p.points].impulse
	return float64(p.nx*normal) + float64(p.ny*tangent), float64(p.ny*normal) - float64(p.nx*tangent), normal
}

// bearsMoreThanWeights reports whether the load of a point far exceeds the weight of the whole
// cluster.
func (g *Set) bearsMoreThanWeights(k *cluster, q *Correction) bool {
	for i := k.contacts.Lo; i < k.contacts.Hi; i++ {
		p := &g.contacts[i]
		for _, l := range g.linesOf(p)[:p.points] {
			if l.impulse > float64(float64(conflictFactor*k.totalMass)*q.Gravity) {
				return true
			}
		}
	}
	return false
}

// WasBlow reports whether the load of a cluster was a blow in the last sub-step: it far exceeds the
// weight of the whole cluster.
func (g *Set) WasBlow(i int, q *Correction) bool { return g.bearsMoreThanWeights(&g.clusters[i], q) }

// HasGained reports whether a cluster has far more kinetic energy than at the beginning of the
// tick, and more than a push out of an overlap gives.
func (g *Set) HasGained(states []state.BodyState, i int, q *Correction) bool {
	k := &g.clusters[i]
	return g.energyOf(k, states) > float64(gainOfBlow*k.energy)+float64(k.totalMass*float64(q.PushSpeed*q.PushSpeed))
}

// gainOfBlow is the factor of HasGained.
const gainOfBlow = 4

// energyOf returns twice the kinetic energy of a cluster as its joints see it, J.
//
//go:noinline
func (g *Set) energyOf(k *cluster, states []state.BodyState) (sum float64) {
	for i := k.bodies.Lo; i < k.bodies.Hi; i++ {
		m := &g.bodies[i]
		for n, v := range velocityOf(&states[m.row]) {
			if m.invMass[n] > 0 {
				sum += float64(float64(m.mass[n]*v) * v)
			}
		}
	}
	return sum
}

// TakeBack takes back the impulses of the contacts, which the warm start has applied.
func (g *Set) TakeBack(states []state.BodyState, i int) {
	k := &g.clusters[i]
	for at := k.lines.Lo; at < k.lines.Hi; at++ {
		g.lines[at].next = 0
	}
	for at := k.bonds.Lo; at < k.bonds.Hi; at++ {
		g.bonds[at].joint.Count = 0
	}
	g.apply(states, k)
}

// findTargets sets the impulses of the inactive lines: zero for normals, the bound in the present
// direction for other lines.
func (g *Set) findTargets(k *cluster) {
	for i := k.contacts.Lo; i < k.contacts.Hi; i++ {
		p := &g.contacts[i]
		lines := g.linesOf(p)
		sum := 0.0
		for n := range p.points {
			lines[n].next = 0
			sum += lines[n].impulse
		}
		for n := int(p.points); n < len(lines); n++ {
			lines[n].next = math.Copysign(p.limit(n, sum, lines[n].impulse), lines[n].impulse)
			lines[n].last = lines[n].next
		}
	}
}

// mayGrow reports whether lines may still become active.
func mayGrow(steps int) bool { return steps < maxSteps/2 }

// The least rates that count: slops per second, and rad/s.
const leastRate, leastSpin = 2e-5, 1e-7

// updateActive computes the next impulses of a contact from the change of velocities and updates
// its active lines. It reports whether the equations must be solved again.
func (g *Set) updateActive(k *cluster, p *contact, compliant bool, steps int) (changed bool) {
	tolerance := float64(leastRate * k.slop)
	lines := g.linesOf(p)
	sum := 0.0
	driven := k.cautious && mayGrow(steps) && g.isDriven(p, tolerance)
	for n := range lines {
		l := &lines[n]
		rate := g.rateAfter(l.rate, p.a, p.b, &l.ja, &l.jb)
		normal := n < int(p.points)
		if l.active {
			l.next = -float64(k.stiffness(l) * rate)
			if !compliant || !normal {
				l.next += l.impulse
			}
		}
		if normal {
			switch {
			case l.active && l.next < 0 && !driven:
				l.active, l.next = false, 0
				k.factored, changed = false, true
			case !l.active && mayGrow(steps) && rate < -tolerance && l.mobility > 0:
				l.active = true
				k.factored, changed = false, true
			}
			sum += l.next
			continue
		}
		if n > int(p.points) { // rolling resistance
			tolerance = leastSpin
		}
		limit := p.limit(n, sum, l.next)
		drives := drives(l.next, rate, tolerance)
		switch {
		case l.active && (l.next > limit || l.next < -limit):
			l.active, l.next = false, math.Copysign(limit, l.next)
			k.factored, changed = false, true
		case l.active:
		case drives && mayGrow(steps):
			l.active = true
			k.factored, changed = false, true
		case drives: // neither direction slides, and it may no longer stick
			l.next, changed = 0, true
		case mayGrow(steps) || math.Abs(l.next) > limit:
			if d := limit - math.Abs(l.next); d > float64(1e-3*limit) || -d > float64(1e-3*limit) {
				changed = true
			}
			friction := math.Copysign(limit, l.next)
			if k.bonds.Lo < k.bonds.Hi {
				friction = l.nextFriction(friction)
			}
			l.next = friction
		}
	}
	return changed
}

// alternatingSlope is the change of the error of sliding friction per change of the friction below
// which steps from bound to bound alternate without coming nearer in maxSteps. It is -1 where the
// normal impulse does not depend on the friction. At -2 the steps go to and fro for ever.
const alternatingSlope = -1.9

// nextFriction returns the next friction of a contact that slides. The bound of the present normal
// impulse is given. Where joints let friction take the normal impulse away, as from a cam that
// lifts a heavy follower, steps from bound to bound alternate. There the result is where the line
// through the last two errors is zero.
func (l *line) nextFriction(bound float64) float64 {
	last, lastError := l.last, l.lastError
	l.last, l.lastError = l.next, bound-l.next
	if change := l.last - last; change != 0 {
		if slope := (l.lastError - lastError) / change; slope < alternatingSlope {
			return l.last - l.lastError/slope
		}
	}
	return bound
}

// drives reports whether friction acts in the direction in which the surfaces slide.
func drives(impulse, rate, tolerance float64) bool {
	return impulse > 0 && rate > tolerance || impulse < 0 && rate < -tolerance
}

// isDriven reports whether the friction of a contact drives it in place of braking it. It becomes
// active in this step, but until then its impulse may open the points of a light body on a bond,
// which would close again in the next step.
func (g *Set) isDriven(p *contact, tolerance float64) bool {
	l := &g.linesOf(p)[p.points]
	return !l.active && drives(l.next, g.rateAfter(l.rate, p.a, p.b, &l.ja, &l.jb), tolerance)
}

// closes reports whether an inactive point closes, so that the steps have ended without a solution.
func (g *Set) closes(k *cluster) bool {
	for i := k.contacts.Lo; i < k.contacts.Hi; i++ {
		p := &g.contacts[i]
		for _, l := range g.linesOf(p)[:p.points] {
			if !l.active && l.mobility > 0 && g.rateAfter(l.rate, p.a, p.b, &l.ja, &l.jb) < -float64(leastRate*k.slop) {
				return true
			}
		}
	}
	return false
}

// rateAfter returns the rate of a line between two bodies after the change of their velocities.
func (g *Set) rateAfter(rate float64, a, b int32, ja, jb *profile.Vec3) float64 {
	if a != noBody {
		rate += ja.Dot(&g.rows[a].X)
	}
	if b != noBody {
		rate += jb.Dot(&g.rows[b].X)
	}
	return rate
}
