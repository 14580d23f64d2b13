package par

import (
	"runtime"
	"sync/atomic"
	"time"
)

// deque holds the blocks of one worker, and parks the worker.
type deque struct {
	_ [0]func() // not comparable, so no program has code for a comparison
	// workRange holds the blocks that are left, [next, end), with next in the high half. All of
	// these blocks may be taken at any time, so the range needs no stage number.
	workRange atomic.Uint64
	_         [cacheLine - 8]byte

	unreported int64 // blocks that the worker has run and not reported
	parked     atomic.Bool
	token      chan struct{} // one token for each time that another goroutine ended parked
	_          [cacheLine - 24]byte
}

// exitSignal is the range that makes a worker leave its loop. It has no blocks, but next differs
// from end.
const exitSignal = 1 << 32

func (q *deque) assign(next, end int) { q.workRange.Store(uint64(next)<<32 | uint64(end)) }

// remaining returns how many blocks are left.
func (q *deque) remaining() int {
	packed := q.workRange.Load()
	return int(uint32(packed)) - int(packed>>32)
}

// popFront takes the first block. It fails only if there is none.
func (q *deque) popFront() (block int, ok bool) {
	for {
		packed := q.workRange.Load()
		next, end := packed>>32, packed&(1<<32-1)
		if next >= end {
			return 0, false
		}
		if q.workRange.CompareAndSwap(packed, packed+1<<32) {
			return int(next), true
		}
	}
}

// popBack takes the last block. It also fails if another worker was faster.
func (q *deque) popBack() (block int, ok bool) {
	packed := q.workRange.Load()
	next, end := packed>>32, packed&(1<<32-1)
	if next >= end || !q.workRange.CompareAndSwap(packed, packed-1) {
		return 0, false
	}
	return int(end - 1), true
}

// A worker that has run its own blocks waits for spinDelay before it steals. The rows of other
// blocks are in another core's cache, and fetching the rows usually takes longer than running the
// blocks. Then the worker polls, because waking a worker takes a tenth of a millisecond. Within a
// burst it polls for burstSpin, as long as the serial gaps between the stages of a big scene.
// Outside a burst it polls for idleSpin, which bridges two ticks in a row but not two frames. If
// there are fewer processors than workers, it yields instead.
const (
	spinDelay = 3 * time.Microsecond
	idleSpin  = 50 * time.Microsecond
	burstSpin = 2 * time.Millisecond
	polls     = 200 // between two readings of the clock
	yields    = 50
)

// await returns when the worker has blocks again, or true if it is to exit.
func (s *scheduler) await(worker int) bool {
	q := &s.deques[worker]
	noSpin := s.noSpin.Load()
	if !q.ready() && (noSpin || !q.poll(spinDelay)) {
		s.runStolen(worker)
		start := time.Now()
		ready, stalled := s.spin(q, noSpin)
		if !ready {
			q.park(&s.parkedCount)
		}
		if worker == 0 {
			stalled = time.Since(start) // the caller waits for barriers only
		}
		if stalled > stallThreshold {
			s.stallTime.Add(int64(stalled))
		}
	}
	if q.workRange.Load() != exitSignal {
		return false
	}
	q.workRange.Store(0)
	return true
}

// ready reports whether there is nothing to wait for.
func (q *deque) ready() bool {
	packed := q.workRange.Load()
	return packed>>32 != packed&(1<<32-1)
}

// poll waits for a while and reports whether the deque is ready.
func (q *deque) poll(d time.Duration) bool {
	for start := time.Now(); ; {
		for range polls {
			if q.ready() {
				return true
			}
		}
		if time.Since(start) > d {
			return false
		}
	}
}

// spin waits as long as waiting is better than parking. It reports whether the deque is ready, and
// for how long a run was under way meanwhile.
func (s *scheduler) spin(q *deque, noSpin bool) (ready bool, stalled time.Duration) {
	if noSpin {
		return q.yield(), 0
	}
	for start := time.Now(); !q.poll(idleSpin); {
		waited := time.Since(start)
		if s.busy.Load() {
			stalled = waited
		}
		if !s.inBurst.Load() || waited > burstSpin {
			return false, stalled
		}
	}
	return true, stalled
}

// yield lets others run for a while and reports whether the deque is ready.
func (q *deque) yield() bool {
	for range yields {
		if q.ready() {
			return true
		}
		runtime.Gosched()
	}
	return false
}

// park sleeps until the deque is ready. It may return too early; the caller looks again.
func (q *deque) park(parkedCount *atomic.Int32) {
	// The worker is counted before it is parked, so the count is never below the number of parked
	// workers. The other side stores blocks first and then looks for parked workers. This side
	// marks the worker as parked first and then looks for blocks, so at least one of the two sees
	// the other.
	parkedCount.Add(1)
	q.parked.Store(true)
	if q.ready() && q.parked.CompareAndSwap(true, false) {
		parkedCount.Add(-1)
		return
	}
	<-q.token
}

// unpark wakes the worker if it is parked.
func (q *deque) unpark(parkedCount *atomic.Int32) {
	if q.parked.Load() && q.parked.CompareAndSwap(true, false) {
		parkedCount.Add(-1)
		q.token <- struct{}{}
	}
}
