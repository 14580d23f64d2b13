package joint

import "github.com/carom2d/carom/geom"

// NoCollision only keeps two bodies from colliding. CollideConnected must be false. Of the other
// fields of Base only Disabled and UserData have an effect.
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

// Picture returns LineNone.
func (*NoCollision) Picture() Picture { return Picture{Line: LineNone} }

// Kind returns KindNoCollision.
func (*NoCollision) Kind() Kind { return KindNoCollision }

// Clone returns a copy.
func (d *NoCollision) Clone() Definition { c := *d; return &c }
