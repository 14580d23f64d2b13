package solver

import (
	"slices"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/direct"
)

// isJointed reports whether a body has a joint with another dynamic body that cannot be a bond.
func (b *batchJoints) isJointed(s *Solver, row state.BodyRow) bool {
	bodies, j := s.in.Bodies, s.in.Joints
	slot := bodies.Slots[row]
	bonded := s.articulationOf(row) >= 0
	for key := bodies.Meta[slot].FirstJoint; key != state.None; key = j.Next(key) {
		if (!bonded || !j.InArticulation(j.Owner(state.JointSlot(key>>1)))) && bodies.IsDynamic(j.Other(key)) {
			return true
		}
	}
	return false
}

// articulationOf returns the number of the articulation of a body, or a negative number for none
// and for one whose joints cannot be bonds.
//
//go:noinline
func (s *Solver) articulationOf(row state.BodyRow) int {
	if s.in.Joints == nil {
		return -1
	}
	art := s.articulations.OfBody(s.in.Bodies.Slots[row])
	if art < 0 || !s.rigidArticulations[art] {
		return -1
	}
	return art
}

// isWrapped reports whether a rope lies around a body: its contacts with an articulation close more
// loops than a cluster may have. Of two articulations the rope has more bodies. A rope may end on
// the body that it lies around, so both are in one articulation. The articulation of the body is
// own, or negative.
func (b *batchJoints) isWrapped(s *Solver, row state.BodyRow, own, rope int) bool {
	if own >= 0 && own != rope && len(s.articulations.Bodies(own)) >= len(s.articulations.Bodies(rope)) {
		return false
	}
	c, bodies, touching := s.in.Contacts, s.in.Bodies, 0
	for key := bodies.Meta[bodies.Slots[row]].FirstContact; key != state.None; key = c.Next(key) {
		if c.Meta[key>>1].Color != state.None && s.articulations.Holds(rope, state.BodySlot(c.Pair[c.Rows[key>>1]].Across(key))) {
			touching++
		}
	}
	return touching > maxLoops+1
}

// addBonds adds the articulation of a body to the current cluster, if it has one: its other bodies
// as members, and its joints as bonds.
func (b *batchJoints) addBonds(s *Solver, row state.BodyRow) {
	k, bodies := &s.clusters, s.in.Bodies
	art := s.articulationOf(row)
	if art < 0 || slices.Contains(k.articulations, art) {
		return
	}
	k.articulations = append(k.articulations, art)
	for _, slot := range s.articulations.Bodies(art) {
		if other := bodies.Rows[slot]; k.placeOf[other] == notMember {
			s.addMember(other)
		}
	}
	for i := range s.articulations.Joints(art) {
		slot := s.articulations.Joint(art, i)
		l := &s.in.Joints.Link[s.in.Joints.Rows[slot]]
		bond := direct.Bond{Articulation: int32(art), Joint: int32(i), A: bodies.Rows[l.BodyA], B: bodies.Rows[l.BodyB], Gear: l.Kind == joint.KindGear}
		if bond.Gear {
			for i, body := range s.in.Joints.GearBodiesA(slot) {
				bond.GearBodies[i] = bodies.Rows[body]
			}
		}
		k.bonds = append(k.bonds, bond)
	}
}

// articulate has the articulations found anew, in the next tick, if a body that has come to bear a
// far heavier one has joints outside them: see Graph.bearsHeavy of package articulation. The ticks
// tell when it has come to, in a contact of its own or in a new one (markHeavyNeighbor), for the
// body may have counted as loaded before.
func (b *batchJoints) articulate(s *Solver, row state.BodyRow) {
	slot, ticks := s.in.Bodies.Slots[row], s.in.Bodies.Motion[row].HeavyTicks
	key := s.in.Bodies.Meta[slot].FirstJoint
	if (ticks == newlyHeavyTicks || ticks == state.LoadedTicks) && key != state.None && s.articulations.OfBody(slot) < 0 {
		s.in.Joints.MarkChanged(state.JointSlot(key >> 1))
	}
}

// takeBackBlow takes back the impulses of a blow that the warm start of a sub-step has applied to a
// cluster with joints: to a stub each blow, in a later sub-step of a tick if its joints have
// limits, and to others a blow that gives them energy. A pass of the articulation that has seen the
// impulses runs again. They were far greater than they will be, and the contacts and joints of a
// light body have turned since, so that its impulses no longer balance and would spin it away.
func (b *batchJoints) takeBackBlow(pass step.Pass, set *direct.Set, cluster int, s *Solver) {
	states, art, last := s.in.Bodies.State, set.Bond(cluster, 0).Articulation, set.Bonds(cluster)-1
	place := int(s.articulationPlace[art])
	isStub := set.Bond(cluster, last).Articulation == art && b.articulations.IsStub(place)
	if pass == step.Solve && !(isStub && b.articulations.HasActuators(place)) {
		return
	}
	if !set.WasBlow(cluster, &s.correction) || !isStub && !set.HasGained(states, cluster, &s.correction) {
		return
	}
	set.TakeBack(states, cluster)
	for n := range last + 1 {
		if n > 0 && set.Bond(cluster, n).Articulation == art {
			continue
		}
		art = set.Bond(cluster, n).Articulation
		place = int(s.articulationPlace[art])
		b.articulations.TakeBack(states, place)
		if pass == step.Solve {
			b.articulations.Solve(states, place)
		}
	}
}

// setBonds gives a cluster the lines of its bonds in a pass. The list places holds the places of
// the articulations in their batches.
func (b *batchJoints) setBonds(pass step.Pass, set *direct.Set, cluster int, places []int32) {
	for n := range set.Bonds(cluster) {
		id := set.Bond(cluster, n)
		lines := b.articulations.Bond(int(places[id.Articulation]), int(id.Joint), pass)
		set.SetBondLines(cluster, n, &lines)
	}
}

// takeBonds adds the impulses of the bonds of a cluster in a pass to the impulses of their joints.
func (b *batchJoints) takeBonds(pass step.Pass, set *direct.Set, cluster int, places []int32) {
	for n := range set.Bonds(cluster) {
		id := set.Bond(cluster, n)
		b.articulations.AddImpulses(int(places[id.Articulation]), int(id.Joint), set.BondImpulses(cluster, n), pass)
	}
}
