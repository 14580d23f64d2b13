package view_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// rain returns a world in which n bodies of several shapes move.
func rain(t testing.TB, n int) *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
	t.Cleanup(w.Close)
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	shapes := []shape.Support{shape.Circle{Radius: 0.3}, shape.Box(0.3, 0.3), shape.Capsule{A: mgl64.Vec2{-0.2, 0}, B: mgl64.Vec2{0.2, 0}, Radius: 0.2}, shape.RegularPolygon(5, 0.3)}
	columns := 100
	for i := range n {
		at := mgl64.Vec2{float64(i%columns) - float64(columns)/2, 0.5 + float64(i/columns)}
		b := world.Must(w.CreateBody(body.Def{Position: at, Angle: float64(i), AngularVelocity: float64(i%7) - 3, NeverSleep: true}))
		world.Must(b.Attach(shapes[i%len(shapes)], world.ColliderDef{}))
	}
	return w
}

// The frame of a world in motion: what a frame of 5000 bodies costs beside its step.
func BenchmarkAppendFrame(b *testing.B) {
	for _, s := range []struct {
		name   string
		layers view.Layers
	}{{"bodies", 0}, {"page", view.Contacts | view.Stages | view.Counters | view.Events}, {"all", view.AllLayers}} {
		b.Run(fmt.Sprintf("%s/5000", s.name), func(b *testing.B) {
			w := rain(b, 5000)
			e := view.Encoder{Layers: s.layers}
			var frame []byte
			for range 60 {
				w.Tick()
				frame = e.AppendFrame(frame[:0], w)
			}
			b.ResetTimer()
			b.ReportAllocs()
			for range b.N {
				b.StopTimer()
				w.Tick()
				b.StartTimer()
				frame = e.AppendFrame(frame[:0], w)
			}
			b.ReportMetric(float64(len(frame)), "bytes")
		})
	}
}

var _ = require.Equal
