package world_test

import (
	"math"
	"math/rand/v2"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Random numbers of the tests, and joints of random kinds.

// rng makes definitions at random, all of them valid.
type rng struct{ *rand.Rand }

func (r rng) between(lo, hi float64) float64 { return lo + float64((hi-lo)*r.Float64()) }

func (r rng) orZero(x float64) float64 {
	if r.IntN(2) == 0 {
		return 0
	}
	return x
}

func (r rng) point() mgl64.Vec2 { return mgl64.Vec2{r.between(-1, 1), r.between(-1, 1)} }

func (r rng) coin() bool { return r.IntN(2) == 0 }

func (r rng) axis() mgl64.Vec2 {
	a := r.between(0, 2*math.Pi)
	sin, cos := geom.SinCos(a) // package math has other bits on s390x
	return mgl64.Vec2{cos, sin}.Mul(r.between(0.1, 5))
}

func (r rng) base() joint.Base {
	return joint.Base{
		CollideConnected: r.coin(), Hertz: r.orZero(r.between(1, 200)), Damping: r.orZero(r.between(0.1, 5)),
		MaxForce: r.orZero(r.between(0, 300)), MaxTorque: r.orZero(r.between(0, 300)),
		BreakForce: r.orZero(r.between(1000, 5000)), ReportOnly: true,
	}
}

// randomJoint makes a joint of a random kind between two bodies, held where they are.
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
		return w.CreateJoint(a, b, &d)
	case 1, 2:
		d := world.DistanceAt(a, b, a.WorldPoint(r.point()), b.WorldPoint(r.point().Add(mgl64.Vec2{0, 3})))
		d.Base, d.Loose = r.base(), r.coin()
		d.MinLength, d.MaxLength = r.orZero(d.Length/2), r.orZero(d.Length*1.5)
		d.SpringHertz, d.SpringDamping = r.orZero(r.between(0.1, 20)), r.between(0, 3)
		d.MinSpringForce, d.MaxSpringForce = -r.orZero(100), r.orZero(100)
		d.MotorSpeed, d.MaxMotorForce = r.between(-5, 5), r.orZero(r.between(0, 50))
		if r.IntN(4) == 0 {
			length, k := d.Length, r.between(1, 1000)
			d.Law = func(x, rate float64) float64 { return float64(-k*(x-length)) - rate }
		}
		return w.CreateJoint(a, b, &d)
	case 3:
		d := world.PrismaticAt(a, b, middle, r.axis())
		d.Base = r.base()
		d.Limit, d.Lower, d.Upper = r.coin(), -r.between(0, 2), r.between(0, 2)
		d.MotorSpeed, d.MaxMotorForce = r.between(-5, 5), r.orZero(r.between(0, 50))
		d.SpringHertz, d.SpringDamping = r.orZero(r.between(0.1, 20)), r.between(0, 3)
		return w.CreateJoint(a, b, &d)
	case 4:
		d := world.WeldAt(a, b, middle)
		d.Base = r.base()
		d.LinearHertz, d.AngularHertz = r.orZero(r.between(0.1, 20)), r.orZero(r.between(0.1, 20))
		d.LinearDamping, d.AngularDamping = r.between(0.2, 2), r.between(0, 2)
		return w.CreateJoint(a, b, &d)
	case 5:
		d := world.WheelAt(a, b, middle, r.axis())
		d.Base = r.base()
		d.SpringHertz, d.SpringDamping = r.between(0.1, 20), r.between(0, 3)
		d.Limit, d.Lower, d.Upper = r.coin(), -r.between(0, 1), r.between(0, 1)
		d.MotorSpeed, d.MaxMotorTorque = r.between(-5, 5), r.orZero(r.between(0, 50))
		return w.CreateJoint(a, b, &d)
	case 6:
		return w.CreateJoint(a, b, &joint.Motor{
			Base: r.base(), LocalAnchorA: a.LocalPoint(middle), LocalAnchorB: b.LocalPoint(middle),
			Velocity: r.point(), MaxVelocityForce: r.orZero(100), AngularVelocity: r.between(-2, 2), MaxVelocityTorque: r.orZero(50),
			LinearHertz: r.orZero(3), LinearDamping: r.between(0, 2), AngularHertz: r.orZero(3), Angle: relAngle, MaxSpringTorque: r.orZero(30),
		})
	case 7:
		target := a.LocalPoint(b.Position())
		target = target.Mul(min(1, 3/max(geom.From(target).Length(), 1e-9)))
		return w.CreateJoint(a, b, &joint.Mouse{Base: r.base(), LocalTargetA: target, LocalAnchorB: r.point()})
	case 8:
		return w.CreateJoint(a, b, &joint.Angle{
			Base: r.base(), Ratio: r.between(-3, 3), Loose: true, SpringHertz: r.orZero(4), SpringDamping: r.between(0, 2),
			Limit: r.coin(), Lower: -10, Upper: 10, MotorSpeed: r.between(-5, 5), MaxMotorTorque: r.orZero(20),
		})
	case 9:
		return w.CreateJoint(a, b, &joint.Pulley{
			Base: r.base(), WheelA: a.Position().Add(mgl64.Vec2{0, 4}), WheelB: b.Position().Add(mgl64.Vec2{0, 4}),
			LocalAnchorA: r.point(), LocalAnchorB: r.point(), Ratio: r.between(0.2, 3), Rigid: r.coin(),
		})
	case 10:
		return w.CreateJoint(a, b, &joint.Ratchet{Base: r.base(), Step: r.orZero(0.5), Phase: r.between(0, 3), Reverse: r.coin()})
	case 11:
		d := r.axis()
		return w.CreateJoint(a, b, &joint.Groove{
			Base: r.base(), LocalGrooveA1: a.LocalPoint(middle.Sub(d)), LocalGrooveA2: a.LocalPoint(middle.Add(d)), LocalAnchorB: b.LocalPoint(middle),
		})
	case 12:
		return w.CreateJoint(a, b, &joint.RotarySpring{Base: r.base(), Angle: relAngle, Stiffness: r.between(0, 100), Damping: r.between(0, 5), MaxSpring: r.orZero(30)})
	case 13:
		return w.CreateJoint(a, b, &joint.Friction{Base: r.base(), Force: r.between(0, 50), Torque: r.between(0, 20)})
	default:
		j, err := w.CreateCustom([]world.Body{a, b}, joint.Custom{Base: r.base(), Constraint: distanceConstraint{length: b.Position().Sub(a.Position()).Len()}})
		return j.Joint, err
	}
}
