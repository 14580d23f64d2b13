package par

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// runBursts runs bursts on a machine that takes a time for each number of workers, and returns how
// many of them each number had.
func (t *trials) runBursts(n, most int, elapsed func(burst, workers int) time.Duration) map[int]int {
	count := map[int]int{}
	for i := range n {
		workers := t.choose(most)
		count[workers]++
		t.record(elapsed(i, workers))
	}
	return count
}

func TestTrialsFindTheFastestNumberOfWorkers(t *testing.T) {
	for _, c := range []struct {
		name    string
		most    int
		elapsed map[int]time.Duration
		want    int
	}{
		{"two are faster than one", 2, map[int]time.Duration{1: 3 * ms, 2: 2 * ms}, 2},
		{"two are slower", 2, map[int]time.Duration{1: 2 * ms, 2: 3 * ms}, 1},
		{"two are faster by less than a gain", 2, map[int]time.Duration{1: 200, 2: 196}, 2},
		{"two are slower by less than a gain", 2, map[int]time.Duration{1: 196, 2: 200}, 2},
		{"four of eight", 8, map[int]time.Duration{1: 3 * ms, 2: 2 * ms, 4: ms, 8: 2 * ms}, 4},
		{"one of eight", 8, map[int]time.Duration{1: 10, 2: 20, 4: 30, 8: 40}, 1},
		{"three of six", 6, map[int]time.Duration{1: 3 * ms, 2: 2 * ms, 3: ms, 6: 2 * ms}, 3},
		{"too long for a trial with fewer", 2, map[int]time.Duration{1: 4 * ms, 2: 5 * ms}, 2},
		{"a clock that stands", 2, map[int]time.Duration{1: 0, 2: 0}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			var w trials
			w.runBursts(2000, c.most, func(_, workers int) time.Duration { return c.elapsed[workers] })
			require.Equal(t, c.want, w.usual)
		})
	}
}

// A trial of a number that is much slower ends after its first burst that counts.
func TestTrialsCostLittle(t *testing.T) {
	var w trials
	count := w.runBursts(10000, 2, func(_, workers int) time.Duration { return 4 * ms / time.Duration(workers) })
	require.NotZero(t, count[1], "one worker was tried")
	require.LessOrEqual(t, count[1], 20)
}

// Bursts that become longer or shorter for another reason change no number.
func TestTrialsIgnoreTrends(t *testing.T) {
	for _, perBurst := range []float64{0.99, 1.01} {
		var w trials
		elapsed := float64(ms)
		w.runBursts(200, 2, func(int, int) time.Duration {
			elapsed *= perBurst
			return time.Duration(elapsed)
		})
		require.Equal(t, 2, w.usual)
	}
}

func TestTrialsFollowTheMachine(t *testing.T) {
	var w trials
	slow := func(_, workers int) time.Duration { return time.Duration(workers) * ms }
	fast := func(_, workers int) time.Duration { return 8 * ms / time.Duration(workers) }
	w.runBursts(1000, 4, slow)
	require.Equal(t, 1, w.usual)
	w.runBursts(5000, 4, fast)
	require.Equal(t, 4, w.usual)
	w.runBursts(1, 2, fast)
	require.Equal(t, 2, w.usual, "no more than a burst can have")
}

func TestBurstHasTheChosenWorkers(t *testing.T) {
	processors(t, 4)
	p := New(4)
	defer p.Close()
	var others atomic.Int64
	count := Func(func(_, worker int) {
		if worker != 0 {
			others.Add(1)
		}
	})
	p.Run(16, count) // starts the workers
	parked := func() bool { return p.sched.parkedCount.Load() == 3 }
	p.sched.trials.choose(4)
	p.sched.trials.usual = 1
	others.Store(0)
	require.Eventually(t, parked, 10*time.Second, 100*time.Microsecond)
	for range 5 {
		p.BeginBurst()
		require.True(t, parked(), "no worker wakes")
		p.Run(16, count)
		p.EndBurst()
	}
	require.Zero(t, others.Load(), "the caller ran all blocks")
	require.Equal(t, 5-firstWait, p.sched.trials.bursts, "the bursts were recorded")

	p.sched.trials.usual = 2
	p.BeginBurst()
	p.Run(16, Func(func(_, worker int) {
		if worker > 1 {
			others.Add(1)
		}
		time.Sleep(time.Millisecond)
	}))
	p.EndBurst()
	require.Zero(t, others.Load(), "the others are parked")
	require.Equal(t, 4, p.Workers())
	p.Run(16, count)
	require.Zero(t, p.sched.limit, "no limit outside of bursts")
}
