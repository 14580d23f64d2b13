package joint

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// checks gathers the first error of a definition's fields.
type checks struct{ err error }

func (c *checks) base(b *Base) {
	if c.err == nil {
		c.err = b.validate()
	}
}

func (c *checks) point(field string, p mgl64.Vec2) {
	if c.err == nil {
		c.err = geom.CheckPoint(field, geom.From(p))
	}
}

// direction refuses vectors without a direction.
func (c *checks) direction(field string, v mgl64.Vec2) {
	c.point(field, v)
	if c.err == nil && geom.From(v).Length() < 1e-12 {
		c.err = geom.Refuse(field, v, geom.ErrDegenerate)
	}
}

func (c *checks) finite(field string, x float64) {
	if c.err == nil {
		c.err = geom.CheckFinite(field, x)
	}
}

func (c *checks) notNegative(field string, x float64) {
	if c.err == nil {
		c.err = geom.CheckNotNegative(field, x)
	}
}

// ordered refuses limits of which the lower is above the upper.
func (c *checks) ordered(field string, lower, upper float64) {
	if c.err == nil && lower > upper {
		c.err = geom.Refuse(field, lower, geom.ErrOutOfRange)
	}
}

func (c *checks) limits(lower, upper float64, on bool) {
	c.finite("Lower", lower)
	c.finite("Upper", upper)
	if on {
		c.ordered("Lower", lower, upper)
	}
}

func (c *checks) spring(hertz, damping float64) {
	c.notNegative("SpringHertz", hertz)
	c.notNegative("SpringDamping", damping)
}

// Check returns a *geom.FieldError for the first field of a definition that
// cannot be used for a joint between two bodies: what Validate finds, and
// lengths that are left to be measured but would be zero.
func Check(bodies *body.Store, a, b body.Slot, def Definition) error {
	if err := def.Validate(); err != nil {
		return err
	}
	if d, ok := def.(*Distance); ok && !d.Loose && d.Length == 0 {
		from := bodies.Origin(a).Apply(geom.From(d.LocalAnchorA))
		to := bodies.Origin(b).Apply(geom.From(d.LocalAnchorB))
		if length := to.Distance(from); length < 1e-9 {
			return geom.Refuse("Length", length, geom.ErrDegenerate)
		}
	}
	return nil
}

// unit returns the direction of a vector that direction accepts.
func unit(v mgl64.Vec2) geom.Vec2 {
	u, _ := geom.From(v).Unit()
	return u
}

var infinity = math.Inf(1)
