package par

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// forEachPool calls do with pools of various sizes, on fewer and on more processors
// than there are.
func forEachPool(t *testing.T, do func(t *testing.T, p *Pool)) {
	for _, procs := range []int{1, 2, 16} {
		for _, workers := range []int{1, 2, 3, 4, 7, 16} {
			t.Run(fmt.Sprintf("%d_on_%d", workers, procs), func(t *testing.T) {
				processors(t, procs)
				p := New(workers)
				defer p.Close()
				do(t, p)
			})
		}
	}
}

// stageCounter counts how often each block of each stage ran. Not atomic: the race
// detector sees two workers at one block, and a stage that begins too early.
type stageCounter struct {
	counts     []int
	ran        [][]int
	stagesSeen []int // by block: the stages so far that had it
	onBlock    func(stage, block, worker int)
}

func newStageCounter(counts []int) *stageCounter {
	f := &stageCounter{counts: counts, ran: make([][]int, len(counts)), stagesSeen: make([]int, 4096)}
	for i, n := range counts {
		f.ran[i] = make([]int, n)
	}
	return f
}

func (f *stageCounter) Stages() int          { return len(f.counts) }
func (f *stageCounter) Blocks(stage int) int { return f.counts[stage] }

func (f *stageCounter) Do(stage, block, worker int) {
	f.ran[stage][block]++
	f.stagesSeen[block]++
	if f.onBlock != nil {
		f.onBlock(stage, block, worker)
	}
}

func (f *stageCounter) check(t *testing.T) {
	t.Helper()
	want := make([]int, len(f.stagesSeen))
	for stage, n := range f.counts {
		for block := range n {
			require.Equal(t, 1, f.ran[stage][block], "stage %d, block %d of %d", stage, block, n)
			want[block]++
		}
	}
	require.Equal(t, want, f.stagesSeen)
}

func TestManyStagesOfOddCounts(t *testing.T) {
	counts := make([]int, 150)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range counts {
		counts[i] = []int{0, 1, 2, 3, 5, 6, 7, 13, 15, 16, 17, 31, 33, 127}[rng.IntN(14)]
	}
	counts[100] = 4095
	forEachPool(t, func(t *testing.T, p *Pool) {
		for i := range 3 {
			if i == 1 {
				p.BeginBurst()
				defer p.EndBurst()
			}
			f := newStageCounter(counts)
			p.RunStages(f)
			f.check(t)
		}
	})
}

// One worker of all, another one in each stage, is late by many blocks.
func TestStealFromLateWorker(t *testing.T) {
	forEachPool(t, func(t *testing.T, p *Pool) {
		f := newStageCounter([]int{16, 16, 16, 16})
		f.onBlock = func(stage, _, worker int) {
			if worker == stage%p.Workers() {
				time.Sleep(50 * time.Microsecond)
			}
		}
		p.RunStages(f)
		f.check(t)
	})
}

// All other blocks of a worker that is held up in its first one are stolen: that block
// waits until they have run.
func TestBlockedBlockDoesNotDelayOthers(t *testing.T) {
	processors(t, 4)
	for _, workers := range []int{2, 3, 4} {
		p := New(workers)
		for _, blocks := range []int{2, 3, 4, 5, 17, 100} {
			for held := range blocks {
				var others atomic.Int64
				p.Run(blocks, Func(func(block, _ int) {
					if block != held {
						others.Add(1)
						return
					}
					for others.Load() < int64(blocks-1) {
						runtime.Gosched()
					}
				}))
				require.EqualValues(t, blocks-1, others.Load())
			}
		}
		p.Close()
	}
}

func TestWorkRangesAreContiguousAndEven(t *testing.T) {
	for _, workers := range []int{2, 3, 7, 16} {
		for n := 2; n < 100; n++ {
			c := newScheduler(workers)
			c.job.workers = workers
			c.publish(n)
			next := 0
			for w := range c.deques {
				free := c.deques[w].remaining()
				require.GreaterOrEqual(t, free, n/workers)
				require.LessOrEqual(t, free, (n+workers-1)/workers)
				for range free {
					block, ok := c.deques[w].popFront()
					require.True(t, ok)
					require.Equal(t, next, block)
					next++
				}
			}
			require.Equal(t, n, next)
		}
	}
}

// Fewer blocks than workers go to the workers that have the first part of each in longer stages.
func TestFewBlocksAreSpread(t *testing.T) {
	for block := range 4 {
		lo, hi := Range(4*block, 4, 16)
		require.Equal(t, [2]int{block, block + 1}, [2]int{lo, hi})
	}
	lo, hi := Range(1, 4, 16)
	require.Equal(t, lo, hi)
}

func TestDequePopsFromBothEnds(t *testing.T) {
	var q deque
	_, ok := q.popBack()
	require.False(t, ok)
	q.assign(3, 7)
	for _, step := range []struct {
		take  func() (int, bool)
		block int
	}{{q.popBack, 6}, {q.popFront, 3}, {q.popBack, 5}, {q.popFront, 4}} {
		require.True(t, q.ready())
		block, ok := step.take()
		require.True(t, ok)
		require.Equal(t, step.block, block)
	}
	require.False(t, q.ready())
	_, ok = q.popFront()
	require.False(t, ok)
	_, ok = q.popBack()
	require.False(t, ok)
	q.workRange.Store(exitSignal)
	require.True(t, q.ready(), "the exit signal ends the wait, though it is no block")
	require.LessOrEqual(t, q.remaining(), 0)
	_, ok = q.popFront()
	require.False(t, ok)
	_, ok = q.popBack()
	require.False(t, ok)
}

// Of several panics in a stage the panic of the first block is raised, whichever comes first.
func TestLowestPanickingBlockIsRaised(t *testing.T) {
	forEachPool(t, func(t *testing.T, p *Pool) {
		rng := rand.New(rand.NewPCG(3, 4))
		for range 50 {
			bad := [3]int{rng.IntN(60), rng.IntN(60), rng.IntN(60)}
			f := newStageCounter([]int{7, 60, 60})
			f.onBlock = func(stage, block, worker int) {
				if stage == 1 && (block == bad[0] || block == bad[1] || block == bad[2]) {
					explode()
				}
				require.Less(t, stage, 2, "no later stage runs")
				if worker == 1 {
					runtime.Gosched()
				}
			}
			first := min(bad[0], bad[1], bad[2])
			err := catch(func() { p.RunStages(f) })
			if p.Workers() == 1 { // a panic on the caller's goroutine is not wrapped
				require.Equal(t, errBoom, err)
			} else {
				var failure *Panic
				require.ErrorAs(t, err, &failure)
				require.Equal(t, 1, failure.Stage)
				require.Equal(t, first, failure.Block)
			}
			for block, n := range f.ran[1][:first] {
				require.Equal(t, 1, n, "block %d before the panic", block)
			}
			after := newStageCounter([]int{31, 1, 2})
			p.RunStages(after)
			after.check(t)
		}
	})
}

func TestPanicInBlocksMethod(t *testing.T) {
	processors(t, 4)
	p := New(3)
	defer p.Close()
	for range 50 {
		err := catch(func() { p.RunStages(panickyBlocks{newStageCounter([]int{9, 9, 9})}) })
		var failure *Panic
		require.ErrorAs(t, err, &failure)
		require.Equal(t, 1, failure.Stage)
		require.ErrorIs(t, err, errBoom)
	}
}

type panickyBlocks struct{ *stageCounter }

func (a panickyBlocks) Blocks(stage int) int {
	if stage == 1 {
		explode()
	}
	return a.stageCounter.Blocks(stage)
}

// A block that ends the goroutine of a worker ends the run; the pool continues with
// the other workers.
func TestGoexitInBlockEndsRun(t *testing.T) {
	processors(t, 3)
	p := New(3)
	for range 2 { // one worker after the other
		var exited atomic.Bool
		var others atomic.Int64
		err := catch(func() {
			p.RunStages(&funcStages{counts: []int{50, 2}, do: func(stage, _, worker int) {
				for worker == 0 && !exited.Load() {
					runtime.Gosched()
				}
				if worker != 0 && exited.CompareAndSwap(false, true) {
					runtime.Goexit()
				}
				others.Add(int64(stage))
			}})
		})
		var failure *Panic
		require.ErrorAs(t, err, &failure)
		require.Nil(t, failure.Value)
		require.NoError(t, errors.Unwrap(err))
		require.Zero(t, others.Load())
	}
	f := newStageCounter([]int{100, 3, 1, 2})
	p.RunStages(f)
	f.check(t)
	p.Close()
}

// Two pools at a time, as two worlds on two goroutines.
func TestTwoPoolsAreIndependent(t *testing.T) {
	processors(t, 2)
	done := make(chan *stageCounter, 2)
	for range 2 {
		go func() {
			p := New(2)
			defer p.Close()
			f := newStageCounter([]int{64, 3, 64, 1, 64})
			for range 100 {
				p.RunStages(newStageCounter(f.counts))
			}
			p.RunStages(f)
			done <- f
		}()
	}
	for range 2 {
		(<-done).check(t)
	}
}
