package par

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const ms = time.Millisecond

// runTrials feeds the watch whole trials and returns how many steps it then rests.
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
		{"nobody waits", 4 * ms, 0, 2, 0},
		{"a third of the time is lost", 6 * ms, 2 * ms, 2, 0},
		{"half of it", 4 * ms, 2 * ms, 2, firstSerialSteps},
		{"half of it, but four work for the rest", 4 * ms, 6 * ms, 4, 0},
		{"three quarters", 4 * ms, 9 * ms, 4, firstSerialSteps},
		{"too little to tell", 2 * ms, 2 * ms, 2, 0},
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
	require.Equal(t, firstSerialSteps, w.runTrials(1, 3*ms, 2*ms, 2), "one good trial makes up for the past")
	w.record(20*ms, 20*ms, 2)
	require.False(t, w.takeSerialStep(), "a single bad step means nothing")
}

// Workers that stand still in the middle of their blocks make the caller work alone for
// the steps of a break; between steps nothing of it is left.
func TestCallerRunsAloneUnderContention(t *testing.T) {
	processors(t, 2)
	p := New(2)
	defer p.Close()
	var others atomic.Int64
	stalled := Func(func(_, worker int) {
		if worker != 0 {
			others.Add(1)
		}
		time.Sleep(3 * ms) // until the other is there too, and longer
		if worker != 0 {
			time.Sleep(12 * ms)
		}
	})
	steps := 0
	for ; p.sched.contention.serialSteps == 0; steps++ {
		require.Less(t, steps, 1000, "nobody notices")
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
