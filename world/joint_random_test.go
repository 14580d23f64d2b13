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

// rng makes definitions at random, all of them valid.
type rng struct{ *rand.Rand }

func (r rng) between(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
func (r rng) orZero(x float64) float64 {
	if r.IntN(2) == 0 {
		return 0
	}
	return x
}
func (r rng) point() mgl64.Vec2 { return mgl64.Vec2{r.between(-1, 1), r.between(-1, 1)} }
func (r rng) coin() bool        { return r.IntN(2) == 0 }
func (r rng) axis() mgl64.Vec2 {
	a := r.between(0, 2*math.Pi)
	return mgl64.Vec2{math.Cos(a), math.Sin(a)}.Mul(r.between(0.1, 5))
}

func (r rng) base() joint.Base {
	return joint.Base{
		CollideConnected: r.coin(), Hertz: r.orZero(r.between(1, 200)), Damping: r.orZero(r.between(0.1, 5)),
		MaxForce: r.orZero(r.between(0, 300)), MaxTorque: r.orZero(r.between(0, 300)),
		BreakForce: r.orZero(r.between(1000, 5000)), ReportOnly: true,
	}
}

// link makes a joint of a random kind between two bodies, held where they are.
func (r rng) randomJoint(w *world.World, a, b world.Body) (world.Joint, error) {
	middle := a.Position().Add(b.Position()).Mul(0.5)
	relAngle := b.Angle() - a.Angle()
	switch r.IntN(15) {
	case 0:
		d := world.RevoluteAt(a, b, middle)
		d.Base = r.base()
		d.Limit, d.Lower, d.Upper = r.coin(), -r.between(0, 2), r.between(0, 2)
		d.MotorSpeed, d.MaxMotorTorque = r.between(-5, 5), r.orZero(r.between(0, 50))
		d.SpringHertz, d.SpringDamping = r.orZero(r.between(0.1, 20)), r.between(0, 3)
		j, err := w.CreateRevolute(a, b, d)
		return j.Joint, err
	case 1, 2:
		d := world.DistanceAt(a, b, a.WorldPoint(r.point()), b.WorldPoint(r.point().Add(mgl64.Vec2{0, 3})))
		d.Base, d.Loose = r.base(), r.coin()
		d.MinLength, d.MaxLength = r.orZero(d.Length/2), r.orZero(d.Length*1.5)
		d.SpringHertz, d.SpringDamping = r.orZero(r.between(0.1, 20)), r.between(0, 3)
		d.MinSpringForce, d.MaxSpringForce = -r.orZero(100), r.orZero(100)
		d.MotorSpeed, d.MaxMotorForce = r.between(-5, 5), r.orZero(r.between(0, 50))
		if r.IntN(4) == 0 {
			length, k := d.Length, r.between(1, 1000)
			d.Law = func(x, rate float64) float64 { return -k*(x-length) - rate }
		}
		j, err := w.CreateDistance(a, b, d)
		return j.Joint, err
	case 3:
		d := world.PrismaticAt(a, b, middle, r.axis())
		d.Base = r.base()
		d.Limit, d.Lower, d.Upper = r.coin(), -r.between(0, 2), r.between(0, 2)
		d.MotorSpeed, d.MaxMotorForce = r.between(-5, 5), r.orZero(r.between(0, 50))
		d.SpringHertz, d.SpringDamping = r.orZero(r.between(0.1, 20)), r.between(0, 3)
		j, err := w.CreatePrismatic(a, b, d)
		return j.Joint, err
	case 4:
		d := world.WeldAt(a, b, middle)
		d.Base = r.base()
		d.LinearHertz, d.AngularHertz = r.orZero(r.between(0.1, 20)), r.orZero(r.between(0.1, 20))
		d.LinearDamping, d.AngularDamping = r.between(0.2, 2), r.between(0, 2)
		j, err := w.CreateWeld(a, b, d)
		return j.Joint, err
	case 5:
		d := world.WheelAt(a, b, middle, r.axis())
		d.Base = r.base()
		d.SpringHertz, d.SpringDamping = r.between(0.1, 20), r.between(0, 3)
		d.Limit, d.Lower, d.Upper = r.coin(), -r.between(0, 1), r.between(0, 1)
		d.MotorSpeed, d.MaxMotorTorque = r.between(-5, 5), r.orZero(r.between(0, 50))
		j, err := w.CreateWheel(a, b, d)
		return j.Joint, err
	case 6:
		j, err := w.CreateMotor(a, b, joint.Motor{
			Base: r.base(), LocalAnchorA: a.LocalPoint(middle), LocalAnchorB: b.LocalPoint(middle),
			Velocity: r.point(), MaxVelocityForce: r.orZero(100), AngularVelocity: r.between(-2, 2), MaxVelocityTorque: r.orZero(50),
			LinearHertz: r.orZero(3), LinearDamping: r.between(0, 2), AngularHertz: r.orZero(3), Angle: relAngle, MaxSpringTorque: r.orZero(30),
		})
		return j.Joint, err
	case 7:
		target := a.LocalPoint(b.Position())
		target = target.Mul(min(1, 3/max(target.Len(), 1e-9)))
		j, err := w.CreateMouse(a, b, joint.Mouse{Base: r.base(), LocalTargetA: target, LocalAnchorB: r.point()})
		return j.Joint, err
	case 8:
		j, err := w.CreateAngle(a, b, joint.Angle{
			Base: r.base(), Ratio: r.between(-3, 3), Loose: true, SpringHertz: r.orZero(4), SpringDamping: r.between(0, 2),
			Limit: r.coin(), Lower: -10, Upper: 10, MotorSpeed: r.between(-5, 5), MaxMotorTorque: r.orZero(20),
		})
		return j.Joint, err
	case 9:
		j, err := w.CreatePulley(a, b, joint.Pulley{
			Base: r.base(), WheelA: a.Position().Add(mgl64.Vec2{0, 4}), WheelB: b.Position().Add(mgl64.Vec2{0, 4}),
			LocalAnchorA: r.point(), LocalAnchorB: r.point(), Ratio: r.between(0.2, 3), Rigid: r.coin(),
		})
		return j.Joint, err
	case 10:
		j, err := w.CreateRatchet(a, b, joint.Ratchet{Base: r.base(), Step: r.orZero(0.5), Phase: r.between(0, 3), Reverse: r.coin()})
		return j.Joint, err
	case 11:
		d := r.axis()
		j, err := w.CreateGroove(a, b, joint.Groove{
			Base: r.base(), LocalGrooveA1: a.LocalPoint(middle.Sub(d)), LocalGrooveA2: a.LocalPoint(middle.Add(d)), LocalAnchorB: b.LocalPoint(middle),
		})
		return j.Joint, err
	case 12:
		j, err := w.CreateRotarySpring(a, b, joint.RotarySpring{Base: r.base(), Angle: relAngle, Stiffness: r.between(0, 100), Damping: r.between(0, 5), MaxSpring: r.orZero(30)})
		return j.Joint, err
	case 13:
		j, err := w.CreateFriction(a, b, joint.Friction{Base: r.base(), Force: r.between(0, 50), Torque: r.between(0, 20)})
		return j.Joint, err
	default:
		j, err := w.CreateCustom([]world.Body{a, b}, joint.Custom{Base: r.base(), Constraint: distanceConstraint{length: b.Position().Sub(a.Position()).Len()}})
		return j.Joint, err
	}
}

// distanceConstraint keeps the origins of its bodies at a distance; with three bodies, each from
// the next.
type distanceConstraint struct{ length float64 }

func (c distanceConstraint) Measure(m *joint.ConstraintContext) {
	for i := range m.Bodies() - 1 {
		p, q := m.Point(i, mgl64.Vec2{}), m.Point(i+1, mgl64.Vec2{})
		d := q.Sub(p)
		l := d.Len()
		along := mgl64.Vec2{1, 0}
		if l > 1e-9 {
			along = d.Mul(1 / l)
		}
		m.Row(joint.SoftRow{Error: l - c.length}).Linear(i, p, along.Mul(-1)).Linear(i+1, q, along)
	}
}

// addRandomJoints is a heap of bodies with random joints between neighbours.
func addRandomJoints(t testing.TB, w *world.World, seed uint64, n int) []world.Body {
	r := rng{rand.New(rand.NewPCG(seed, 5))}
	addFloor(t, w, world.ColliderDef{})
	var bodies []world.Body
	for i := range n {
		at := mgl64.Vec2{float64(i%8)*2.2 - 8, float64(i/8)*2.2 + 3}
		var s shape.Support = shape.Circle{Radius: r.between(0.2, 0.6)}
		if r.coin() {
			s = shape.Box(r.between(0.2, 0.7), r.between(0.2, 0.7))
		}
		bodies = append(bodies, addBody(t, w, body.Def{
			Position: at, Angle: r.between(-3, 3), LinearVelocity: r.point().Mul(3), AngularVelocity: r.between(-3, 3),
		}, s, world.ColliderDef{Density: r.between(0.3, 3)}))
	}
	var geared []world.Joint
	for i := range n {
		other := w.Ground()
		if r.IntN(5) > 0 {
			if i == 0 {
				continue
			}
			other = bodies[max(0, i-1-r.IntN(2)*7)]
		}
		if other == bodies[i] {
			continue
		}
		j, err := r.randomJoint(w, other, bodies[i])
		require.NoError(t, err)
		if k := j.Kind(); k == joint.KindRevolute || k == joint.KindPrismatic {
			geared = append(geared, j)
		}
	}
	if len(geared) > 1 {
		world.Must(w.CreateGear(geared[0], geared[1], joint.Gear{Base: r.base(), Ratio: r.between(-2, 2)}))
	}
	world.Must(w.CreateCustom([]world.Body{bodies[1], bodies[3], bodies[5]}, joint.Custom{Constraint: distanceConstraint{4.4}}))
	return bodies
}

// Random joints between random bodies: 600 ticks without a body that is not finite,
// faster than its motors and springs can make it, or flung away. Pins lie up to eight
// metres outside bodies of 50 grams and contradict each other.
//
// The bounds are what springs do that begin stretched by metres: mice, 98 m/s with any
// number of sub-steps, and ten kilojoules in all. One sub-step, or 30 ticks per second,
// leaves more of the springs' and motors' work in what contradicts itself: 118 m/s, and
// a weld that is torn off with its motor may fly.
func TestRandomJointsDoNotExplode(t *testing.T) {
	for _, c := range []struct {
		substeps           int
		rate               float64
		seeds              uint64
		speed, way, energy float64
	}{
		{4, 60, randomJointWorlds, 100, 200, 12e3},
		{1, 60, randomJointWorlds / 8, 150, math.Inf(1), 12e3},
		{2, 60, randomJointWorlds / 8, 150, math.Inf(1), 12e3},
		{8, 60, randomJointWorlds / 8, 100, math.Inf(1), 12e3},
		{4, 30, randomJointWorlds / 8, 150, math.Inf(1), 12e3},
	} {
		for seed := range c.seeds {
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, SubSteps: c.substeps, Timestep: 1 / c.rate})
			bodies := addRandomJoints(t, w, seed, 24)
			fastest, farthest, maxEnergy := 0.0, 0.0, 0.0
			for range 600 {
				w.Tick()
				require.Empty(t, w.Events().Quarantines, "seed %d, %d sub-steps, %v Hz", seed, c.substeps, c.rate)
				energy := 0.0
				for _, b := range bodies {
					v := b.LinearVelocity().Len()
					energy += b.Mass()*v*v/2 + b.Inertia()*b.AngularVelocity()*b.AngularVelocity()/2
					fastest, farthest = max(fastest, v), max(farthest, b.Position().Len())
				}
				maxEnergy = max(maxEnergy, energy)
			}
			if !(fastest <= c.speed && farthest <= c.way && maxEnergy <= c.energy) {
				t.Errorf("seed %d, %d sub-steps, %v Hz: %.0f m/s, %.0f m, %.0f J", seed, c.substeps, c.rate, fastest, farthest, maxEnergy)
			}
			for j := range w.Joints() {
				require.False(t, math.IsNaN(j.LinearSeparation()+j.AngularSeparation()+j.Force().Len()+j.Torque()), "seed %d: %v", seed, j.Kind())
			}
			w.Validate()
			w.Close()
		}
	}
}

// The number of workers changes no bit, whatever joints there are.
func TestJointsGiveSameBitsForAnyWorkerCount(t *testing.T) {
	var want uint64
	for i, workers := range []int{1, 2, 3, 8} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
		addRandomJoints(t, w, 7, 240)
		addRandomJoints(t, w, 8, 400)
		runSeconds(w, 1.5)
		if i == 0 {
			want = w.Hash()
		}
		require.Equal(t, want, w.Hash(), "%d workers", workers)
	}
}
