package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// momentumError returns the largest difference between the momentum that a body gained in a tick
// and the impulses of its joints, its contacts and gravity, as a share of these and of the
// momentum.
func momentumError(w *world.World, bodies []world.Body) (worst float64) {
	before := make([]mgl64.Vec2, len(bodies))
	for i, b := range bodies {
		before[i] = b.LinearVelocity()
	}
	w.Tick()
	dt := w.Config().Timestep
	given, scale := map[world.Body]mgl64.Vec2{}, map[world.Body]float64{}
	exchange := func(a, b world.Body, impulse mgl64.Vec2) {
		given[a], given[b] = given[a].Sub(impulse), given[b].Add(impulse)
		scale[a] += impulse.Len()
		scale[b] += impulse.Len()
	}
	for j := range w.Joints() {
		exchange(j.BodyA(), j.BodyB(), j.Force().Mul(dt))
	}
	for c := range w.Contacts() {
		exchange(c.ColliderA.Body(), c.ColliderB.Body(), c.Impulse)
	}
	for i, b := range bodies {
		want := b.LinearVelocity().Sub(before[i]).Sub(w.Gravity().Mul(dt)).Mul(b.Mass())
		size := 1 + scale[b] + b.Mass()*b.LinearVelocity().Len()
		worst = max(worst, want.Sub(given[b]).Len()/size)
	}
	return worst
}

// Force is the impulse of the tick over its time, for all kinds of joints, in trees, chains and
// cycles, at any number of sub-steps, also when the game has changed the velocity of a body. A
// pulley is left out: its two bodies feel different forces.
func TestJointForceIsImpulseOfTick(t *testing.T) {
	for seed := range uint64(48) {
		r := rng{rand.New(rand.NewPCG(seed, 77))}
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, SubSteps: []int{1, 4, 16}[seed%3]})
		var bodies []world.Body
		for i := range 1 + r.IntN(12) {
			b := addMass(t, w, float64(i%4)*1.5, float64(i/4)*1.5, r.between(0.5, 3), r.between(0.1, 1))
			b.SetLinearVelocity(r.point().Mul(8))
			b.SetAngularVelocity(r.between(-5, 5))
			bodies = append(bodies, b)
			for range 1 + r.IntN(4)/3 {
				other := w.Ground()
				if i > 0 && r.IntN(5) > 0 {
					other = bodies[r.IntN(i)]
				}
				if seed%2 == 0 && r.IntN(8) > 0 {
					world.Must(w.CreateRevolute(other, b, world.RevoluteAt(other, b, b.Position().Add(r.point()))))
					continue
				}
				if j := world.Must(r.randomJoint(w, other, b)); j.Kind() == joint.KindPulley {
					require.NoError(t, j.Destroy())
				}
			}
		}
		for tick := range 25 {
			if tick%10 == 9 {
				bodies[r.IntN(len(bodies))].SetLinearVelocity(r.point().Mul(20))
			}
			require.Less(t, momentumError(w, bodies), 1e-4, "seed %d, tick %d", seed, tick)
		}
	}
}

// The impulses of joints that are solved together with contacts under load count too: chains with
// heavy ends hang over a disc without friction.
func TestJointForceOfLoadedChainIsImpulseOfTick(t *testing.T) {
	none := func(shape.Material, shape.Material) float64 { return 0 }
	for seed := range uint64(9) {
		r := rng{rand.New(rand.NewPCG(seed, 78))}
		w := newWorld(t, world.Config{
			Gravity: mgl64.Vec2{0, -10}, Workers: 1, SubSteps: []int{1, 4, 16}[seed%3], MixFriction: none, MixRestitution: none,
		})
		addBody(t, w, body.Def{Type: body.Static}, shape.Circle{Radius: 3}, world.ColliderDef{})
		var bodies []world.Body
		for i := range 14 {
			at := mgl64.Vec2{float64(i)*0.7 - 4.55, 3.4}
			b := addBody(t, w, body.Def{Position: at, NeverSleep: true}, shape.Box(0.3, 0.2), world.ColliderDef{Density: 1})
			if i == 0 || i == 13 {
				require.NoError(t, b.SetMassData(world.MassData{Mass: r.between(1, 200), Inertia: 20}))
			}
			if at[0] -= 0.35; i > 0 && r.IntN(3) > 0 {
				world.Must(w.CreateRevolute(bodies[i-1], b, world.RevoluteAt(bodies[i-1], b, at)))
			} else if i > 0 {
				world.Must(w.CreateWeld(bodies[i-1], b, world.WeldAt(bodies[i-1], b, at)))
			}
			bodies = append(bodies, b)
		}
		for tick := range 120 {
			// The normal of a contact turns within a tick.
			require.Less(t, momentumError(w, bodies), 0.05, "seed %d, tick %d", seed, tick)
		}
	}
}

// A gear of two slides that turn with their carriers gives its second slide, body B, its force.
// With a largest torque the gear is solved by sweeps.
func TestGearForceIsImpulseOfTick(t *testing.T) {
	for _, base := range []joint.Base{{}, {MaxTorque: 1e6}} {
		for _, subSteps := range []int{1, 4, 16} {
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, SubSteps: subSteps})
			slide := func(x, spin float64) (world.Prismatic, world.Body) {
				carrier, b := addMass(t, w, x, 0, 1, 0.5), addMass(t, w, x+1, 0, 1, 0.5)
				world.Must(w.CreateRevolute(w.Ground(), carrier, joint.Revolute{LocalAnchorA: mgl64.Vec2{x, 0}}))
				carrier.SetAngularVelocity(spin)
				return world.Must(w.CreatePrismatic(carrier, b, world.PrismaticAt(carrier, b, b.Position(), xAxis))), b
			}
			first, _ := slide(0, 4)
			second, b := slide(5, -3)
			gear := world.Must(w.CreateGear(first.Joint, second.Joint, joint.Gear{Base: base, Ratio: 2}))
			for tick := range 60 {
				before := b.LinearVelocity()
				w.Tick()
				dt := w.Config().Timestep
				given := second.Force().Add(gear.Force()).Mul(dt)
				gained := b.LinearVelocity().Sub(before).Sub(w.Gravity().Mul(dt)).Mul(b.Mass())
				require.Less(t, gained.Sub(given).Len(), 1e-4*(1+gained.Len()+second.Force().Len()*dt), "%+v, %d sub-steps, tick %d", base, subSteps, tick)
			}
		}
	}
}

// Torque is the angular impulse of the tick over its time: a joint at the centre of mass is all
// that turns its body.
func TestJointTorqueIsImpulseOfTick(t *testing.T) {
	for seed := range uint64(60) {
		r := rng{rand.New(rand.NewPCG(seed, 79))}
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, SubSteps: []int{1, 4, 16}[seed%3]})
		a := addMass(t, w, 0, 0, 1, 0.5)
		b := addMass(t, w, 1, 0, 1, 0.5)
		world.Must(w.CreateRevolute(w.Ground(), a, joint.Revolute{LocalAnchorB: mgl64.Vec2{-1, 0}}))
		b.SetAngularVelocity(r.between(-5, 5))
		a.SetAngularVelocity(r.between(-5, 5))
		var j world.Joint
		switch seed % 5 {
		case 0:
			d := world.RevoluteAt(a, b, b.Position())
			d.Limit, d.Lower, d.Upper = true, -0.3, 0.3
			d.MotorSpeed, d.MaxMotorTorque = 3, r.orZero(20)
			j = world.Must(w.CreateRevolute(a, b, d)).Joint
		case 1:
			j = world.Must(w.CreateWeld(a, b, world.WeldAt(a, b, b.Position()))).Joint
		case 2:
			d := world.WeldAt(a, b, b.Position())
			d.AngularHertz = 4
			j = world.Must(w.CreateWeld(a, b, d)).Joint
		case 3:
			j = world.Must(w.CreatePrismatic(a, b, world.PrismaticAt(a, b, b.Position(), mgl64.Vec2{0, 1}))).Joint
		default:
			d := world.WheelAt(a, b, b.Position(), mgl64.Vec2{0, 1})
			d.SpringHertz, d.MotorSpeed, d.MaxMotorTorque = 4, 5, 3
			j = world.Must(w.CreateWheel(a, b, d)).Joint
		}
		for tick := range 25 {
			before := b.AngularVelocity()
			w.Tick()
			_, anchor := j.Anchors()
			arm := geom.From(anchor.Sub(b.Position())).Length()
			gained := b.Inertia() * (b.AngularVelocity() - before)
			impulse := j.Torque() * w.Config().Timestep
			size := 1 + math.Abs(impulse) + math.Abs(gained)
			require.InDelta(t, gained, impulse, 2e-4*size+float64(arm*j.Force().Len())*w.Config().Timestep, "seed %d, tick %d", seed, tick)
		}
	}
}

// Loads do not depend on the number of workers.
func TestJointLoadsForAnyWorkerCount(t *testing.T) {
	loads := func(workers int) (list []float64) {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
		addRandomJoints(t, w, 7, 240)
		runSeconds(w, 0.5)
		for j := range w.Joints() {
			list = append(list, j.Force()[0], j.Force()[1], j.Torque())
		}
		return list
	}
	require.Equal(t, loads(1), loads(3))
}

// The load of a body at rest is the same at any number of sub-steps.
func TestEveryJointReadsLoadAtAnyNumberOfSubSteps(t *testing.T) {
	for name, create := range jointFixtures {
		for _, subSteps := range []int{1, 2, 16} {
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, SubSteps: subSteps})
			b := addMass(t, w, 0, 0, 4, 2)
			s := &loadedJoint{create(t, w, b, joint.Base{}), w, b}
			s.run(t, 3)
			require.InDelta(t, s.wantLoad(), s.load(), 0.01*s.wantLoad(), "%s, %d sub-steps", name, subSteps)
		}
	}
}

// tautRope is a rope that gets taut at 6 m/s with a body of 1 kg at its end.
func tautRope(t testing.TB, w *world.World, phase float64, base joint.Base) {
	b := addMass(t, w, 0, -1.5-phase/10, 1, 0.1)
	b.SetLinearVelocity(mgl64.Vec2{0, -6})
	world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{Base: base, Loose: true, MaxLength: 2}))
}

// addHitter is a box of 1 kg that hits another at 6 m/s, and returns the other.
func addHitter(t testing.TB, w *world.World, phase float64) world.Body {
	v := mgl64.Vec2{0, -6}
	addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2 + phase/10}, LinearVelocity: v}, shape.Box(0.5, 0.5), world.ColliderDef{})
	return addBody(t, w, body.Def{}, shape.Box(0.5, 0.5), world.ColliderDef{})
}

func hitWeld(t testing.TB, w *world.World, phase float64, base joint.Base) {
	world.Must(w.CreateWeld(w.Ground(), addHitter(t, w, phase), joint.Weld{Base: base}))
}

func hitPin(t testing.TB, w *world.World, phase float64, base joint.Base) {
	world.Must(w.CreateRevolute(w.Ground(), addHitter(t, w, phase), joint.Revolute{Base: base}))
}

// An impact of 6 N s has a mean force of 360 N in a tick, and of at least 180 N in one of two ticks
// that share it. Contacts may give more, because the boxes bounce a little. The impact breaks a
// joint or does not, in whatever part of the tick it happens. The load of the last sub-step broke a
// rope with the limit of 720 N in 19 of 60 phases, and with the limit of 29 N in 34, and a weld
// with the limit of 29 N in two.
func TestImpactBreaksJointInEveryPhase(t *testing.T) {
	for name, c := range map[string]func(testing.TB, *world.World, float64, joint.Base){"rope": tautRope, "weld": hitWeld, "pin": hitPin} {
		for _, subSteps := range []int{1, 4, 16} {
			for _, limit := range []struct {
				force  float64
				breaks int
			}{{29, 1}, {170, 1}, {500, 0}, {720, 0}} {
				for phase := 0; phase < 60; phase += sampleStep {
					w := newWorld(t, world.Config{Workers: 1, SubSteps: subSteps})
					c(t, w, float64(phase)/60, joint.Base{BreakForce: limit.force})
					broken := 0
					for range 15 {
						w.Tick()
						broken += len(w.Events().JointStresses)
					}
					require.Equal(t, limit.breaks, broken, "%s, %d sub-steps, limit %v N, phase %d", name, subSteps, limit.force, phase)
					w.Close()
				}
			}
		}
	}
}
