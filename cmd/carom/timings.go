package main

import (
	"slices"
	"time"

	"github.com/carom2d/carom/world"
)

// timings stores the duration of each tick and the sum for each stage.
type timings struct {
	ticks  []time.Duration
	total  time.Duration
	stages []stage
}

// stage is a line of the table.
type stage struct {
	name     string
	duration func(*world.Profile) time.Duration
	sum      time.Duration
}

// maxTickCapacity limits the number of ticks for which memory is reserved at once. A scene
// may ask for ten billion.
const maxTickCapacity = 1 << 20

func newTimings(ticks int) *timings {
	return &timings{
		ticks:  make([]time.Duration, 0, min(ticks, maxTickCapacity)),
		stages: slices.Clone(tickStages[:]),
	}
}

func (m *timings) add(tick time.Duration, p world.Profile) {
	m.ticks = append(m.ticks, tick)
	m.total += tick
	for i := range m.stages {
		m.stages[i].sum += m.stages[i].duration(&p)
	}
}

// other returns the time outside all stages: the clock itself, the scene's own work, and
// interruptions by the operating system.
func (m *timings) other() time.Duration {
	left := m.total
	for i := range m.stages {
		left -= m.stages[i].sum
	}
	return max(left, 0)
}

// quantile returns the time that the given fraction of ticks did not exceed. It uses the
// nearest-rank definition, so the result is always a measured time.
func (m *timings) quantile(fraction float64) time.Duration {
	if len(m.ticks) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(m.ticks))
	rank := int(fraction*float64(len(sorted)) + 0.999999)
	return sorted[min(max(rank, 1), len(sorted))-1]
}
