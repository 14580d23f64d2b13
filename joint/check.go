package joint

import (
	"math"
	"strconv"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// checks holds the first error of a definition's fields.
type checks struct{ err error }

func (c *checks) base(b *Base) {
	if c.err == nil {
		c.err = b.validate()
	}
}

func (c *checks) point(field string, p mgl64.Vec2) {
	if c.err == nil {
		c.err = checkPoint(field, p)
	}
}

// direction refuses vectors without a direction.
func (c *checks) direction(field string, v mgl64.Vec2) {
	c.point(field, v)
	if c.err == nil && geom.From(v).Length() < 1e-12 {
		c.err = geom.NewFieldError(field, v, geom.ErrDegenerate)
	}
}

// number refuses numbers beyond maxNumber, whose products might exceed float32.
func (c *checks) number(field string, x float64) {
	if c.err == nil {
		c.err = checkNumber(field, x)
	}
}

// angle refuses angles beyond maxAngle, which no joint reaches by turning.
func (c *checks) angle(field string, x float64) {
	if c.number(field, x); c.err == nil && math.Abs(x) > maxAngle {
		c.err = geom.NewFieldError(field, x, geom.ErrOutOfRange)
	}
}

// finite checks numbers that are only compared, such as limits: a very large number has no effect.
func (c *checks) finite(field string, x float64) {
	if c.err == nil {
		c.err = geom.CheckFinite(field, x)
	}
}

// size is number for fields that must not be negative.
func (c *checks) size(field string, x float64) {
	c.notNegative(field, x)
	c.number(field, x)
}

// notNegative is finite for fields that must not be negative, such as bounds of forces.
func (c *checks) notNegative(field string, x float64) {
	if c.err == nil {
		c.err = geom.CheckNotNegative(field, x)
	}
}

// ordered refuses limits of which the lower is above the upper.
func (c *checks) ordered(field string, lower, upper float64) {
	if c.err == nil && lower > upper {
		c.err = geom.NewFieldError(field, lower, &aboveError{upper})
	}
}

// aboveError is the reason of a lower limit above the upper one. It links less than fmt.Errorf.
type aboveError struct{ upper float64 }

func (e *aboveError) Error() string {
	return geom.ErrOutOfRange.Error() + ": above " + strconv.FormatFloat(e.upper, 'g', -1, 64)
}

func (e *aboveError) Unwrap() error { return geom.ErrOutOfRange }

func (c *checks) limits(lower, upper float64, on bool) {
	c.finite("Lower", lower)
	c.finite("Upper", upper)
	if on {
		c.ordered("Lower", lower, upper)
	}
}

func (c *checks) spring(hertz, damping float64) {
	c.size("SpringHertz", hertz)
	c.size("SpringDamping", damping)
}

// The largest numbers of a definition: lengths up to the largest coordinate of a world with the
// largest unit, and other numbers whose products with the lightest masses are still
// within float32.
const (
	maxPosition = 1e15
	maxNumber   = 1e18
	maxAngle    = 1e9 // rad; springs multiply by the angle from their target
)

func checkPoint(field string, p mgl64.Vec2) error {
	v := geom.From(p)
	if err := geom.CheckPoint(field, v); err != nil {
		return err
	}
	if a := v.Abs(); max(a.X, a.Y) > maxPosition {
		return geom.NewFieldError(field, v, geom.ErrOutOfRange)
	}
	return nil
}

func checkNumber(field string, x float64) error {
	if err := geom.CheckFinite(field, x); err != nil {
		return err
	}
	if math.Abs(x) > maxNumber {
		return geom.NewFieldError(field, x, geom.ErrOutOfRange)
	}
	return nil
}
