package main

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/carom2d/carom/internal/par"
	"github.com/stretchr/testify/require"
)

const us = time.Microsecond

// awakeModel returns a model whose workers wait for the first stage.
func awakeModel(workers int, latency par.Latency) *poolModel {
	m := newPoolModel(workers, latency)
	m.awake = true
	m.beginTick(0)
	return m
}

func TestPoolModel(t *testing.T) {
	for _, c := range []struct {
		name    string
		workers int
		blocks  []time.Duration
		want    time.Duration
	}{
		{"one worker", 1, []time.Duration{10 * us, 20 * us}, 30 * us},
		{"one block has no barrier", 4, []time.Duration{10 * us}, 10 * us},
		{"no block", 4, nil, 0},
		{"equal ranges", 2, []time.Duration{10 * us, 10 * us, 10 * us, 10 * us}, 20*us + us},
		{"the second worker waits and steals", 2, []time.Duration{10 * us, 10 * us, us, us}, 2*us + stealDelay + 10*us + us},
		{"a steal comes too late", 2, []time.Duration{2 * us, 2 * us, us, us}, 4*us + us},
		{"workers without a range steal", 3, []time.Duration{5 * us, 5 * us}, 5*us + us},
		{"the longest block", 4, []time.Duration{us, us, us, 50 * us}, 50*us + 2*us},
		{"from the end of the fullest range", 3,
			[]time.Duration{9 * us, 9 * us, 9 * us, us, us, us, 9 * us, 9 * us, 9 * us}, 24*us + us*3/2},
		{"a barrier grows with the workers", 16, slices.Repeat([]time.Duration{us}, 16), us + 8*us},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := awakeModel(c.workers, par.Latency{Barrier: us})
			m.stage(c.blocks)
			require.Equal(t, c.want, m.now)
		})
	}
}

func TestPoolModelWakesWorkers(t *testing.T) {
	ten := slices.Repeat([]time.Duration{10 * us}, 8)
	latency := par.Latency{Wake: 30 * us}
	m := newPoolModel(2, latency)
	m.beginTick(time.Second)
	m.stage(ten)
	require.Equal(t, 60*us, m.now, "the other begins at 30 us, and both end at 60 us with a block stolen")
	m.stage(ten)
	require.Equal(t, 100*us, m.now, "it is awake now")
	m.beginTick(gapDelay)
	m.stage(ten)
	require.Equal(t, 40*us, m.now, "and in the next tick")
	m.beginTick(gapDelay + 1)
	m.alone(20 * us)
	m.stage(ten)
	require.Equal(t, 70*us, m.now, "it was woken when the tick began: it begins at 30 us, and its last block at 60 us")
	m.alone(parkDelay + 1)
	began := m.now
	m.stage(ten)
	require.Equal(t, began+60*us, m.now, "it parked within the tick")
}

// No worker is idle while blocks are left, but for the delay before it steals.
func TestPoolModelKeepsWorkersBusy(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		workers := 2 + random.IntN(15)
		blocks := make([]time.Duration, 2+random.IntN(60))
		var sum time.Duration
		for i := range blocks {
			blocks[i] = time.Duration(random.IntN(20_000))
			sum += blocks[i]
		}
		m := awakeModel(workers, par.Latency{})
		m.stage(blocks)
		longest := slices.Max(blocks)
		require.GreaterOrEqual(t, m.now, max(longest, sum/time.Duration(workers)))
		require.LessOrEqual(t, m.now, sum/time.Duration(workers)+stealDelay+longest)
		for w := range m.ranges {
			require.Zero(t, m.ranges[w].end-m.ranges[w].next, "every block ran")
		}
	}
}
