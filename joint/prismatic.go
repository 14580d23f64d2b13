package joint

import "github.com/go-gl/mathgl/mgl64"

// Prismatic lets body B slide along an axis of body A without turning against it.
// Its translation is the distance from A's anchor to B's along the axis. Metres,
// radians, seconds, newtons.
type Prismatic struct {
	Base

	LocalAnchorA, LocalAnchorB mgl64.Vec2 // from each body's origin in its own axes
	LocalAxisA                 mgl64.Vec2 // in A's axes, of any length but zero
	Angle                      float64    // of B less the angle of A, which the joint holds

	Limit        bool // keep the translation between Lower and Upper
	Lower, Upper float64

	MotorSpeed    float64 // m/s at which the motor drives the translation; at most the speed that the world allows the anchors
	MaxMotorForce float64 // N; zero means no motor. Speed zero is dry friction

	SpringHertz       float64 // a spring pulls to TargetTranslation; zero means none
	SpringDamping     float64 // damping ratio of the spring
	TargetTranslation float64
}

// Validate returns a *geom.FieldError for the first field that cannot be used. An
// axis of length zero is geom.ErrDegenerate, Lower above Upper geom.ErrOutOfRange.
func (d *Prismatic) Validate() error {
	var c checks
	c.base(&d.Base)
	c.point("LocalAnchorA", d.LocalAnchorA)
	c.point("LocalAnchorB", d.LocalAnchorB)
	c.direction("LocalAxisA", d.LocalAxisA)
	c.angle("Angle", d.Angle)
	c.limits(d.Lower, d.Upper, d.Limit)
	c.number("MotorSpeed", d.MotorSpeed)
	c.notNegative("MaxMotorForce", d.MaxMotorForce)
	c.spring(d.SpringHertz, d.SpringDamping)
	c.number("TargetTranslation", d.TargetTranslation)
	return c.err
}

// Drive returns the motor.
func (d *Prismatic) Drive() Drive {
	return Drive{Field: "MotorSpeed", Speed: d.MotorSpeed, Strength: d.MaxMotorForce, Linear: true, LocalAnchorA: d.LocalAnchorA, LocalAnchorB: d.LocalAnchorB}
}

// Kind returns KindPrismatic.
func (*Prismatic) Kind() Kind { return KindPrismatic }

// Clone returns a copy.
func (d *Prismatic) Clone() Definition { c := *d; return &c }
