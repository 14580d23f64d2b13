package solver

import (
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/joint"
)

// A chunk is rows of one class of contacts of a colour, or joints of one kind.
type batchRange struct {
	class         class      // when kind is joint.NoKind
	jointKind     joint.Kind // of joints
	lo, hi        int32
	singleLane    bool // one contact in each row, because it is the overflow
	articulations bool // lo up to hi are trees of joints
}

// bodyGrain is how many bodies a pass goes over at a time: it does so more than once, and
// they stay in the first-level cache meanwhile.
const bodyGrain = 256

// stage is a step of a pass over the rest of the world, with a barrier behind it, or
// all there is to do in all groups.
type stage struct {
	pass  pass
	color int32 // or trees
}

type pass uint8

const (
	passScaleMass pass = iota
	passPrepare
	passAccelerateFirst
	passAccelerate
	passWarm
	passSolve
	passMove
	passRelax
	passStore
	passRestoreMass
	passGroups
)

// overBodies reports whether a pass goes over bodies; others go over constraints.
func (w pass) overBodies() bool {
	switch w {
	case passScaleMass, passRestoreMass, passAccelerateFirst, passAccelerate, passMove:
		return true
	}
	return false
}

// plan lists the passes of the tick and the stages they make.
func (s *Solver) plan(workers int) {
	s.passes = append(s.passes[:0], passScaleMass, passPrepare)
	for subStep := range s.in.Params.SubSteps {
		if subStep == 0 {
			s.passes = append(s.passes, passAccelerateFirst, passWarm)
		} else {
			s.passes = append(s.passes, passAccelerate)
		}
		s.passes = append(s.passes, passSolve, passMove, passRelax)
	}
	s.passes = append(s.passes, passStore, passRestoreMass)

	s.stages = s.stages[:0]
	if len(s.grouping.groups) > 1 {
		s.stages = append(s.stages, stage{pass: passGroups})
		s.reserve(workers)
	}
	s.global.build(global)
	if len(s.grouping.partitions) == 0 {
		return
	}
	for _, pass := range s.passes {
		if pass.overBodies() || pass == passPrepare {
			s.stages = append(s.stages, stage{pass: pass})
		} else {
			s.addColorStages(pass)
		}
	}
}

// addColorStages adds a stage for every colour in use, in the order of a pass.
func (s *Solver) addColorStages(pass pass) {
	if s.global.articulations > 0 {
		s.stages = append(s.stages, stage{pass, articulationColor})
	}
	for i, sp := range s.global.blocksByColor {
		if sp.hi > sp.lo {
			s.stages = append(s.stages, stage{pass, int32(i)})
		}
	}
}

// reserve gives every worker room for the rows of any group.
func (s *Solver) reserve(workers int) {
	var maxBundles [classes]int
	for group := range s.grouping.groups[1:] {
		for k := range maxBundles {
			c := s.sort.contactBucketsOf(group+1, class(k))
			maxBundles[k] = max(maxBundles[k], int(c[colorCount]-c[0])/Lanes)
		}
	}
	for len(s.workerBatches) < workers {
		s.workerBatches = append(s.workerBatches, &batch{solver: s, ranges: make([]batchRange, 0, colorCount*(int(classes)+int(joint.JointKinds)))})
	}
	// Who solves which group is left open, so what one desk has grown to, all get.
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

// runStages runs the stages on the pool. When joints run code of the game's own,
// the passes over the overflow, where those joints are, stay on this goroutine.
func (s *Solver) runStages(pool *par.Pool) {
	s.activeStages = span{0, len(s.stages)}
	if !s.global.joints.CallsGame() {
		pool.RunStages((*stageRunner)(s))
		return
	}
	first := 0
	for i, st := range s.stages {
		if st.color != overflow || st.pass != passWarm && st.pass != passSolve && st.pass != passRelax {
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

// pass is a Solver as the pool sees it.
type stageRunner Solver

// Stages returns the number of stages to run.
func (p *stageRunner) Stages() int { return p.activeStages.hi - p.activeStages.lo }

// Blocks returns into how many pieces a stage is cut.
func (p *stageRunner) Blocks(i int) int {
	st := p.stages[p.activeStages.lo+i]
	switch {
	case st.pass == passGroups:
		return len(p.grouping.groups) - 1
	case st.pass == passPrepare:
		return len(p.global.prepareBlocks)
	case st.pass.overBodies():
		return len(p.grouping.partitions)
	case st.color == articulationColor:
		return p.global.articulations
	default:
		sp := p.global.blocksByColor[st.color]
		return sp.hi - sp.lo
	}
}

// Do runs one piece of a stage.
func (p *stageRunner) Do(i, block, worker int) {
	s := (*Solver)(p)
	st := s.stages[s.activeStages.lo+i]
	b := &s.global
	switch {
	case st.pass == passGroups:
		s.workerBatches[worker].solveGroup(block + 1)
	case st.pass == passPrepare:
		for _, c := range b.ranges[b.prepareBlocks[block].lo:b.prepareBlocks[block].hi] {
			b.prepare(c)
		}
	case st.pass.overBodies():
		partition := s.grouping.partitions[block]
		for _, sp := range s.grouping.runSlices[partition.lo:partition.hi] {
			for lo := sp.lo; lo < sp.hi; lo += bodyGrain {
				s.runBodies(st.pass, lo, min(lo+bodyGrain, sp.hi))
			}
		}
	default:
		if st.color == articulationColor {
			b.runRange(st.pass, b.ranges[block])
			return
		}
		sp := b.blocks[b.blocksByColor[st.color].lo+block]
		for _, c := range b.ranges[sp.lo:sp.hi] {
			b.runRange(st.pass, c)
		}
	}
}

// runBodies does the part of a stage that goes over bodies.
func (s *Solver) runBodies(pass pass, lo, hi int) {
	switch pass {
	case passScaleMass:
		s.scaleMass(lo, hi)
	case passRestoreMass:
		s.restoreMass(lo, hi)
	case passMove:
		s.in.Integrator.IntegratePositions(lo, hi)
	default:
		s.in.Integrator.IntegrateVelocities(pass == passAccelerateFirst, lo, hi)
	}
}
