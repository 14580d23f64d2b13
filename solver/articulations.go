package solver

import "github.com/carom2d/carom/solver/schedule"

// articulationColor stands for the articulations where a colour is expected. They come first in a
// pass: they are solved exactly, and the colours then correct the contacts that this disturbs.
const articulationColor = -1

// gatherArticulations lists the articulations of a group and makes ranges of them.
func (b *batch) gatherArticulations(group int) {
	b.articulations = 0
	b.articulationSet.Reset()
	order := b.solver.order
	for i := order.FirstArticulation(group); i >= 0; i = order.NextArticulation(i) {
		b.articulationSet.Gather(&b.solver.articulations, b.solver.in.Joints, b.solver.in.Bodies, int(i))
		b.articulations++
	}
	if group != schedule.Global {
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
