package solver

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/grow"
)

// trees stands where a colour is meant for the trees of joints, which come first in a
// pass: what is solved exactly then meets what the others have the last word on.
const trees = -1

// woods says which trees of joints a group has.
type woods struct {
	first []int32 // by group, or none
	next  []int32 // by tree: of the same group, or none
}

// plant finds the trees of joints and sorts them by groups.
func (s *Solver) plant() {
	w := &s.woods
	w.first = grow.Fit(w.first, len(s.grouping.groups))
	for i := range w.first {
		w.first[i] = none
	}
	if s.in.Joints == nil {
		return
	}
	w.next = grow.Fit(w.next, s.in.Joints.TreeCap())
	for i := s.in.Joints.TreeCap() - 1; i >= 0; i-- {
		if b, ok := s.in.Joints.TreeBody(i); ok {
			g := s.groupOf(b)
			w.next[i] = w.first[g]
			w.first[g] = int32(i)
		}
	}
}

// groupOf returns the group of a dynamic body.
func (s *Solver) groupOf(b body.Slot) int32 {
	if len(s.grouping.groups) == 1 {
		return rest
	}
	return s.grouping.of[s.in.Islands.Of(b)]
}

// loadTrees makes room for the trees of a group.
func (b *batch) loadTrees(of int) {
	b.trees = 0
	for i := b.of.woods.first[of]; i != none; i = b.of.woods.next[i] {
		b.joints.GatherTree(b.of.in.Joints, b.of.in.Bodies, int(i))
		b.trees++
	}
	if of != rest {
		if b.trees > 0 {
			b.chunks = append(b.chunks, chunk{trees: true, hi: int32(b.trees)})
		}
		return
	}
	for i := range int32(b.trees) {
		b.chunks = append(b.chunks, chunk{trees: true, lo: i, hi: i + 1})
	}
}

// runTrees does one pass over trees.
func (b *batch) runTrees(what work, c chunk) {
	states := b.of.in.Bodies.State
	for i := int(c.lo); i < int(c.hi); i++ {
		switch what {
		case workWarm:
			b.joints.WarmTree(states, i)
		case workSolve:
			b.joints.SolveTree(states, i)
		default:
			b.joints.RelaxTree(states, i)
		}
	}
}
