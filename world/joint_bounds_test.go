package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// createBounded creates a joint of a random kind with a rigid part: a weld, a slide, a pin with
// limits or a rod.
func (r rng) createBounded(w *world.World, kinds int, a, b world.Body, at mgl64.Vec2, base joint.Base) {
	switch r.IntN(kinds) {
	case 0:
		d := world.WeldAt(a, b, at)
		d.Base = base
		world.Must(w.CreateWeld(a, b, d))
	case 1:
		d := world.PrismaticAt(a, b, at, r.axis())
		d.Base = base
		world.Must(w.CreatePrismatic(a, b, d))
	case 2:
		d := world.RevoluteAt(a, b, at)
		d.Base = base
		d.Limit, d.Lower, d.Upper = true, -0.2, 0.3
		world.Must(w.CreateRevolute(a, b, d))
	default:
		d := world.DistanceAt(a, b, at, at.Add(mgl64.Vec2{0.5, 0.5}))
		d.Base = base
		world.Must(w.CreateDistance(a, b, d))
	}
}

// Two discs, one on a pin, that a joint with a bound joins outside of them, turn about the pin as
// one body. Most bounds hold; the discs of the others part. Nothing drives them.
func TestBoundedPairsThatTurnGainNoEnergy(t *testing.T) {
	for seed := range uint64(600 / sampleStep) {
		r := rng{rand.New(rand.NewPCG(seed, 91))}
		w := newWorld(t, world.Config{Workers: 1})
		a, b, pin := addDiscsOnAPin(t, w, r, 0.3, 0.25, 0.7)
		base := joint.Base{MaxForce: r.between(1, 1000)}
		if r.coin() {
			base = joint.Base{MaxTorque: r.between(1, 100)}
		}
		r.createBounded(w, 3, a, b, r.point().Mul(0.7), base)
		turnAbout(t, pin, r.between(3, 15), a, b)
		most := 1.03 * kineticEnergy(a, b)
		for tick := range 600 {
			w.Tick()
			require.Less(t, kineticEnergy(a, b), most, "seed %d, tick %d", seed, tick)
		}
		w.Close()
	}
}

// Up to six boxes in a row on joints with bounds, free or on one joint to the ground, gain no
// energy, and no joint exceeds the bound of its force.
func TestBoundedChainsGainNoEnergy(t *testing.T) {
	for seed := range uint64(400 / sampleStep) {
		r := rng{rand.New(rand.NewPCG(seed, 7))}
		w := newWorld(t, world.Config{Workers: 1})
		bodies := make([]world.Body, 2+r.IntN(5))
		bound := func() joint.Base {
			return joint.Base{MaxForce: r.orZero(r.between(1, 300)), MaxTorque: r.orZero(r.between(1, 100))}
		}
		for i := range bodies {
			bodies[i] = addBody(t, w, body.Def{
				Position:       mgl64.Vec2{float64(i), r.between(-0.3, 0.3)},
				LinearVelocity: r.point().Mul(2), AngularVelocity: r.between(-4, 4),
			}, shape.Box(0.5, 0.2), world.ColliderDef{Density: r.between(0.3, 3), Filter: shape.Filter{Mask: 2}})
			if i > 0 {
				r.createBounded(w, 4, bodies[i-1], bodies[i], mgl64.Vec2{float64(i) - 0.5, r.between(-0.3, 0.3)}, bound())
			}
		}
		if r.coin() {
			b := bodies[r.IntN(len(bodies))]
			r.createBounded(w, 4, w.Ground(), b, b.Position().Add(r.point()), bound())
		}
		w.Tick()
		most := float64(1.1*kineticEnergy(bodies...)) + 0.5
		for tick := range 300 {
			w.Tick()
			require.Less(t, kineticEnergy(bodies...), most, "seed %d, tick %d", seed, tick)
			for j := range w.Joints() {
				if f := j.Definition().Shared().MaxForce; f > 0 {
					require.LessOrEqual(t, j.Force().Len(), 1.02*f, "seed %d, tick %d, %v", seed, tick, j)
				}
			}
		}
		w.Close()
	}
}

// Limits that are set while the joint is far beyond them bring it back at a bounded speed, and
// leave hardly any motion there. With a load the joint is part of an articulation.
func TestLimitsSetFarAwayPushAtABoundedSpeed(t *testing.T) {
	for name, add := range map[string]func(w *world.World, a, b world.Body) func() float64{
		"revolute": func(w *world.World, a, b world.Body) func() float64 {
			j := world.Must(w.CreateRevolute(a, b, joint.Revolute{}))
			require.NoError(t, j.Edit(func(d *joint.Revolute) { d.Limit, d.Lower, d.Upper = true, 3, 4 }))
			return j.Angle
		},
		"prismatic": func(w *world.World, a, b world.Body) func() float64 {
			j := world.Must(w.CreatePrismatic(a, b, joint.Prismatic{LocalAxisA: mgl64.Vec2{1, 0}}))
			require.NoError(t, j.Edit(func(d *joint.Prismatic) { d.Limit, d.Lower, d.Upper = true, 3, 4 }))
			return j.Translation
		},
		"distance": func(w *world.World, a, b world.Body) func() float64 {
			j := world.Must(w.CreateDistance(a, b, joint.Distance{LocalAnchorA: mgl64.Vec2{-1, 0}, Loose: true}))
			require.NoError(t, j.Edit(func(d *joint.Distance) { d.MinLength, d.MaxLength = 4, 5 }))
			return func() float64 { return j.Length() - 1 }
		},
		"wheel": func(w *world.World, a, b world.Body) func() float64 {
			j := world.Must(w.CreateWheel(a, b, joint.Wheel{LocalAxisA: mgl64.Vec2{0, 1}}))
			require.NoError(t, j.Edit(func(d *joint.Wheel) { d.Limit, d.Lower, d.Upper = true, 3, 4 }))
			return j.Translation
		},
	} {
		for _, load := range []float64{0, 20} {
			w := newWorld(t, world.Config{})
			b := addBody(t, w, body.Def{NeverSleep: true}, shape.Box(0.5, 0.1), world.ColliderDef{Filter: untouchable})
			if load > 0 {
				last := addBody(t, w, body.Def{NeverSleep: true}, shape.Box(0.5, 0.1), world.ColliderDef{Filter: untouchable, Density: load})
				world.Must(w.CreateWeld(b, last, world.WeldAt(b, last, mgl64.Vec2{})))
			}
			value, at := add(w, w.Ground(), b), 0.0
			fastest := 0.0
			for range 300 {
				w.Tick()
				fastest = max(fastest, value()-at)
				at = value()
			}
			require.Less(t, 60*fastest, 20.0, "%s, load %v", name, load)
			require.InDelta(t, 3, at, 0.2, "%s, load %v", name, load)
			require.Less(t, w.Energy().Kinetic, 0.05, "%s, load %v", name, load)
		}
	}
}

// A joint that a game makes between anchors far apart brings them together at 60 m/s at most, and
// throws no body.
func TestJointsMadeApartThrowNoBody(t *testing.T) {
	r := rng{rand.New(rand.NewPCG(9, 1))}
	for i := range 100 {
		w := newWorld(t, world.Config{Workers: 1})
		var of [2]world.Body
		for k := range of {
			def := body.Def{Position: mgl64.Vec2{float64(k) * r.between(0.5, 10), r.between(0, 3)}, Angle: r.between(0, 6)}
			of[k] = addBody(t, w, def, shape.Box(0.5, r.between(0.2, 0.7)), world.ColliderDef{Density: math.Pow(10, r.between(-1, 1)), Filter: untouchable})
		}
		onA, onB := r.axis().Mul(0.5), r.axis().Mul(0.5)
		j := world.Must(w.CreateJoint(of[0], of[1], []joint.Definition{
			&joint.Revolute{LocalAnchorA: onA, LocalAnchorB: onB},
			&joint.Weld{LocalAnchorA: onA, LocalAnchorB: onB},
			&joint.Prismatic{LocalAnchorA: onA, LocalAnchorB: onB, LocalAxisA: mgl64.Vec2{0, 1}},
			&joint.Wheel{LocalAnchorA: onA, LocalAnchorB: onB, LocalAxisA: mgl64.Vec2{0, 1}},
			&joint.Distance{LocalAnchorA: onA, LocalAnchorB: onB, Length: 0.3},
		}[i%5]))
		for range 120 {
			w.Tick()
			for _, b := range of {
				require.Less(t, b.LinearVelocity().Len(), 62.0, j.Kind())
			}
		}
		require.Less(t, j.LinearSeparation(), 0.01, j.Kind())
		w.Close()
	}
}
