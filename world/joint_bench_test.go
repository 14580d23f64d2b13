package world_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// BenchmarkJoint times a joint of every kind, and some kinds in other uses: the difference
// between a tick of a thousand pairs of bodies with the joints and without, per joint, on
// one worker, in the fastest of all ticks. The bodies turn and tug and never sleep.
func BenchmarkJoint(b *testing.B) {
	cases := map[string]func(w *world.World, p, q world.Body) func(){}
	for name := range jointCreators(nil, joint.Base{}) {
		cases[name] = func(w *world.World, p, q world.Body) func() {
			return func() { world.Must(jointCreators(w, joint.Base{})[name](p, q)) }
		}
	}
	cases["gear"] = func(w *world.World, p, q world.Body) func() {
		first, second := addRevolute(b, w, w.Ground(), p), addRevolute(b, w, w.Ground(), q)
		return func() { world.Must(w.CreateGear(first.Joint, second.Joint, joint.Gear{Ratio: 2})) }
	}
	right := mgl64.Vec2{1, 0}
	for name, def := range map[string]joint.Distance{
		"distance spring": {LocalAnchorA: right, SpringHertz: 2, SpringDamping: 0.5},
		"distance rope":   {LocalAnchorA: right, Loose: true, MaxLength: 1},
		"distance law":    {LocalAnchorA: right, Law: func(x, rate float64) float64 { return -40*(x-1) - rate }},
	} {
		cases[name] = func(w *world.World, p, q world.Body) func() {
			return func() { world.Must(w.CreateDistance(p, q, def)) }
		}
	}
	cases["revolute motor limits spring"] = func(w *world.World, p, q world.Body) func() {
		return func() {
			world.Must(w.CreateRevolute(p, q, joint.Revolute{
				Limit: true, Lower: -1, Upper: 1, MaxMotorTorque: 1, SpringHertz: 2, SpringDamping: 0.5,
			}))
		}
	}
	cases["prismatic motor limits spring"] = func(w *world.World, p, q world.Body) func() {
		return func() {
			world.Must(w.CreatePrismatic(p, q, joint.Prismatic{
				LocalAxisA: right, Limit: true, Lower: -1, Upper: 1, MaxMotorForce: 1, SpringHertz: 2, SpringDamping: 0.5,
			}))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		b.Run(name, func(b *testing.B) { benchmarkJoint(b, cases[name]) })
	}
}

func benchmarkJoint(b *testing.B, join func(w *world.World, p, q world.Body) func()) {
	const pairs = 1000
	w := newWorld(b, world.Config{Workers: 1})
	var joins []func()
	for range pairs {
		p, q := addMass(b, w, 0, 0, 1, 0.5), addMass(b, w, 0, 0, 2, 1)
		require.NoError(b, p.SetAngularVelocity(1))
		require.NoError(b, q.SetAngularVelocity(-0.4))
		require.NoError(b, q.SetLinearVelocity(mgl64.Vec2{0.3, 0.2}))
		joins = append(joins, join(w, p, q))
	}
	tick := func(fastest time.Duration) time.Duration {
		start := time.Now()
		w.Tick()
		return min(fastest, time.Since(start))
	}
	without, with := time.Hour, time.Hour
	for range 300 {
		without = tick(without)
	}
	for _, f := range joins {
		f()
	}
	runSeconds(w, 0.5)
	for b.Loop() {
		with = tick(with)
	}
	b.ReportMetric(float64(with-without)/pairs, "ns/joint")
	b.ReportMetric(0, "ns/op")
}
