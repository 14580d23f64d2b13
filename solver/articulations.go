package solver

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// articulationColor stands for the articulations where a colour is expected. Articulations come
// first in a pass: they are solved exactly, and the colours then correct the contacts that this
// disturbs.
const articulationColor = -1

// gatherArticulations lists the articulations of an island batch and makes ranges of them.
func (b *batch) gatherArticulations(group int, shared bool) {
	b.articulations = 0
	if b.joints == nil {
		return
	}
	b.joints.resetArticulations()
	order := b.solver.order
	for i := order.FirstArticulation(group); i >= 0; i = order.NextArticulation(i) {
		b.joints.gatherArticulation(&b.solver.in, &b.solver.articulations, int(i))
		b.solver.articulationPlace[i] = int32(b.articulations)
		b.articulations++
	}
	if !shared {
		if b.articulations > 0 {
			b.ranges = append(b.ranges, batchRange{articulations: true, hi: int32(b.articulations)})
		}
		return
	}
	for i := range int32(b.articulations) {
		b.ranges = append(b.ranges, batchRange{articulations: true, lo: i, hi: i + 1})
	}
}

// runArticulations does one pass over articulations.
func (b *batch) runArticulations(pass step.Pass, c batchRange) {
	for i := int(c.lo); i < int(c.hi); i++ {
		b.joints.runArticulation(pass, b.solver.in.Bodies.State, i)
	}
}

// deepSlops is the overlap, in slops, from which two bodies of an articulation are not pushed
// apart.
const deepSlops = 4

// findRigid finds out the joints of which awake articulations may be bonds, and makes room for the
// places of all. A light body of a stub counts as loaded from the first tick of a contact on: in
// that tick it may have to stop the heavy one. A body of another articulation counts as loaded
// in the tick of a hit: the colours would stop the body alone, and its joints would part.
func (s *Solver) findRigid() {
	bodies := s.in.Bodies
	s.articulationPlace = grow.Resize(s.articulationPlace, s.articulations.Cap())
	s.rigidArticulations = grow.Resize(s.rigidArticulations, s.articulations.Cap())
	s.articulations.FindTouched(s.countTouched)
	for art := range s.rigidArticulations {
		list := s.articulations.Bodies(art)
		awake := len(list) > 0 && int(bodies.Rows[list[0]]) < bodies.Awake()
		s.rigidArticulations[art] = awake && s.articulations.CanBond(s.in.Joints, art)
		if !s.rigidArticulations[art] {
			continue
		}
		light, isStub := s.articulations.Stub(s.in.Joints, bodies, art)
		for _, b := range list {
			row := bodies.Rows[b]
			isLight := bodies.Dynamics[row].InvMass > light
			if m := &bodies.Motion[row]; m.RefusedTicks == 0 && (isStub && isLight && s.isTouched(b) || !isStub && s.isHit(b)) {
				m.LoadTicks = max(m.LoadTicks, state.LoadedTicks)
			}
		}
	}
}

// countTouched returns the number of bodies of an articulation that contacts touch, or zero if the
// bodies sleep.
func (s *Solver) countTouched(list []state.BodySlot) (n int) {
	if int(s.in.Bodies.Rows[list[0]]) >= s.in.Bodies.Awake() {
		return 0
	}
	for _, b := range list {
		if s.isTouched(b) {
			n++
		}
	}
	return n
}

// isHit reports whether a contact of a body closes in this tick, fast enough to bounce. Hits of far
// heavier bodies do not count: a light bridge that stopped such a body within a tick would throw
// its planks about.
func (s *Solver) isHit(b state.BodySlot) bool {
	contacts, bodies := s.in.Contacts, s.in.Bodies
	for key := bodies.Meta[b].FirstContact; key != state.None; key = contacts.Next(key) {
		row := contacts.Rows[key>>1]
		if isHeavy(bodies, bodies.Rows[contacts.Pair[row].Across(key)], bodies.Rows[b]) {
			continue
		}
		c := &contacts.Solver[row]
		for k := range c.Points[:c.Count] {
			if v, ok := s.closes(row, &c.Points[k]); ok && v < -s.in.Params.RestitutionThreshold {
				return true
			}
		}
	}
	return false
}

// isTouched reports whether a contact touches a body.
func (s *Solver) isTouched(b state.BodySlot) bool {
	contacts := s.in.Contacts
	for key := s.in.Bodies.Meta[b].FirstContact; key != state.None; key = contacts.Next(key) {
		if contacts.Solver[contacts.Rows[key>>1]].Count > 0 {
			return true
		}
	}
	return false
}

// easeOverlaps keeps contacts from pushing apart bodies of one articulation that overlap deeply.
// Joints of the articulation force such an overlap, as between a ball and the second link of the
// rope that ends in the ball's centre. The contact pushes, the joints pull back, and the two drive
// each other: links fly about at hundreds of metres a second. After easeOverlaps the contact only
// keeps the bodies from approaching.
//
// All contacts between bodies of one articulation that are active or close, and whose joints may be
// bonds, count as loaded: at the rim of the ball the contact turns a link against the tension of
// the rope, which only the solution with the joints knows, and joints part when their bodies hit
// each other.
func (s *Solver) easeOverlaps() {
	bodies, contacts, deep := s.in.Bodies, s.in.Contacts, deepSlops*s.in.Params.LinearSlop
	for art := range s.articulations.Cap() {
		for _, b := range s.articulations.Bodies(art) {
			if int(bodies.Rows[b]) >= bodies.Awake() {
				break
			}
			for key := bodies.Meta[b].FirstContact; key != state.None; key = contacts.Next(key) {
				s.easeOverlap(art, contacts.Rows[key>>1], deep)
			}
		}
	}
}

// isActive reports whether a contact had an impulse in the last tick, or closes in this one.
func (s *Solver) isActive(row state.ContactRow) bool {
	c := &s.in.Contacts.Solver[row]
	for k := range c.Points[:c.Count] {
		p := &c.Points[k]
		if _, ok := s.closes(row, p); ok || p.NormalImpulse > 0 {
			return true
		}
	}
	return false
}

// closes returns the normal velocity at a point, m/s, and whether the point closes in this tick.
func (s *Solver) closes(row state.ContactRow, p *state.SolverPoint) (velocity float32, ok bool) {
	velocity = s.normalVelocityAt(int32(row), p)
	return velocity, p.Separation+float32(velocity*s.in.Params.DT) < 0
}

// easeOverlap is easeOverlaps for one contact.
func (s *Solver) easeOverlap(art int, row state.ContactRow, deep float32) {
	pair, c := &s.in.Contacts.Pair[row], &s.in.Contacts.Solver[row]
	if c.Count == 0 || !s.articulations.Holds(art, state.BodySlot(pair.BodyA)) || !s.articulations.Holds(art, state.BodySlot(pair.BodyB)) {
		return
	}
	if s.rigidArticulations[art] && s.isActive(row) {
		for _, b := range [2]uint32{pair.BodyA, pair.BodyB} {
			if m := &s.in.Bodies.Motion[s.in.Bodies.Rows[b]]; m.RefusedTicks == 0 {
				m.LoadTicks = max(m.LoadTicks, state.LoadedTicks)
			}
		}
	}
	for k := range c.Count {
		if p := &c.Points[k]; p.Separation < -deep {
			p.Separation = 0
		}
	}
}
