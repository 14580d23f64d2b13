package joint

import "github.com/go-gl/mathgl/mgl64"

// Mouse drags a point of body B to a point of body A with a soft spring; MaxForce bounds its force.
// With the world's ground as A the target is a point of the world. The zero Mouse drags B's origin
// to A's with 5 Hz. Metres.
type Mouse struct {
	Base

	LocalTargetA mgl64.Vec2 // the target, from A's origin in its axes
	LocalAnchorB mgl64.Vec2 // the point to drag, from B's origin in its axes

	SpringHertz   float64 // zero means 5
	SpringDamping float64 // damping ratio; zero means 0.7
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Mouse) Validate() error {
	var c checks
	c.base(&d.Base)
	c.point("LocalTargetA", d.LocalTargetA)
	c.point("LocalAnchorB", d.LocalAnchorB)
	c.spring(d.SpringHertz, d.SpringDamping)
	return c.err
}

// Picture returns a spring.
func (*Mouse) Picture() Picture { return Picture{Line: LineSpring} }

// Kind returns KindMouse.
func (*Mouse) Kind() Kind { return KindMouse }

// Clone returns a copy.
func (d *Mouse) Clone() Definition { c := *d; return &c }
