package joint

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// Motor drives body B against body A, with bounded force and torque: towards a
// velocity, towards a pose with springs, or both. The zero Motor does nothing. A
// motor to speed zero is friction in a plane seen from above. Metres, radians,
// seconds, newtons.
type Motor struct {
	Base

	LocalAnchorA, LocalAnchorB mgl64.Vec2 // from each body's origin in its own axes; the springs pull them together

	Velocity          mgl64.Vec2 // of B's anchor against A's, in A's axes, m/s
	MaxVelocityForce  float64    // N; zero means none
	AngularVelocity   float64    // of B against A, rad/s
	MaxVelocityTorque float64    // N m; zero means none

	LinearHertz     float64 // of the spring between the anchors; zero means none
	LinearDamping   float64 // its damping ratio
	Angle           float64 // of B less that of A, which the angular spring pulls to
	AngularHertz    float64 // zero means none
	AngularDamping  float64
	MaxSpringTorque float64 // N m of the angular spring; zero means no bound. MaxForce bounds the linear one
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Motor) Validate() error {
	var c checks
	c.base(&d.Base)
	c.point("LocalAnchorA", d.LocalAnchorA)
	c.point("LocalAnchorB", d.LocalAnchorB)
	c.point("Velocity", d.Velocity)
	c.notNegative("MaxVelocityForce", d.MaxVelocityForce)
	c.number("AngularVelocity", d.AngularVelocity)
	c.notNegative("MaxVelocityTorque", d.MaxVelocityTorque)
	c.size("LinearHertz", d.LinearHertz)
	c.size("LinearDamping", d.LinearDamping)
	c.angle("Angle", d.Angle)
	c.size("AngularHertz", d.AngularHertz)
	c.size("AngularDamping", d.AngularDamping)
	c.notNegative("MaxSpringTorque", d.MaxSpringTorque)
	return c.err
}

func (d *Motor) kind() Kind        { return KindMotor }
func (d *Motor) clone() Definition { c := *d; return &c }

func (d *Motor) compile(b *genericJoint, bodies *state.Bodies, l *Link) {
	b.setAnchors(bodies, l, d.LocalAnchorA, d.LocalAnchorB)
	b.setReferenceAngle(d.Angle)
	b.block = blockPlan{n: 2, linear: 2, on: d.LinearHertz > 0, spring: true, hertz: d.LinearHertz, damping: d.LinearDamping}
	b.planarMotor = planarMotorPlan{on: d.MaxVelocityForce > 0, speed: geom.From(d.Velocity), maxForce: d.MaxVelocityForce}
	x := &b.scalars[0]
	x.angular = true
	x.addSpring(d.AngularHertz, d.AngularDamping, b.reference)
	x.springMin, x.springMax = -d.MaxSpringTorque, d.MaxSpringTorque
	x.addMotor(d.AngularVelocity, d.MaxVelocityTorque)
}

// Friction resists any motion of body B's anchor against body A's and any turning
// of B against A, up to a force and a torque: what the ground does to things seen
// from above. The zero Friction does nothing. Newtons, newton metres.
type Friction struct {
	Base

	LocalAnchorA, LocalAnchorB mgl64.Vec2 // from each body's origin in its own axes

	Force  float64 // N, the most that resists sliding
	Torque float64 // N m, the most that resists turning
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Friction) Validate() error {
	var c checks
	c.base(&d.Base)
	c.point("LocalAnchorA", d.LocalAnchorA)
	c.point("LocalAnchorB", d.LocalAnchorB)
	c.notNegative("Force", d.Force)
	c.notNegative("Torque", d.Torque)
	return c.err
}

func (d *Friction) kind() Kind        { return KindFriction }
func (d *Friction) clone() Definition { c := *d; return &c }

func (d *Friction) compile(b *genericJoint, bodies *state.Bodies, l *Link) {
	b.setAnchors(bodies, l, d.LocalAnchorA, d.LocalAnchorB)
	b.block = blockPlan{n: 2, linear: 2}
	b.planarMotor = planarMotorPlan{on: d.Force > 0, maxForce: d.Force}
	b.scalars[0].angular = true
	b.scalars[0].addMotor(0, d.Torque)
}
