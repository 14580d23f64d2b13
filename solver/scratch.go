package solver

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/solver/constraint"
	"github.com/carom2d/carom/solver/direct"
)

// scratch is the memory of one Solve that no later Solve reads. A server steps thousands of small
// worlds on a few workers, so a small world borrows scratch from a shelf: each worker then has one,
// which stays in its cache. A world that was large once keeps its own.
type scratch struct {
	soft         coefficients      `column:"scratch"`
	wide         wideCoefficients  `column:"scratch"`
	memory       *grow.Memory      `column:"scratch"` // of the contacts to be sorted, then of the bounces, then of the global group's bundles
	ownMemory    grow.Memory       `column:"scratch"` // the memory of borrowed scratch
	global       batch             `column:"scratch"` // the global group
	passes       []step.Pass       `column:"scratch"`
	stages       []stage           `column:"scratch"`
	activeStages column.Span       `column:"scratch"` // that the pool runs
	restitution  restitution       `column:"scratch"`
	correction   direct.Correction `column:"scratch"`
}

// scratches lends scratch to small worlds.
var scratches par.Shelf[scratch]

// maxBorrowing is the largest number of awake contacts with which a world borrows its scratch.
const maxBorrowing = 256

// groupJoints are the joints of a group. The joints of the global group are kept from tick to tick.
type groupJoints struct {
	joints         jointPasses        // nil: see UseJoints
	jointSpans     []constraint.Spans // by colour, where there are joints; nil as long as there are none
	gatheredGroups int                // number of groups when the joints of the global group were gathered
}

// takeScratch provides the scratch of a Solve.
func (s *Solver) takeScratch() {
	s.scratch = s.own
	if s.scratch == nil {
		s.scratch = scratches.Take()
	}
	if s.memory = s.in.Memory; s.own == nil || s.memory == nil {
		s.memory = &s.ownMemory
		s.memory.Fit()
	}
	s.global.solver, s.global.groupJoints, s.global.bundles.memory = s, s.joints, s.memory
}

// giveScratch returns the scratch.
func (s *Solver) giveScratch() {
	b := &s.global
	s.joints = b.groupJoints
	b.solver, b.groupJoints = nil, groupJoints{}
	b.bundles, s.memory = bundles{}, nil
	clear(b.calls)
	for _, worker := range s.workerBatches {
		m := worker.bundles.memory
		worker.bundles = bundles{memory: m}
		m.Fit()
	}
	s.restitution.task.s, s.restitution.bundles = nil, nil
	if s.own == nil {
		scratches.Give(s.scratch)
		s.scratch = nil
	}
}
