package par

import (
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// crew is all that the workers share. It does not know its Pool, so that a
// forgotten Pool can be collected while the workers are parked.
//
// How blocks are given out: cursor holds the number of the phase in its high half
// and the next free block in its low half. Taking a block is one atomic addition
// that says at once which phase the block belongs to, so a worker that comes late
// cannot take a block of a phase that has ended. Whoever ends the last block of a
// phase is for that moment the only one in the job; it moves on to the next stage
// and publishes it by storing a new cursor.
//
// limit is kept twice, by the parity of the phase, because a late worker may still
// compare its worthless block number with the limit of a phase that just ended.
type crew struct {
	cursor atomic.Uint64
	_      [line - 8]byte
	done   atomic.Int64 // blocks of the phase that have ended
	_      [line - 8]byte
	limit  [2]atomic.Int64 // blocks of the phase; 0 after the last stage

	job    job // written only between phases, see above
	failed atomic.Bool

	mu    sync.Mutex
	fault *Panic // of the failed block with the smallest number

	busy     atomic.Bool // a run is under way
	closed   atomic.Bool
	started  bool
	gone     sync.WaitGroup
	sleepers atomic.Int32 // seats that are parked or about to
	seats    []seat
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
	c := &crew{seats: make([]seat, workers)}
	for i := range c.seats {
		c.seats[i].token = make(chan struct{}, 1)
	}
	return c
}

func (c *crew) begin() {
	if !c.busy.CompareAndSwap(false, true) {
		panic("par: the pool is already running; a block must not use it, nor may two goroutines at once")
	}
}

func (c *crew) end() { c.busy.Store(false) }

// run works on j until its last stage has ended. The stage j starts with has at
// least two blocks.
func (c *crew) run(j job) {
	c.begin()
	if !c.started {
		c.started = true
		for w := 1; w < len(c.seats); w++ {
			c.gone.Add(1)
			go c.serve(w)
		}
	}
	c.job = j
	c.publish(j.count())
	for {
		phase, over := c.work(0)
		if over {
			break
		}
		c.await(0, phase)
	}
	// A parked worker must not keep the scene alive through the last job.
	c.job = job{}
	fault := c.fault
	c.fault = nil
	c.failed.Store(false)
	c.end()
	if fault != nil {
		panic(fault)
	}
}

// serve is the life of a worker other than the caller.
func (c *crew) serve(worker int) {
	defer c.gone.Done()
	for {
		phase, _ := c.work(worker)
		if c.closed.Load() {
			return
		}
		c.await(worker, phase)
	}
}

// work takes blocks until none is free. It returns the phase it found empty and
// whether that was the end of the run.
func (c *crew) work(worker int) (phase uint32, over bool) {
	const (
		outside = iota
		inBlock
		between
	)
	where, block, limit := outside, 0, int64(0)
	defer func() {
		if where == outside {
			return
		}
		// A block panicked. The run has to be brought to its end all the same.
		c.blame(block, recover())
		if where == between || c.done.Add(1) == limit {
			c.publish(0)
		}
		phase-- // look again at once: other blocks of this phase may still be free
	}()
	for {
		ticket := c.cursor.Add(1) - 1
		phase = uint32(ticket >> 32)
		limit = c.limit[phase&1].Load()
		if uint32(c.cursor.Load()>>32) != phase {
			continue // the limit may be another phase's, but there is a new phase
		}
		block = int(uint32(ticket))
		if int64(block) >= limit {
			return phase, limit == 0
		}
		where = inBlock
		if !c.failed.Load() {
			c.job.do(block, worker)
		}
		if c.done.Add(1) == limit {
			where, block = between, 0
			c.advance(worker)
		}
		where = outside
	}
}

// advance moves on to the next stage with two blocks or more. Nobody else is in
// the job meanwhile, so single blocks are run on the way.
func (c *crew) advance(worker int) {
	for c.job.stage+1 < c.job.stages && !c.failed.Load() {
		c.job.stage++
		n := c.job.count()
		if n > 1 {
			c.publish(n)
			return
		}
		if n == 1 {
			c.job.do(0, worker)
		}
	}
	c.publish(0)
}

// publish starts the next phase with n blocks, or ends the run if n is zero. The
// publisher takes part, so one block fewer needs somebody woken; of the end only
// the caller must hear.
func (c *crew) publish(n int) {
	phase := uint32(c.cursor.Load()>>32) + 1
	c.done.Store(0)
	c.limit[phase&1].Store(int64(n))
	c.cursor.Store(uint64(phase) << 32)
	if n == 0 {
		c.rouse(0)
	} else {
		c.wake(n - 1)
	}
}

// blame records a panic. Of several the smallest stage and block is kept.
func (c *crew) blame(block int, value any) {
	fault := &Panic{Stage: c.job.stage, Block: block, Value: value, Stack: string(debug.Stack())}
	c.failed.Store(true)
	c.mu.Lock()
	if c.fault == nil || block < c.fault.Block {
		c.fault = fault
	}
	c.mu.Unlock()
}

// stop tells the workers to leave. No run may be under way.
func (c *crew) stop() {
	c.closed.Store(true)
	c.publish(0)
	c.wake(len(c.seats))
}
