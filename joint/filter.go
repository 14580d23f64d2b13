package joint

import (
	"github.com/carom2d/carom/geom"
)

// Filter only keeps two bodies from colliding. JointCollideConnected must be false, and
// nothing else of Base matters but Disabled and UserData.
type Filter struct{ Base }

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Filter) Validate() error {
	var c checks
	c.base(&d.Base)
	if c.err == nil && d.CollideConnected {
		c.err = geom.NewFieldError("CollideConnected", true, geom.ErrOutOfRange)
	}
	return c.err
}

// Kind returns KindFilter.
func (*Filter) Kind() Kind { return KindFilter }
