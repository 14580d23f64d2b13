package solver

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/schedule"
)

// batchRange is a range of bundles of one class and colour, of joints of one kind, or of
// articulations.
type batchRange struct {
	_             [0]func()      // not comparable, so no program has code for a comparison
	class         schedule.Class // of contacts, when jointKind is joint.NoKind
	jointKind     joint.Kind     // of joints
	lo, hi        int32
	singleLane    bool // one contact in each bundle: the overflow
	articulations bool // lo up to hi are articulations
}

// span returns the range as a span of joints.
func (c batchRange) span() column.Span { return column.Span{Lo: int(c.lo), Hi: int(c.hi)} }

// bodyGrain is the number of bodies that a pass processes at a time. A pass may read them more than
// once; they stay in the first-level cache meanwhile.
const bodyGrain = 256

// stage is a step of a pass over the global group, with a barrier behind it, or all passes of
// all other groups.
type stage struct {
	pass  step.Pass
	color int32 // or articulationColor, or clusterColor
}

// The passes of a tick: of the first sub-step, of each later one, and of the end.
var (
	firstPasses = [...]step.Pass{step.Prepare, step.Align, step.AccelerateFirst, step.WarmStart, step.Solve, step.SolveAgain, step.Move, step.Relax}
	laterPasses = [...]step.Pass{step.Accelerate, step.Solve, step.SolveAgain, step.Move, step.Relax}
	lastPasses  = [...]step.Pass{step.Store, step.UpdateLoads}
)

// listPasses lists the passes of the tick.
func (s *Solver) listPasses() {
	s.passes = append(s.passes[:0], firstPasses[:]...)
	for range s.in.Params.SubSteps - 1 {
		s.passes = append(s.passes, laterPasses[:]...)
	}
	s.passes = append(s.passes, lastPasses[:]...)
}

// plan lists the stages of the tick.
func (s *Solver) plan(workers int) {
	s.stages = s.stages[:0]
	if s.order.Groups() > 1 {
		s.stages = append(s.stages, stage{pass: step.AllOfGroups})
		s.reserve(workers)
	}
	s.global.build(schedule.Global, true)
	if !s.order.HasGlobal() {
		return
	}
	for _, pass := range s.passes {
		if pass == step.SolveAgain && !s.global.solvesAgain() {
			continue
		}
		if pass.OverBodies() || pass == step.Prepare {
			s.stages = append(s.stages, stage{pass: pass})
		} else {
			s.addColorStages(pass)
		}
	}
}

// addColorStages adds a stage for every colour in use, in the order of a pass.
func (s *Solver) addColorStages(pass step.Pass) {
	if s.global.articulations > 0 && pass != step.SolveAgain {
		s.stages = append(s.stages, stage{pass, articulationColor})
	}
	if pass == step.Align {
		return
	}
	if len(s.global.clusters) > 0 && pass != step.SolveAgain {
		s.stages = append(s.stages, stage{pass, clusterColor})
	}
	for i, sp := range s.global.blocksByColor {
		if sp.Hi > sp.Lo {
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
		b := &batch{solver: s, ranges: make([]batchRange, 0, colorCount*(int(schedule.Classes)+int(state.JointKinds)))}
		b.bundles.memory = new(grow.Memory)
		s.workerBatches = append(s.workerBatches, b)
	}
	// Any worker may solve any group, so all batches get the room of the largest.
	for _, b := range s.workerBatches {
		b.bundles.resize(maxBundles)
	}
	s.reserveJoints()
}

// runStages runs the stages on the pool. Passes over the overflow stay on this goroutine if a joint
// of it runs code of the game, and so do passes over articulations.
func (s *Solver) runStages(pool *par.Pool) {
	defer simd.Flush()
	s.activeStages = column.Span{Lo: 0, Hi: len(s.stages)}
	if s.in.Joints == nil || !s.global.joints.callsGame(overflow) && !s.global.joints.callsGame(articulationColor) {
		pool.RunStages((*stageRunner)(s))
		return
	}
	first := 0
	for i, st := range s.stages {
		if !s.global.joints.callsGame(st.color) || st.pass != step.WarmStart && st.pass != step.Solve && st.pass != step.SolveAgain && st.pass != step.Relax {
			continue
		}
		s.activeStages = column.Span{Lo: first, Hi: i}
		pool.RunStages((*stageRunner)(s))
		s.activeStages = column.Span{Lo: i, Hi: i + 1}
		for block := range (*stageRunner)(s).Blocks(0) {
			(*stageRunner)(s).Do(0, block, 0)
		}
		first = i + 1
	}
	s.activeStages = column.Span{Lo: first, Hi: len(s.stages)}
	pool.RunStages((*stageRunner)(s))
}

// stageRunner is a Solver as the pool sees it.
type stageRunner Solver

// Stages returns the number of stages to run.
func (p *stageRunner) Stages() int { return p.activeStages.Hi - p.activeStages.Lo }

// Blocks returns the number of blocks of a stage.
func (p *stageRunner) Blocks(i int) int {
	st := p.stages[p.activeStages.Lo+i]
	switch {
	case st.pass == step.AllOfGroups:
		return p.order.Groups() - 1
	case st.pass == step.Prepare:
		return len(p.global.clusters) + p.global.prepareSlices
	case st.pass.OverBodies():
		return p.order.Partitions()
	case st.color == articulationColor:
		return p.global.articulations
	case st.color == clusterColor:
		return len(p.global.clusters)
	default:
		sp := p.global.blocksByColor[st.color]
		return sp.Hi - sp.Lo
	}
}

// StageName returns a name of a stage for a trace of the pool.
func (p *stageRunner) StageName(i int) string {
	st := p.stages[p.activeStages.Lo+i]
	switch {
	case st.pass == step.AllOfGroups:
		return "groups"
	case st.pass == step.Prepare:
		return "prepare"
	case st.pass.OverBodies():
		return "bodies"
	case st.color == articulationColor:
		return "articulations"
	case st.color == clusterColor:
		return "clusters"
	case st.color == overflow:
		return "overflow"
	}
	return "colours"
}

// Do runs one block of a stage.
func (p *stageRunner) Do(i, block, worker int) {
	s := (*Solver)(p)
	st := s.stages[s.activeStages.Lo+i]
	b := &s.global
	switch {
	case st.pass == step.AllOfGroups:
		s.workerBatches[worker].solveGroup(block + 1)
	case st.pass == step.Prepare && block < len(b.clusters):
		b.prepareCluster(b.clusters[block])
	case st.pass == step.Prepare:
		b.prepareSlice(block - len(b.clusters))
	case st.pass.OverBodies():
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
		sp := b.blocks[b.blocksByColor[st.color].Lo+block]
		for _, c := range b.ranges[sp.Lo:sp.Hi] {
			b.runRange(st.pass, c)
		}
	}
}

// runGroupBodies runs a pass over the bodies of a group.
func (s *Solver) runGroupBodies(pass step.Pass, group int) {
	for i := s.order.FirstRun(group); i >= 0; {
		var rows column.Span
		rows, i = s.order.Run(i)
		for lo := rows.Lo; lo < rows.Hi; lo += bodyGrain {
			s.runBodies(pass, lo, min(lo+bodyGrain, rows.Hi))
		}
	}
}

// runBodies runs a pass over bodies.
func (s *Solver) runBodies(pass step.Pass, lo, hi int) {
	switch pass {
	case step.UpdateLoads:
		simd.Flush()
		s.updateLoads(lo, hi)
	case step.Move:
		s.in.Integrator.IntegratePositions(lo, hi)
	default:
		s.in.Integrator.IntegrateVelocities(pass == step.AccelerateFirst, lo, hi)
	}
}
