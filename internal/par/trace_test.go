package par

import (
	"testing"
	"time"

	"github.com/carom2d/carom/internal/leftout"
	"github.com/stretchr/testify/require"
)

func TestTraceRunsEveryBlockOnTheCaller(t *testing.T) {
	p := New(4)
	defer p.Close()
	var trace Trace
	p.SetTrace(&trace)
	require.Equal(t, 4, p.Workers(), "stages are cut for all of them")
	p.BeginBurst()
	require.NotZero(t, trace.Began)
	var ran []int
	p.Run(3, Func(func(block, worker int) {
		require.Zero(t, worker)
		ran = append(ran, block)
		time.Sleep(ms)
	}))
	p.RunStages(&funcStages{counts: []int{1, 0, 2}, do: func(stage, block, worker int) {
		require.Zero(t, worker)
		ran = append(ran, 10*stage+block)
	}})
	p.EndBurst()
	require.Equal(t, []int{0, 1, 2, 0, 20, 21}, ran)
	var blocks []int
	var last time.Duration
	for _, s := range trace.Stages {
		blocks = append(blocks, s.Blocks)
		require.GreaterOrEqual(t, s.At, last)
		last = s.At
	}
	require.Equal(t, []int{3, 1, 0, 2}, blocks)
	require.IsType(t, Func(nil), trace.Stages[0].Task)
	require.Negative(t, trace.Stages[0].Stage)
	require.IsType(t, &funcStages{}, trace.Stages[3].Task)
	require.Equal(t, 2, trace.Stages[3].Stage)
	require.Len(t, trace.Blocks, 6)
	for _, d := range trace.Blocks[:3] {
		require.GreaterOrEqual(t, d, ms)
	}
	require.GreaterOrEqual(t, trace.Stages[1].At, 3*ms, "since the burst began")
	trace.Clear()
	require.Zero(t, trace.Began)
	require.Empty(t, trace.Stages)
	require.Empty(t, trace.Blocks)
}

func TestTraceEnds(t *testing.T) {
	p := New(2)
	defer p.Close()
	var trace Trace
	p.SetTrace(&trace)
	p.SetTrace(nil)
	n := 0
	p.BeginBurst()
	p.Run(1, Func(func(int, int) { n++ }))
	p.EndBurst()
	require.Equal(t, 1, n)
	require.Zero(t, trace)
}

func TestMeasureLatency(t *testing.T) {
	processors(t, 2)
	if ClockStep() > MaxClockStep {
		leftout.Hardware(t, "the latency of workers, which needs a clock of microseconds")
	}
	l := MeasureLatency()
	require.Positive(t, l.Barrier)
	require.Positive(t, l.Wake)
	require.Positive(t, l.Clock)
	require.Less(t, l.Clock, l.Barrier, "two blocks pass through two workers")
}
