package joint

import "github.com/go-gl/mathgl/mgl64"

// Friction resists any motion of body B's anchor against body A's and any turning of B against A,
// up to a force and a torque. So the ground acts on bodies seen from above. Between two movable
// bodies the anchors should be at one place: opposite forces at two places turn the bodies as a
// whole. Beside a revolute joint of the same bodies the force acts at the anchor of the lighter
// body. The zero Friction does nothing. Newtons, newton metres.
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

// Picture returns LineNone.
func (*Friction) Picture() Picture { return Picture{Line: LineNone} }

// Kind returns KindFriction.
func (*Friction) Kind() Kind { return KindFriction }

// Clone returns a copy.
func (d *Friction) Clone() Definition { c := *d; return &c }
