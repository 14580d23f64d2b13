package joint

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// Weld holds two bodies together at a point and at an angle, rigidly or with
// springs. The zero Weld joins the two origins at equal angles. Metres, radians.
type Weld struct {
	Base

	LocalAnchorA, LocalAnchorB mgl64.Vec2 // the point, from each body's origin in its own axes
	Angle                      float64    // of B less that of A

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

func (d *Weld) kind() Kind        { return KindWeld }
func (d *Weld) clone() Definition { c := *d; return &c }

// compile: what is rigid in both is one block of three lines, because a load on a
// cantilever is force and torque at once.
func (d *Weld) compile(b *genericJoint, bodies *state.Bodies, l *Link) {
	b.setAnchors(bodies, l, d.LocalAnchorA, d.LocalAnchorB)
	b.setReferenceAngle(d.Angle)
	if d.LinearHertz == 0 && d.AngularHertz == 0 {
		b.block = blockPlan{n: 3, linear: 2, on: true}
		return
	}
	b.block = blockPlan{n: 2, linear: 2, on: true, spring: d.LinearHertz > 0, hertz: d.LinearHertz, damping: d.LinearDamping}
	x := &b.scalars[0]
	x.angular, x.target = true, b.reference
	if d.AngularHertz == 0 {
		x.features = featureHold
		return
	}
	x.addSpring(d.AngularHertz, d.AngularDamping, b.reference)
}
