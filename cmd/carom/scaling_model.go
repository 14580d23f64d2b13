package main

import (
	"time"

	"github.com/carom2d/carom/internal/par"
)

// poolModel computes when the workers of a pool end stages, from the time that each block takes.
// Each worker runs its own range of a stage front to back, then waits and takes the last blocks of
// the worker with the most blocks left, as package par does. The model ignores caches, memory
// bandwidth and other programs.
type poolModel struct {
	workers int
	latency par.Latency

	now     time.Duration // since the tick began
	lastRun time.Duration // when the last stage of several blocks ended
	awake   bool
	ranges  []blockRange // scratch: by worker
	free    []time.Duration
	waited  []bool
}

// blockRange holds the blocks of a worker that nobody has begun.
type blockRange struct{ next, end int }

const (
	stealDelay = 3 * time.Microsecond // par: the wait of a worker without blocks before it takes others' blocks
	parkDelay  = 2 * time.Millisecond // par: within a tick, the time without a stage after which workers park
	gapDelay   = 50 * time.Microsecond
)

func newPoolModel(workers int, latency par.Latency) *poolModel {
	return &poolModel{
		workers: workers, latency: latency,
		ranges: make([]blockRange, workers), free: make([]time.Duration, workers), waited: make([]bool, workers),
	}
}

// beginTick begins a tick after a gap since the end of the previous tick.
func (m *poolModel) beginTick(gap time.Duration) {
	m.now, m.lastRun = 0, 0
	m.awake = m.awake && gap <= gapDelay
}

// alone adds time in which one worker works.
func (m *poolModel) alone(d time.Duration) { m.now += d }

// stage runs a stage with the given times of its blocks.
func (m *poolModel) stage(blocks []time.Duration) {
	workers := min(m.workers, len(blocks))
	if workers <= 1 {
		for _, d := range blocks {
			m.now += d
		}
		return
	}
	late := m.lateness()
	for w := range m.workers {
		lo, hi := par.Range(w, len(blocks), m.workers)
		m.ranges[w] = blockRange{lo, hi}
		m.free[w], m.waited[w] = m.now, lo == hi
		if lo == hi {
			m.free[w] += stealDelay
		}
		if w > 0 {
			m.free[w] += late
		}
	}
	end := m.now
	for left := len(blocks); left > 0; {
		w := m.firstFree()
		block, ok := m.take(w)
		if !ok {
			m.waited[w] = true
			m.free[w] += stealDelay
			continue
		}
		m.free[w] += blocks[block]
		end = max(end, m.free[w])
		left--
	}
	// The barrier was measured with two workers. Each worker with a range is assigned it and
	// reports its blocks through lines that pass from core to core, so more workers take longer in
	// proportion.
	m.now = end + m.latency.Barrier*time.Duration(workers)/2
	m.lastRun = m.now
}

// lateness returns the time that the other workers take to begin.
func (m *poolModel) lateness() time.Duration {
	if m.awake && m.now-m.lastRun <= parkDelay {
		return 0
	}
	late := m.latency.Wake
	if !m.awake { // they were woken when the tick began
		late = max(late-m.now, 0)
	}
	m.awake = true
	return late
}

// firstFree returns the worker that is free first, and of several the one with the smallest number.
func (m *poolModel) firstFree() int {
	first := 0
	for w := range m.free {
		if m.free[w] < m.free[first] {
			first = w
		}
	}
	return first
}

// take takes the first block of the worker's own range. If that is empty and the worker has waited,
// it takes the last block of the worker with the most blocks.
func (m *poolModel) take(w int) (block int, ok bool) {
	if r := &m.ranges[w]; r.next < r.end {
		r.next++
		return r.next - 1, true
	}
	if !m.waited[w] {
		return 0, false
	}
	fullest := 0
	for v := range m.ranges {
		if m.ranges[v].end-m.ranges[v].next > m.ranges[fullest].end-m.ranges[fullest].next {
			fullest = v
		}
	}
	r := &m.ranges[fullest]
	r.end--
	return r.end, true
}
