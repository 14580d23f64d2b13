package world_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// buildAreas fills a world with bodies and with areas of every effect.
func buildAreas(t testing.TB, w *world.World) {
	addWalls(t, w, 20, world.ColliderDef{})
	wheel := addBody(t, w, body.Def{Type: body.Kinematic, AngularVelocity: 1}, shape.Box(3, 0.2), world.ColliderDef{})
	star := addBody(t, w, body.Def{Position: mgl64.Vec2{5, 5}, Weightless: true}, shape.Circle{Radius: 1}, world.ColliderDef{Density: 5})
	field := func(p world.FieldPoint) mgl64.Vec2 { return p.Position.Mul(-0.5).Add(p.Velocity.Mul(-0.1)) }
	for _, def := range []world.AreaDef{
		{Effects: []area.Effect{area.Damping{Linear: 0.1, Angular: 0.1}, world.AreaField{Acceleration: field, Force: field}}},
		{Priority: 1, Shape: shape.Box(6, 6), Position: mgl64.Vec2{-10, 0}, Effects: []area.Effect{area.Gravity{Acceleration: mgl64.Vec2{0, 8}, Replace: true}}},
		{Priority: 1, Shape: shape.Circle{Radius: 8}, Body: star, Effects: []area.Effect{area.PointGravity{Strength: 30}}},
		{Priority: 2, Shape: shape.Box(7, 2), Body: wheel, Effects: []area.Effect{area.Conveyor{Velocity: mgl64.Vec2{4, 0}}}},
		{Shape: shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, Position: mgl64.Vec2{0, -10}, Effects: []area.Effect{area.Damping{Linear: 2}}},
	} {
		addArea(t, w, def)
	}
	for i := range 200 {
		at := mgl64.Vec2{float64(i%20)*1.7 - 16, float64(i/20)*1.7 - 8}
		def := body.Def{Position: at, LinearVelocity: mgl64.Vec2{float64(i%7) - 3, float64(i%5) - 2}}
		if i%9 == 0 {
			def.Gravity = mgl64.Vec2{2, 2}
		}
		addBody(t, w, def, shape.Box(0.4, 0.3), world.ColliderDef{Material: &shape.Material{Restitution: 0.5}})
	}
}

// The result does not depend on the number of workers, nor on the broadphase.
func TestAreasWithAnyNumberOfWorkers(t *testing.T) {
	run := func(c world.Config) (hash uint64, events string) {
		c.Gravity = mgl64.Vec2{0, -10}
		w := newWorld(t, c)
		w.ParallelizeAlways()
		buildAreas(t, w)
		for range 200 {
			w.Tick()
			for _, e := range w.Events().AreaBegins {
				events += fmt.Sprint("+", e.Area.ID(), e.Body.ID())
			}
			for _, e := range w.Events().AreaEnds {
				events += fmt.Sprint("-", e.Area.ID(), e.Body.ID())
			}
		}
		return w.Hash(), events
	}
	hash, events := run(world.Config{Workers: 1})
	require.NotEmpty(t, events)
	for _, c := range []world.Config{{Workers: 3}, {Workers: 1, Broadphase: world.BroadphaseSweep}, {Workers: 2, Broadphase: world.BroadphaseBrute}} {
		h, e := run(c)
		require.Equal(t, hash, h)
		require.Equal(t, events, e)
	}
}

// BenchmarkAreas times a tick of 10 000 bodies at rest in the air without an area, with one that
// holds 100 of them, and with one over all.
func BenchmarkAreas(b *testing.B) {
	gravity := []area.Effect{area.Gravity{Acceleration: mgl64.Vec2{0, -1}}}
	for _, c := range []struct {
		name  string
		areas []world.AreaDef
	}{
		{"none", nil},
		{"100of10000", []world.AreaDef{{Shape: shape.Box(9.9, 9.9), Position: mgl64.Vec2{100, 100}, Effects: gravity}}},
		{"shape10000", []world.AreaDef{{Shape: shape.Box(1e4, 1e4), Effects: gravity}}},
		{"whole10000", []world.AreaDef{{Effects: gravity}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			w := newWorld(b, world.Config{Workers: 1, NoSleep: true})
			for i := range 10000 {
				at := mgl64.Vec2{float64(i%100) * 2, float64(i/100) * 2}
				addBody(b, w, body.Def{Position: at, Weightless: true}, shape.Box(0.4, 0.4), world.ColliderDef{})
			}
			for _, def := range c.areas {
				addArea(b, w, def)
			}
			runTicks(w, 10)
			areas := 0.0
			for b.Loop() {
				w.Tick()
				areas += float64(w.Profile().Areas.Nanoseconds())
			}
			b.ReportMetric(areas/float64(b.N), "areas-ns/op")
		})
	}
}

// BenchmarkSleepersInArea times a tick of ten bodies that fly beside 10 000 that sleep in an area.
func BenchmarkSleepersInArea(b *testing.B) {
	w := newWorld(b, world.Config{Workers: 1})
	for i := range 10000 {
		at := mgl64.Vec2{float64(i%100) * 2, float64(i/100) * 2}
		addBody(b, w, body.Def{Position: at, Asleep: true}, shape.Box(0.4, 0.4), world.ColliderDef{})
	}
	for i := range 10 {
		addBody(b, w, body.Def{Position: mgl64.Vec2{float64(i) * 9, -9}, LinearVelocity: mgl64.Vec2{0, -1}}, shape.Box(0.4, 0.4), world.ColliderDef{})
	}
	addArea(b, w, world.AreaDef{Shape: shape.Box(1e4, 1e4), Effects: []area.Effect{area.Damping{}}})
	for b.Loop() {
		w.Tick()
	}
}
