package broadphase

import "github.com/carom2d/carom/internal/par"

// Pool runs blocks of work on several workers. A game that keeps workers of its own may lend them
// to a Tree or a Grid (SetPool). The results depend neither on the number of workers nor on which
// worker runs a block.
type Pool interface {
	// Workers returns the number of blocks that may run at the same time, at least one. It must not
	// change.
	Workers() int
	// Run runs every block from 0 to blocks-1 exactly once and returns when all
	// have ended.
	Run(blocks int, task Task)
	// RunStages does the same for every stage in turn. Blocks(stage) is called when all blocks of
	// the stages before have ended.
	RunStages(stages Stages)
}

// Task is the work of one call of Pool.Run. Blocks may run at the same time if
// their workers differ; a worker is a number below Pool.Workers.
type Task = interface{ Do(block, worker int) }

// Stages is the work of one call of Pool.RunStages: several tasks, each of which needs the results
// of the tasks before it.
type Stages = interface {
	// Stages returns the number of stages.
	Stages() int
	// Blocks returns the number of blocks of a stage.
	Blocks(stage int) int
	// Do runs one block of a stage.
	Do(stage, block, worker int)
}

// callerAlone has one worker, the goroutine that calls.
var callerAlone Pool = (*par.Pool)(nil)
