package worlds

import (
	"math/bits"
	"slices"
	"time"
)

// Report is the result of a Step. Its lists are in the order of Members.
type Report struct {
	Step     uint64        // its number, from 1 on
	Ticks    int           // of all worlds, since the report before
	Duration time.Duration // of the Step
	Busy     time.Duration // that workers have spent in worlds since the report before, added up
	Late     []Late        // members that are not done; empty without a budget
	Failed   []*Member     // members that panicked since the report before; see Err
}

// Late is a member that was not done when the budget was used up.
type Late struct {
	Member *Member
	// Behind is the number of missing ticks. They run in later Steps, up to Config.MaxBehind of
	// them. For a member that is Running it is zero, because the number is unknown.
	Behind int
	// Running says that a worker is in one of its ticks. Until the tick has ended nothing else may
	// use the world.
	Running bool
}

// counts are the sums for Metrics that workers do not count.
type counts struct {
	steps, resets, panics, late uint64
	ticks                       uint64 // up to the last report
	busy                        time.Duration
	wall                        time.Duration
	last                        time.Duration
	lastBusy                    time.Duration
	slowest                     time.Duration
	histogram                   [histogramBuckets]uint64
}

func (p *Pool) makeReport(began time.Duration) *Report {
	r, c := &p.report, &p.counts
	ticks, busy := p.sums()
	took := now() - began
	c.steps++
	*r = Report{
		Step: c.steps, Ticks: int(ticks - c.ticks), Duration: took, Busy: busy - c.busy,
		Late: r.Late[:0], Failed: r.Failed[:0],
	}
	c.ticks, c.busy = ticks, busy
	c.wall += took
	c.last, c.lastBusy = took, r.Busy
	c.slowest = max(c.slowest, took)
	c.histogram[bucketOf(took)]++
	p.failures.mu.Lock()
	r.Failed = append(r.Failed, p.failures.members...)
	clear(p.failures.members)
	p.failures.members = p.failures.members[:0]
	p.failures.mu.Unlock()
	c.panics += uint64(len(r.Failed))
	slices.SortFunc(r.Failed, func(a, b *Member) int { return a.place - b.place })
	if p.config.Budget > 0 {
		p.findLate()
	}
	return r
}

// findLate lists the members that are not done.
func (p *Pool) findLate() {
	r := &p.report
	r.Late = slices.Grow(r.Late, len(p.members))
	for _, m := range p.members {
		switch s := m.state.Load(); {
		case s == running:
			r.Late = append(r.Late, Late{Member: m, Running: true})
		case s == idle && m.owed > 0:
			r.Late = append(r.Late, Late{Member: m, Behind: m.owed})
		}
	}
	p.counts.late += uint64(len(r.Late))
}

// sums adds up the counters of the workers.
func (p *Pool) sums() (ticks uint64, busy time.Duration) {
	for i := range p.workers {
		ticks += p.workers[i].ticks.Load()
		busy += time.Duration(p.workers[i].busy.Load())
	}
	return ticks, busy
}

// Histogram buckets: bucket i counts Steps of less than 2^i microseconds, and at least half of
// that.
const histogramBuckets = 32

func bucketOf(d time.Duration) int {
	return min(bits.Len64(uint64(d.Microseconds())), histogramBuckets-1)
}

// Metrics are the figures for the operator of a server. All are sums since the pool was made,
// unless a field says otherwise. Times are in seconds. It has the form of an expvar:
// expvar.Publish("worlds", expvar.Func(func() any { ... })) with a copy that the goroutine of Step
// made.
type Metrics struct {
	Workers int // of the pool
	Worlds  int // now
	Failed  int // now: members that wait for a Reset
	Running int // now: members for which a Step did not wait

	Steps  uint64 // of the pool
	Ticks  uint64 // of all worlds
	Late   uint64 // how many times a member was not done at the end of a Step
	Lost   uint64 // ticks of the present members that were due and never ran
	Panics uint64
	Resets uint64

	Seconds     float64 // in Steps
	BusySeconds float64 // in worlds, of all workers together
	LastStep    float64 // duration of the last Step
	SlowestStep float64
	// Utilization is the share of the workers' time in the last Step that was spent in worlds, from
	// 0 to 1.
	Utilization float64
	// StepTimes counts Steps by their duration: StepTimes[i] took less than 2^i microseconds and at
	// least half of that.
	StepTimes [histogramBuckets]uint64
}

// Metrics returns the present figures.
func (p *Pool) Metrics() Metrics {
	c := &p.counts
	ticks, busy := p.sums()
	m := Metrics{
		Workers: p.config.Workers, Worlds: len(p.members),
		Steps: c.steps, Ticks: ticks, Late: c.late, Panics: c.panics, Resets: c.resets,
		Seconds: c.wall.Seconds(), BusySeconds: busy.Seconds(),
		LastStep: c.last.Seconds(), SlowestStep: c.slowest.Seconds(), StepTimes: c.histogram,
	}
	if c.last > 0 {
		m.Utilization = min(1, c.lastBusy.Seconds()/(c.last.Seconds()*float64(p.config.Workers)))
	}
	for _, x := range p.members {
		m.Lost += x.lost
		switch x.state.Load() {
		case failed:
			m.Failed++
		case running:
			m.Running++
		}
	}
	return m
}
