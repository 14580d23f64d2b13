package par

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestCloseLeavesNoGoroutine(t *testing.T) {
	processors(t, 4)
	before := runtime.NumGoroutine()
	for i := range 50 {
		p := New(4)
		if i%2 == 0 {
			p.Run(16, Func(func(int, int) {}))
		}
		if i%4 == 0 { // close while the workers are parked
			require.Eventually(t, func() bool { return p.sched.parkedCount.Load() == 3 }, 10*time.Second, 100*time.Microsecond)
		}
		p.Close()
		p.Close()
	}
	requireGoroutines(t, before)
}

func TestBurst(t *testing.T) {
	processors(t, 2)
	var none *Pool
	none.BeginBurst()
	none.EndBurst()
	before := runtime.NumGoroutine()
	p := New(2)
	p.BeginBurst()
	require.Equal(t, before, runtime.NumGoroutine(), "no worker was started")
	parked := func(want int32) func() bool {
		return func() bool { return p.sched.parkedCount.Load() == want }
	}
	for range 5 {
		p.Run(16, Func(func(int, int) {}))
		p.EndBurst()
		require.Eventually(t, parked(1), 10*time.Second, 100*time.Microsecond, "workers park after a burst")
		require.Eventually(t, func() bool {
			p.BeginBurst()
			return parked(0)()
		}, 10*time.Second, time.Microsecond, "workers do not park within a burst")
	}
	require.Eventually(t, parked(1), 10*time.Second, 100*time.Microsecond, "unless no run follows")
	p.Close()
	p.BeginBurst()
	p.EndBurst()
	requireGoroutines(t, before)
}

func TestClosedPoolRunsOnCaller(t *testing.T) {
	p := New(4)
	p.Run(16, Func(func(int, int) {}))
	p.Close()
	var n, others int
	p.Run(16, Func(func(_, worker int) {
		n++
		if worker != 0 {
			others++
		}
	}))
	p.RunStages(&funcStages{counts: []int{3, 3}, do: func(int, int, int) { n++ }})
	require.Equal(t, 22, n)
	require.Zero(t, others)
}

// poolOwner owns its pool and is the task, as the engine's world is: a parked worker
// that kept the last task would keep the pool alive for ever.
type poolOwner struct {
	pool *Pool
	n    atomic.Int64
}

func (w *poolOwner) Do(int, int)         { w.n.Add(1) }
func (w *poolOwner) stage(int, int, int) { w.n.Add(1) }

func TestCollectedPoolStopsWorkers(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		w := &poolOwner{pool: New(3)}
		w.pool.RunStages(&funcStages{counts: []int{4, 4}, do: w.stage})
		w.pool.Run(16, w)
		require.EqualValues(t, 24, w.n.Load())
	}
	requireGoroutines(t, before)
}

// requireGoroutines waits for the number of goroutines to fall back, collecting
// garbage: a goroutine counts until it has ended.
func requireGoroutines(t *testing.T, want int) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for runtime.NumGoroutine() > want {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d at the start\n%s", runtime.NumGoroutine(), want, buf[:runtime.Stack(buf, true)])
		}
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
}

func TestWarmRunDoesNotAllocate(t *testing.T) {
	p := New(3)
	defer p.Close()
	var n atomic.Int64
	f := Func(func(int, int) { n.Add(1) })
	s := &funcStages{counts: []int{3, 1, 5}, do: func(int, int, int) { n.Add(1) }}
	for range 10 {
		p.Run(8, f)
		p.RunStages(s)
	}
	require.Zero(t, testing.AllocsPerRun(100, func() { p.Run(8, f) }))
	require.Zero(t, testing.AllocsPerRun(100, func() { p.RunStages(s) }))
}
