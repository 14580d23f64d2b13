package inspect_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/inspect"
	"github.com/carom2d/carom/world/view"
	"github.com/go-gl/mathgl/mgl64"
)

// What an inspector costs a step: a world without one, with one that nobody looks through, and with a client.
func BenchmarkStep(b *testing.B) {
	for _, c := range []string{"alone", "attached", "watched"} {
		b.Run(c, func(b *testing.B) {
			w := pile(b)
			if c != "alone" {
				a := inspect.Attach(w, "pile")
				defer a.Detach()
			}
			if c == "watched" {
				p := dial(b, newServer(b, &inspect.Server{}))
				p.ok("watch", map[string]any{"world": p.idOf("pile"), "layers": view.Contacts | view.Counters | view.Stages | view.Events, "hz": 60})
				go func() {
					for {
						if _, _, err := p.conn.Read(p.ctx); err != nil {
							return
						}
					}
				}()
			}
			b.ResetTimer()
			for range b.N {
				w.Step(1.0 / 60)
			}
		})
	}
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
