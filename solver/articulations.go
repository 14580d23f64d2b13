package solver

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// trees stands where a colour is meant for the trees of joints, which come first in a
// pass: what is solved exactly then meets what the others have the last word on.
const articulationColor = -1

// articulationsByGroup says which trees of joints a group has.
type articulationsByGroup struct {
	first []int32 // by group, or none
	next  []int32 // by tree: of the same group, or none
}

// assignArticulations finds the trees of joints and sorts them by groups.
func (s *Solver) assignArticulations() {
	w := &s.articulationsByGroup
	w.first = grow.Resize(w.first, len(s.grouping.groups))
	for i := range w.first {
		w.first[i] = noIndex
	}
	if s.in.Joints == nil {
		return
	}
	w.next = grow.Resize(w.next, s.articulationGraph.Cap())
	for i := s.articulationGraph.Cap() - 1; i >= 0; i-- {
		if b, ok := s.articulationGraph.Body(i); ok {
			g := s.groupOfBody(b)
			w.next[i] = w.first[g]
			w.first[g] = int32(i)
		}
	}
}

// groupOfBody returns the group of a dynamic body.
func (s *Solver) groupOfBody(b state.BodySlot) int32 {
	if len(s.grouping.groups) == 1 {
		return global
	}
	return s.grouping.groupOfIsland[s.in.Islands.Of(b)]
}

// gatherArticulations makes room for the trees of a group.
func (b *batch) gatherArticulations(group int) {
	b.articulations = 0
	b.articulationSet.Reset()
	for i := b.solver.articulationsByGroup.first[group]; i != noIndex; i = b.solver.articulationsByGroup.next[i] {
		b.articulationSet.Gather(&b.solver.articulationGraph, b.solver.in.Joints, b.solver.in.Bodies, int(i))
		b.articulations++
	}
	if group != global {
		if b.articulations > 0 {
			b.ranges = append(b.ranges, batchRange{articulations: true, hi: int32(b.articulations)})
		}
		return
	}
	for i := range int32(b.articulations) {
		b.ranges = append(b.ranges, batchRange{articulations: true, lo: i, hi: i + 1})
	}
}

// runArticulations does one pass over trees.
func (b *batch) runArticulations(pass pass, c batchRange) {
	states := b.solver.in.Bodies.State
	for i := int(c.lo); i < int(c.hi); i++ {
		switch pass {
		case passWarm:
			b.articulationSet.WarmStart(states, i)
		case passSolve:
			b.articulationSet.Solve(states, i)
		default:
			b.articulationSet.Relax(states, i)
		}
	}
}
