package par

import (
	"slices"
	"sync/atomic"
	"time"
)

// Trace records how long each block takes, for a model of more workers than the machine has. A pool
// with a Trace keeps its number of workers, so its stages have the blocks of that number, but the
// caller runs all blocks, in ascending order.
type Trace struct {
	Began  time.Duration   // start of the burst since the last Clear, since the start of the program; zero for none
	Stages []TracedStage   // in the order in which they ran
	Blocks []time.Duration // of all stages, each block with one reading of the clock
}

// TracedStage is a stage of a Trace.
type TracedStage struct {
	_      [0]func()     // not comparable, so no program has code for a comparison
	At     time.Duration // its beginning, since the burst began
	Blocks int
	Task   any    // the Task or Staged of the stage
	Stage  int    // its number in the Staged; negative for a Task
	Name   string // the name that the Staged has for it, if the Staged is a Named
}

// Named is a Staged whose stages have names, which a Trace notes.
type Named interface{ StageName(stage int) string }

// SetTrace makes the pool record its blocks in t from now on, or nowhere if t is nil. No run may be
// under way.
func (p *Pool) SetTrace(t *Trace) {
	p.trace = nil
	if t != nil {
		p.trace = t
	}
}

// Clear drops the recorded stages and blocks.
func (t *Trace) Clear() { t.Began, t.Stages, t.Blocks = 0, t.Stages[:0], t.Blocks[:0] }

func (t *Trace) begin() { t.Began = time.Since(processStart) }

func (t *Trace) run(blocks int, task Task) {
	last := t.stage(blocks, task, -1, "")
	for b := range blocks {
		task.Do(b, 0)
		last = t.lap(last)
	}
}

func (t *Trace) runStages(stages int, s Staged) {
	named, _ := s.(Named)
	for stage := range stages {
		n, name := s.Blocks(stage), ""
		if named != nil {
			name = named.StageName(stage)
		}
		last := t.stage(n, s, stage, name)
		for b := range n {
			s.Do(stage, b, 0)
			last = t.lap(last)
		}
	}
}

// stage begins a stage and returns the time.
func (t *Trace) stage(blocks int, task any, stage int, name string) time.Duration {
	now := time.Since(processStart)
	t.Stages = append(t.Stages, TracedStage{At: now - t.Began, Blocks: blocks, Task: task, Stage: stage, Name: name})
	return now
}

// lap ends a block that began at last, and returns the time.
func (t *Trace) lap(last time.Duration) time.Duration {
	now := time.Since(processStart)
	t.Blocks = append(t.Blocks, now-last)
	return now
}

// Latency holds the times that synchronisation takes on this machine.
type Latency struct {
	Barrier time.Duration // a stage of two blocks that do nothing, two workers
	Wake    time.Duration // from BeginBurst to the first block of a worker that was parked
	Clock   time.Duration // a reading of the clock
}

// MaxClockStep is the largest step of the clock with which times of blocks and of barriers mean
// something. The clock of Windows proceeds by up to sixteen milliseconds.
const MaxClockStep = 10 * time.Microsecond

// ClockStep returns the median of the steps by which the clock proceeds.
func ClockStep() time.Duration {
	steps := make([]time.Duration, 21)
	for i := range steps {
		start := time.Since(processStart)
		for steps[i] == 0 {
			steps[i] = time.Since(processStart) - start
		}
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}

// MeasureLatency measures for some tens of milliseconds, or for up to a second where other programs
// run. It takes the minimum over the barriers and over the readings, because other programs can
// only make them longer, and the median over the wakes. A barrier counts only if both workers came
// to it: a worker that is alone waits, and then takes the block of the other. MeasureLatency needs
// two processors and a clock that proceeds by at most MaxClockStep.
func MeasureLatency() Latency {
	p := New(2)
	defer p.Close()
	l := Latency{Barrier: time.Hour, Clock: time.Hour}
	s := &emptyStages{}
	begin := time.Since(processStart)
	for met := 0; met < 50 && time.Since(processStart)-begin < time.Second; {
		s.ran = [2]blockCount{}
		start := time.Since(processStart)
		p.RunStages(s)
		barrier := (time.Since(processStart) - start) / emptyStageCount
		if all := s.ran[1].n == emptyStageCount; all || l.Barrier == time.Hour {
			l.Barrier = min(l.Barrier, barrier)
			if all {
				met++
			}
		}
		start = time.Since(processStart)
		for range emptyStageCount {
			_ = time.Since(processStart)
		}
		l.Clock = min(l.Clock, (time.Since(processStart)-start)/emptyStageCount)
	}
	l.Wake = medianWake(p)
	return l
}

const emptyStageCount = 200

// emptyStages are stages whose two blocks do nothing but count.
type emptyStages struct{ ran [2]blockCount } // by worker

type blockCount struct {
	n int
	_ [cacheLine - 8]byte
}

func (*emptyStages) Stages() int           { return emptyStageCount }
func (*emptyStages) Blocks(int) int        { return 2 }
func (s *emptyStages) Do(_, _, worker int) { s.ran[worker].n++ }

// wakes is the number of times that MeasureLatency wakes a worker.
const wakes = 31

// wakeTask is a stage whose first block waits until another worker has begun the second, or until
// it is certain that no other worker comes.
type wakeTask struct {
	began atomic.Int64
}

func (t *wakeTask) Do(block, _ int) {
	if block == 1 {
		t.began.Store(int64(time.Since(processStart)))
		return
	}
	for start := time.Now(); t.began.Load() == 0 && time.Since(start) < 5*time.Millisecond; {
	}
}

func medianWake(p *Pool) time.Duration {
	var taken []time.Duration
	for range wakes {
		time.Sleep(4 * idleSpin) // the other worker parks
		t := &wakeTask{}
		start := time.Since(processStart)
		p.BeginBurst()
		p.Run(2, t)
		taken = append(taken, time.Duration(t.began.Load())-start)
		p.EndBurst()
	}
	slices.Sort(taken)
	return taken[len(taken)/2]
}
