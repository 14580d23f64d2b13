package par

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// scheduler is the state that the workers share. It does not know its Pool, so that a
// dropped Pool can be collected while the workers are parked.
//
// A stage begins when a worker assigns every deque a range of its blocks. A worker takes the blocks
// of its own deque from the front. When none are left, it takes blocks of other deques from the
// back. Only then does it report the number of blocks that it has run. So a stage lasts as long as
// any worker holds a block, or has run one and not reported it. The worker that reports the last
// blocks is then the only one that uses the job, and it starts the next stage. A worker that comes
// late finds blocks of the present stage or none.
type scheduler struct {
	job         job          // written between stages only
	unfinished  atomic.Int64 // blocks of the stage that were not reported; beside job, because both pass from core to core
	_           [cacheLine]byte
	failure     *Panic // of the failed block with the smallest number
	mu          sync.Mutex
	failedBlock atomic.Int64 // its number, or MaxInt64: later blocks are not run

	noSpin      atomic.Bool  // do not spin: there are not enough processors
	inBurst     atomic.Bool  // between BeginBurst and EndBurst
	parkedCount atomic.Int32 // workers that are parked or about to park
	busy        atomic.Bool  // a run is under way
	closed      atomic.Bool
	started     int // workers that have a goroutine, the caller included
	exited      sync.WaitGroup
	deques      []deque

	contention  contention // from here on, all but stallTime belongs to the caller
	trials      trials
	timed       bool          // the burst is measured
	burstStart  time.Duration // since processStart
	serialBurst bool          // the caller works alone until EndBurst
	limit       int           // workers of the burst; 0 if all
	stallTime   atomic.Int64
}

// cacheLine keeps words that different cores write apart: two cache lines, because
// processors fetch them in pairs.
const cacheLine = 128

// job is one run. Either task or staged is set.
type job struct {
	_       [0]func() // not comparable, so no program has code for a comparison
	task    Task
	blocks  int
	staged  Staged
	stage   int // the current one
	stages  int
	workers int // workers that take part, at most one per processor
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

func newScheduler(workers int) *scheduler {
	s := &scheduler{deques: make([]deque, workers), started: 1}
	for i := range s.deques {
		s.deques[i].token = make(chan struct{}, 1)
	}
	s.failedBlock.Store(math.MaxInt64)
	return s
}

// run works on j until its last stage has ended. The stage that j starts with has n blocks,
// at least two.
func (s *scheduler) run(j job, n int) {
	s.beginRun()
	if j.workers = s.activeWorkers(); s.limit > 0 {
		j.workers = min(j.workers, s.limit)
	}
	for ; s.started < j.workers; s.started++ {
		s.exited.Add(1)
		go s.workerMain(s.started)
	}
	s.job = j
	s.publish(n)
	s.workLoop(0)
	// A parked worker must not keep the scene alive through the last job.
	s.job = job{}
	failure := s.failure
	if failure != nil {
		s.failure = nil
		s.failedBlock.Store(math.MaxInt64)
	}
	s.endRun()
	if failure != nil {
		panic(failure)
	}
}

func (s *scheduler) beginRun() {
	if !s.busy.CompareAndSwap(false, true) {
		panic("par: the pool is already running; a block must not use it, nor may two goroutines at once")
	}
}

func (s *scheduler) endRun() { s.busy.Store(false) }

// activeWorkers returns how many workers take part, and decides whether they may spin.
func (s *scheduler) activeWorkers() int {
	n := min(len(s.deques), runtime.GOMAXPROCS(0))
	s.noSpin.Store(n > runtime.NumCPU())
	return n
}

// processStart is the zero of the times of bursts. A field of type time.Time would link the
// formatting of dates.
var processStart = time.Now()

// beginBurst wakes the workers that a run would use.
func (s *scheduler) beginBurst() {
	if s.serialBurst = s.contention.takeSerialStep(); s.serialBurst || s.timed {
		return
	}
	s.burstStart, s.timed = time.Since(processStart), true
	s.stallTime.Store(0)
	active := s.activeWorkers()
	if active > 1 && s.started > 1 {
		s.limit = s.trials.choose(active)
		active = s.limit
	}
	if s.serialBurst = s.limit == 1; s.serialBurst {
		return
	}
	s.inBurst.Store(true)
	for w := range min(active, s.started) {
		s.deques[w].unpark(&s.parkedCount)
	}
}

func (s *scheduler) endBurst() {
	workers := s.limit
	s.serialBurst, s.limit = false, 0
	if !s.timed {
		return
	}
	s.timed = false
	s.inBurst.Store(false)
	elapsed := time.Since(processStart) - s.burstStart
	if workers > 0 {
		s.trials.record(elapsed)
	} else {
		workers = s.activeWorkers()
	}
	if workers > 1 {
		s.contention.record(elapsed, time.Duration(s.stallTime.Load()), workers)
	}
}

// workerMain is the goroutine of a worker other than the caller.
func (s *scheduler) workerMain(worker int) {
	defer s.exited.Done()
	s.workLoop(worker)
}

// workLoop works until the worker is told to exit.
func (s *scheduler) workLoop(worker int) {
	for !s.await(worker) {
		s.runOwn(worker)
	}
}

// runOwn runs the blocks of the worker's own deque.
func (s *scheduler) runOwn(worker int) {
	q := &s.deques[worker]
	for {
		block, ok := q.popFront()
		if !ok {
			break
		}
		s.do(block, worker)
		q.unreported++
	}
	s.report(worker)
}

// runStolen runs blocks of other deques.
func (s *scheduler) runStolen(worker int) {
	for {
		block, ok := s.steal()
		if !ok {
			break
		}
		s.do(block, worker)
		s.deques[worker].unreported++
	}
	s.report(worker)
}

// steal takes the last block of the fullest deque.
func (s *scheduler) steal() (block int, ok bool) {
	for {
		var fullest *deque
		most := 0
		for w := range s.deques {
			if n := s.deques[w].remaining(); n > most {
				fullest, most = &s.deques[w], n
			}
		}
		if fullest == nil {
			return 0, false
		}
		if block, ok = fullest.popBack(); ok {
			return block, true
		}
	}
}

// report subtracts the blocks that the worker has run, and starts the next stage if they were the
// last.
func (s *scheduler) report(worker int) {
	q := &s.deques[worker]
	n := q.unreported
	q.unreported = 0
	if n > 0 && s.unfinished.Add(-n) == 0 {
		s.nextStage(worker)
	}
}

// do runs a block, unless one before it has failed.
func (s *scheduler) do(block, worker int) {
	if int64(block) > s.failedBlock.Load() {
		return
	}
	returned := false
	defer func() {
		if returned {
			return
		}
		value := recover()
		s.recordPanic(block, value)
		if value == nil { // the goroutine ends: report for it
			if s.unfinished.Add(-s.deques[worker].unreported-1) == 0 {
				s.signalExit(0)
			}
		}
	}()
	s.job.do(block, worker)
	returned = true
}

// nextStage starts the next stage with two blocks or more, or ends the run. No other worker
// uses the job meanwhile, so single blocks are run on the way.
func (s *scheduler) nextStage(worker int) {
	returned := false
	defer func() {
		if !returned {
			s.recordPanic(0, recover())
			s.signalExit(0)
		}
	}()
	for s.job.stage+1 < s.job.stages && s.failure == nil {
		s.job.stage++
		n := s.job.count()
		if n > 1 {
			s.publish(n)
			returned = true
			return
		}
		if n == 1 {
			s.job.do(0, worker)
		}
	}
	returned = true
	s.signalExit(0)
}

// publish starts a stage of n blocks. The ranges of the workers follow each other in order, so that
// the rows of a repeated stage stay with the same core. If there are fewer blocks than workers, the
// blocks are spread over all workers. Each block then covers the rows that several workers have in
// longer stages, and goes to the first of these workers.
func (s *scheduler) publish(n int) {
	s.unfinished.Store(int64(n))
	workers := s.job.workers
	for w := workers - 1; w >= 0; w-- {
		if lo, hi := Range(w, n, workers); lo < hi {
			s.deques[w].assign(lo, hi)
		}
	}
	if s.parkedCount.Load() == 0 {
		return
	}
	for w := range workers {
		s.deques[w].unpark(&s.parkedCount)
	}
}

// Range returns the blocks [lo, hi) of n that belong to a worker.
func Range(worker, n, workers int) (lo, hi int) {
	return (worker*n + workers - 1) / workers, ((worker+1)*n + workers - 1) / workers
}

// signalExit makes a worker leave workLoop. For the caller that is the end of the run.
func (s *scheduler) signalExit(worker int) {
	s.deques[worker].workRange.Store(exitSignal)
	s.deques[worker].unpark(&s.parkedCount)
}

// recordPanic records a panic. Of several panics it keeps the one of the smallest block. The blocks
// before that block still run, so the result does not depend on the workers.
func (s *scheduler) recordPanic(block int, value any) {
	failure := &Panic{Stage: s.job.stage, Block: block, Value: value, Stack: string(debug.Stack())}
	s.mu.Lock()
	if s.failure == nil || block < s.failure.Block {
		s.failure = failure
		s.failedBlock.Store(int64(block))
	}
	s.mu.Unlock()
}

// stop tells the workers to leave. No run may be under way.
func (s *scheduler) stop() {
	s.closed.Store(true)
	for w := 1; w < s.started; w++ {
		s.signalExit(w)
	}
}
