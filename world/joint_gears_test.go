package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Two wheels of ratio 3, driven by a motor against a brake: angles keep the ratio,
// torques the inverse one.
func TestGearRatioOfTwoWheels(t *testing.T) {
	w := newGravityWorld(t)
	small, big := addMass(t, w, 0, 0, 1, 0.5), addMass(t, w, 4, 0, 9, 20)
	first, second := addRevolute(t, w, w.Ground(), small), addRevolute(t, w, w.Ground(), big)
	g := world.Must(w.CreateGear(first.Joint, second.Joint, joint.Gear{Ratio: 3}))
	require.NoError(t, first.Edit(func(d *joint.Revolute) { d.MotorSpeed, d.MaxMotorTorque = 12, 50 }))
	require.NoError(t, second.Edit(func(d *joint.Revolute) { d.MaxMotorTorque = 30 }))
	runSeconds(w, 10)
	require.InEpsilon(t, -3, first.Angle()/second.Angle(), 0.001)
	require.InEpsilon(t, 12, first.Speed(), 0.001)
	require.InEpsilon(t, 10, first.MotorTorque(), 0.01, "a third of the brake's torque")
	require.InDelta(t, 0, g.AngularSeparation(), 0.01)
	require.InEpsilon(t, 30, math.Abs(g.Torque()), 0.01, "on the big wheel")
}

// A pinion of radius 0.5 lifts a rack of 40 N: 20 N m.
func TestRackAndPinion(t *testing.T) {
	w := newGravityWorld(t)
	pinion, rack := addMass(t, w, 0, 0, 1, 0.3), addMass(t, w, 0.5, 0, 4, 1)
	first := addRevolute(t, w, w.Ground(), pinion)
	second := world.Must(w.CreatePrismatic(w.Ground(), rack, world.PrismaticAt(w.Ground(), rack, rack.Position(), mgl64.Vec2{0, 1})))
	world.Must(w.CreateGear(first.Joint, second.Joint, joint.Gear{Ratio: -2}))
	require.NoError(t, first.Edit(func(d *joint.Revolute) { d.MotorSpeed, d.MaxMotorTorque = 1, 500 }))
	runSeconds(w, 6)
	require.InEpsilon(t, 0.5, second.Translation()/first.Angle(), 0.001)
	require.InEpsilon(t, 20, first.MotorTorque(), 0.01)
}

// Gears on a frame that itself turns and falls: four bodies, of which the frame is
// one for both joints. Angles count against the frame, and the whole keeps its
// angular momentum.
func TestGearOnAMovingFrame(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	frame := addMass(t, w, 0, 0, 5, 5)
	a, b := addMass(t, w, -1, 0, 1, 0.5), addMass(t, w, 1, 0, 2, 1)
	first, second := addRevolute(t, w, frame, a), addRevolute(t, w, frame, b)
	g := world.Must(w.CreateGear(first.Joint, second.Joint, joint.Gear{Ratio: 2}))
	momentum := func() float64 {
		sum := 0.0
		for body := range w.Bodies() {
			p, v := geom.From(body.Position()), geom.From(body.LinearVelocity())
			sum += body.Mass()*p.Cross(v) + body.Inertia()*body.AngularVelocity()
		}
		return sum
	}
	require.NoError(t, frame.SetAngularVelocity(1))
	require.NoError(t, a.SetAngularVelocity(20))
	before := momentum()
	runSeconds(w, 5)
	require.InEpsilon(t, -2, first.Angle()/second.Angle(), 0.001)
	require.InDelta(t, 0, g.Separation(), 0.01)
	require.InEpsilon(t, before, momentum(), 1e-3)
	require.Greater(t, math.Abs(first.Angle()), 10.0)
	w.Validate()
}

// A gear over a hinge that never acted ties bodies on which no other joint acts. All four bodies
// belong to its articulation.
func TestGearOverADisabledHinge(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	var bodies [4]world.Body
	for i := range bodies {
		bodies[i] = addMass(t, w, float64(i), 0, 1, 1)
	}
	driven := addRevolute(t, w, bodies[0], bodies[1])
	free := world.Must(w.CreateRevolute(bodies[3], bodies[2], joint.Revolute{Base: joint.Base{Disabled: true}}))
	g := world.Must(w.CreateGear(free.Joint, driven.Joint, joint.Gear{Ratio: 2}))
	require.NoError(t, bodies[3].SetAngularVelocity(4))
	runSeconds(w, 1)
	require.InDelta(t, 0, g.AngularSeparation(), 0.01)
	w.Validate()
}

func TestGearEndsWithItsJoints(t *testing.T) {
	w := newGravityWorld(t)
	a, b := addMass(t, w, 0, 0, 1, 1), addMass(t, w, 4, 0, 1, 1)
	first, second := addRevolute(t, w, w.Ground(), a), addRevolute(t, w, w.Ground(), b)
	g := world.Must(w.CreateGear(first.Joint, second.Joint, joint.Gear{}))
	x, y := g.Joints()
	require.Equal(t, [2]world.Joint{first.Joint, second.Joint}, [2]world.Joint{x, y})
	require.NoError(t, second.Destroy())
	require.False(t, g.Valid())
	require.True(t, first.Valid())
	second = addRevolute(t, w, w.Ground(), b)
	g = world.Must(w.CreateGear(second.Joint, first.Joint, joint.Gear{}))
	require.NoError(t, a.Destroy())
	require.False(t, g.Valid())
	require.Equal(t, 1, w.Counters().Joints)
	w.Validate()
	w.Tick()
	w.Validate()
}

// A pulley of ratio 2 in balance, then out of it: the closed form for the
// acceleration, and lengths that keep their sum.
func TestPulleyBalanceAndAcceleration(t *testing.T) {
	buildPulley := func(massA, massB float64, rigid bool) (*world.World, world.Body, world.Body, world.Pulley) {
		w := newGravityWorld(t)
		a, b := addMass(t, w, -2, -3, massA, 1), addMass(t, w, 2, -3, massB, 1)
		p := world.Must(w.CreatePulley(a, b, joint.Pulley{
			WheelA: mgl64.Vec2{-2, 0}, WheelB: mgl64.Vec2{2, 0}, Ratio: 2, Rigid: rigid,
		}))
		return w, a, b, p
	}
	// la + 2 lb is constant, so B's rope pulls with twice the force of A's.
	w, _, b, p := buildPulley(2, 4, false)
	runSeconds(w, 3)
	require.InDelta(t, -3, b.Position()[1], 0.001)
	require.InEpsilon(t, 40, p.Force()[1], 0.001)
	require.InEpsilon(t, 9, p.Length(), 0.001)

	// With m and M: a of B downwards is (M - 2 m) g / (M + 4 m).
	w, a, b, p := buildPulley(2, 7, false)
	runSeconds(w, 0.5)
	require.InEpsilon(t, -10*3.0/15, b.LinearVelocity()[1]/0.5, 0.005)
	require.InEpsilon(t, 1, a.LinearVelocity()[1]/(-2*b.LinearVelocity()[1]), 0.001)
	require.InEpsilon(t, 9, p.Length(), 0.001)

	// A rope goes slack, rods and a lever do not.
	for _, rigid := range []bool{false, true} {
		w, a, b, p = buildPulley(2, 4, rigid)
		require.NoError(t, a.SetLinearVelocity(mgl64.Vec2{0, 2}))
		w.Tick()
		if rigid {
			require.InEpsilon(t, 9, p.Length(), 0.001)
			require.Less(t, b.LinearVelocity()[1], -0.5)
		} else {
			require.Less(t, p.Length(), 8.99)
			require.InDelta(t, 0, p.Force().Len(), 1e-6)
		}
	}
}

func TestPulleySlack(t *testing.T) {
	w := newGravityWorld(t)
	a, b := addMass(t, w, -2, -3, 1, 1), addMass(t, w, 2, -3, 5, 1)
	p := world.Must(w.CreatePulley(a, b, joint.Pulley{WheelA: mgl64.Vec2{-2, 0}, WheelB: mgl64.Vec2{2, 0}, Slack: 1}))
	require.InEpsilon(t, 6, p.Length(), 1e-9)
	require.InEpsilon(t, 7, p.Def().Length, 1e-9)
	runSeconds(w, 0.2)
	require.InDelta(t, 0, p.Force().Len(), 1e-6, "both fall freely while the rope is slack")
	runSeconds(w, 0.5)
	require.InEpsilon(t, 7, p.Length(), 0.001)
}

// A ratio of angles holds within 0.1 % over many turns.
func TestAngleJointKeepsRatio(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	a, b := addMass(t, w, 0, 0, 1, 1), addMass(t, w, 5, 0, 1, 1)
	j := world.Must(w.CreateAngle(a, b, joint.Angle{Ratio: -0.25}))
	pa, pb := addRevolute(t, w, w.Ground(), a), addRevolute(t, w, w.Ground(), b)
	require.NoError(t, pa.Edit(func(d *joint.Revolute) { d.MotorSpeed, d.MaxMotorTorque = 15, 1000 }))
	require.NoError(t, pb.Edit(func(d *joint.Revolute) { d.MaxMotorTorque = 40 }))
	runSeconds(w, 10)
	require.Greater(t, pa.Angle(), 140.0)
	require.InEpsilon(t, -0.25, pb.Angle()/pa.Angle(), 0.001)
	require.InEpsilon(t, 10, math.Abs(pa.MotorTorque()), 0.01)
	require.InDelta(t, 0, j.AngularSeparation(), 0.5*math.Pi/180)
	require.InDelta(t, 0, j.Angle(), 0.5*math.Pi/180)
}

// A ratchet of eight teeth lets the wheel turn forward, and against a torque it holds it at
// the tooth. One of the teeth is at Phase, whichever way the wheel turns.
func TestRatchetHoldsAtTooth(t *testing.T) {
	for _, reverse := range []bool{false, true} {
		sign, tooth := 1.0, 0.1+4*math.Pi/4
		if reverse {
			sign, tooth = -1, 0.1-5*math.Pi/4
		}
		w := newWorld(t, world.Config{Workers: 1})
		b := addMass(t, w, 0, 0, 1, 2)
		r := world.Must(w.CreateRatchet(w.Ground(), b, joint.Ratchet{Step: math.Pi / 4, Phase: 0.1, Reverse: reverse}))
		require.NoError(t, b.SetAngularVelocity(sign*2))
		runSeconds(w, 2)
		require.InEpsilon(t, sign*4, r.Angle(), 1e-3, "free in its direction")
		require.InEpsilon(t, tooth, r.ToothAngle(), 1e-9)
		require.NoError(t, b.SetAngularVelocity(0))
		for range 300 {
			require.NoError(t, b.ApplyTorque(-sign*50))
			w.Tick()
		}
		require.InDelta(t, tooth, r.Angle(), 0.5*math.Pi/180)
		require.InEpsilon(t, sign*50, r.Torque(), 0.01)
	}
}

// A loaded ratchet is pressed a little beyond its tooth. It stays there over changes that leave the
// teeth alone: of another field, of all that joints share, and of the mass of the body.
func TestLoadedRatchetKeepsItsTooth(t *testing.T) {
	for _, reverse := range []bool{false, true} {
		sign := 1.0
		if reverse {
			sign = -1
		}
		w := newGravityWorld(t)
		b := world.Must(w.CreateBody(body.Def{AngularVelocity: sign * 3, AngularDamping: 3, LinearDamping: 3, NeverSleep: true}))
		arm := shape.OffsetBox(1, 0.2, mgl64.Vec2{sign, 0}, 0)
		world.Must(b.Attach(arm, world.ColliderDef{Density: 1000}))
		world.Must(w.CreateRevolute(w.Ground(), b, joint.Revolute{}))
		r := world.Must(w.CreateRatchet(w.Ground(), b, joint.Ratchet{Step: 0.1, Reverse: reverse}))
		runSeconds(w, 5)
		tooth := r.ToothAngle()
		require.InDelta(t, tooth, r.Angle(), 1e-3)
		for _, change := range []func() error{
			func() error { return r.Edit(func(d *joint.Ratchet) { d.BreakTorque = 1e9 }) },
			func() error { return r.EditBase(func(d *joint.Base) { d.BreakForce = 1e9 }) },
			func() error { _, err := b.Attach(arm, world.ColliderDef{Density: 10}); return err },
		} {
			require.NoError(t, change())
			runSeconds(w, 1)
			require.Equal(t, tooth, r.ToothAngle())
			require.InDelta(t, tooth, r.Angle(), 1e-3)
		}
	}
}

// A ratchet that was disabled while its body turned back holds at the angle where it is enabled.
func TestEnabledRatchetHoldsWhereItIs(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	b := addMass(t, w, 0, 0, 1, 2)
	r := world.Must(w.CreateRatchet(w.Ground(), b, joint.Ratchet{Step: 0.1}))
	require.NoError(t, b.SetAngularVelocity(3))
	runSeconds(w, 1)
	require.NoError(t, r.SetEnabled(false))
	require.NoError(t, b.SetAngularVelocity(-1))
	runSeconds(w, 2)
	require.InDelta(t, 1, r.Angle(), 1e-3)
	require.NoError(t, r.SetEnabled(true))
	runSeconds(w, 1)
	require.InDelta(t, 1, r.Angle(), 0.11)
	require.InDelta(t, 0, b.AngularVelocity(), 1e-6)
}

// A bead on a groove that turns: it slides freely and stops at the ends.
func TestGrooveSlidesAndStops(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{-10, 0}, Workers: 1})
	b := addMass(t, w, 1, 0, 1, 1)
	g := world.Must(w.CreateGroove(w.Ground(), b, joint.Groove{LocalGrooveA1: mgl64.Vec2{-2, 0}, LocalGrooveA2: mgl64.Vec2{2, 0}}))
	runSeconds(w, 0.5)
	require.InEpsilon(t, 3-10*0.25/2-10*dt/4*0.5/2, g.Translation(), 1e-3, "free fall along the groove")
	require.NoError(t, b.ApplyImpulseToCenter(mgl64.Vec2{0, 5}))
	runSeconds(w, 5)
	require.InDelta(t, 0, g.Translation(), 0.005)
	require.InDelta(t, 0, b.Position()[1], 0.005)
	require.InEpsilon(t, 10, g.Force()[0], 0.01)
}

// Filters, and joints in general, keep bodies from colliding while they act.
func TestFilterKeepsBodiesApart(t *testing.T) {
	w := newGravityWorld(t)
	ground := addFloor(t, w, world.ColliderDef{})
	a := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	runSeconds(w, 2)
	require.False(t, b.Awake())
	f := world.Must(w.CreateNoCollision(a, b, joint.NoCollision{}))
	runSeconds(w, 2)
	require.InDelta(t, 0.5, b.Position()[1], 0.01, "fell through the other box")
	require.NoError(t, b.SetTransform(mgl64.Vec2{0, 3}, 0))
	require.NoError(t, f.SetEnabled(false))
	runSeconds(w, 2)
	require.InDelta(t, 1.5, b.Position()[1], 0.02)
	require.NoError(t, f.SetEnabled(true))
	runSeconds(w, 2)
	require.InDelta(t, 0.5, b.Position()[1], 0.01)
	require.True(t, ground.Valid())
	w.Validate()
}

// An end of the rope that is drawn into its wheel stays there: the rope keeps its length, and the
// bodies gain no energy. The masses may be as different as 1 to 300.
func TestPulleyEndStaysAtItsWheel(t *testing.T) {
	for name, c := range map[string]struct {
		massA, massB, ratio, sideways float64
		rigid, hung                   bool // a body hangs on a pin below each end
	}{
		"equal ratio":            {massA: 1, massB: 2, ratio: 1},
		"light end":              {massA: 1.6, massB: 500, ratio: 1.79},
		"light end of B":         {massA: 500, massB: 1.6, ratio: 0.5},
		"aslant":                 {massA: 3.4, massB: 62, ratio: 1.56, sideways: 0.4},
		"aslant, end of B":       {massA: 460, massB: 28, ratio: 0.64, sideways: 0.4},
		"rods and a lever":       {massA: 2, massB: 40, ratio: 1.5, rigid: true},
		"hung":                   {massA: 1.6, massB: 500, ratio: 1.79, hung: true},
		"hung, rods and a lever": {massA: 2, massB: 40, ratio: 1.5, rigid: true, hung: true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newGravityWorld(t)
			a, b := addMass(t, w, -2+c.sideways, -3, c.massA, 0.3), addMass(t, w, 2+c.sideways, -3, c.massB, 0.3)
			p := world.Must(w.CreatePulley(a, b, joint.Pulley{
				WheelA: mgl64.Vec2{-2, 0}, WheelB: mgl64.Vec2{2, 0}, Ratio: c.ratio, Rigid: c.rigid,
			}))
			length := p.Def().Length
			for _, b := range []world.Body{a, b} {
				if c.hung {
					load := addMass(t, w, b.Position()[0], b.Position()[1]-3, b.Mass(), 0.3)
					addRevolute(t, w, load, b)
				}
			}
			energy := totalEnergy(w)
			for range 1200 {
				w.Tick()
				now := totalEnergy(w)
				require.Less(t, now, energy+0.003*10*(c.massA+c.massB), "3 mm of fall")
				energy = min(energy, now)
				require.InDelta(t, length, p.Length(), 0.05)
			}
		})
	}
}
