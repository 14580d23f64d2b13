package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
)

// modelledWorkers are the numbers of workers that are modelled. The shares of a tick are measured
// in the run for cutWorkers.
var modelledWorkers = [...]int{2, 4, 8, 16}

const cutWorkers = 8

// scalingResult is the modelled gain of a scene from more workers. Times are milliseconds per tick,
// over all ticks except the first, without the calls of the scene itself.
type scalingResult struct {
	Scene       string             `json:"scene"`
	Ticks       int                `json:"ticks"`
	SerialShare float64            `json:"serial_share"` // of the work of a tick, outside stages of several blocks
	OneWorker   float64            `json:"one_worker_ms"`
	Modelled    map[int]float64    `json:"modelled_ms"` // by the number of workers
	TwoWorkers  float64            `json:"two_workers_ms"`
	Serial      map[string]float64 `json:"serial_ms"` // by stage of the tick
	Lost        []stageLoss        `json:"lost"`      // by stage of the pool, the largest first
}

// bound returns Amdahl's bound: the gain of a number of workers that share everything except the
// serial part perfectly.
func (r *scalingResult) bound(workers int) float64 {
	return 1 / (r.SerialShare + float64((1-r.SerialShare)/float64(workers)))
}

// runScaling models every scene and prints the results.
func (o *benchOptions) runScaling(stdout io.Writer) error {
	if runtime.GOMAXPROCS(0) < 2 {
		return fmt.Errorf("bench: -scaling measures how workers meet and needs two processors, GOMAXPROCS is 1")
	}
	if step := par.ClockStep(); step > par.MaxClockStep {
		return fmt.Errorf("bench: -scaling times blocks of microseconds, and the clock of this system proceeds by %v", step)
	}
	latency := par.MeasureLatency()
	var results []*scalingResult
	for _, s := range o.scenes {
		r := o.scaleScene(s, latency)
		results = append(results, r)
		if o.json {
			continue
		}
		text := r.rows(o.profile)
		if len(results) == 1 {
			text = scalingHead(latency) + text
		}
		if _, err := io.WriteString(stdout, text); err != nil {
			return err
		}
	}
	if !o.json {
		return nil
	}
	return printJSON(stdout, map[string]any{
		"barrier_us": microseconds(latency.Barrier), "wake_us": microseconds(latency.Wake), "scenes": results,
	})
}

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

func scalingHead(l par.Latency) string {
	return fmt.Sprintf("ms per tick; 2 to 16 workers are modelled from the times of blocks: a barrier %.2f us, a wake %.0f us; no caches, no limit of memory\n",
		microseconds(l.Barrier), microseconds(l.Wake)) +
		fmt.Sprintf("%-14s %8s %8s %8s %8s %8s %8s %7s %8s %8s %10s\n",
			"scene", "serial %", "1 worker", "2", "4", "8", "16", "gain 8", "bound 8", "2, real", "model/real")
}

func (r *scalingResult) rows(profile bool) string {
	text := fmt.Sprintf("%-14s %8.1f %8.3f", r.Scene, 100*r.SerialShare, r.OneWorker)
	for _, workers := range modelledWorkers {
		text += fmt.Sprintf(" %8.3f", r.Modelled[workers])
	}
	text += fmt.Sprintf(" %7.2f %8.2f %8.3f %10.2f\n",
		r.OneWorker/r.Modelled[8], r.bound(8), r.TwoWorkers, r.Modelled[2]/r.TwoWorkers)
	if profile {
		for _, st := range tickStages {
			text += fmt.Sprintf("  serial %-12s %8.4f\n", st.name, r.Serial[st.name])
		}
		text += lossRows(r.Lost)
	}
	return text
}

// scaleScene measures and models a scene.
func (o *benchOptions) scaleScene(s gallery.Scene, latency par.Latency) *scalingResult {
	ticks := cmp.Or(o.ticks, s.Ticks)
	r := &scalingResult{Scene: s.Name, Ticks: ticks, Modelled: map[int]float64{}, Serial: map[string]float64{}}
	perTick := func(d time.Duration) float64 { return milliseconds(d) / float64(max(ticks-1, 1)) }
	r.OneWorker = perTick(o.leastTicks(s, 1, ticks))
	r.TwoWorkers = perTick(o.leastTicks(s, 2, ticks))
	for _, workers := range modelledWorkers {
		t := o.trace(s, workers, ticks, latency.Clock)
		r.Modelled[workers] = perTick(t.model(newPoolModel(workers, latency)))
		if workers != cutWorkers {
			continue
		}
		r.SerialShare = t.serialShare()
		for i, d := range t.serialByStage() {
			r.Serial[tickStages[i].name] = perTick(d)
		}
		r.Lost = t.losses(newPoolModel(workers, latency))
	}
	return r
}

// leastTicks returns the sum over all ticks except the first. The time of each tick is its shortest
// over the runs.
func (o *benchOptions) leastTicks(s gallery.Scene, workers, ticks int) time.Duration {
	least := make([]time.Duration, ticks)
	for i := range o.repeat {
		r := s.Start(world.Config{Workers: workers})
		for tick := range ticks {
			r.Advance()
			if d := r.Profile().Total; i == 0 || d < least[tick] {
				least[tick] = d
			}
		}
		r.Close()
	}
	var sum time.Duration
	for _, d := range least[min(1, ticks):] {
		sum += d
	}
	return sum
}
