package joint

import "github.com/go-gl/mathgl/mgl64"

// Motor drives body B against body A, with bounded force and torque: towards a
// velocity, towards a pose with springs, or both. The zero Motor does nothing. A
// motor to speed zero is friction in a plane seen from above, and what Friction says of
// the anchors holds. Metres, radians, seconds, newtons.
type Motor struct {
	Base

	LocalAnchorA, LocalAnchorB mgl64.Vec2 // from each body's origin in its own axes; the springs pull them together

	Velocity          mgl64.Vec2 // of B's anchor against A's, in A's axes, m/s
	MaxVelocityForce  float64    // N; zero means none
	AngularVelocity   float64    // of B against A, rad/s; within the reach of the bodies, see Wheel
	MaxVelocityTorque float64    // N m; zero means none

	LinearHertz     float64 // of the spring between the anchors; zero means none
	LinearDamping   float64 // its damping ratio
	Angle           float64 // of B less the angle of A, to which the angular spring pulls
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

// Drive returns the motor.
func (d *Motor) Drive() Drive {
	return Drive{Field: "AngularVelocity", Speed: d.AngularVelocity, Strength: d.MaxVelocityTorque, Ratio: 1}
}

// Picture returns LineNone.
func (*Motor) Picture() Picture { return Picture{Line: LineNone} }

// Kind returns KindMotor.
func (*Motor) Kind() Kind { return KindMotor }

// Clone returns a copy.
func (d *Motor) Clone() Definition { c := *d; return &c }
