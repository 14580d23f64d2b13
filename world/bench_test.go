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

// BenchmarkBulk compares the calls for many bodies with loops over handles, for 10000 boxes.
func BenchmarkBulk(b *testing.B) {
	const n = 10000
	parts := make([]world.BodyParts, n)
	for i := range parts {
		parts[i] = world.BodyParts{
			Def:       body.Def{Position: mgl64.Vec2{float64(i%100) * 2, float64(i/100) * 2}, Angle: 0.001 * float64(i)},
			Colliders: []world.ColliderParts{{Shape: shape.Box(0.5, 0.5)}},
		}
	}
	w := newWorld(b, world.Config{Workers: 1})
	bodies, _ := w.CreateBodies(nil, parts)
	poses, velocities := w.AppendPoses(nil), w.AppendVelocities(nil)
	perBody := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				f()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/body")
		})
	}
	perBody("poses/handles", func() {
		for i, h := range bodies {
			cos, sin := h.Rotation()
			poses[i] = world.Pose{Body: h.ID(), Position: h.Position(), Cos: cos, Sin: sin}
		}
	})
	perBody("poses/AppendPoses", func() { poses = w.AppendPoses(poses[:0]) })
	perBody("poses/AppendAwakePoses", func() { poses = w.AppendAwakePoses(poses[:0]) })
	perBody("velocities/handles", func() {
		for i, h := range bodies {
			velocities[i] = world.Velocity{Body: h.ID(), Linear: h.LinearVelocity(), Angular: h.AngularVelocity()}
		}
	})
	perBody("velocities/AppendVelocities", func() { velocities = w.AppendVelocities(velocities[:0]) })
	destroyAll := func() {
		for _, h := range bodies {
			_ = h.Destroy()
		}
	}
	perBody("create/handles", func() {
		destroyAll()
		bodies = bodies[:0]
		for i := range parts {
			h, _ := w.CreateBody(parts[i].Def)
			_, _ = h.Attach(parts[i].Colliders[0].Shape, parts[i].Colliders[0].Def)
			bodies = append(bodies, h)
		}
	})
	perBody("create/CreateBodies", func() {
		destroyAll()
		bodies, _ = w.CreateBodies(bodies[:0], parts)
	})
}
