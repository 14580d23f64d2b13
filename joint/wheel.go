package joint

import "github.com/go-gl/mathgl/mgl64"

// Wheel hangs a wheel, body B, on a car, body A: the wheel's anchor moves along an
// axis of the car on a spring and turns freely or by a motor. The translation is the
// distance from A's anchor to B's along the axis. Metres, radians, seconds.
//
// A wheel of circles about its centre of mass reaches any MotorSpeed at which its rim is no faster
// than the world's largest speed. Bodies of other shapes turn by less than half a turn in a tick,
// which is 188 rad/s at 60 Hz, unless body.Def.FastRotation is set. World.CreateJoint refuses a
// MotorSpeed beyond the reach of the bodies.
type Wheel struct {
	Base

	LocalAnchorA, LocalAnchorB mgl64.Vec2 // from each body's origin in its own axes
	LocalAxisA                 mgl64.Vec2 // of the suspension, in A's axes, of any length but zero

	SpringHertz   float64 // of the suspension; zero means none: the wheel slides freely between its limits
	SpringDamping float64 // its damping ratio

	Limit        bool // keep the translation between Lower and Upper
	Lower, Upper float64

	MotorSpeed     float64 // rad/s at which the motor turns the wheel against the car; positive rolls it to the left
	MaxMotorTorque float64 // N m; zero means no motor. Speed zero is a brake
}

// Validate returns a *geom.FieldError for the first field that cannot be used. An
// axis of length zero is geom.ErrDegenerate, Lower above Upper geom.ErrOutOfRange.
func (d *Wheel) Validate() error {
	var c checks
	c.base(&d.Base)
	c.point("LocalAnchorA", d.LocalAnchorA)
	c.point("LocalAnchorB", d.LocalAnchorB)
	c.direction("LocalAxisA", d.LocalAxisA)
	c.spring(d.SpringHertz, d.SpringDamping)
	c.limits(d.Lower, d.Upper, d.Limit)
	c.number("MotorSpeed", d.MotorSpeed)
	c.notNegative("MaxMotorTorque", d.MaxMotorTorque)
	return c.err
}

// Drive returns the motor.
func (d *Wheel) Drive() Drive {
	return Drive{Field: "MotorSpeed", Speed: d.MotorSpeed, Strength: d.MaxMotorTorque, Ratio: 1}
}

// Picture returns a spring.
func (*Wheel) Picture() Picture { return Picture{Line: LineSpring} }

// Kind returns KindWheel.
func (*Wheel) Kind() Kind { return KindWheel }

// Clone returns a copy.
func (d *Wheel) Clone() Definition { c := *d; return &c }
