package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
)

// tickStages are the stages of a tick in their order. The time after the last stage counts with it.
var tickStages = [...]stage{
	{name: "pairs", duration: func(p *world.Profile) time.Duration { return p.Pairs }},
	{name: "evaluate", duration: func(p *world.Profile) time.Duration { return p.Evaluate }},
	{name: "transition", duration: func(p *world.Profile) time.Duration { return p.Transition }},
	{name: "areas", duration: func(p *world.Profile) time.Duration { return p.Areas }},
	{name: "solve", duration: func(p *world.Profile) time.Duration { return p.Solve }},
	{name: "finalize", duration: func(p *world.Profile) time.Duration { return p.Finalize }},
	{name: "continuous", duration: func(p *world.Profile) time.Duration { return p.Continuous }},
	{name: "refit", duration: func(p *world.Profile) time.Duration { return p.Refit }},
	{name: "bullets", duration: func(p *world.Profile) time.Duration { return p.Bullets }},
	{name: "sensors", duration: func(p *world.Profile) time.Duration { return p.Sensors }},
	{name: "sleep", duration: func(p *world.Profile) time.Duration { return p.Sleep }},
	{name: "publish", duration: func(p *world.Profile) time.Duration { return p.Publish }},
}

// sceneTrace is the work of all ticks of a scene except the first.
type sceneTrace []tickTrace

// tickTrace is the work of a tick: segments in their order.
type tickTrace struct {
	gap      time.Duration // since the tick before
	segments []segment
	blocks   []time.Duration // of all segments
}

// segment is a time in which one worker works outside the pool, and the stage of the pool that
// follows, if any.
type segment struct {
	stage  int // in tickStages
	serial time.Duration
	blocks int
	name   string // of the stage of the pool, or else of the rest of the stage of the tick
}

// trace runs a scene with a pool whose stages are cut for a number of workers. Each time is the
// minimum over -repeat runs, which differ in nothing else.
func (o *benchOptions) trace(s gallery.Scene, workers, ticks int, clock time.Duration) sceneTrace {
	least := traceOnce(s, workers, ticks, clock)
	for range o.repeat - 1 {
		next := traceOnce(s, workers, ticks, clock)
		for i := range least {
			least[i].takeLess(&next[i])
		}
	}
	return least
}

func traceOnce(s gallery.Scene, workers, ticks int, clock time.Duration) sceneTrace {
	r := s.Start(world.Config{Workers: workers})
	defer r.Close()
	var trace par.Trace
	r.Tables().TraceBlocks(&trace)
	t := make(sceneTrace, 0, max(ticks-1, 0))
	for tick := range ticks {
		start := time.Now()
		trace.Clear()
		r.Advance()
		if p := r.Profile(); tick > 0 {
			t = append(t, makeTickTrace(&trace, &p, clock))
			t[tick-1].gap = max(time.Since(start)-p.Total, 0)
		}
	}
	return t
}

// makeTickTrace cuts a tick at the beginnings of the stages of the pool and at the ends of the
// stages of the tick. A tick that began without workers, because too few bodies were awake, has no
// stages of the pool. The time of clock readings is subtracted.
func makeTickTrace(trace *par.Trace, p *world.Profile, clock time.Duration) tickTrace {
	var t tickTrace
	if trace.Began == 0 {
		trace.Clear()
	}
	var now time.Duration // up to here the tick is in segments
	s, stageEnd := 0, tickStages[0].duration(p)
	advance := func(to time.Duration) {
		for s+1 < len(tickStages) && stageEnd <= to {
			t.segments = append(t.segments, segment{stage: s, serial: max(stageEnd-now, 0), name: restOf(s)})
			now = max(now, stageEnd)
			s++
			stageEnd += tickStages[s].duration(p)
		}
	}
	blocks := trace.Blocks
	for i := range trace.Stages {
		ps := &trace.Stages[i]
		n := ps.Blocks
		if n == 0 {
			continue
		}
		advance(ps.At)
		t.segments = append(t.segments, segment{s, max(ps.At-now-clock, 0), n, stageName(trace, i)})
		now = ps.At
		for _, d := range blocks[:n] {
			now += d
			t.blocks = append(t.blocks, max(d-clock, 0))
		}
		blocks = blocks[n:]
	}
	advance(p.Total)
	t.segments = append(t.segments, segment{stage: s, serial: max(p.Total-now, 0), name: restOf(s)})
	return t
}

// restOf names the time after the last stage of the pool in a stage of the tick.
func restOf(stage int) string { return "rest of " + tickStages[stage].name }

// stageName returns the name of a stage of the pool: the type of the task, and the task's name for
// the stage or the stage's number.
func stageName(trace *par.Trace, i int) string {
	ps := &trace.Stages[i]
	name := strings.TrimPrefix(fmt.Sprintf("%T", ps.Task), "*")
	switch {
	case ps.Name != "":
		name += " " + ps.Name
	case ps.Stage >= 0:
		name += " " + strconv.Itoa(ps.Stage)
	}
	return name
}

// takeLess replaces each time by the time of another run of the same tick, if that is shorter. A
// stage of the pool that begins with a stage of the tick may lie on either side of the boundary.
// Then the shorter tick counts.
func (t *tickTrace) takeLess(other *tickTrace) {
	same := slices.EqualFunc(t.segments, other.segments, func(a, b segment) bool {
		return a.stage == b.stage && a.blocks == b.blocks
	})
	if !same {
		if other.total() < t.total() {
			*t = *other
		}
		return
	}
	t.gap = min(t.gap, other.gap)
	for i := range t.segments {
		t.segments[i].serial = min(t.segments[i].serial, other.segments[i].serial)
	}
	for i := range t.blocks {
		t.blocks[i] = min(t.blocks[i], other.blocks[i])
	}
}

// each calls do with each segment, the segment's time outside stages of several blocks, and the
// times of the blocks of such a stage.
func (t *tickTrace) each(do func(g *segment, serial time.Duration, shared []time.Duration)) {
	blocks := t.blocks
	for i := range t.segments {
		g := &t.segments[i]
		own := blocks[:g.blocks]
		blocks = blocks[g.blocks:]
		if g.blocks == 1 {
			do(g, g.serial+own[0], nil)
		} else {
			do(g, g.serial, own)
		}
	}
}

// serial returns the time outside stages of several blocks.
func (t *tickTrace) serial() (sum time.Duration) {
	t.each(func(_ *segment, serial time.Duration, _ []time.Duration) { sum += serial })
	return sum
}

func (t *tickTrace) total() (sum time.Duration) {
	t.each(func(_ *segment, serial time.Duration, shared []time.Duration) { sum += serial + sumOf(shared) })
	return sum
}

func sumOf(times []time.Duration) (sum time.Duration) {
	for _, d := range times {
		sum += d
	}
	return sum
}

// serialShare returns the share of the work outside stages of several blocks.
func (t sceneTrace) serialShare() float64 {
	var serial, total time.Duration
	for i := range t {
		serial += t[i].serial()
		total += t[i].total()
	}
	return float64(serial) / float64(max(total, 1))
}

func (t sceneTrace) serialByStage() []time.Duration {
	sums := make([]time.Duration, len(tickStages))
	for i := range t {
		t[i].each(func(g *segment, serial time.Duration, _ []time.Duration) { sums[g.stage] += serial })
	}
	return sums
}

// model returns the time that the workers of a model take for all ticks.
func (t sceneTrace) model(m *poolModel) time.Duration {
	var sum time.Duration
	for i := range t {
		m.beginTick(t[i].gap)
		t[i].each(func(_ *segment, serial time.Duration, shared []time.Duration) {
			m.alone(serial)
			m.stage(shared)
		})
		sum += m.now
	}
	return sum
}
