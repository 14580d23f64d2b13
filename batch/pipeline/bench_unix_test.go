//go:build unix

package pipeline

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/carom2d/carom/batch/gallery"
	"github.com/carom2d/carom/batch/plan"
	"github.com/carom2d/carom/batch/simulate"
)

const throws = `{"version": 1, "setup": "gallery/trebuchet", "params": {"sling": 3, "release": 54},
	"parameters": [{"name": "sling", "at": "/sling", "from": 1, "to": 5, "steps": 40}, {"name": "release", "at": "/release", "from": 10, "to": 80, "steps": 25}],
	"sampler": {"kind": "grid"}, "ticks": 480,
	"metrics": [{"name": "thrown", "kind": "function", "function": "gallery/thrown", "take": "max"}]}`

// BenchmarkThrows runs a thousand throws by a loop on one goroutine per processor and by the
// pipeline, in turn, and reports the median share of the loop's speed that the pipeline has: by the
// clock, and by the time of processors, which other programs change less.
func BenchmarkThrows(b *testing.B) {
	p, err := plan.Parse([]byte(throws), "")
	if err != nil {
		b.Fatal(err)
	}
	var clock, processor []float64
	for b.Loop() {
		began, used := time.Now(), processorTime(b)
		loop(b, p)
		loopClock, loopUsed := time.Since(began), processorTime(b)-used

		folder := b.TempDir()
		began, used = time.Now(), processorTime(b)
		j, err := NewJob(p, filepath.Join(folder, "out"), filepath.Join(folder, "state"), 0)
		if err == nil {
			err = Run(context.Background(), j, Options{})
		}
		if err != nil {
			b.Fatal(err)
		}
		clock = append(clock, loopClock.Seconds()/time.Since(began).Seconds())
		processor = append(processor, loopUsed.Seconds()/(processorTime(b)-used).Seconds())
	}
	b.ReportMetric(median(clock), "share-clock")
	b.ReportMetric(median(processor), "share-processor")
}

// loop runs all runs without Beam.
func loop(b *testing.B, p *plan.Plan) {
	e, err := simulate.Open(p)
	if err != nil {
		b.Fatal(err)
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for run := int(next.Add(1)) - 1; run < e.Runs(); run = int(next.Add(1)) - 1 {
				if _, err := e.Run(context.Background(), run, simulate.Options{}); err != nil {
					panic(err)
				}
			}
		})
	}
	workers.Wait()
}

// processorTime returns what this process has used.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
