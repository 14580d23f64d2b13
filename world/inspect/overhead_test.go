package inspect_test

import (
	"slices"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/inspect"
	"github.com/carom2d/carom/world/view"
	"github.com/go-gl/mathgl/mgl64"
)

// What an inspector costs: equal worlds take turns, one alone, one attached and one with a client.
// The figures are medians of sums over eight steps, and parts of them.
func BenchmarkOverhead(b *testing.B) {
	worlds := []*world.World{pile(b), pile(b), pile(b)}
	defer inspect.Attach(worlds[1], "attached").Detach()
	defer inspect.Attach(worlds[2], "watched").Detach()
	p := dial(b, newServer(b, &inspect.Server{}))
	p.ok("watch", map[string]any{"world": p.idOf("watched"), "layers": view.Contacts | view.Counters | view.Stages | view.Events, "hz": 60})
	go func() {
		for {
			if _, _, err := p.conn.Read(p.ctx); err != nil {
				return
			}
		}
	}()
	var times [3][]time.Duration
	b.ResetTimer()
	for range b.N {
		for i, w := range worlds {
			began := time.Now()
			for range 8 {
				w.Step(1.0 / 60)
			}
			times[i] = append(times[i], time.Since(began))
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	alone := times[0][len(times[0])/2].Seconds()
	b.ReportMetric(alone/8*1e6, "us/step")
	b.ReportMetric(100*(times[1][len(times[1])/2].Seconds()/alone-1), "%attached")
	b.ReportMetric(100*(times[2][len(times[2])/2].Seconds()/alone-1), "%watched")
}

// pile returns a heap of 2000 boxes that never sleeps.
func pile(t testing.TB) *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true}))
	t.Cleanup(w.Close)
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	for i := range 2000 {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(i%50) * 1.05, 0.5 + float64(i/50)}}))
		world.Must(b.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	}
	for range 60 {
		w.Tick()
	}
	return w
}
