package joint

import "github.com/go-gl/mathgl/mgl64"

// Distance keeps a point of body A and a point of body B at a distance: rigidly, or with a spring,
// or, when Loose, only between two limits, as a rope or a slide does. The zero Distance is a rod
// with the length between the points when it is made. Metres, newtons, seconds.
type Distance struct {
	Base

	LocalAnchorA, LocalAnchorB mgl64.Vec2 // the points, from each body's origin in its own axes

	Length float64 // of the rod, or the spring at rest; zero means as they are apart when the joint is made
	Loose  bool    // no rod and no spring: only limits and motor act

	MinLength float64 // they come no nearer; zero means no limit
	MaxLength float64 // they get no farther; zero means no limit

	SpringHertz    float64  // a spring instead of the rod; zero means none
	SpringDamping  float64  // damping ratio of the spring
	Law            ForceLaw // a spring with a law of the game's own, of length and its rate; nil means none
	MinSpringForce float64  // N, the least that the spring pushes apart; it pulls when negative
	MaxSpringForce float64  // N, the most that it pushes apart; both zero mean no bounds

	MotorSpeed    float64 // m/s at which the motor drives the length, at most the speed that the world allows the points; a rod without MaxForce has no motor
	MaxMotorForce float64 // N; zero means no motor
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
// MinLength above MaxLength is geom.ErrOutOfRange.
func (d *Distance) Validate() error {
	var c checks
	c.base(&d.Base)
	c.point("LocalAnchorA", d.LocalAnchorA)
	c.point("LocalAnchorB", d.LocalAnchorB)
	c.size("Length", d.Length)
	c.size("MinLength", d.MinLength)
	c.notNegative("MaxLength", d.MaxLength)
	if d.MaxLength > 0 {
		c.ordered("MinLength", d.MinLength, d.MaxLength)
	}
	c.spring(d.SpringHertz, d.SpringDamping)
	c.finite("MinSpringForce", d.MinSpringForce)
	c.finite("MaxSpringForce", d.MaxSpringForce)
	c.ordered("MinSpringForce", d.MinSpringForce, d.MaxSpringForce)
	c.number("MotorSpeed", d.MotorSpeed)
	c.notNegative("MaxMotorForce", d.MaxMotorForce)
	return c.err
}

// Drive returns the motor.
func (d *Distance) Drive() Drive {
	return Drive{Field: "MotorSpeed", Speed: d.MotorSpeed, Strength: d.MaxMotorForce, Linear: true, LocalAnchorA: d.LocalAnchorA, LocalAnchorB: d.LocalAnchorB}
}

// Picture returns a spring or a rod.
func (d *Distance) Picture() Picture {
	if d.SpringHertz > 0 || d.Law != nil {
		return Picture{Line: LineSpring}
	}
	return Picture{Line: LineThick}
}

// Kind returns KindDistance.
func (*Distance) Kind() Kind { return KindDistance }

// Clone returns a copy.
func (d *Distance) Clone() Definition { c := *d; return &c }
