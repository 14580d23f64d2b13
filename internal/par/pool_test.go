package par

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// processors sets how many processors Go may use until the test ends.
func processors(t *testing.T, n int) {
	was := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(was) })
}

// runCounter counts how often each block of one stage ran, and on which worker.
type runCounter struct {
	ran        []int // disjoint rows: the race detector sees a block run twice at once
	workers    int
	badWorkers atomic.Int64
}

func (l *runCounter) Do(block, worker int) {
	l.ran[block]++
	if worker < 0 || worker >= l.workers {
		l.badWorkers.Add(1)
	}
}

func TestEveryBlockRunsOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 8} {
		p := New(workers)
		require.Equal(t, workers, p.Workers())
		for _, blocks := range []int{0, 1, 2, 3, 7, 64, 1000} {
			for range 20 {
				l := &runCounter{ran: make([]int, blocks), workers: workers}
				p.Run(blocks, l)
				for b, n := range l.ran {
					require.Equal(t, 1, n, "%d workers, block %d of %d", workers, b, blocks)
				}
				require.Zero(t, l.badWorkers.Load())
			}
		}
		p.Close()
	}
}

// stageChain makes each stage read what all blocks of the stage before wrote.
type stageChain struct {
	counts []int
	cells  [2][]uint64
	sums   []uint64
}

func (r *stageChain) Stages() int          { return len(r.counts) }
func (r *stageChain) Blocks(stage int) int { return r.counts[stage] }

func (r *stageChain) Do(stage, block, _ int) {
	from, to := r.cells[stage&1], r.cells[(stage+1)&1]
	h := uint64(stage)*31 + uint64(block)
	for _, v := range from[:r.prevCount(stage)] {
		h = h*1099511628211 + v
	}
	to[block] = h
	if block == 0 {
		r.sums[stage] = h
	}
}

// prevCount returns the block count of the nearest earlier stage; stages without
// blocks leave the cells of the one before them in the wrong half, so they count
// as nothing written.
func (r *stageChain) prevCount(stage int) int {
	if stage == 0 {
		return 0
	}
	return r.counts[stage-1]
}

func newStageChain(counts []int) *stageChain {
	r := &stageChain{counts: counts, sums: make([]uint64, len(counts))}
	for i := range r.cells {
		r.cells[i] = make([]uint64, 64)
	}
	return r
}

func TestStagesSeeTheStageBefore(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	pools := []*Pool{New(2), New(3), New(8)}
	for range 150 {
		counts := make([]int, rng.IntN(60))
		for i := range counts {
			counts[i] = []int{0, 1, 1, 2, 5, 40}[rng.IntN(6)]
		}
		want := newStageChain(counts)
		var none *Pool
		none.RunStages(want)
		for _, p := range pools {
			got := newStageChain(counts)
			p.RunStages(got)
			require.Equal(t, want.sums, got.sums)
			require.Equal(t, want.cells, got.cells)
		}
	}
	for _, p := range pools {
		p.Close()
	}
}

// goroutineSet collects the goroutines of the blocks by the number in their stack.
type goroutineSet struct{ names map[string]bool }

func (h *goroutineSet) Do(int, int) {
	var buf [64]byte
	name, _, _ := strings.Cut(string(buf[:runtime.Stack(buf[:], false)]), " [")
	h.names[name] = true
}

type funcStages struct {
	counts []int
	do     func(stage, block, worker int)
}

func (s *funcStages) Stages() int                 { return len(s.counts) }
func (s *funcStages) Blocks(stage int) int        { return s.counts[stage] }
func (s *funcStages) Do(stage, block, worker int) { s.do(stage, block, worker) }

func TestSingleBlocksRunOnCaller(t *testing.T) {
	before := runtime.NumGoroutine()
	h := &goroutineSet{names: map[string]bool{}}
	h.Do(0, 0) // the number of this goroutine
	p, single := New(4), New(1)
	var none *Pool
	p.Run(1, h)
	p.RunStages(&funcStages{counts: []int{1, 0, 1}, do: func(_, block, worker int) { h.Do(block, worker) }})
	single.Run(100, h)
	none.Run(100, h)
	none.RunStages(&funcStages{counts: []int{5, 5}, do: func(_, block, worker int) { h.Do(block, worker) }})
	require.Len(t, h.names, 1)
	require.Equal(t, 1, p.sched.started, "no worker was started")
	require.LessOrEqual(t, runtime.NumGoroutine(), before, "nor any other goroutine") // workers of other tests may end meanwhile
	require.Equal(t, 1, none.Workers())
	none.Close()
	p.Close()
	single.Close()
}

func TestSerialOrderIsAscending(t *testing.T) {
	var got []string
	New(1).RunStages(&funcStages{counts: []int{2, 0, 3}, do: func(s, b, w int) { got = append(got, fmt.Sprint(s, b, w)) }})
	require.Equal(t, []string{"0 0 0", "0 1 0", "2 0 0", "2 1 0", "2 2 0"}, got)
}

func TestTwoWorkersRunConcurrently(t *testing.T) {
	processors(t, 2)
	p := New(2)
	defer p.Close()
	var arrived atomic.Int32
	p.Run(2, Func(func(int, int) { // each block waits for the other: two goroutines or never
		arrived.Add(1)
		for arrived.Load() < 2 {
			runtime.Gosched()
		}
	}))
	require.EqualValues(t, 2, arrived.Load())
}

func TestRunAfterParking(t *testing.T) {
	processors(t, 3)
	p := New(3)
	defer p.Close()
	for range 5 {
		var sum atomic.Int64
		add := Func(func(block, _ int) { sum.Add(int64(block)) })
		p.Run(100, add)
		require.EqualValues(t, 4950, sum.Load())
		require.Eventually(t, func() bool { return p.sched.parkedCount.Load() == 2 }, 10*time.Second, 100*time.Microsecond,
			"idle workers park")
	}
}

// A slow block makes the caller wait at the barrier until it parks; it must be
// woken by the worker that ends the run.
func TestCallerParksAtBarrier(t *testing.T) {
	processors(t, 2)
	p := New(2)
	defer p.Close()
	for range 3 {
		slow := func(_, _, worker int) {
			for worker == 1 && !p.sched.deques[0].parked.Load() {
				runtime.Gosched()
			}
		}
		var both atomic.Int32
		p.RunStages(&funcStages{counts: []int{2, 1, 2}, do: func(s, b, w int) {
			both.Add(1)
			for s == 0 && both.Load() < 2 {
				runtime.Gosched()
			}
			if s == 0 {
				slow(s, b, w)
			}
		}})
		require.EqualValues(t, 5, both.Load())
	}
}

func TestOneProcessorDoesNotSpin(t *testing.T) {
	processors(t, 1)
	p := New(4)
	defer p.Close()
	counts := make([]int, 500)
	for i := range counts {
		counts[i] = 4
	}
	var n atomic.Int64
	start := time.Now()
	p.RunStages(&funcStages{counts: counts, do: func(int, int, int) { n.Add(1) }})
	require.EqualValues(t, 2000, n.Load())
	// A dead spin would hold the processor until the scheduler preempts it after
	// 10 ms, 5 s in all.
	require.Less(t, time.Since(start), 2*time.Second)
}

var errBoom = errors.New("boom")

func TestPanicReachesCaller(t *testing.T) {
	for _, workers := range []int{2, 4} {
		p := New(workers)
		for round := range 50 {
			var after atomic.Int32
			err := catch(func() {
				p.RunStages(&funcStages{counts: []int{4, 8, 8}, do: func(stage, block, _ int) {
					if stage == 1 && block == round%8 {
						explode()
					}
					if stage == 2 {
						after.Add(1)
					}
				}})
			})
			var failure *Panic
			require.ErrorAs(t, err, &failure)
			require.ErrorIs(t, err, errBoom)
			require.Equal(t, 1, failure.Stage)
			require.Equal(t, round%8, failure.Block)
			require.Contains(t, failure.Error(), fmt.Sprintf("par: block %d of stage 1 panicked: boom", round%8))
			require.Contains(t, failure.Stack, "par.explode")
			require.Zero(t, after.Load(), "no later stage runs")
		}
		l := &runCounter{ran: make([]int, 100), workers: workers}
		p.Run(100, l) // and the pool still works
		for _, n := range l.ran {
			require.Equal(t, 1, n)
		}
		p.Close()
	}
}

func TestPanicInEveryBlock(t *testing.T) {
	p := New(3)
	defer p.Close()
	for range 100 {
		err := catch(func() { p.Run(10, Func(func(int, int) { panic("all") })) })
		require.ErrorContains(t, err, "panicked: all")
		require.NoError(t, errors.Unwrap(err), "a string is not an error")
	}
}

func TestPanicBetweenStages(t *testing.T) {
	p := New(3)
	defer p.Close()
	for range 50 {
		err := catch(func() {
			p.RunStages(&funcStages{counts: []int{4, 1, 4}, do: func(stage, _, _ int) {
				if stage == 1 {
					explode()
				}
			}})
		})
		require.ErrorContains(t, err, "par: block 0 of stage 1 panicked: boom")
	}
}

func explode() { panic(errBoom) }

func catch(f func()) (err error) {
	defer func() { err, _ = recover().(error) }()
	f()
	return nil
}

func TestConcurrentUsePanics(t *testing.T) {
	p := New(2)
	nothing := Func(func(int, int) {})
	const text = "par: the pool is already running; a block must not use it, nor may two goroutines at once"
	err := catch(func() { p.Run(2, Func(func(int, int) { p.Run(2, nothing) })) })
	require.ErrorContains(t, err, text)
	err = catch(func() { p.Run(2, Func(func(int, int) { p.Close() })) })
	require.ErrorContains(t, err, text)
	p.Close()
}

func TestBlocksAndSpans(t *testing.T) {
	for n := range 70 {
		for grain := 1; grain < 20; grain++ {
			next := 0
			for b := range Blocks(n, grain) {
				lo, hi := Span(b, n, grain)
				require.Equal(t, next, lo)
				require.Greater(t, hi, lo)
				require.LessOrEqual(t, hi-lo, grain)
				next = hi
			}
			require.Equal(t, n, next)
		}
	}
}
