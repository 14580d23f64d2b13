//go:build unix

package world_test

import (
	"bytes"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// BenchmarkRecording measures what a recording costs: the CPU time of ticks of a heap of 1000 boxes
// in motion with and without it, in turn.
func BenchmarkRecording(b *testing.B) {
	w := newWorld(b, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
	addHeap(b, w, 1000, 0.2, 1)
	runTicks(w, 120)
	recorded, err := w.Fork()
	require.NoError(b, err)
	b.Cleanup(recorded.Close)
	var out bytes.Buffer
	out.Grow(1 << 27) // its growth is no cost of the recording
	require.NoError(b, recorded.Record(&out))
	var plain, with, share []float64
	const ticks = 300 // several states in each turn
	for b.Loop() {
		plain = append(plain, cpuTime(func() { runTicks(w, ticks) }))
		with = append(with, cpuTime(func() { runTicks(recorded, ticks) }))
		share = append(share, 100*(with[len(with)-1]/plain[len(plain)-1]-1))
	}
	require.NoError(b, recorded.StopRecording())
	require.Equal(b, w.StateHash(), recorded.StateHash())
	chunks, _, err := tape.Scan(bytes.NewReader(out.Bytes()), int64(out.Len()))
	require.NoError(b, err)
	states, stateBytes := 0, int64(0)
	for i := range chunks {
		if chunks[i].Kind == tape.KindKeyframe {
			states, stateBytes = states+1, stateBytes+chunks[i].Size()
		}
	}
	recordedTicks := float64(len(with) * ticks)
	b.ReportMetric(1e6*median(plain)/ticks, "tick-us")
	b.ReportMetric(1e6*median(with)/ticks, "recorded-us")
	b.ReportMetric(100*(slices.Min(with)/slices.Min(plain)-1), "min-%")
	b.ReportMetric(median(share), "median-%")
	b.ReportMetric(recordedTicks/float64(states), "ticks/state")
	b.ReportMetric(float64(stateBytes)/float64(states), "bytes/state")
	b.ReportMetric(float64(int64(out.Len())-stateBytes)/recordedTicks, "bytes/tick")
}

// cpuTime returns the processor time that a function takes, s.
func cpuTime(f func()) float64 {
	before := usage()
	f()
	return (usage() - before).Seconds()
}

func usage() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
