package joint

import (
	"cmp"
	"math"
)

// Angle couples the angles of two bodies at any distance: it holds the angle of B less Ratio times
// the angle of A. Angles start in (-pi, pi] when the joint is made and count whole turns from there
// on. The zero Angle keeps both at equal angles. Radians, seconds.
type Angle struct {
	Base

	Ratio float64 // zero means 1; negative turns them against each other
	Angle float64 // that is held, or that the spring pulls to
	Loose bool    // not held: only spring, limits and motor act

	Limit        bool // keep it between Lower and Upper
	Lower, Upper float64

	SpringHertz   float64 // a spring instead; zero means none
	SpringDamping float64 // damping ratio of the spring

	MotorSpeed     float64 // rad/s; within the reach of the bodies, see Wheel
	MaxMotorTorque float64 // N m on B; zero means no motor
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Angle) Validate() error {
	var c checks
	c.base(&d.Base)
	c.number("Ratio", d.Ratio)
	c.angle("Angle", d.Angle)
	c.limits(d.Lower, d.Upper, d.Limit)
	c.spring(d.SpringHertz, d.SpringDamping)
	c.number("MotorSpeed", d.MotorSpeed)
	c.notNegative("MaxMotorTorque", d.MaxMotorTorque)
	return c.err
}

// Drive returns the motor.
func (d *Angle) Drive() Drive {
	return Drive{
		Field: "MotorSpeed", Speed: d.MotorSpeed, Strength: d.MaxMotorTorque, Ratio: cmp.Or(math.Abs(d.Ratio), 1),
	}
}

// Picture returns LineNone.
func (*Angle) Picture() Picture { return Picture{Line: LineNone} }

// Kind returns KindAngle.
func (*Angle) Kind() Kind { return KindAngle }

// Clone returns a copy.
func (d *Angle) Clone() Definition { c := *d; return &c }
