package par

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const ms = time.Millisecond

// runTrials records whole trials and returns the number of serial steps that follow.
func (c *contention) runTrials(n int, elapsed, stallTime time.Duration, workers int) (serialSteps int) {
	for range n {
		for range trialSteps {
			c.record(elapsed, stallTime, workers)
		}
	}
	for c.takeSerialStep() {
		serialSteps++
	}
	return serialSteps
}

func TestContention(t *testing.T) {
	for _, c := range []struct {
		name                 string
		elapsed, stallTime   time.Duration
		workers, serialSteps int
	}{
		{"no waiting", 4 * ms, 0, 2, 0},
		{"a third of the time is waiting", 6 * ms, 2 * ms, 2, 0},
		{"half of it", 4 * ms, 2 * ms, 2, firstSerialSteps},
		{"half of it, but four work for the rest", 4 * ms, 6 * ms, 4, 0},
		{"three quarters", 4 * ms, 9 * ms, 4, firstSerialSteps},
		{"too short for a trial", 2 * ms, 2 * ms, 2, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.serialSteps, new(contention).runTrials(1, c.elapsed, c.stallTime, c.workers))
		})
	}
}

func TestContentionBacksOff(t *testing.T) {
	var w contention
	for _, want := range []int{64, 128, 256, 512, 1024, 1024} {
		require.Equal(t, want, w.runTrials(1, 3*ms, 2*ms, 2))
	}
	require.Zero(t, w.runTrials(1, 3*ms, 0, 2))
	require.Equal(t, firstSerialSteps, w.runTrials(1, 3*ms, 2*ms, 2), "one good trial resets the wait")
	w.record(20*ms, 20*ms, 2)
	require.False(t, w.takeSerialStep(), "a single bad step is not enough")
}

// Workers that stop in the middle of their blocks make the caller work alone for some
// steps. Between steps it has no effect.
func TestCallerRunsAloneUnderContention(t *testing.T) {
	processors(t, 2)
	p := New(2)
	defer p.Close()
	var others atomic.Int64
	stalled := Func(func(_, worker int) {
		if worker != 0 {
			others.Add(1)
		}
		time.Sleep(3 * ms) // until the other worker has begun, and longer
		if worker != 0 {
			time.Sleep(12 * ms)
		}
	})
	steps := 0
	for ; p.sched.contention.serialSteps == 0; steps++ {
		require.Less(t, steps, 1000, "no contention was found")
		p.BeginBurst()
		p.Run(2, stalled)
		p.EndBurst()
	}
	require.GreaterOrEqual(t, steps, trialSteps)
	seen := others.Load()
	require.NotZero(t, seen)
	for range 3 {
		p.BeginBurst()
		p.Run(2, Func(func(_, worker int) {
			if worker != 0 {
				others.Add(1)
			}
		}))
		p.EndBurst()
	}
	require.Equal(t, seen, others.Load(), "the caller runs all blocks")
	require.Equal(t, firstSerialSteps-3, p.sched.contention.serialSteps)
	require.False(t, p.sched.serialBurst)
}
