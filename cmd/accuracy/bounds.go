package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func boundRows() []row {
	return []row{
		{"motor at its limit", "arm of 1 x .1 m, limit .5 rad, motor of 10, 100, 1000 N m", ".84 rad beyond", motorAtLimit},
		{"speed bound", "40 bodies at 200 m/s and 1000 rad/s, masses e^(3N), 60 random pins, 5 s", "not finite", speedBound},
		{"fast trees", "200 random trees of ten bodies of e^(2N) kg with FastRotation, limits, motors, springs, 5 s", "2e21 m/s", fastTrees},
	}
}

func motorAtLimit(size) []scene {
	var scenes []scene
	for _, torque := range []float64{10, 100, 1000} {
		for _, speed := range []float64{1, 10, 100, -100} {
			scenes = append(scenes, scene{fmt.Sprintf("%v N m, %v rad/s", torque, speed), func(r *record) {
				holdMotorAtLimit(r, torque, speed)
			}})
		}
	}
	return scenes
}

// holdMotorAtLimit drives an arm against the limit of its joint.
func holdMotorAtLimit(r *record, torque, speed float64) {
	w := newWorld(gravity)
	arm := add(w, body.Def{Position: mgl64.Vec2{0.5, 0}}, shape.Box(0.5, 0.05), ghost(1))
	def := world.RevoluteAt(w.Ground(), arm, mgl64.Vec2{})
	def.Limit, def.Lower, def.Upper = true, -0.5, 0.5
	def.MotorSpeed, def.MaxMotorTorque = speed, torque
	pin := world.Must(w.CreateRevolute(w.Ground(), arm, def))
	beyond := 0.0
	for range ticks(10) {
		w.Tick()
		beyond = max(beyond, math.Abs(pin.Angle())-0.5)
	}
	r.below("beyond the limit", beyond, 0.01, "rad")
}

// extremes watches a world for the fastest body after any tick, loads that are not finite, and
// bodies in quarantine.
type extremes struct {
	fastest               float64
	infinite, quarantined int
}

func (e *extremes) watch(w *world.World, seconds float64) {
	for range ticks(seconds) {
		w.Tick()
		e.fastest = max(e.fastest, fastest(w))
		events := w.Events()
		e.quarantined += len(events.Quarantines)
		for j := range w.Joints() {
			if !finite(j.Force()[0], j.Force()[1], j.Torque()) {
				e.infinite++
			}
		}
		for _, s := range events.JointStresses {
			if !finite(s.Force, s.Torque) {
				e.infinite++
			}
		}
	}
}

func finite(xs ...float64) bool {
	return !slices.ContainsFunc(xs, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}

func (e *extremes) figures(r *record) {
	r.below("fastest", e.fastest, 400*(1+1e-6), "m/s")
	r.count("quarantined", e.quarantined)
	r.count("loads not finite", e.infinite)
}

func speedBound(s size) []scene {
	var scenes []scene
	for seed := range uint64(s.pick(40, 3)) {
		scenes = append(scenes, scene{fmt.Sprintf("seed %d", seed), func(r *record) {
			scatterPinned(r, rand.New(rand.NewPCG(seed, 91)))
		}})
	}
	return scenes
}

// scatterPinned scatters bodies of different masses, some of which are pinned to each other.
func scatterPinned(r *record, rnd *rand.Rand) {
	w := newWorld(gravity)
	var bodies []world.Body
	for range 40 {
		b := add(w, body.Def{
			Position:        mgl64.Vec2{4 * rnd.NormFloat64(), 4 * rnd.NormFloat64()},
			LinearVelocity:  polar(200, 2*math.Pi*rnd.Float64()),
			AngularVelocity: 1000 * math.Copysign(1, rnd.Float64()-0.5),
		}, shape.Box(0.1+0.3*rnd.Float64(), 0.1+0.3*rnd.Float64()), world.ColliderDef{})
		scaleMass(b, math.Exp(3*rnd.NormFloat64()))
		bodies = append(bodies, b)
	}
	for range 60 {
		a, b := bodies[rnd.IntN(40)], bodies[rnd.IntN(40)]
		if a == b {
			continue
		}
		at := a.Position().Add(b.Position()).Mul(0.5)
		world.Must(w.CreateRevolute(a, b, world.RevoluteAt(a, b, at)))
	}
	var e extremes
	e.watch(w, 5)
	e.figures(r)
}

// scaleMass gives a body a mass, and its inertia the same factor.
func scaleMass(b world.Body, mass float64) {
	d := b.MassData()
	d.Inertia *= mass / d.Mass
	d.Mass = mass
	world.Check(b.SetMassData(d))
}

func fastTrees(s size) []scene {
	const group = 20
	var scenes []scene
	for first := 0; first < s.pick(200, 20); first += group {
		scenes = append(scenes, scene{fmt.Sprintf("trees %d to %d", first, first+group-1), func(r *record) {
			var e extremes
			for seed := first; seed < first+group; seed++ {
				w := newWorld(gravity)
				growTree(w, rand.New(rand.NewPCG(uint64(seed), 101)))
				e.watch(w, 5)
			}
			e.figures(r)
		}})
	}
	return scenes
}

// growTree pins ten bodies to each other at random, each to an earlier one or the ground.
func growTree(w *world.World, rnd *rand.Rand) {
	bodies := []world.Body{w.Ground()}
	for range 10 {
		parent := bodies[rnd.IntN(len(bodies))]
		pin := parent.Position().Add(mgl64.Vec2{rnd.NormFloat64(), rnd.NormFloat64()})
		b := add(w, body.Def{
			Position: pin.Add(mgl64.Vec2{0.5 * rnd.NormFloat64(), 0.5 * rnd.NormFloat64()}), FastRotation: true,
			LinearVelocity: mgl64.Vec2{10 * rnd.NormFloat64(), 10 * rnd.NormFloat64()}, AngularVelocity: 100 * rnd.NormFloat64(),
		}, shape.Box(0.1+0.4*rnd.Float64(), 0.1), ghost(1))
		scaleMass(b, math.Exp(2*rnd.NormFloat64()))
		def := world.RevoluteAt(parent, b, pin)
		def.Base = joint.Base{BreakForce: 1, BreakTorque: 1, ReportOnly: true}
		switch rnd.IntN(4) {
		case 0:
			def.Limit, def.Lower, def.Upper = true, -rnd.Float64(), rnd.Float64()
		case 1:
			def.MotorSpeed, def.MaxMotorTorque = 50*rnd.NormFloat64(), math.Exp(4+2*rnd.NormFloat64())
		case 2:
			def.SpringHertz, def.SpringDamping = math.Exp(1+rnd.NormFloat64()), rnd.Float64()
		}
		if rnd.IntN(4) == 0 {
			def.Limit, def.Lower, def.Upper = true, -rnd.Float64(), rnd.Float64()
			def.MotorSpeed, def.MaxMotorTorque = 50*rnd.NormFloat64(), math.Exp(4+2*rnd.NormFloat64())
			def.SpringHertz, def.SpringDamping = math.Exp(1+rnd.NormFloat64()), rnd.Float64()
		}
		world.Must(w.CreateRevolute(parent, b, def))
		bodies = append(bodies, b)
	}
}
