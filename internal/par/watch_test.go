package par

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const ms = time.Millisecond

// trials feeds the watch whole trials and returns how many steps it then rests.
func (w *watch) trials(n int, spent, lost time.Duration, crew int) (rests int) {
	for range n {
		for range trialSteps {
			w.note(spent, lost, crew)
		}
	}
	for w.rests() {
		rests++
	}
	return rests
}

func TestWatch(t *testing.T) {
	for _, c := range []struct {
		name        string
		spent, lost time.Duration
		crew, rests int
	}{
		{"nobody waits", 4 * ms, 0, 2, 0},
		{"a third of the time is lost", 6 * ms, 2 * ms, 2, 0},
		{"half of it", 4 * ms, 2 * ms, 2, firstBreak},
		{"half of it, but four work for the rest", 4 * ms, 6 * ms, 4, 0},
		{"three quarters", 4 * ms, 9 * ms, 4, firstBreak},
		{"too little to tell", 2 * ms, 2 * ms, 2, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.rests, new(watch).trials(1, c.spent, c.lost, c.crew))
		})
	}
}

func TestWatchIsNotHastyToTryAgain(t *testing.T) {
	var w watch
	for _, want := range []int{64, 128, 256, 512, 1024, 1024} {
		require.Equal(t, want, w.trials(1, 3*ms, 2*ms, 2))
	}
	require.Zero(t, w.trials(1, 3*ms, 0, 2))
	require.Equal(t, firstBreak, w.trials(1, 3*ms, 2*ms, 2), "one good trial makes up for the past")
	w.note(20*ms, 20*ms, 2)
	require.False(t, w.rests(), "a single bad step means nothing")
}

// Workers that stand still in the middle of their blocks make the caller work alone for
// the steps of a break; between steps nothing of it is left.
func TestCallerWorksAloneWhenWorkersAreHeldUp(t *testing.T) {
	processors(t, 2)
	p := New(2)
	defer p.Close()
	var others atomic.Int64
	held := Func(func(_, worker int) {
		if worker != 0 {
			others.Add(1)
		}
		time.Sleep(3 * ms) // until the other is there too, and longer
		if worker != 0 {
			time.Sleep(12 * ms)
		}
	})
	steps := 0
	for ; p.crew.watch.alone == 0; steps++ {
		require.Less(t, steps, 1000, "nobody notices")
		p.Muster()
		p.Run(2, held)
		p.Dismiss()
	}
	require.GreaterOrEqual(t, steps, trialSteps)
	seen := others.Load()
	require.NotZero(t, seen)
	for range 3 {
		p.Muster()
		p.Run(2, Func(func(_, worker int) {
			if worker != 0 {
				others.Add(1)
			}
		}))
		p.Dismiss()
	}
	require.Equal(t, seen, others.Load(), "the caller runs all blocks")
	require.Equal(t, firstBreak-3, p.crew.watch.alone)
	require.False(t, p.crew.alone)
}
