package par

import (
	"fmt"
	"runtime"
)

// Task is one stage: Do runs one of its blocks. The worker's number is below
// Pool.Workers; a task may keep scratch memory per worker, which no other block
// uses at the same time.
//
// Task and Staged are aliases, so that a package can declare an interface which
// *Pool satisfies without naming this package.
type Task = interface{ Do(block, worker int) }

// Func is a function as a Task. Keep the Func in a field: a closure made at the
// call allocates.
type Func func(block, worker int)

// Do calls f.
func (f Func) Do(block, worker int) { f(block, worker) }

// Staged is a sequence of stages with a barrier after each.
type Staged = interface {
	// Stages returns the number of stages. It is called once per run.
	Stages() int
	// Blocks returns the number of blocks of a stage. Any worker calls it, when all stages before
	// have ended.
	Blocks(stage int) int
	// Do runs one block of a stage.
	Do(stage, block, worker int)
}

// Pool is a number of workers that run stages. A nil Pool has one worker, the caller.
type Pool struct {
	sched *scheduler
	trace tracer
}

// tracer is a *Trace: a program that sets none has no code for it.
type tracer interface {
	begin()
	run(blocks int, t Task)
	runStages(stages int, s Staged)
}

// oneThread leaves the scheduler out of programs that have one thread. Each call of the scheduler
// stands behind it: the compiler does not look into a function that it does not inline.
const oneThread = runtime.GOARCH == "wasm"

// New returns a pool of the given number of workers, the caller included. Zero
// or less means one per processor that Go may use, at most eight, so that
// barriers stay short on big machines. No goroutine starts before a run needs it.
func New(workers int) *Pool {
	if workers <= 0 {
		workers = min(runtime.GOMAXPROCS(0), 8)
	}
	p := &Pool{sched: newScheduler(workers)}
	if !oneThread {
		runtime.AddCleanup(p, (*scheduler).stop, p.sched)
	}
	return p
}

// Workers returns how many workers may run blocks at the same time.
func (p *Pool) Workers() int {
	if p == nil {
		return 1
	}
	return len(p.sched.deques)
}

// BeginBurst announces a series of runs with short gaps, such as the stages of a tick. The workers
// wake up. Until EndBurst they wait for the next run without parking, unless the wait lasts
// milliseconds. It starts no goroutine. If there is contention for the processors the caller alone
// runs this burst.
func (p *Pool) BeginBurst() {
	if !oneThread && !p.serial() {
		p.sched.beginBurst()
	} else if p.traced() {
		p.trace.begin()
	}
}

// EndBurst ends a burst. Without one, or on a nil Pool, it does nothing.
func (p *Pool) EndBurst() {
	if p != nil && !oneThread {
		p.sched.endBurst()
	}
}

// Close stops the workers and waits until they have ended. Runs after Close use the caller
// alone. Closing twice, or a nil Pool, does nothing.
func (p *Pool) Close() {
	if p == nil || oneThread {
		return
	}
	p.sched.beginRun()
	p.sched.stop()
	p.sched.exited.Wait()
	p.sched.endRun()
}

// Run runs the blocks of one stage and returns when all have ended. With one block or one worker,
// the blocks run on the caller's goroutine, in ascending order.
func (p *Pool) Run(blocks int, t Task) {
	if p.traced() {
		p.trace.run(blocks, t)
		return
	}
	if blocks <= 1 || oneThread || p.serial() {
		for b := range blocks {
			t.Do(b, 0)
		}
		return
	}
	p.sched.run(job{task: t, blocks: blocks, stages: 1}, blocks)
	runtime.KeepAlive(p)
}

// RunStages runs the stages one after the other with a barrier between. The workers are
// woken once for all of them. A stage of one block is run by the worker that ended the
// stage before, without a barrier; leading stages of one block wake no worker.
func (p *Pool) RunStages(s Staged) {
	stages := s.Stages()
	if p.traced() {
		p.trace.runStages(stages, s)
		return
	}
	serial := oneThread || p.serial()
	for stage := range stages {
		n := s.Blocks(stage)
		if n > 1 && !serial {
			p.sched.run(job{staged: s, stage: stage, stages: stages}, n)
			runtime.KeepAlive(p)
			return
		}
		for b := range n {
			s.Do(stage, b, 0)
		}
	}
}

func (p *Pool) serial() bool {
	return p == nil || p.trace != nil || len(p.sched.deques) == 1 || p.sched.serialBurst || p.sched.closed.Load()
}

func (p *Pool) traced() bool { return p != nil && p.trace != nil }

// Blocks returns how many blocks of at most grain items n items make.
func Blocks(n, grain int) int { return (n + grain - 1) / grain }

// Span returns the items [lo, hi) of a block when n items are cut into blocks of
// grain items, the last one shorter.
func Span(block, n, grain int) (lo, hi int) {
	lo = block * grain
	return lo, min(lo+grain, n)
}

// Panic is the value of the panic of Run and RunStages after a block panicked on any worker.
type Panic struct {
	_            [0]func() // not comparable, so no program has code for a comparison
	Stage, Block int
	Value        any    // the value of the panic; nil if the block ended its goroutine
	Stack        string // of the worker, at the panic
}

// Error returns the value and the stack of the worker.
func (p *Panic) Error() string {
	return fmt.Sprintf("par: block %d of stage %d panicked: %v\n\n%s", p.Block, p.Stage, p.Value, p.Stack)
}

// Unwrap returns the value if it is an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}
