package broadphase_test

import (
	"fmt"
	"sync"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
)

// goroutines is the plainest Pool: it starts its workers anew for every task, and
// worker w runs every Workers-th block from w on.
type goroutines int

func (g goroutines) Workers() int { return int(g) }

func (g goroutines) Run(blocks int, task broadphase.Task) {
	var wait sync.WaitGroup
	for worker := range int(g) {
		wait.Go(func() {
			for block := worker; block < blocks; block += int(g) {
				task.Do(block, worker)
			}
		})
	}
	wait.Wait()
}

func (g goroutines) RunStages(stages broadphase.Stages) {
	for stage := range stages.Stages() {
		g.Run(stages.Blocks(stage), stageTask{stages, stage})
	}
}

// stageTask is one of several stages as a task.
type stageTask struct {
	stages broadphase.Stages
	stage  int
}

func (t stageTask) Do(block, worker int) { t.stages.Do(t.stage, block, worker) }

// Goroutines of the caller share the work. The pairs are the same as without them.
func ExamplePool() {
	tree := broadphase.NewTree()
	tree.SetPool(goroutines(4))
	ids, boxes := make([]uint32, 3000), make([]geom.Box32, 3000)
	for i := range boxes {
		ids[i] = uint32(i)
		tree.Insert(broadphase.Proxy{ID: uint32(i), Class: broadphase.Moving, Category: 1, Box: square(2*float32(i), 0)})
		boxes[i] = square(0.75*float32(i), 0)
	}
	tree.Update(ids, boxes)
	fmt.Println(len(tree.Pairs(nil)))
	// Output: 2999
}
