package joint

import "github.com/go-gl/mathgl/mgl64"

// Weld holds two bodies together at a point and at an angle, rigidly or with
// springs. The zero Weld joins the two origins at equal angles. Metres, radians.
type Weld struct {
	Base

	LocalAnchorA, LocalAnchorB mgl64.Vec2 // the point, from each body's origin in its own axes
	Angle                      float64    // of B less the angle of A

	LinearHertz    float64 // a spring holds the point; zero means rigid
	LinearDamping  float64 // its damping ratio
	AngularHertz   float64 // a spring holds the angle; zero means rigid
	AngularDamping float64 // its damping ratio
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Weld) Validate() error {
	var c checks
	c.base(&d.Base)
	c.point("LocalAnchorA", d.LocalAnchorA)
	c.point("LocalAnchorB", d.LocalAnchorB)
	c.angle("Angle", d.Angle)
	c.size("LinearHertz", d.LinearHertz)
	c.size("LinearDamping", d.LinearDamping)
	c.size("AngularHertz", d.AngularHertz)
	c.size("AngularDamping", d.AngularDamping)
	return c.err
}

// Kind returns KindWeld.
func (*Weld) Kind() Kind { return KindWeld }

// Clone returns a copy.
func (d *Weld) Clone() Definition { c := *d; return &c }
