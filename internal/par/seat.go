package par

import (
	"runtime"
	"sync/atomic"
	"time"
)

// seat is where one worker works and waits.
type seat struct {
	// share is what is left of the worker's blocks, [next, end), with next in the
	// high half. All that is in it can be taken, whatever the taker knew before, so
	// it needs no number of a stage.
	share atomic.Uint64
	_     [line - 8]byte

	ran    int64 // blocks that the worker has not reported
	parked atomic.Bool
	token  chan struct{} // one token for each time parked went from true to false by another hand
	_      [line - 24]byte
}

// called is the share of a worker that is to look up from its work: no blocks, and
// yet next differs from end.
const called = 1 << 32

func (s *seat) give(next, end int) { s.share.Store(uint64(next)<<32 | uint64(end)) }

// free returns how many blocks are left.
func (s *seat) free() int {
	share := s.share.Load()
	return int(uint32(share)) - int(share>>32)
}

// front takes the first block. It fails only if there is none.
func (s *seat) front() (block int, ok bool) {
	for {
		share := s.share.Load()
		next, end := share>>32, share&(1<<32-1)
		if next >= end {
			return 0, false
		}
		if s.share.CompareAndSwap(share, share+1<<32) {
			return int(next), true
		}
	}
}

// back takes the last block. It also fails if another was quicker.
func (s *seat) back() (block int, ok bool) {
	share := s.share.Load()
	next, end := share>>32, share&(1<<32-1)
	if next >= end || !s.share.CompareAndSwap(share, share-1) {
		return 0, false
	}
	return int(end - 1), true
}

// A worker that is through with its share waits for grace before it takes blocks of
// others: their rows are in another core's cache, and to fetch them takes longer than
// what is left usually does. Then it polls, because to wake a worker takes a tenth of a
// millisecond: for patience while the workers are mustered, as long as the serial
// gaps between the stages of a big scene; else for idle, which bridges two ticks in a
// row but not two frames. Where there are fewer processors than workers it lets others
// run instead.
const (
	grace    = 3 * time.Microsecond
	idle     = 50 * time.Microsecond
	patience = 2 * time.Millisecond
	polls    = 200 // between two looks at the clock
	yields   = 50
)

// await returns when the worker has a share again, or true if it was called.
func (c *crew) await(worker int) bool {
	s := &c.seats[worker]
	hasty := c.hasty.Load()
	if !s.ready() && (hasty || !s.poll(grace)) {
		c.help(worker)
		start := time.Now()
		lingered, held := c.linger(s, hasty)
		if !lingered {
			s.park(&c.sleepers)
		}
		if worker == 0 {
			held = time.Since(start) // it waits for barriers only
		}
		if held > stall {
			c.lost.Add(int64(held))
		}
	}
	if s.share.Load() != called {
		return false
	}
	s.share.Store(0)
	return true
}

// ready reports whether there is nothing to wait for.
func (s *seat) ready() bool {
	share := s.share.Load()
	return share>>32 != share&(1<<32-1)
}

// poll waits for a while and returns whether the seat is ready.
func (s *seat) poll(d time.Duration) bool {
	for start := time.Now(); ; {
		for range polls {
			if s.ready() {
				return true
			}
		}
		if time.Since(start) > d {
			return false
		}
	}
}

// linger waits as long as that is better than to park and returns whether the seat is
// ready, and for how long a run was under way meanwhile.
func (c *crew) linger(s *seat, hasty bool) (ready bool, held time.Duration) {
	if hasty {
		return s.yield(), 0
	}
	for start := time.Now(); !s.poll(idle); {
		waited := time.Since(start)
		if c.busy.Load() {
			held = waited
		}
		if !c.mustered.Load() || waited > patience {
			return false, held
		}
	}
	return true, held
}

// yield lets others run for a while and returns whether the seat is ready.
func (s *seat) yield() bool {
	for range yields {
		if s.ready() {
			return true
		}
		runtime.Gosched()
	}
	return false
}

// park sleeps until there is something to do, or a little less: the caller looks
// again anyway.
func (s *seat) park(sleepers *atomic.Int32) {
	// Counted before it is parked, so the count is never below the number of
	// parked seats. Who has something for a seat stores it first and looks for
	// sleepers then; here it is the other way round, so one of the two sees the other.
	sleepers.Add(1)
	s.parked.Store(true)
	if s.ready() && s.parked.CompareAndSwap(true, false) {
		sleepers.Add(-1)
		return
	}
	<-s.token
}

// rouse wakes the worker if it is parked.
func (s *seat) rouse(sleepers *atomic.Int32) {
	if s.parked.Load() && s.parked.CompareAndSwap(true, false) {
		sleepers.Add(-1)
		s.token <- struct{}{}
	}
}
