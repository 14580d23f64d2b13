package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// pendulumPeriod is the exact period of a point mass on a rod of length l.
func pendulumPeriod(l, amplitude float64) float64 {
	a, b := 1.0, math.Cos(amplitude/2)
	for range 20 { // arithmetic-geometric mean
		a, b = (a+b)/2, math.Sqrt(a*b)
	}
	return 2 * math.Pi * math.Sqrt(l/10) / a
}

// A mass on a rod that does not turn with it is a pendulum, small or large.
func TestDistanceJointPendulumPeriod(t *testing.T) {
	for _, degrees := range []float64{5, 90, 150} {
		amplitude := degrees * math.Pi / 180
		w := newGravityWorld(t)
		b := addMass(t, w, 2*math.Sin(amplitude), -2*math.Cos(amplitude), 1, 1)
		d := world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{}))
		x := recordMotion(w, 1200, func() float64 { return math.Atan2(b.Position()[0], -b.Position()[1]) })
		at := crossings(x)
		period := 2 * (at[len(at)-1] - at[0]) / float64(len(at)-1)
		require.InEpsilon(t, pendulumPeriod(2, amplitude), period, 0.005, "%v degrees", degrees)
		p := peaks(x)
		require.InDelta(t, 1, p[len(p)-1], 0.01, "amplitude after 20 s from %v degrees", degrees)
		require.Less(t, d.LinearSeparation(), 0.002)
	}
}

// The force of a hanging load is its weight.
func TestJointForceIsWeightOfLoad(t *testing.T) {
	const weight = 70.0
	up := mgl64.Vec2{0, 1}
	build := map[string]func(w *world.World, b world.Body) world.Joint{
		"distance": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{LocalAnchorA: mgl64.Vec2{0, 3}})).Joint
		},
		"rope": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{LocalAnchorA: mgl64.Vec2{0, 3}, Loose: true, MaxLength: 3})).Joint
		},
		"strut": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{LocalAnchorA: mgl64.Vec2{0, -3}, Loose: true, MinLength: 3})).Joint
		},
		"prismatic across": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreatePrismatic(w.Ground(), b, joint.Prismatic{LocalAxisA: mgl64.Vec2{1, 0}})).Joint
		},
		"prismatic limit": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreatePrismatic(w.Ground(), b, joint.Prismatic{LocalAxisA: up, Limit: true})).Joint
		},
		"prismatic motor": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreatePrismatic(w.Ground(), b, joint.Prismatic{LocalAxisA: up, MaxMotorForce: 100})).Joint
		},
		"weld": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateWeld(w.Ground(), b, joint.Weld{})).Joint
		},
		"wheel limit": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateWheel(w.Ground(), b, joint.Wheel{LocalAxisA: up, Limit: true})).Joint
		},
		"groove": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateGroove(w.Ground(), b, joint.Groove{LocalGrooveA1: mgl64.Vec2{-1, 0}, LocalGrooveA2: mgl64.Vec2{1, 0}})).Joint
		},
		"groove end": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateGroove(w.Ground(), b, joint.Groove{LocalGrooveA1: mgl64.Vec2{0, 4}, LocalGrooveA2: mgl64.Vec2{0, 0}})).Joint
		},
		"mouse": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateMouse(w.Ground(), b, joint.Mouse{})).Joint
		},
		"motor": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateMotor(w.Ground(), b, joint.Motor{MaxVelocityForce: 100})).Joint
		},
		"friction": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateFriction(w.Ground(), b, joint.Friction{Force: 100})).Joint
		},
		"custom": func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateCustom([]world.Body{w.Ground(), b}, joint.Custom{Constraint: pointConstraint{}})).Joint
		},
	}
	for name, create := range build {
		w := newGravityWorld(t)
		b := addMass(t, w, 0, 0, weight/10, 1)
		j := create(w, b)
		runSeconds(w, 3)
		require.InEpsilon(t, weight, j.Force()[1], 0.01, name)
		require.InDelta(t, 0, j.Force()[0], 0.01*weight, name)
		require.InDelta(t, 0, j.Torque(), 0.01*weight, name)
		if name != "mouse" { // a spring: it sags
			require.InDelta(t, 0, b.Position().Len(), 0.005, name)
		}
		require.Less(t, j.LinearSeparation(), 0.005, name)
	}
}

// pointConstraint holds the origins of two bodies together, row by row.
type pointConstraint struct{}

func (pointConstraint) Measure(m *joint.ConstraintContext) {
	a, b := m.Point(0, mgl64.Vec2{}), m.Point(1, mgl64.Vec2{})
	for i, d := range [2]mgl64.Vec2{{1, 0}, {0, 1}} {
		m.Row(joint.SoftRow{Error: b[i] - a[i]}).Linear(0, a, d.Mul(-1)).Linear(1, b, d)
	}
}

// A rod with a load at its end: the weld bears force and torque and hardly bends.
func TestWeldedCantilever(t *testing.T) {
	w := newGravityWorld(t)
	b := addMass(t, w, 2, 0, 5, 1)
	j := world.Must(w.CreateWeld(w.Ground(), b, joint.Weld{LocalAnchorB: mgl64.Vec2{-2, 0}}))
	runSeconds(w, 3)
	require.InEpsilon(t, 50, j.Force()[1], 0.01)
	require.InEpsilon(t, 100, j.Torque(), 0.01)
	require.InDelta(t, 0, j.AngularSeparation(), 0.5*math.Pi/180)
	require.Less(t, j.LinearSeparation(), 0.005)
}

// A motor of force f accelerates a mass m by f/m until it has its speed, and then holds
// with the force of the load.
func TestMotorsReachTheirSpeed(t *testing.T) {
	weightless := func(t *testing.T) (*world.World, world.Body) {
		w := newWorld(t, world.Config{Workers: 1})
		return w, addMass(t, w, 0, 0, 4, 2)
	}
	linear := func(b world.Body) func() float64 { return func() float64 { return b.LinearVelocity()[0] } }
	for name, c := range map[string]struct {
		build func(w *world.World, b world.Body) world.Joint
		read  func(b world.Body) func() float64
		rate  float64 // expected acceleration to speed 3
	}{
		"prismatic": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreatePrismatic(w.Ground(), b, joint.Prismatic{LocalAxisA: mgl64.Vec2{1, 0}, MotorSpeed: 3, MaxMotorForce: 8})).Joint
		}, linear, 2},
		"distance": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{LocalAnchorA: mgl64.Vec2{-1, 0}, Loose: true, MotorSpeed: 3, MaxMotorForce: 8})).Joint
		}, linear, 2},
		"motor": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateMotor(w.Ground(), b, joint.Motor{Velocity: mgl64.Vec2{3, 0}, MaxVelocityForce: 8})).Joint
		}, linear, 2},
		"wheel": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateWheel(w.Ground(), b, joint.Wheel{LocalAxisA: mgl64.Vec2{0, 1}, MotorSpeed: 3, MaxMotorTorque: 6})).Joint
		}, func(b world.Body) func() float64 { return b.AngularVelocity }, 3},
		"revolute": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateRevolute(w.Ground(), b, joint.Revolute{MotorSpeed: 3, MaxMotorTorque: 6})).Joint
		}, func(b world.Body) func() float64 { return b.AngularVelocity }, 3},
		"angle": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateAngle(w.Ground(), b, joint.Angle{Loose: true, MotorSpeed: 3, MaxMotorTorque: 6})).Joint
		}, func(b world.Body) func() float64 { return b.AngularVelocity }, 3},
		"motor turning": {func(w *world.World, b world.Body) world.Joint {
			return world.Must(w.CreateMotor(w.Ground(), b, joint.Motor{AngularVelocity: 3, MaxVelocityTorque: 6})).Joint
		}, func(b world.Body) func() float64 { return b.AngularVelocity }, 3},
	} {
		w, b := weightless(t)
		j := c.build(w, b)
		read := c.read(b)
		runSeconds(w, 0.5)
		require.InEpsilon(t, 0.5*c.rate, read(), 0.01, name)
		runSeconds(w, 3)
		require.InEpsilon(t, 3, read(), 1e-4, name)
		require.InDelta(t, 0, j.Force().Len()+math.Abs(j.Torque()), 0.01, name)
	}
}

// A motor lifts a load: its force is the weight, and its reading says so.
func TestMotorForceUnderLoad(t *testing.T) {
	w := newGravityWorld(t)
	b := addMass(t, w, 0, 0, 4, 2)
	p := world.Must(w.CreatePrismatic(w.Ground(), b, joint.Prismatic{LocalAxisA: mgl64.Vec2{0, 1}, MotorSpeed: 1, MaxMotorForce: 60}))
	runSeconds(w, 2)
	require.InEpsilon(t, 1, p.Speed(), 1e-3)
	require.InEpsilon(t, 40, p.MotorForce(), 1e-3)
	// 0.2 s to reach the speed with the 20 N left, then on: 0.1 + 1.8.
	require.InEpsilon(t, 1.9, p.Translation(), 0.005)
	// The same for a revolute joint, against a torque of 5 N m.
	c := addMass(t, w, 5, 0, 4, 2)
	r := addRevolute(t, w, w.Ground(), c)
	require.NoError(t, r.Edit(func(d *joint.Revolute) { d.MotorSpeed, d.MaxMotorTorque = 2, 30 }))
	for range 120 {
		require.NoError(t, c.ApplyTorque(-5))
		w.Tick()
	}
	require.InEpsilon(t, 2, r.Speed(), 1e-3)
	require.InEpsilon(t, 5, r.MotorTorque(), 0.01)
}

// Limits hold under load, and beyond a load of MaxForce they give way.
func TestLimitsHoldUnderLoad(t *testing.T) {
	w := newGravityWorld(t)
	for i, d := range []joint.Prismatic{
		{LocalAxisA: mgl64.Vec2{0, 1}, Limit: true, Lower: -2, Upper: 1},
		{LocalAxisA: mgl64.Vec2{0, -1}, Limit: true, Lower: -2, Upper: 2},
	} {
		b := addMass(t, w, float64(10*i), 0, 100, 2)
		d.LocalAnchorA = mgl64.Vec2{float64(10 * i), 0}
		p := world.Must(w.CreatePrismatic(w.Ground(), b, d))
		runSeconds(w, 4)
		require.InDelta(t, -2, b.Position()[1], 0.005)
		require.Less(t, p.LinearSeparation(), 0.005)
		require.NoError(t, p.EditBase(func(b *joint.Base) { b.MaxForce = 500 }))
		runSeconds(w, 1)
		require.Less(t, b.Position()[1], -3.0)
	}
	// A revolute limit beyond two turns, against a torque of the same size.
	c := addMass(t, w, 30, 30, 1, 50)
	r := world.Must(w.CreateRevolute(w.Ground(), c, joint.Revolute{LocalAnchorA: mgl64.Vec2{30, 30}, Limit: true, Lower: -1, Upper: 14}))
	for range 400 {
		require.NoError(t, c.ApplyTorque(2000))
		w.Tick()
	}
	require.InDelta(t, 14, r.Angle(), 0.5*math.Pi/180)
	require.InEpsilon(t, -2000, r.Torque(), 0.01)
	a := addMass(t, w, 0, 30, 1, 50)
	j := world.Must(w.CreateAngle(w.Ground(), a, joint.Angle{Loose: true, Limit: true, Lower: -1, Upper: 9}))
	for range 300 {
		require.NoError(t, a.ApplyTorque(2000))
		w.Tick()
	}
	require.InDelta(t, 9, j.Angle(), 0.5*math.Pi/180)
	for range 600 {
		require.NoError(t, a.ApplyTorque(-2000))
		w.Tick()
	}
	require.InDelta(t, -1, j.Angle(), 0.5*math.Pi/180)
}

// Friction from above: a sliding body is braked by force over mass and then stays
// against any pull that is weaker.
func TestFrictionJointStopsBody(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	b := world.Must(w.CreateBody(body.Def{LinearVelocity: mgl64.Vec2{3, 4}, AngularVelocity: 5, NeverSleep: true}))
	require.NoError(t, b.SetMassData(world.MassData{Mass: 2, Inertia: 1}))
	world.Must(w.CreateFriction(w.Ground(), b, joint.Friction{Force: 4, Torque: 2}))
	runSeconds(w, 1)
	require.InEpsilon(t, 3, b.LinearVelocity().Len(), 0.01)
	require.InEpsilon(t, 3, b.AngularVelocity(), 0.01)
	runSeconds(w, 2)
	require.Less(t, b.LinearVelocity().Len(), 1e-5)
	at := b.Position()
	for range 60 {
		require.NoError(t, b.ApplyForceToCenter(mgl64.Vec2{2.7, -2.7}))
		w.Tick()
	}
	require.Less(t, b.Position().Sub(at).Len(), 1e-4)
}

// An arm of two links, held by springs and friction in its joints, keeps its pose within
// half a degree under a load at its end, when the motors are strong enough.
func TestRobotArmHoldsPose(t *testing.T) {
	w := newGravityWorld(t)
	upper, forearm := addMass(t, w, 1, 0, 4, 0.5), addMass(t, w, 2, 1, 2, 0.3)
	hand := addMass(t, w, 2, 2, 3, 0.1)
	shoulder := world.Must(w.CreateRevolute(w.Ground(), upper, world.RevoluteAt(w.Ground(), upper, mgl64.Vec2{0, 0})))
	elbow := world.Must(w.CreateRevolute(upper, forearm, world.RevoluteAt(upper, forearm, mgl64.Vec2{2, 0})))
	wrist := world.Must(w.CreateWeld(forearm, hand, world.WeldAt(forearm, hand, mgl64.Vec2{2, 2})))
	for _, j := range []world.Revolute{shoulder, elbow} {
		require.NoError(t, j.Edit(func(d *joint.Revolute) { d.MaxMotorTorque = 400 }))
	}
	runSeconds(w, 5)
	require.InDelta(t, 0, shoulder.Angle(), 0.5*math.Pi/180)
	require.InDelta(t, 0, elbow.Angle(), 0.5*math.Pi/180)
	require.InDelta(t, 0, wrist.AngularSeparation(), 0.5*math.Pi/180)
	// About the shoulder: 4 kg at 1 m, 2 and 3 kg at 2 m.
	require.InEpsilon(t, 140, shoulder.MotorTorque(), 0.01)
	require.InEpsilon(t, 90, shoulder.Force()[1], 0.01)
}
