package solver

import (
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/schedule"
)

// batchRange is a range of bundles of one class and colour, of joints of one kind, or of
// articulations.
type batchRange struct {
	class         schedule.Class // of contacts, when jointKind is joint.NoKind
	jointKind     joint.Kind     // of joints
	lo, hi        int32
	singleLane    bool // one contact in each bundle: the overflow
	articulations bool // lo up to hi are articulations
}

// bodyGrain is how many bodies a pass takes at a time. A pass may read them more than once; they
// stay in the first-level cache meanwhile.
const bodyGrain = 256

// stage is a step of a pass over the global group, with a barrier behind it, or all passes of
// all other groups.
type stage struct {
	pass  pass
	color int32 // or articulationColor, or clusterColor
}

type pass uint8

const (
	passPrepare pass = iota
	passAccelerateFirst
	passAccelerate
	passWarm
	passSolve
	passSolveAgain // joints that a single sweep leaves far off: see batch.solveAgain
	passMove
	passRelax
	passStore
	passUpdateLoads
	passGroups
)

// overBodies reports whether a pass goes over bodies. All others go over constraints.
func (w pass) overBodies() bool {
	switch w {
	case passUpdateLoads, passAccelerateFirst, passAccelerate, passMove:
		return true
	}
	return false
}

// plan lists the passes of the tick and the stages they make.
func (s *Solver) plan(workers int) {
	s.passes = append(s.passes[:0], passPrepare)
	for subStep := range s.in.Params.SubSteps {
		if subStep == 0 {
			s.passes = append(s.passes, passAccelerateFirst, passWarm)
		} else {
			s.passes = append(s.passes, passAccelerate)
		}
		s.passes = append(s.passes, passSolve, passSolveAgain, passMove, passRelax)
	}
	s.passes = append(s.passes, passStore, passUpdateLoads)

	s.stages = s.stages[:0]
	if s.order.Groups() > 1 {
		s.stages = append(s.stages, stage{pass: passGroups})
		s.reserve(workers)
	}
	s.global.build(schedule.Global)
	if !s.order.HasGlobal() {
		return
	}
	for _, pass := range s.passes {
		if pass == passSolveAgain && !s.global.solvesAgain() {
			continue
		}
		if pass.overBodies() || pass == passPrepare {
			s.stages = append(s.stages, stage{pass: pass})
		} else {
			s.addColorStages(pass)
		}
	}
}

// addColorStages adds a stage for every colour in use, in the order of a pass.
func (s *Solver) addColorStages(pass pass) {
	if s.global.articulations > 0 && pass != passSolveAgain {
		s.stages = append(s.stages, stage{pass, articulationColor})
	}
	if len(s.global.clusters) > 0 && pass != passSolveAgain {
		s.stages = append(s.stages, stage{pass, clusterColor})
	}
	for i, sp := range s.global.blocksByColor {
		if sp.hi > sp.lo {
			s.stages = append(s.stages, stage{pass, int32(i)})
		}
	}
}

// reserve gives every worker room for the bundles of any group.
func (s *Solver) reserve(workers int) {
	var maxBundles [schedule.Classes]int
	for group := 1; group < s.order.Groups(); group++ {
		for k := range maxBundles {
			rows, _ := s.order.Contacts(group, schedule.Class(k))
			maxBundles[k] = max(maxBundles[k], len(rows)/bundleSize)
		}
	}
	for len(s.workerBatches) < workers {
		s.workerBatches = append(s.workerBatches, &batch{solver: s, ranges: make([]batchRange, 0, colorCount*(int(schedule.Classes)+int(state.JointKinds)))})
	}
	// Any worker may solve any group, so all batches get the room of the largest.
	for _, b := range s.workerBatches {
		b.bundles.resize(maxBundles)
		s.workerBatches[0].joints.ReserveLike(&b.joints)
		s.workerBatches[0].articulationSet.ReserveLike(&b.articulationSet)
	}
	for _, b := range s.workerBatches {
		b.joints.ReserveLike(&s.workerBatches[0].joints)
		b.articulationSet.ReserveLike(&s.workerBatches[0].articulationSet)
	}
}

// runStages runs the stages on the pool. Joints that run code of the game are in the overflow.
// If there are any, the passes over the overflow stay on this goroutine.
func (s *Solver) runStages(pool *par.Pool) {
	defer simd.Flush()
	s.activeStages = span{0, len(s.stages)}
	if !s.global.joints.CallsGame() {
		pool.RunStages((*stageRunner)(s))
		return
	}
	first := 0
	for i, st := range s.stages {
		if st.color != overflow || st.pass != passWarm && st.pass != passSolve && st.pass != passSolveAgain && st.pass != passRelax {
			continue
		}
		s.activeStages = span{first, i}
		pool.RunStages((*stageRunner)(s))
		s.activeStages = span{i, i + 1}
		(*stageRunner)(s).Do(0, 0, 0)
		first = i + 1
	}
	s.activeStages = span{first, len(s.stages)}
	pool.RunStages((*stageRunner)(s))
}

// stageRunner is a Solver as the pool sees it.
type stageRunner Solver

// Stages returns the number of stages to run.
func (p *stageRunner) Stages() int { return p.activeStages.hi - p.activeStages.lo }

// Blocks returns the number of blocks of a stage.
func (p *stageRunner) Blocks(i int) int {
	st := p.stages[p.activeStages.lo+i]
	switch {
	case st.pass == passGroups:
		return p.order.Groups() - 1
	case st.pass == passPrepare:
		return len(p.global.clusters) + len(p.global.prepareBlocks)
	case st.pass.overBodies():
		return p.order.Partitions()
	case st.color == articulationColor:
		return p.global.articulations
	case st.color == clusterColor:
		return len(p.global.clusters)
	default:
		sp := p.global.blocksByColor[st.color]
		return sp.hi - sp.lo
	}
}

// Do runs one block of a stage.
func (p *stageRunner) Do(i, block, worker int) {
	s := (*Solver)(p)
	st := s.stages[s.activeStages.lo+i]
	b := &s.global
	switch {
	case st.pass == passGroups:
		s.workerBatches[worker].solveGroup(block + 1)
	case st.pass == passPrepare && block < len(b.clusters):
		b.prepareCluster(b.clusters[block])
	case st.pass == passPrepare:
		block -= len(b.clusters)
		for _, c := range b.ranges[b.prepareBlocks[block].lo:b.prepareBlocks[block].hi] {
			b.prepare(c)
		}
	case st.pass.overBodies():
		for _, rows := range s.order.PartitionRows(block) {
			for lo := rows.Lo; lo < rows.Hi; lo += bodyGrain {
				s.runBodies(st.pass, lo, min(lo+bodyGrain, rows.Hi))
			}
		}
	default:
		switch st.color {
		case articulationColor:
			b.runRange(st.pass, b.ranges[block])
			return
		case clusterColor:
			b.runCluster(st.pass, b.clusters[block])
			return
		}
		sp := b.blocks[b.blocksByColor[st.color].lo+block]
		for _, c := range b.ranges[sp.lo:sp.hi] {
			b.runRange(st.pass, c)
		}
	}
}

// runGroupBodies does a pass over the bodies of a group.
func (s *Solver) runGroupBodies(pass pass, group int) {
	for i := s.order.FirstRun(group); i >= 0; {
		var rows schedule.Span
		rows, i = s.order.Run(i)
		s.runBodies(pass, rows.Lo, rows.Hi)
	}
}

// runBodies does a pass over bodies.
func (s *Solver) runBodies(pass pass, lo, hi int) {
	switch pass {
	case passUpdateLoads:
		simd.Flush()
		s.updateLoads(lo, hi)
	case passMove:
		s.in.Integrator.IntegratePositions(lo, hi)
	default:
		s.in.Integrator.IntegrateVelocities(pass == passAccelerateFirst, lo, hi)
	}
}
