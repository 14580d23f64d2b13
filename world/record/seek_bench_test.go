//go:build unix

package record_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// BenchmarkSeek measures how long a player takes to any tick of 60 s of 1000 boxes that are thrown
// up again and again.
func BenchmarkSeek(b *testing.B) {
	const ticks = 3600
	w := heap(b, 1000)
	var out bytes.Buffer
	require.NoError(b, w.Record(&out))
	for i := range ticks {
		if i%120 == 0 {
			for x := range w.Bodies() {
				_ = x.ApplyImpulseToCenter(mgl64.Vec2{0, 4 * x.Mass()}) // static bodies refuse it
			}
		}
		w.Tick()
	}
	require.NoError(b, w.StopRecording())
	r := world.Must(record.Read(out.Bytes()))
	p := world.Must(r.Player())
	defer p.Close()
	random := rand.New(rand.NewPCG(1, 2))
	var list, cpu []float64
	for b.Loop() {
		began, used := time.Now(), cpuTime()
		require.NoError(b, p.SeekTick(random.IntN(ticks)))
		list = append(list, float64(time.Since(began).Microseconds())/1e3)
		cpu = append(cpu, float64((cpuTime()-used).Microseconds())/1e3)
	}
	slices.Sort(list)
	slices.Sort(cpu)
	b.ReportMetric(cpu[len(cpu)/2], "median-cpu-ms")
	b.ReportMetric(cpu[len(cpu)*9/10], "p90-cpu-ms")
	b.ReportMetric(cpu[len(cpu)-1], "max-cpu-ms")
	b.ReportMetric(list[len(list)/2], "median-ms")
	b.ReportMetric(list[len(list)*9/10], "p90-ms")
	b.ReportMetric(list[len(list)-1], "max-ms")
	b.ReportMetric(float64(out.Len())/1e6, "MB")
}

// cpuTime returns the processor time of the program.
func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
