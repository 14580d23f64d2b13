package par

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// crew is all that the workers share. It does not know its Pool, so that a
// forgotten Pool can be collected while the workers are parked.
//
// How blocks are given out: whoever starts a stage puts a share of its blocks on
// every seat. A worker takes the blocks of its own seat from the front, and when
// there are none left, those of others from the back. Only then does it report how
// many it has run. So as long as somebody holds a block, or has run one and not
// said so, the stage lasts; and who reports the last ones is for that moment the
// only one in the job and starts the next stage. A worker that comes late finds
// blocks of the present stage or none.
type crew struct {
	job   job          // written only between stages, see above
	left  atomic.Int64 // blocks of the stage that were not reported; beside job, for both go from hand to hand
	_     [line]byte
	fault *Panic // of the failed block with the smallest number
	mu    sync.Mutex
	fails atomic.Int64 // that number, or MaxInt64: later blocks are not run

	hasty    atomic.Bool  // do not spin: there are not enough processors
	mustered atomic.Bool  // a run is to come soon
	sleepers atomic.Int32 // seats that are parked or about to
	busy     atomic.Bool  // a run is under way
	closed   atomic.Bool
	started  int // workers that have a goroutine, the caller included
	gone     sync.WaitGroup
	seats    []seat

	watch watch // the rest is of the caller, but for lost
	since time.Time
	alone bool // until it is dismissed the caller is the crew
	lost  atomic.Int64
}

// line keeps words that different cores write apart: two cache lines, because
// processors fetch them in pairs.
const line = 128

// job is what one run is about. Either task or staged is set.
type job struct {
	task   Task
	blocks int
	staged Staged
	stage  int // the current one
	stages int
	crew   int // workers that take part: no more than there are processors
}

func (j *job) count() int {
	if j.task != nil {
		return j.blocks
	}
	return j.staged.Blocks(j.stage)
}

func (j *job) do(block, worker int) {
	if j.task != nil {
		j.task.Do(block, worker)
	} else {
		j.staged.Do(j.stage, block, worker)
	}
}

func newCrew(workers int) *crew {
	c := &crew{seats: make([]seat, workers), started: 1}
	for i := range c.seats {
		c.seats[i].token = make(chan struct{}, 1)
	}
	c.fails.Store(math.MaxInt64)
	return c
}

func (c *crew) begin() {
	if !c.busy.CompareAndSwap(false, true) {
		panic("par: the pool is already running; a block must not use it, nor may two goroutines at once")
	}
}

func (c *crew) end() { c.busy.Store(false) }

// run works on j until its last stage has ended. The stage j starts with has n
// blocks, two at least.
func (c *crew) run(j job, n int) {
	c.begin()
	j.crew = c.size()
	for ; c.started < j.crew; c.started++ {
		c.gone.Add(1)
		go c.live(c.started)
	}
	c.job = j
	c.publish(n)
	c.serve(0)
	// A parked worker must not keep the scene alive through the last job.
	c.job = job{}
	fault := c.fault
	if fault != nil {
		c.fault = nil
		c.fails.Store(math.MaxInt64)
	}
	c.end()
	if fault != nil {
		panic(fault)
	}
}

// size returns how many workers take part, and finds out whether they may spin.
func (c *crew) size() int {
	n := min(len(c.seats), runtime.GOMAXPROCS(0))
	c.hasty.Store(n > runtime.NumCPU())
	return n
}

// muster wakes the workers that a run would.
func (c *crew) muster() {
	if c.alone = c.watch.rests(); c.alone {
		return
	}
	if c.mustered.Swap(true) {
		return
	}
	c.since = time.Now()
	c.lost.Store(0)
	for w := range min(c.size(), c.started) {
		c.seats[w].rouse(&c.sleepers)
	}
}

func (c *crew) dismiss() {
	c.alone = false
	if crew := c.size(); c.mustered.Swap(false) && crew > 1 {
		c.watch.note(time.Since(c.since), time.Duration(c.lost.Load()), crew)
	}
}

// live is the life of a worker other than the caller. Nobody calls it but to leave.
func (c *crew) live(worker int) {
	defer c.gone.Done()
	c.serve(worker)
}

// serve works until the worker is called.
func (c *crew) serve(worker int) {
	for !c.await(worker) {
		c.work(worker)
	}
}

// work runs the worker's own share.
func (c *crew) work(worker int) {
	s := &c.seats[worker]
	for {
		block, ok := s.front()
		if !ok {
			break
		}
		c.do(block, worker)
		s.ran++
	}
	c.report(worker)
}

// help runs what others have not begun.
func (c *crew) help(worker int) {
	for {
		block, ok := c.rob()
		if !ok {
			break
		}
		c.do(block, worker)
		c.seats[worker].ran++
	}
	c.report(worker)
}

// rob takes the last block of the fullest share.
func (c *crew) rob() (block int, ok bool) {
	for {
		var fullest *seat
		most := 0
		for w := range c.seats {
			if n := c.seats[w].free(); n > most {
				fullest, most = &c.seats[w], n
			}
		}
		if fullest == nil {
			return 0, false
		}
		if block, ok = fullest.back(); ok {
			return block, true
		}
	}
}

// report says how many blocks the worker has run, and goes on to the next stage if
// these were the last.
func (c *crew) report(worker int) {
	s := &c.seats[worker]
	n := s.ran
	s.ran = 0
	if n > 0 && c.left.Add(-n) == 0 {
		c.advance(worker)
	}
}

// do runs a block, unless one before it has failed.
func (c *crew) do(block, worker int) {
	if int64(block) > c.fails.Load() {
		return
	}
	returned := false
	defer func() {
		if returned {
			return
		}
		value := recover()
		c.blame(block, value)
		if value == nil { // the goroutine ends: report for it
			if c.left.Add(-c.seats[worker].ran-1) == 0 {
				c.call(0)
			}
		}
	}()
	c.job.do(block, worker)
	returned = true
}

// advance moves on to the next stage with two blocks or more, or ends the run.
// Nobody else is in the job meanwhile, so single blocks are run on the way.
func (c *crew) advance(worker int) {
	returned := false
	defer func() {
		if !returned {
			c.blame(0, recover())
			c.call(0)
		}
	}()
	for c.job.stage+1 < c.job.stages && c.fault == nil {
		c.job.stage++
		n := c.job.count()
		if n > 1 {
			c.publish(n)
			returned = true
			return
		}
		if n == 1 {
			c.job.do(0, worker)
		}
	}
	returned = true
	c.call(0)
}

// publish starts a stage of n blocks: the workers' shares follow each other in
// order, so that the rows of a stage that comes again stay with the same core.
func (c *crew) publish(n int) {
	c.left.Store(int64(n))
	crew := min(c.job.crew, n)
	for w := crew - 1; w >= 0; w-- {
		c.seats[w].give(w*n/crew, (w+1)*n/crew)
	}
	if c.sleepers.Load() == 0 {
		return
	}
	for w := range crew {
		c.seats[w].rouse(&c.sleepers)
	}
}

// call makes a worker leave serve. For the caller that is the end of the run, and
// what is left of it is the caller's alone.
func (c *crew) call(worker int) {
	c.seats[worker].share.Store(called)
	c.seats[worker].rouse(&c.sleepers)
}

// blame records a panic. Of several the smallest block is kept; those before it
// still run, so which one it is does not depend on the workers.
func (c *crew) blame(block int, value any) {
	fault := &Panic{Stage: c.job.stage, Block: block, Value: value, Stack: string(debug.Stack())}
	c.mu.Lock()
	if c.fault == nil || block < c.fault.Block {
		c.fault = fault
		c.fails.Store(int64(block))
	}
	c.mu.Unlock()
}

// stop tells the workers to leave. No run may be under way.
func (c *crew) stop() {
	c.closed.Store(true)
	for w := 1; w < c.started; w++ {
		c.call(w)
	}
}
