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

// everyCrew calls do with pools of various sizes, on fewer and on more processors
// than there are.
func everyCrew(t *testing.T, do func(t *testing.T, p *Pool)) {
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

// field counts how often each block of each stage ran. Not atomic: the race
// detector sees two workers at one block, and a stage that begins too early.
type field struct {
	counts []int
	ran    [][]int
	seen   []int // by block: the stages so far that had it
	late   func(stage, block, worker int)
}

func newField(counts []int) *field {
	f := &field{counts: counts, ran: make([][]int, len(counts)), seen: make([]int, 4096)}
	for i, n := range counts {
		f.ran[i] = make([]int, n)
	}
	return f
}

func (f *field) Stages() int          { return len(f.counts) }
func (f *field) Blocks(stage int) int { return f.counts[stage] }

func (f *field) Do(stage, block, worker int) {
	f.ran[stage][block]++
	f.seen[block]++
	if f.late != nil {
		f.late(stage, block, worker)
	}
}

func (f *field) check(t *testing.T) {
	t.Helper()
	want := make([]int, len(f.seen))
	for stage, n := range f.counts {
		for block := range n {
			require.Equal(t, 1, f.ran[stage][block], "stage %d, block %d of %d", stage, block, n)
			want[block]++
		}
	}
	require.Equal(t, want, f.seen)
}

func TestManyStagesOfOddCounts(t *testing.T) {
	counts := make([]int, 150)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range counts {
		counts[i] = []int{0, 1, 2, 3, 5, 6, 7, 13, 15, 16, 17, 31, 33, 127}[rng.IntN(14)]
	}
	counts[100] = 4095
	everyCrew(t, func(t *testing.T, p *Pool) {
		for i := range 3 {
			if i == 1 {
				p.Muster()
				defer p.Dismiss()
			}
			f := newField(counts)
			p.RunStages(f)
			f.check(t)
		}
	})
}

// One worker of all, another one in each stage, is late by many blocks.
func TestOthersTakeTheShareOfALateWorker(t *testing.T) {
	everyCrew(t, func(t *testing.T, p *Pool) {
		f := newField([]int{16, 16, 16, 16})
		f.late = func(stage, _, worker int) {
			if worker == stage%p.Workers() {
				time.Sleep(50 * time.Microsecond)
			}
		}
		p.RunStages(f)
		f.check(t)
	})
}

// A worker that is held up in the first block it takes loses all others: the one
// that holds it up waits until they have run.
func TestOneBlockHoldsUpNoOther(t *testing.T) {
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

func TestSharesAreContiguousAndEven(t *testing.T) {
	for _, workers := range []int{2, 3, 7, 16} {
		for n := 2; n < 100; n++ {
			c := newCrew(workers)
			c.job.crew = workers
			c.publish(n)
			next := 0
			for w := range c.seats {
				free := c.seats[w].free()
				if w < min(workers, n) {
					require.GreaterOrEqual(t, free, n/min(workers, n))
					require.LessOrEqual(t, free, n/min(workers, n)+1)
				} else {
					require.Zero(t, free)
				}
				for range free {
					block, ok := c.seats[w].front()
					require.True(t, ok)
					require.Equal(t, next, block)
					next++
				}
			}
			require.Equal(t, n, next)
		}
	}
}

func TestFrontAndBackMeet(t *testing.T) {
	var s seat
	_, ok := s.back()
	require.False(t, ok)
	s.give(3, 7)
	for _, step := range []struct {
		take  func() (int, bool)
		block int
	}{{s.back, 6}, {s.front, 3}, {s.back, 5}, {s.front, 4}} {
		require.True(t, s.ready())
		block, ok := step.take()
		require.True(t, ok)
		require.Equal(t, step.block, block)
	}
	require.False(t, s.ready())
	_, ok = s.front()
	require.False(t, ok)
	_, ok = s.back()
	require.False(t, ok)
	s.share.Store(called)
	require.True(t, s.ready(), "a call is no block, and yet a reason to look up")
	require.LessOrEqual(t, s.free(), 0)
	_, ok = s.front()
	require.False(t, ok)
	_, ok = s.back()
	require.False(t, ok)
}

// Of several panics in a stage the first block's is raised, whoever is quicker.
func TestTheFirstPanicOfAStageIsRaised(t *testing.T) {
	everyCrew(t, func(t *testing.T, p *Pool) {
		rng := rand.New(rand.NewPCG(3, 4))
		for range 50 {
			bad := [3]int{rng.IntN(60), rng.IntN(60), rng.IntN(60)}
			f := newField([]int{7, 60, 60})
			f.late = func(stage, block, worker int) {
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
			if p.Workers() == 1 { // the caller's own panic goes on as it is
				require.Equal(t, errBoom, err)
			} else {
				var fault *Panic
				require.ErrorAs(t, err, &fault)
				require.Equal(t, 1, fault.Stage)
				require.Equal(t, first, fault.Block)
			}
			for block, n := range f.ran[1][:first] {
				require.Equal(t, 1, n, "block %d before the panic", block)
			}
			whole := newField([]int{31, 1, 2})
			p.RunStages(whole)
			whole.check(t)
		}
	})
}

func TestPanicWhenAskedForBlocks(t *testing.T) {
	processors(t, 4)
	p := New(3)
	defer p.Close()
	for range 50 {
		err := catch(func() { p.RunStages(asksBadly{newField([]int{9, 9, 9})}) })
		var fault *Panic
		require.ErrorAs(t, err, &fault)
		require.Equal(t, 1, fault.Stage)
		require.ErrorIs(t, err, errBoom)
	}
}

type asksBadly struct{ *field }

func (a asksBadly) Blocks(stage int) int {
	if stage == 1 {
		explode()
	}
	return a.field.Blocks(stage)
}

// A block that ends the goroutine of a worker ends the run; the pool goes on with
// those that remain.
func TestBlockThatEndsItsGoroutine(t *testing.T) {
	processors(t, 3)
	p := New(3)
	for range 2 { // one worker after the other
		var left atomic.Bool
		var others atomic.Int64
		err := catch(func() {
			p.RunStages(&staged{counts: []int{50, 2}, do: func(stage, _, worker int) {
				for worker == 0 && !left.Load() {
					runtime.Gosched()
				}
				if worker != 0 && left.CompareAndSwap(false, true) {
					runtime.Goexit()
				}
				others.Add(int64(stage))
			}})
		})
		var fault *Panic
		require.ErrorAs(t, err, &fault)
		require.Nil(t, fault.Value)
		require.NoError(t, errors.Unwrap(err))
		require.Zero(t, others.Load())
	}
	f := newField([]int{100, 3, 1, 2})
	p.RunStages(f)
	f.check(t)
	p.Close()
}

// Two pools at a time, as two worlds on two goroutines.
func TestPoolsDoNotMeet(t *testing.T) {
	processors(t, 2)
	done := make(chan *field, 2)
	for range 2 {
		go func() {
			p := New(2)
			defer p.Close()
			f := newField([]int{64, 3, 64, 1, 64})
			for range 100 {
				p.RunStages(newField(f.counts))
			}
			p.RunStages(f)
			done <- f
		}()
	}
	for range 2 {
		(<-done).check(t)
	}
}
