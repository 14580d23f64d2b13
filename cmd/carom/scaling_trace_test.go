package main

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// plantedTick has 100 us of pairs with two stages of the pool, 40 us of evaluation with one that
// begins with it, and 10 us behind the last stage of the tick.
func plantedTick() (*par.Trace, *world.Profile) {
	trace := &par.Trace{
		Began:  time.Second,
		Stages: []par.TracedStage{{At: 20 * us, Blocks: 2}, {At: 60 * us, Blocks: 1}, {At: 100 * us, Blocks: 3}},
		Blocks: []time.Duration{10 * us, 20 * us, 30 * us, 5 * us, 10 * us, 15 * us},
	}
	return trace, &world.Profile{Pairs: 100 * us, Evaluate: 40 * us, Publish: 50 * us, Total: 200 * us}
}

func TestTickTrace(t *testing.T) {
	planted, profile := plantedTick()
	tick := makeTickTrace(planted, profile, 0)
	require.Equal(t, []time.Duration{10 * us, 20 * us, 30 * us, 5 * us, 10 * us, 15 * us}, tick.blocks)
	require.Equal(t, 200*us, tick.total())
	require.Equal(t, 140*us, tick.serial(), "with the stage of one block")
	trace := sceneTrace{tick}
	sums := trace.serialByStage()
	require.Equal(t, 70*us, sums[0], "pairs")
	require.Equal(t, 10*us, sums[1], "evaluate")
	require.Equal(t, 60*us, sums[len(sums)-1], "publish, and what follows")
	require.InDelta(t, 0.7, trace.serialShare(), 1e-12)
	require.Equal(t, 200*us, trace.model(awakeModel(1, par.Latency{})))
	require.Equal(t, 140*us+20*us+15*us, trace.model(awakeModel(8, par.Latency{})))
	require.InDelta(t, 1/(0.7+0.3/8), (&scalingResult{SerialShare: 0.7}).bound(8), 1e-12)
}

func TestTickTraceTakesOutTheClock(t *testing.T) {
	trace, profile := plantedTick()
	tick := makeTickTrace(trace, profile, us)
	require.Equal(t, []time.Duration{9 * us, 19 * us, 29 * us, 4 * us, 9 * us, 14 * us}, tick.blocks)
	require.Equal(t, 137*us, tick.serial(), "readings before the first two stages and in the block of the second; the third begins with its tick's")
}

func TestTickWithoutWorkersIsSerial(t *testing.T) {
	trace, profile := plantedTick()
	trace.Began = 0
	tick := makeTickTrace(trace, profile, 0)
	require.Empty(t, tick.blocks)
	require.Equal(t, 200*us, tick.serial())
}

func TestTickTraceTakesLess(t *testing.T) {
	trace, profile := plantedTick()
	tick := makeTickTrace(trace, profile, 0)
	trace, profile = plantedTick()
	trace.Stages[0].At, trace.Blocks[0], trace.Blocks[5] = 10*us, 20*us, 7*us
	other := makeTickTrace(trace, profile, 0)
	tick.takeLess(&other)
	require.Equal(t, []time.Duration{10 * us, 20 * us, 30 * us, 5 * us, 10 * us, 7 * us}, tick.blocks)
	require.Equal(t, 10*us, tick.segments[0].serial)

	trace, profile = plantedTick()
	trace.Stages[2].At = 99 * us
	across := makeTickTrace(trace, profile, 0)
	tick.takeLess(&across)
	require.Equal(t, 7*us, tick.blocks[5], "the longer of two that differ")
	across.takeLess(&tick)
	require.Equal(t, tick, across)
}

func TestBenchScaling(t *testing.T) {
	was := runtime.GOMAXPROCS(2)
	defer runtime.GOMAXPROCS(was)
	args := strings.Fields("bench -scaling -scene tumbler -ticks 3 -repeat 2 -profile")
	if par.ClockStep() > par.MaxClockStep {
		_, stderr := exits(t, exitFailed, args...)
		require.Contains(t, stderr, "the clock of this system proceeds by")
		leftout.Hardware(t, "carom bench -scaling, which needs a clock of microseconds")
	}
	stdout := succeed(t, args...)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	require.Contains(t, lines[0], "ms per tick")
	require.Len(t, lines, 3+len(tickStages)+1+shownLosses)
	require.Len(t, strings.Fields(lines[2]), 11, "%s", lines[2])

	stdout = succeed(t, "bench", "-scaling", "-scene", "tumbler", "-ticks", "3", "-json")
	var report struct {
		Barrier float64         `json:"barrier_us"`
		Scenes  []scalingResult `json:"scenes"`
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &report))
	require.Positive(t, report.Barrier)
	r := report.Scenes[0]
	require.Len(t, r.Modelled, len(modelledWorkers))
	require.Less(t, r.SerialShare, 1.0)
	require.Positive(t, r.SerialShare)
	require.Len(t, r.Serial, len(tickStages))
	require.Greater(t, len(r.Lost), shownLosses)
}

// A stage of the pool loses what its workers wait for: time outside stages, a stage of one block,
// the longest block of several.
func TestLossesOfStages(t *testing.T) {
	planted, profile := plantedTick()
	planted.Stages[0].Task, planted.Stages[0].Stage = par.Func(nil), -1
	planted.Stages[1].Task, planted.Stages[1].Name = &planted.Stages, "names"
	planted.Stages[2].Task, planted.Stages[2].Stage = par.Func(nil), -1
	trace := sceneTrace{makeTickTrace(planted, profile, 0)}
	list := trace.losses(awakeModel(4, par.Latency{}))
	lost := map[string]stageLoss{}
	for _, l := range list {
		lost[l.Name] = l
	}
	require.InDelta(t, 0.020+0.020+0.015-0.080/4, lost["par.Func"].Lost, 1e-9, "20 us before, then blocks of 10 and 20, then of 5, 10 and 15 us")
	require.InDelta(t, 2.5, lost["par.Func"].Blocks, 1e-9)
	alone := lost["[]par.TracedStage names"]
	require.InDelta(t, 0.75*0.040, alone.Lost, 1e-9)
	require.InDelta(t, 0.010, alone.Before, 1e-9)
	require.InDelta(t, 0.030, alone.Alone, 1e-9)
	require.InDelta(t, 0.75*0.060, lost["rest of publish"].Lost, 1e-9)
	require.Equal(t, "rest of publish", list[0].Name, "the largest first")
}

func TestBenchScalingNeedsTwoProcessors(t *testing.T) {
	was := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(was)
	_, stderr := exits(t, exitFailed, "bench", "-scaling", "-scene", "tumbler", "-ticks", "3")
	require.Contains(t, stderr, "needs two processors")
}
