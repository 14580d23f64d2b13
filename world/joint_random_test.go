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

// dice makes definitions at random, all of them valid.
type dice struct{ *rand.Rand }

func (r dice) in(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
func (r dice) maybe(x float64) float64 {
	if r.IntN(2) == 0 {
		return 0
	}
	return x
}
func (r dice) point() mgl64.Vec2 { return mgl64.Vec2{r.in(-1, 1), r.in(-1, 1)} }
func (r dice) flag() bool        { return r.IntN(2) == 0 }
func (r dice) axis() mgl64.Vec2 {
	a := r.in(0, 2*math.Pi)
	return mgl64.Vec2{math.Cos(a), math.Sin(a)}.Mul(r.in(0.1, 5))
}

func (r dice) base() joint.Base {
	return joint.Base{
		CollideConnected: r.flag(), Hertz: r.maybe(r.in(1, 200)), Damping: r.maybe(r.in(0.1, 5)),
		MaxForce: r.maybe(r.in(0, 300)), MaxTorque: r.maybe(r.in(0, 300)),
		BreakForce: r.maybe(r.in(1000, 5000)), ReportOnly: true,
	}
}

// link makes a joint of a random kind between two bodies, held where they are.
func (r dice) link(w *world.World, a, b world.Body) (world.Joint, error) {
	mid := a.Position().Add(b.Position()).Mul(0.5)
	turn := b.Angle() - a.Angle()
	switch r.IntN(15) {
	case 0:
		d := world.PinAt(a, b, mid)
		d.Base = r.base()
		d.Limit, d.Lower, d.Upper = r.flag(), -r.in(0, 2), r.in(0, 2)
		d.MotorSpeed, d.MaxMotorTorque = r.in(-5, 5), r.maybe(r.in(0, 50))
		d.SpringHertz, d.SpringDamping = r.maybe(r.in(0.1, 20)), r.in(0, 3)
		j, err := w.CreateRevolute(a, b, d)
		return j.Joint, err
	case 1, 2:
		d := world.RodAt(a, b, a.WorldPoint(r.point()), b.WorldPoint(r.point().Add(mgl64.Vec2{0, 3})))
		d.Base, d.Loose = r.base(), r.flag()
		d.MinLength, d.MaxLength = r.maybe(d.Length/2), r.maybe(d.Length*1.5)
		d.SpringHertz, d.SpringDamping = r.maybe(r.in(0.1, 20)), r.in(0, 3)
		d.MinSpringForce, d.MaxSpringForce = -r.maybe(100), r.maybe(100)
		d.MotorSpeed, d.MaxMotorForce = r.in(-5, 5), r.maybe(r.in(0, 50))
		if r.IntN(4) == 0 {
			length, k := d.Length, r.in(1, 1000)
			d.Law = func(x, rate float64) float64 { return -k*(x-length) - rate }
		}
		j, err := w.CreateDistance(a, b, d)
		return j.Joint, err
	case 3:
		d := world.SlideAt(a, b, mid, r.axis())
		d.Base = r.base()
		d.Limit, d.Lower, d.Upper = r.flag(), -r.in(0, 2), r.in(0, 2)
		d.MotorSpeed, d.MaxMotorForce = r.in(-5, 5), r.maybe(r.in(0, 50))
		d.SpringHertz, d.SpringDamping = r.maybe(r.in(0.1, 20)), r.in(0, 3)
		j, err := w.CreatePrismatic(a, b, d)
		return j.Joint, err
	case 4:
		d := world.WeldAt(a, b, mid)
		d.Base = r.base()
		d.LinearHertz, d.AngularHertz = r.maybe(r.in(0.1, 20)), r.maybe(r.in(0.1, 20))
		d.LinearDamping, d.AngularDamping = r.in(0.2, 2), r.in(0, 2)
		j, err := w.CreateWeld(a, b, d)
		return j.Joint, err
	case 5:
		d := world.WheelAt(a, b, mid, r.axis())
		d.Base = r.base()
		d.SpringHertz, d.SpringDamping = r.in(0.1, 20), r.in(0, 3)
		d.Limit, d.Lower, d.Upper = r.flag(), -r.in(0, 1), r.in(0, 1)
		d.MotorSpeed, d.MaxMotorTorque = r.in(-5, 5), r.maybe(r.in(0, 50))
		j, err := w.CreateWheel(a, b, d)
		return j.Joint, err
	case 6:
		j, err := w.CreateMotor(a, b, joint.Motor{
			Base: r.base(), LocalAnchorA: a.LocalPoint(mid), LocalAnchorB: b.LocalPoint(mid),
			Velocity: r.point(), MaxVelocityForce: r.maybe(100), AngularVelocity: r.in(-2, 2), MaxVelocityTorque: r.maybe(50),
			LinearHertz: r.maybe(3), LinearDamping: r.in(0, 2), AngularHertz: r.maybe(3), Angle: turn, MaxSpringTorque: r.maybe(30),
		})
		return j.Joint, err
	case 7:
		target := a.LocalPoint(b.Position())
		target = target.Mul(min(1, 3/max(target.Len(), 1e-9)))
		j, err := w.CreateMouse(a, b, joint.Mouse{Base: r.base(), LocalTargetA: target, LocalAnchorB: r.point()})
		return j.Joint, err
	case 8:
		j, err := w.CreateAngle(a, b, joint.Angle{
			Base: r.base(), Ratio: r.in(-3, 3), Loose: true, SpringHertz: r.maybe(4), SpringDamping: r.in(0, 2),
			Limit: r.flag(), Lower: -10, Upper: 10, MotorSpeed: r.in(-5, 5), MaxMotorTorque: r.maybe(20),
		})
		return j.Joint, err
	case 9:
		j, err := w.CreatePulley(a, b, joint.Pulley{
			Base: r.base(), WheelA: a.Position().Add(mgl64.Vec2{0, 4}), WheelB: b.Position().Add(mgl64.Vec2{0, 4}),
			LocalAnchorA: r.point(), LocalAnchorB: r.point(), Ratio: r.in(0.2, 3), Rigid: r.flag(),
		})
		return j.Joint, err
	case 10:
		j, err := w.CreateRatchet(a, b, joint.Ratchet{Base: r.base(), Step: r.maybe(0.5), Phase: r.in(0, 3), Reverse: r.flag()})
		return j.Joint, err
	case 11:
		d := r.axis()
		j, err := w.CreateGroove(a, b, joint.Groove{
			Base: r.base(), LocalGrooveA1: a.LocalPoint(mid.Sub(d)), LocalGrooveA2: a.LocalPoint(mid.Add(d)), LocalAnchorB: b.LocalPoint(mid),
		})
		return j.Joint, err
	case 12:
		j, err := w.CreateRotarySpring(a, b, joint.RotarySpring{Base: r.base(), Angle: turn, Stiffness: r.in(0, 100), Damping: r.in(0, 5), MaxSpring: r.maybe(30)})
		return j.Joint, err
	case 13:
		j, err := w.CreateFriction(a, b, joint.Friction{Base: r.base(), Force: r.in(0, 50), Torque: r.in(0, 20)})
		return j.Joint, err
	default:
		j, err := w.CreateCustom([]world.Body{a, b}, joint.Custom{Base: r.base(), Constraint: rod{length: b.Position().Sub(a.Position()).Len()}})
		return j.Joint, err
	}
}

// rod keeps the origins of its bodies at a distance; with three bodies, each from
// the next.
type rod struct{ length float64 }

func (c rod) Measure(m *joint.ConstraintContext) {
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

// contraption is a heap of bodies with random joints between neighbours.
func contraption(t testing.TB, w *world.World, seed uint64, n int) []world.Body {
	r := dice{rand.New(rand.NewPCG(seed, 5))}
	floor(t, w, world.ColliderDef{})
	var bodies []world.Body
	for i := range n {
		at := mgl64.Vec2{float64(i%8)*2.2 - 8, float64(i/8)*2.2 + 3}
		var s shape.Support = shape.Circle{Radius: r.in(0.2, 0.6)}
		if r.flag() {
			s = shape.Box(r.in(0.2, 0.7), r.in(0.2, 0.7))
		}
		bodies = append(bodies, put(t, w, body.Def{
			Position: at, Angle: r.in(-3, 3), LinearVelocity: r.point().Mul(3), AngularVelocity: r.in(-3, 3),
		}, s, world.ColliderDef{Density: r.in(0.3, 3)}))
	}
	var turning []world.Joint
	for i := range n {
		partner := w.Ground()
		if r.IntN(5) > 0 {
			if i == 0 {
				continue
			}
			partner = bodies[max(0, i-1-r.IntN(2)*7)]
		}
		if partner == bodies[i] {
			continue
		}
		j, err := r.link(w, partner, bodies[i])
		require.NoError(t, err)
		if k := j.Kind(); k == joint.KindRevolute || k == joint.KindPrismatic {
			turning = append(turning, j)
		}
	}
	if len(turning) > 1 {
		world.Must(w.CreateGear(turning[0], turning[1], joint.Gear{Base: r.base(), Ratio: r.in(-2, 2)}))
	}
	world.Must(w.CreateCustom([]world.Body{bodies[1], bodies[3], bodies[5]}, joint.Custom{Constraint: rod{4.4}}))
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
		heaps              uint64
		speed, way, energy float64
	}{
		{4, 60, contraptions, 100, 200, 12e3},
		{1, 60, contraptions / 8, 150, math.Inf(1), 12e3},
		{2, 60, contraptions / 8, 150, math.Inf(1), 12e3},
		{8, 60, contraptions / 8, 100, math.Inf(1), 12e3},
		{4, 30, contraptions / 8, 150, math.Inf(1), 12e3},
	} {
		for seed := range c.heaps {
			w := open(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, SubSteps: c.substeps, Timestep: 1 / c.rate})
			bodies := contraption(t, w, seed, 24)
			fastest, farthest, most := 0.0, 0.0, 0.0
			for range 600 {
				w.Tick()
				require.Empty(t, w.Events().Quarantines, "seed %d, %d sub-steps, %v Hz", seed, c.substeps, c.rate)
				energy := 0.0
				for _, b := range bodies {
					v := b.LinearVelocity().Len()
					energy += b.Mass()*v*v/2 + b.Inertia()*b.AngularVelocity()*b.AngularVelocity()/2
					fastest, farthest = max(fastest, v), max(farthest, b.Position().Len())
				}
				most = max(most, energy)
			}
			if !(fastest <= c.speed && farthest <= c.way && most <= c.energy) {
				t.Errorf("seed %d, %d sub-steps, %v Hz: %.0f m/s, %.0f m, %.0f J", seed, c.substeps, c.rate, fastest, farthest, most)
			}
			for j := range w.Joints() {
				require.False(t, math.IsNaN(j.LinearError()+j.AngularError()+j.Force().Len()+j.Torque()), "seed %d: %v", seed, j.Kind())
			}
			w.Validate()
			w.Close()
		}
	}
}

// The number of workers changes no bit, whatever joints there are.
func TestJointsAreEqualForEveryWorkerCount(t *testing.T) {
	var want uint64
	for i, workers := range []int{1, 2, 3, 8} {
		w := open(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
		contraption(t, w, 7, 240)
		contraption(t, w, 8, 400)
		run(w, 1.5)
		if i == 0 {
			want = w.Hash()
		}
		require.Equal(t, want, w.Hash(), "%d workers", workers)
	}
}
