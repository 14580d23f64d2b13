package articulation

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/state"
)

// artJointPlan is a joint of an articulation. It connects the body child, with all bodies beyond
// it, to the body parent, which is nearer to the root. Both are indices into the bodies of the
// articulation; immovable bodies have no index. The joints are listed from the leaves to the root.
type artJointPlan struct {
	_             [0]func() // not comparable, so no program has code for a comparison
	joint         state.JointSlot
	child, parent int32
	childIsA      bool // the child is body A of the joint
}

const noIndex = -1

type articulation struct {
	joints []artJointPlan
	bodies []state.BodySlot
	exact  bool // a small articulation: see package rattle
}

// Graph holds the articulations among the joints of a table, and rebuilds them where joints came,
// went or changed. The zero Graph is ready; it serves one table.
type Graph struct {
	articulationOf []int32        `column:"state"` // by body slot: number of its articulation, or noIndex
	list           []articulation `column:"state"` // entries without joints are free
	free           []int32        `column:"state"`

	touched []float32 `column:"scratch"` // by number: the share of its bodies that contacts touch in this tick

	// Scratch of a search, by body slot or in the order of the search.
	visited        []uint32         `column:"scratch"` // the search that visited the body
	orderIndex     []int32          `column:"scratch"` // of the body in the order
	visitStamp     uint32           `column:"scratch"`
	tieVisited     []uint32         `column:"scratch"` // the search across ties that met the body
	tieStamp       uint32           `column:"scratch"`
	order          []state.BodySlot `column:"scratch"`
	parentKey      []uint32         `column:"scratch"` // key by which each was reached: its own side of the joint
	rootKey        uint32           `column:"scratch"` // key by which the root hangs on an immovable body, or None
	jointCount     int              `column:"scratch"` // joints visited, without those that close cycles
	drivenToLimits bool             `column:"scratch"` // a motor drives one of them into a limit
	freeOnly       bool             `column:"scratch"` // all joints visited turn or slide freely
	withBounded    bool             `column:"scratch"` // follows reports true for joints with bounds too
	masses         []float64        `column:"scratch"`
	subtreeMass    []float64        `column:"scratch"`
	depth          []int32          `column:"scratch"`
	tieKeys        []uint32         `column:"scratch"` // of ties of the first sort: see treeJoints
	closingKeys    []uint32         `column:"scratch"` // of rigid joints that close a cycle with them
	tied           tiedSearch       `column:"scratch"`
	frame          frameScratch     `column:"scratch"` // of a frame that is found
}

// reserve makes room for the slots of bodies up to b.
//
//go:noinline
func (f *Graph) reserve(b state.BodySlot) {
	for int(b) >= len(f.articulationOf) {
		f.articulationOf = append(f.articulationOf, noIndex)
		f.visited, f.tieVisited = append(f.visited, 0), append(f.tieVisited, 0)
		f.orderIndex = append(f.orderIndex, 0)
	}
}

// Cap returns one more than the largest number of an articulation. The numbers of destroyed
// articulations are free.
func (f *Graph) Cap() int { return len(f.list) }

// Body returns one of the bodies of an articulation, or false if the number is free. All bodies of
// an articulation are in one island.
func (f *Graph) Body(art int) (b state.BodySlot, ok bool) {
	t := &f.list[art]
	if len(t.joints) == 0 {
		return 0, false
	}
	return t.bodies[0], true
}

// Bodies returns the bodies of an articulation, or none if the number is free.
func (f *Graph) Bodies(art int) []state.BodySlot { return f.list[art].bodies }

// Holds reports whether a body is in an articulation.
func (f *Graph) Holds(art int, b state.BodySlot) bool {
	return int(b) < len(f.articulationOf) && f.articulationOf[b] == int32(art)
}

// BeginTick brings the articulations up to date.
func (f *Graph) BeginTick(s *state.Joints, bodies *state.Bodies) {
	if len(s.Changed) > 0 {
		f.rebuild(s, bodies)
	}
	if invariant.Enabled {
		f.validate(s, bodies)
	}
}

// rebuild finds the articulations of changed bodies again: it destroys the old articulations and
// builds new ones from the present joints.
func (f *Graph) rebuild(s *state.Joints, bodies *state.Bodies) {
	for i := 0; i < len(s.Changed); i++ { // destroying an articulation changes more bodies
		f.reserve(s.Changed[i])
		if t := f.articulationOf[s.Changed[i]]; t != noIndex {
			f.destroy(s, t)
		}
	}
	f.visitStamp++
	for i := 0; i < len(s.Changed); i++ { // building an articulation with ties may destroy others
		b := s.Changed[i]
		f.reserve(b)
		s.IsChanged[b] = false
		if f.visited[b] == f.visitStamp || bodies.Meta[b].Type != body.Dynamic || bodies.Meta[b].FirstJoint == state.None {
			continue
		}
		if n := f.countBounded(s, bodies, b); n > 0 && n <= maxBounded {
			f.withBounded = true
			built := f.buildAround(s, bodies, b)
			f.withBounded = false
			if built {
				continue
			}
			for _, b := range f.order {
				f.visited[b] = 0
			}
		}
		f.buildAround(s, bodies, b)
	}
	for _, b := range s.Changed {
		if f.articulationOf[b] == noIndex {
			s.StabilizingInertia[b] = 0
		}
	}
	s.Changed = s.Changed[:0]
}

// buildAround builds the articulation of a body, if it needs one.
func (f *Graph) buildAround(s *state.Joints, bodies *state.Bodies, b state.BodySlot) (built bool) {
	isTied := f.collectTied(s, bodies, b)
	if isTied && len(f.tieKeys) > 0 {
		f.destroyCollected(s)
		f.build(s, bodies, false)
		return true
	}
	closes := !f.tied.tooMany && len(f.closingKeys) > 0
	f.tieKeys, f.closingKeys = f.tieKeys[:0], f.closingKeys[:0]
	isTree := f.collectTree(s, bodies, b)
	exact := f.fitsSmall(s, bodies)
	switch {
	case exact || !isTied && isTree && f.needsDirectSolve(s, bodies):
	case !isTied && (!closes || f.rootKey == state.None && !f.needsDirectSolve(s, bodies)):
		return false
	default:
		f.collectTied(s, bodies, b)
	}
	f.destroyCollected(s)
	f.build(s, bodies, exact)
	return true
}

// destroy frees an articulation and marks its bodies as changed. Its joints may have been removed,
// and their slots reused. Such joints were marked and have no flag.
func (f *Graph) destroy(s *state.Joints, t int32) {
	for _, l := range f.list[t].joints {
		if s.Meta[l.joint].Color != state.None {
			s.Link[s.Rows[l.joint]].Flags &^= state.JointInArticulation
		}
	}
	for _, b := range f.list[t].bodies {
		f.articulationOf[b] = noIndex
		s.MarkBody(b)
	}
	f.list[t].joints, f.list[t].bodies = f.list[t].joints[:0], f.list[t].bodies[:0]
	f.free = append(f.free, t)
}

// build makes an articulation of the bodies that collectTree found.
func (f *Graph) build(s *state.Joints, bodies *state.Bodies, exact bool) {
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
	t.exact = exact
	for i := len(f.order) - 1; i >= 0; i-- {
		b := f.order[i]
		f.articulationOf[b] = id
		for key := bodies.Meta[b].FirstJoint; key != state.None; key = s.Next(key) {
			if key != f.parentKey[i] && f.follows(s, bodies, state.JointSlot(key>>1)) && bodies.Meta[s.Other(key)].Type != body.Dynamic {
				t.addJoint(s, key, noIndex, int32(i), key&1 == 1)
			}
		}
		if key := f.parentKey[i]; key != state.None {
			parent := int32(noIndex)
			if other := s.Other(key); bodies.Meta[other].Type == body.Dynamic {
				parent = f.orderIndex[other]
			}
			t.addJoint(s, key, int32(i), parent, key&1 == 0)
		}
	}
	for i, b := range f.order {
		for key := bodies.Meta[b].FirstJoint; exact && key != state.None; key = s.Next(key) {
			if key&1 == 0 && f.closesCycle(s, bodies, key) {
				t.addJoint(s, key, int32(i), f.orderIndex[s.Other(key)], true)
			}
		}
	}
	for _, keys := range [2][]uint32{f.tieKeys, f.closingKeys} {
		for _, key := range keys {
			t.addJoint(s, key, f.indexOf(s, bodies, key^1), f.indexOf(s, bodies, key), key&1 == 1)
		}
	}
}

// addJoint appends a joint to the plan.
//
//go:noinline
func (t *articulation) addJoint(s *state.Joints, key uint32, child, parent int32, childIsA bool) {
	slot := state.JointSlot(key >> 1)
	s.Link[s.Rows[slot]].Flags |= state.JointInArticulation
	t.joints = append(t.joints, artJointPlan{joint: slot, child: child, parent: parent, childIsA: childIsA})
}

// indexOf returns the index of the body at an end of a joint among the collected bodies.
func (f *Graph) indexOf(s *state.Joints, bodies *state.Bodies, key uint32) int32 {
	b := s.Other(key ^ 1)
	if bodies.Meta[b].Type != body.Dynamic {
		return noIndex
	}
	return f.orderIndex[b]
}

// closesCycle reports whether a joint of a body that collectTree found connects it with another
// found body that was reached by another joint.
func (f *Graph) closesCycle(s *state.Joints, bodies *state.Bodies, key uint32) bool {
	if !f.follows(s, bodies, state.JointSlot(key>>1)) || bodies.Meta[s.Other(key)].Type != body.Dynamic {
		return false
	}
	return !f.isTreeEdge(s, key)
}

// validate panics when the articulations contradict the joints.
func (f *Graph) validate(s *state.Joints, bodies *state.Bodies) {
	flagged := 0
	for i := range s.Link {
		if s.Link[i].Flags&state.JointInArticulation != 0 {
			flagged++
		}
	}
	for id := range f.list {
		t := &f.list[id]
		invariant.Check((len(t.joints) == 0) == (len(t.bodies) == 0), withoutJoints)
		for _, b := range t.bodies {
			invariant.Check(f.articulationOf[b] == int32(id) && bodies.Meta[b].Type == body.Dynamic, wrongBody)
		}
		attached, tree := make([]bool, len(t.bodies)), t.treeJoints(s)
		for i, l := range t.joints {
			invariant.Check(canBelong(s, bodies, l.joint) && s.InArticulation(l.joint), wrongJoint)
			flagged--
			invariant.Check(t.exact || i >= tree || l.parent == noIndex || !attached[l.parent], wrongOrder)
			if l.child != noIndex {
				attached[l.child] = true
			}
		}
	}
	invariant.Check(flagged == 0, "articulation: a joint is flagged but in no articulation")
}
