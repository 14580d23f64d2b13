package world_test

import (
	"testing"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// jointFixture is a joint that bears a load: the weight of 40 N of a body of 4 kg, or
// a torque of -20 N m on one of 2 kg m^2.
type jointFixture struct {
	world.Joint
	angular     bool         // it bears the torque
	springOnly  bool         // it has no rigid part
	unloaded    bool         // it bears nothing
	limitToHalf func() error // to half the load, where Base does not
	moveFrame   func() error // its frames by half a metre down, or half a radian back
}

// heightConstraint holds the origin of its second body at a height.
type heightConstraint struct{ y float64 }

func (c heightConstraint) Measure(m *joint.ConstraintContext) {
	p := m.Point(1, mgl64.Vec2{})
	m.Row(joint.SoftRow{Error: p[0]}).Linear(1, p, mgl64.Vec2{1, 0})
	m.Row(joint.SoftRow{Error: p[1] - c.y}).Linear(1, p, mgl64.Vec2{0, 1})
}

var (
	xAxis    = mgl64.Vec2{1, 0}
	halfDown = mgl64.Vec2{0, -0.5}
)

// edit returns a function that changes the definition of a joint, a D.
func edit[D any, P joint.DefinitionOf[D]](j world.Joint, change func(P)) func() error {
	return func() error { return j.EditDefinition(func(d joint.Definition) { change(d.(P)) }) }
}

// jointFixtures make a joint of each of the sixteen kinds between the ground and b,
// which is at the origin.
var jointFixtures = map[string]func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture{
	"revolute": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreateRevolute(w.Ground(), b, joint.Revolute{Base: base}))
		return jointFixture{Joint: j.Joint, moveFrame: edit(j.Joint, func(d *joint.Revolute) { d.LocalAnchorA = halfDown })}
	},
	"distance": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{Base: base, LocalAnchorA: mgl64.Vec2{0, 3}}))
		return jointFixture{Joint: j.Joint, moveFrame: edit(j.Joint, func(d *joint.Distance) { d.LocalAnchorA[1] -= 0.5 })}
	},
	"prismatic": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreatePrismatic(w.Ground(), b, joint.Prismatic{Base: base, LocalAxisA: xAxis}))
		return jointFixture{Joint: j.Joint, moveFrame: edit(j.Joint, func(d *joint.Prismatic) { d.LocalAnchorA = halfDown })}
	},
	"weld": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreateWeld(w.Ground(), b, joint.Weld{Base: base}))
		return jointFixture{Joint: j.Joint, moveFrame: edit(j.Joint, func(d *joint.Weld) { d.LocalAnchorB = halfDown.Mul(-1) })}
	},
	"wheel": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreateWheel(w.Ground(), b, joint.Wheel{Base: base, LocalAxisA: xAxis}))
		return jointFixture{Joint: j.Joint, moveFrame: edit(j.Joint, func(d *joint.Wheel) { d.LocalAnchorA = halfDown })}
	},
	"motor": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreateMotor(w.Ground(), b, joint.Motor{Base: base, LinearHertz: 5, LinearDamping: 1}))
		return jointFixture{Joint: j.Joint, springOnly: true, moveFrame: edit(j.Joint, func(d *joint.Motor) { d.LocalAnchorA = halfDown })}
	},
	"mouse": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreateMouse(w.Ground(), b, joint.Mouse{Base: base}))
		return jointFixture{Joint: j.Joint, springOnly: true, moveFrame: edit(j.Joint, func(d *joint.Mouse) { d.LocalTargetA = halfDown })}
	},
	"angle": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreateAngle(w.Ground(), b, joint.Angle{Base: base}))
		return jointFixture{Joint: j.Joint, angular: true, moveFrame: edit(j.Joint, func(d *joint.Angle) { d.Angle = -0.5 })}
	},
	"gear": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		revolute, held := addRevolute(t, w, w.Ground(), b), addMass(t, w, 5, 0, 1, 1)
		brake := addRevolute(t, w, w.Ground(), held)
		require.NoError(t, brake.Edit(func(d *joint.Revolute) { d.MaxMotorTorque = 1000 }))
		j := world.Must(w.CreateGear(brake.Joint, revolute.Joint, joint.Gear{Base: base}))
		return jointFixture{Joint: j.Joint, angular: true}
	},
	"pulley": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreatePulley(w.Ground(), b, joint.Pulley{
			Base: base, WheelA: mgl64.Vec2{-3, 3}, WheelB: mgl64.Vec2{0, 3}, LocalAnchorA: mgl64.Vec2{-3, 0},
		}))
		return jointFixture{Joint: j.Joint, moveFrame: edit(j.Joint, func(d *joint.Pulley) { d.WheelB[1] -= 0.5 })}
	},
	"ratchet": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreateRatchet(w.Ground(), b, joint.Ratchet{Base: base, Step: 1}))
		return jointFixture{Joint: j.Joint, angular: true, moveFrame: edit(j.Joint, func(d *joint.Ratchet) { d.Phase = -0.5 })}
	},
	"groove": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreateGroove(w.Ground(), b, joint.Groove{Base: base, LocalGrooveA1: xAxis.Mul(-1), LocalGrooveA2: xAxis}))
		return jointFixture{Joint: j.Joint, moveFrame: edit(j.Joint, func(d *joint.Groove) { d.LocalGrooveA1[1], d.LocalGrooveA2[1] = -0.5, -0.5 })}
	},
	"rotarySpring": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreateRotarySpring(w.Ground(), b, joint.RotarySpring{Base: base, Stiffness: 400, Damping: 30}))
		weaken := edit(j.Joint, func(d *joint.RotarySpring) { d.MaxSpring = 10 })
		return jointFixture{Joint: j.Joint, angular: true, springOnly: true, limitToHalf: weaken, moveFrame: edit(j.Joint, func(d *joint.RotarySpring) { d.Angle = -0.5 })}
	},
	"friction": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreateFriction(w.Ground(), b, joint.Friction{Base: base, Force: 100}))
		weaken := edit(j.Joint, func(d *joint.Friction) { d.Force = 20 })
		return jointFixture{Joint: j.Joint, springOnly: true, limitToHalf: weaken}
	},
	"noCollision": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		return jointFixture{Joint: world.Must(w.CreateNoCollision(w.Ground(), b, joint.NoCollision{Base: base})).Joint, springOnly: true, unloaded: true}
	},
	"custom": func(t *testing.T, w *world.World, b world.Body, base joint.Base) jointFixture {
		j := world.Must(w.CreateCustom([]world.Body{w.Ground(), b}, joint.Custom{Base: base, Constraint: heightConstraint{}}))
		return jointFixture{Joint: j.Joint, moveFrame: edit(j.Joint, func(d *joint.Custom) { d.Constraint = heightConstraint{-0.5} })}
	},
}

// loadedJoint is a world with a joint and the body that loads it.
type loadedJoint struct {
	jointFixture
	w *world.World
	b world.Body
}

func newLoadedJoint(t *testing.T, name string, base joint.Base) *loadedJoint {
	w := newGravityWorld(t)
	b := addMass(t, w, 0, 0, 4, 2)
	return &loadedJoint{jointFixtures[name](t, w, b, base), w, b}
}

// tick lets the load act for a tick.
func (s *loadedJoint) tick(t *testing.T) {
	if s.angular {
		require.NoError(t, s.b.ApplyTorque(-20))
	}
	s.w.Tick()
}

func (s *loadedJoint) run(t *testing.T, seconds float64) {
	for range int(seconds*60 + 0.5) {
		s.tick(t)
	}
}

// load is the force or torque that the joint bears.
func (s *loadedJoint) load() float64 {
	if s.angular {
		return s.Torque()
	}
	return s.Force()[1]
}

func (s *loadedJoint) displacement() float64 {
	if s.angular {
		return s.b.Angle()
	}
	return s.b.Position()[1]
}

func (s *loadedJoint) wantLoad() float64 {
	switch {
	case s.unloaded:
		return 0
	case s.angular:
		return 20
	default:
		return 40
	}
}

func (s *loadedJoint) separation() float64 {
	if s.angular {
		return s.AngularSeparation()
	}
	return s.LinearSeparation()
}
