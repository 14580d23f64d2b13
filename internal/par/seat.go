package par

import (
	"runtime"
	"sync/atomic"
)

// seat is where one worker waits.
type seat struct {
	parked atomic.Bool
	token  chan struct{} // one token for each time parked went from true to false by another hand
	_      [line - 16]byte
}

// A waiting worker looks at the cursor pollsPerYield times, which takes well
// under a microsecond, then lets other goroutines run, and parks after
// yieldsBeforePark such rounds: some tens of microseconds, longer than the serial
// gaps between the stages of a step and much shorter than the gap between frames.
const (
	pollsPerYield    = 128
	yieldsBeforePark = 128
)

// await returns when the phase is no longer the given one, or soon before: the
// caller looks again anyway.
func (c *crew) await(worker int, phase uint32) {
	for range yieldsBeforePark {
		for range pollsPerYield {
			if uint32(c.cursor.Load()>>32) != phase {
				return
			}
		}
		runtime.Gosched()
	}
	s := &c.seats[worker]
	// Counted before it is parked, so the count is never below the number of
	// parked seats. Publishers store the cursor first and look for sleepers then;
	// here it is the other way round, so one of the two sees the other.
	c.sleepers.Add(1)
	s.parked.Store(true)
	if uint32(c.cursor.Load()>>32) != phase && s.parked.CompareAndSwap(true, false) {
		c.sleepers.Add(-1)
		return
	}
	<-s.token
}

// rouse wakes a worker if it is parked.
func (c *crew) rouse(worker int) bool {
	s := &c.seats[worker]
	if !s.parked.Load() || !s.parked.CompareAndSwap(true, false) {
		return false
	}
	c.sleepers.Add(-1)
	s.token <- struct{}{}
	return true
}

// wake wakes up to n parked workers. Those that still poll need no call.
func (c *crew) wake(n int) {
	if c.sleepers.Load() == 0 {
		return
	}
	for w := range c.seats {
		if n <= 0 {
			return
		}
		if c.rouse(w) {
			n--
		}
	}
}
