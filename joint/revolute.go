package joint

import "github.com/go-gl/mathgl/mgl64"

// Revolute is a pin: a point of body A and a point of body B coincide, and the bodies turn about
// it. The zero Revolute pins the two origins together and turns freely. Its angle is the angle of
// B's frame against A's frame. It starts in (-pi, pi] and counts whole turns from there on. Metres,
// radians, seconds.
type Revolute struct {
	Base

	LocalAnchorA, LocalAnchorB mgl64.Vec2 // the pin, from each body's origin in its own axes
	LocalAngleA, LocalAngleB   float64    // the joint's frame in each body's

	Limit        bool // keep the angle between Lower and Upper
	Lower, Upper float64

	MotorSpeed     float64 // rad/s at which the motor drives the angle; within the reach of the bodies, see Wheel
	MaxMotorTorque float64 // N m; zero means no motor. Speed zero is dry friction

	SpringHertz   float64 // a spring pulls the angle to TargetAngle; zero means none
	SpringDamping float64 // damping ratio of the spring
	TargetAngle   float64
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
// Limits may lie more than a turn apart, in either direction; Lower above Upper is
// geom.ErrOutOfRange.
func (d *Revolute) Validate() error {
	var c checks
	c.base(&d.Base)
	c.point("LocalAnchorA", d.LocalAnchorA)
	c.point("LocalAnchorB", d.LocalAnchorB)
	c.angle("LocalAngleA", d.LocalAngleA)
	c.angle("LocalAngleB", d.LocalAngleB)
	c.limits(d.Lower, d.Upper, d.Limit)
	c.number("MotorSpeed", d.MotorSpeed)
	c.angle("TargetAngle", d.TargetAngle)
	c.notNegative("MaxMotorTorque", d.MaxMotorTorque)
	c.spring(d.SpringHertz, d.SpringDamping)
	return c.err
}

// Drive returns the motor.
func (d *Revolute) Drive() Drive {
	return Drive{Field: "MotorSpeed", Speed: d.MotorSpeed, Strength: d.MaxMotorTorque, Ratio: 1}
}

// Kind returns KindRevolute.
func (*Revolute) Kind() Kind { return KindRevolute }

// Clone returns a copy.
func (d *Revolute) Clone() Definition { c := *d; return &c }
