package world_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// BenchmarkPyramid times a tick of boxes stacked on a base of 20 (210 boxes) and
// of 100 (5050), awake, on one worker.
func BenchmarkPyramid(b *testing.B) {
	for _, base := range []int{20, 100} {
		b.Run(fmt.Sprintf("base%d", base), func(b *testing.B) {
			w := addAwakePyramid(b, base, 1)
			b.ReportAllocs()
			for b.Loop() {
				w.Tick()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(w.Counters().Contacts), "ns/contact")
		})
	}
}

// BenchmarkSmallWorld times a tick of 50 boxes with one worker and with as many
// as there are processors: the second must not be slower.
func BenchmarkSmallWorld(b *testing.B) {
	for name, workers := range map[string]int{"alone": 1, "automatic": 0} {
		b.Run(name, func(b *testing.B) {
			w := addAwakePyramid(b, 9, workers)
			for b.Loop() {
				w.Tick()
			}
		})
	}
}

// BenchmarkSleepers times a tick of 100 awake boxes beside 100 000 sleeping ones,
// and of the 100 alone: the two must cost the same.
func BenchmarkSleepers(b *testing.B) {
	for _, sleeping := range []int{0, 100_000} {
		b.Run(fmt.Sprint(sleeping), func(b *testing.B) {
			w := addAwakePyramid(b, 13, 1)
			box := shape.Box(0.4, 0.4)
			for i := range sleeping {
				at := mgl64.Vec2{float64(i % 1000), 100 + float64(i/1000)}
				addBody(b, w, body.Def{Position: at, Asleep: true}, box, world.ColliderDef{})
			}
			w.Tick()
			for b.Loop() {
				w.Tick()
			}
		})
	}
}

// addAwakePyramid returns a pyramid that never sleeps, after a second of settling.
func addAwakePyramid(b *testing.B, base, workers int) *world.World {
	w := newWorld(b, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
	for _, box := range addPyramid(b, w, base).boxes {
		if err := box.SetNeverSleep(true); err != nil {
			b.Fatal(err)
		}
	}
	runSeconds(w, 1)
	return w
}

// BenchmarkView times a view of 10011 awake boxes, taken after each tick and given back, and gives
// it as a share of the tick.
func BenchmarkView(b *testing.B) {
	w := addAwakePyramid(b, 141, 1)
	var tick, view time.Duration
	b.ReportAllocs()
	for b.Loop() {
		began := time.Now()
		w.Tick()
		ticked := time.Now()
		w.View().Release()
		tick, view = tick+ticked.Sub(began), view+time.Since(ticked)
	}
	b.ReportMetric(float64(view.Nanoseconds())/float64(b.N), "ns/view")
	b.ReportMetric(100*float64(view)/float64(tick), "%-of-tick")
}
