package islands

import "github.com/carom2d/carom/internal/state"

// settleArm is the arm of the rolling resistance in an island that waits for its last bodies to
// rest, as a fraction of their extents.
const settleArm = 0.01

// settle lets the last moving bodies of an island come to rest. A body that rolls or rocks without
// slipping loses no energy, so a light one in a hollow of a heap would keep the heap awake for
// minutes. Contacts of such bodies resist rolling by the couple of settleArm and the contact force.
// The couple is equal and opposite on both bodies and reverses no spin, so momentum is kept and
// energy falls. A disc about its centre of mass has no place to rock about, and rolls on. An island
// with a lasting reason to stay awake is not changed.
func (s *Stage) settle(island uint32, kept []state.BodySlot, sleepTime float32) {
	for _, b := range kept {
		if s.Islands.Of(b) == island {
			return
		}
	}
	bodies := s.p.Bodies
	s.scratch.islandBodies = s.Islands.Bodies(s.scratch.islandBodies[:0], island)
	for _, b := range s.scratch.islandBodies {
		if bodies.Motion[bodies.Row(b)].SleepSpeed < 0 {
			return
		}
	}
	for _, b := range s.scratch.islandBodies {
		if !s.rocks(b, sleepTime) {
			continue
		}
		for _, contact := range s.ContactsOf(b) {
			s.resistOnce(contact, b, sleepTime)
		}
	}
}

// rocks reports whether a dynamic body moves and may do so for a long time.
func (s *Stage) rocks(b state.BodySlot, sleepTime float32) bool {
	m := &s.p.Bodies.Motion[s.p.Bodies.Row(b)]
	return m.SleepTime < sleepTime && m.StepFlags&state.StepFlagRound == 0
}

// resistOnce resists the rolling at a contact of a body that rocks. A contact of two such bodies
// occurs twice, and the larger body decides.
func (s *Stage) resistOnce(contact state.ContactSlot, rocker state.BodySlot, sleepTime float32) {
	bodies, pair := s.p.Bodies, &s.p.Contacts.Pair[s.p.Contacts.Row(contact)]
	a, b := state.BodySlot(pair.BodyA), state.BodySlot(pair.BodyB)
	extent := bodies.Motion[bodies.Row(rocker)].MaxExtent
	if s.Islands.Of(a) == s.Islands.Of(b) && s.rocks(a, sleepTime) && s.rocks(b, sleepTime) {
		if rocker == b {
			return
		}
		extent = max(extent, bodies.Motion[bodies.Row(b)].MaxExtent)
	}
	s.resistRolling(contact, float32(settleArm*extent))
}

// resistRolling reduces the relative spin of the two bodies of a contact: at most by the angular
// impulse that the contact's impulse in this tick has at an arm, m.
func (s *Stage) resistRolling(contact state.ContactSlot, arm float32) {
	row := s.p.Contacts.Row(contact)
	pair, solved := &s.p.Contacts.Pair[row], &s.p.Contacts.Solver[row]
	couple := float32(0)
	for k := range solved.Count {
		couple += float32(arm * solved.Points[k].TotalImpulse)
	}
	bodies := s.p.Bodies
	a, b := state.BodySlot(pair.BodyA), state.BodySlot(pair.BodyB)
	stateA, stateB := &bodies.State[bodies.Row(a)], &bodies.State[bodies.Row(b)]
	_, ia, _, ib := bodies.PairInvMass(a, b)
	if !(couple > 0) || !(ia+ib > 0) {
		return
	}
	impulse := min(max((stateB.W-stateA.W)/(ia+ib), -couple), couple)
	stateA.W += float32(ia * impulse)
	stateB.W -= float32(ib * impulse)
}
