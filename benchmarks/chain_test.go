package benchmarks

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/jakecoffman/cp/v2"
)

const (
	chainLinks = 100
	chainLoad  = 100 // links
	linkRadius = 0.125
)

// BenchmarkChain hangs a chain of a hundred links with a load of a hundred links at its
// end and reports by how much it is stretched after one, five and ten seconds at 60 Hz, in
// per cent, beside the time of a tick. Nothing sleeps. cp takes its own ten iterations, or a
// hundred, or ten in each of four sub-steps.
func BenchmarkChain(b *testing.B) {
	for _, engine := range []struct {
		name string
		make func() (tick func(), end func() float64)
	}{
		{"carom", caromChain},
		{"cp", func() (func(), func() float64) { return cpChain(10, 1) }},
		{"cp_100_iterations", func() (func(), func() float64) { return cpChain(100, 1) }},
		{"cp_4_substeps", func() (func(), func() float64) { return cpChain(10, 4) }},
	} {
		b.Run(engine.name, func(b *testing.B) {
			tick, end := engine.make()
			var stretch [11]float64
			for i := range 600 {
				tick()
				stretch[(i+1)/60] = 100 * (end() - chainLinks) / chainLinks
			}
			for b.Loop() {
				tick()
			}
			b.ReportMetric(stretch[1], "%at_1s")
			b.ReportMetric(stretch[5], "%at_5s")
			b.ReportMetric(stretch[10], "%at_10s")
		})
	}
}

func caromChain() (tick func(), end func() float64) {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true}))
	noSelfCollision := world.ColliderDef{Filter: shape.Filter{Category: 2, Mask: 1}}
	last := w.Ground()
	for i := range chainLinks {
		l := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, -0.5 - float64(i)}}))
		world.Must(l.Attach(shape.Capsule{A: mgl64.Vec2{0, -0.5}, B: mgl64.Vec2{0, 0.5}, Radius: linkRadius}, noSelfCollision))
		world.Must(w.CreateRevolute(last, l, world.RevoluteAt(last, l, mgl64.Vec2{0, -float64(i)})))
		last = l
	}
	half := 0.5 * math.Sqrt(chainLoad*last.Mass())
	load := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, -chainLinks - half}}))
	world.Must(load.Attach(shape.Box(half, half), noSelfCollision))
	world.Must(w.CreateRevolute(last, load, world.RevoluteAt(last, load, mgl64.Vec2{0, -chainLinks})))
	return w.Tick, func() float64 { return -last.WorldPoint(mgl64.Vec2{0, -0.5})[1] }
}

func cpChain(iterations uint, steps int) (tick func(), end func() float64) {
	space := cp.NewSpace()
	space.Iterations = iterations
	space.SetGravity(cp.Vector{Y: -10})
	mass := math.Pi*linkRadius*linkRadius + 2*linkRadius
	a, z := cp.Vector{Y: -0.5}, cp.Vector{Y: 0.5}
	last := space.StaticBody
	for i := range chainLinks {
		l := space.AddBody(cp.NewBody(mass, cp.MomentForSegment(mass, a, z, linkRadius)))
		l.SetPosition(cp.Vector{Y: -0.5 - float64(i)})
		space.AddConstraint(cp.NewPivotJoint(last, l, cp.Vector{Y: -float64(i)}))
		last = l
	}
	half := 0.5 * math.Sqrt(chainLoad*mass)
	load := space.AddBody(cp.NewBody(chainLoad*mass, cp.MomentForBox(chainLoad*mass, 2*half, 2*half)))
	load.SetPosition(cp.Vector{Y: -chainLinks - half})
	space.AddConstraint(cp.NewPivotJoint(last, load, cp.Vector{Y: -chainLinks}))
	tick = func() {
		for range steps {
			space.Step(1.0 / 60 / float64(steps))
		}
	}
	return tick, func() float64 { return -last.LocalToWorld(a).Y }
}
