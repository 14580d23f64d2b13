package joint

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/state"
)

// ArticulationCount.
//
// One sweep over a long chain, joint by joint, carries a change of force by a few
// joints, and a joint between a light and a heavy body holds no better than the light
// one is heavy. So joints that form a tree are solved all at once and exactly, by
// elimination from the leaves to the root, in time that goes with their number: see
// tree_factor.go. Nothing is then left to converge, and they can be far stiffer than
// others: see softness. Their motors, springs and limits are solved with them: see
// tree_muscle.go.
//
// A tree is a connected set of dynamic bodies and rigid joints without a cycle.
// Bodies that cannot be pushed are leaves wherever they are met, so a bridge between
// two of them is a tree as well. Whether a tree is worth it is decided when joints come,
// go or change, by the joints and the masses alone: see worthy.

// artJointPlan is a joint of a tree: it hangs the body `in`, with all that hangs on it, on
// the body `out`, which is nearer to the root. They count the bodies of the tree;
// immovable ones are none. Limbs are listed from the leaves to the root.
type artJointPlan struct {
	joint         Slot
	child, parent int32
	childIsA      bool // the body `in` is A of the joint
}

const noIndex = -1

type articulation struct {
	joints []artJointPlan
	bodies []state.BodySlot
}

// articulations holds the trees of a store, and finds them.
type articulations struct {
	articulationOf []int32        // by body slot: number of its tree, or none
	list           []articulation // those without limbs are free
	free           []int32
	changed        []state.BodySlot     // bodies whose joints came, went or changed
	isChanged      []bool               // by body slot: is among touched
	stiffness      []geometricStiffness // by body slot

	// Scratch of a search, by body slot or in the order of the search.
	visited     []uint32 // the search that met the body
	orderIndex  []int32  // of the body in the order
	visitStamp  uint32
	order       []state.BodySlot
	parentKey   []uint32 // key by which each was reached: its own side of the joint
	rootKey     uint32   // key by which the root hangs on an immovable body, or None
	jointCount  int      // how many joints were met
	masses      []float64
	subtreeMass []float64
	depth       []int32
}

// MarkChanged tells that a joint is linked by the solver, is about to be unlinked or was
// changed: the trees about it are found anew before the next solve.
func (s *Store) MarkChanged(slot Slot) {
	l := &s.Link[s.Rows[slot]]
	l.Flags &^= InArticulation
	s.version++
	s.articulations.markChanged(state.BodySlot(l.BodyA))
	s.articulations.markChanged(state.BodySlot(l.BodyB))
}

// change touches a joint if it acts.
func (s *Store) noteChange(slot Slot) {
	if s.Meta[slot].Color != None {
		s.MarkChanged(slot)
	}
}

func (f *articulations) markChanged(b state.BodySlot) {
	for int(b) >= len(f.articulationOf) {
		f.articulationOf = append(f.articulationOf, noIndex)
		f.isChanged = append(f.isChanged, false)
		f.stiffness = append(f.stiffness, geometricStiffness{})
		f.visited = append(f.visited, 0)
		f.orderIndex = append(f.orderIndex, 0)
	}
	if !f.isChanged[b] {
		f.isChanged[b] = true
		f.changed = append(f.changed, b)
	}
}

// ArticulationCount returns how many trees there are, as of the last solve.
func (s *Store) ArticulationCount() int { return len(s.articulations.list) - len(s.articulations.free) }

// ArticulationCap returns one more than the largest number of a tree. The numbers of trees
// that are no more are free.
func (s *Store) ArticulationCap() int { return len(s.articulations.list) }

// ArticulationBody returns one of the bodies of a tree, all of which are in one island, or
// false if the number is free.
func (s *Store) ArticulationBody(art int) (b state.BodySlot, ok bool) {
	t := &s.articulations.list[art]
	if len(t.joints) == 0 {
		return 0, false
	}
	return t.bodies[0], true
}

// InArticulation reports whether a joint is solved in a tree, as of the last solve.
func (s *Store) InArticulation(slot Slot) bool { return s.Link[s.Rows[slot]].Flags&InArticulation != 0 }

// BeginTick brings the trees up to date, as a solve begins, and gives bodies the inertia
// that tension and levers ask for, until Relieve.
func (s *Store) BeginTick(bodies *state.Bodies) {
	s.rebuildArticulations(bodies)
	if invariant.Enabled {
		s.validateArticulations(bodies)
	}
	s.articulations.addStabilizingInertia(bodies)
	s.applyLevers(bodies)
}

// rebuildArticulations finds the trees anew: those of touched bodies fall, and what their bodies belong
// to now is found out.
func (s *Store) rebuildArticulations(bodies *state.Bodies) {
	f := &s.articulations
	for i := 0; i < len(f.changed); i++ { // felling touches more
		if t := f.articulationOf[f.changed[i]]; t != noIndex {
			s.destroyArticulation(t)
		}
	}
	f.visitStamp++
	for _, b := range f.changed {
		f.isChanged[b] = false
		if f.visited[b] == f.visitStamp || bodies.Meta[b].Type != body.Dynamic || bodies.Meta[b].FirstJoint == None {
			continue
		}
		if s.collectTree(bodies, b) && s.needsDirectSolve(bodies) {
			s.buildArticulation(bodies)
		}
	}
	for _, b := range f.changed {
		if f.articulationOf[b] == noIndex {
			f.stiffness[b] = geometricStiffness{}
		}
	}
	f.changed = f.changed[:0]
}

// destroyArticulation frees a tree and touches its bodies. Its joints may be gone by now, and their
// slots may be taken again; then they were touched and have no flag.
func (s *Store) destroyArticulation(t int32) {
	f := &s.articulations
	for _, l := range f.list[t].joints {
		if s.Meta[l.joint].Color != None {
			s.Link[s.Rows[l.joint]].Flags &^= InArticulation
		}
	}
	for _, b := range f.list[t].bodies {
		f.articulationOf[b] = noIndex
		f.markChanged(b)
	}
	f.list[t].joints, f.list[t].bodies = f.list[t].joints[:0], f.list[t].bodies[:0]
	f.free = append(f.free, t)
}

// buildArticulation makes a tree of what was explored.
func (s *Store) buildArticulation(bodies *state.Bodies) {
	f := &s.articulations
	var id int32
	if n := len(f.free); n > 0 {
		id = f.free[n-1]
		f.free = f.free[:n-1]
	} else {
		id = int32(len(f.list))
		f.list = append(f.list, articulation{})
	}
	t := &f.list[id]
	t.bodies = append(t.bodies, f.order...)
	addJoint := func(key uint32, child, parent int32, childIsA bool) {
		slot := Slot(key >> 1)
		s.Link[s.Rows[slot]].Flags |= InArticulation
		t.joints = append(t.joints, artJointPlan{slot, child, parent, childIsA})
	}
	for i := len(f.order) - 1; i >= 0; i-- {
		b := f.order[i]
		f.articulationOf[b] = id
		for key := bodies.Meta[b].FirstJoint; key != None; key = s.Next(key) {
			if key != f.rootKey && s.canArticulate(Slot(key>>1)) && bodies.Meta[s.Other(key)].Type != body.Dynamic {
				addJoint(key, noIndex, int32(i), key&1 == 1)
			}
		}
		if key := f.parentKey[i]; key != None {
			parent := int32(noIndex)
			if other := s.Other(key); bodies.Meta[other].Type == body.Dynamic {
				parent = f.orderIndex[other]
			}
			addJoint(key, int32(i), parent, key&1 == 0)
		}
	}
}

// validateArticulations panics when the trees contradict the joints.
func (s *Store) validateArticulations(bodies *state.Bodies) {
	f := &s.articulations
	flagged := 0
	for i := range s.Link {
		if s.Link[i].Flags&InArticulation != 0 {
			flagged++
		}
	}
	for id := range f.list {
		t := &f.list[id]
		for _, b := range t.bodies {
			if f.articulationOf[b] != int32(id) || bodies.Meta[b].Type != body.Dynamic {
				panic("joint: an articulation holds a body that it should not")
			}
		}
		attached := make([]bool, len(t.bodies))
		for _, l := range t.joints {
			if !s.canArticulate(l.joint) || !s.InArticulation(l.joint) {
				panic("joint: an articulation holds a joint that it should not")
			}
			flagged--
			if l.parent != noIndex && attached[l.parent] {
				panic("joint: a joint of an articulation comes after its parent")
			}
			if l.child != noIndex {
				attached[l.child] = true
			}
		}
	}
	if flagged != 0 {
		panic("joint: a joint is flagged but in no articulation")
	}
}
