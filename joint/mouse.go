package joint

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// Mouse drags a point of body B to a point of body A with a soft spring; MaxForce
// bounds how hard. With the world's ground as A the target is a point of the
// world. The zero Mouse drags B's origin to A's with 5 Hz. Metres.
type Mouse struct {
	Base

	LocalTargetA mgl64.Vec2 // where to, from A's origin in its axes
	LocalAnchorB mgl64.Vec2 // what is dragged, from B's origin in its axes

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

func (d *Mouse) kind() Kind        { return KindMouse }
func (d *Mouse) clone() Definition { c := *d; return &c }

func (d *Mouse) compile(b *genericJoint, bodies *state.Bodies, l *Link) {
	b.setAnchors(bodies, l, d.LocalTargetA, d.LocalAnchorB)
	hertz, damping := d.SpringHertz, d.SpringDamping
	if hertz == 0 {
		hertz = 5
	}
	if damping == 0 {
		damping = 0.7
	}
	b.block = blockPlan{n: 2, linear: 2, on: true, spring: true, hertz: hertz, damping: damping}
}

// NoCollision only keeps two bodies from colliding. CollideConnected must be false, and
// nothing else of Base matters but Disabled and UserData.
type NoCollision struct{ Base }

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *NoCollision) Validate() error {
	var c checks
	c.base(&d.Base)
	if c.err == nil && d.CollideConnected {
		c.err = geom.NewFieldError("CollideConnected", true, geom.ErrOutOfRange)
	}
	return c.err
}

func (d *NoCollision) kind() Kind                                  { return KindNoCollision }
func (d *NoCollision) clone() Definition                           { c := *d; return &c }
func (d *NoCollision) compile(*genericJoint, *state.Bodies, *Link) {}
