package area

import (
	"cmp"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Conveyor accelerates bodies to the velocity of a flow: a belt seen from above, a current, a lift
// shaft. It changes the velocity along the flow only, by MaxAcceleration at most, and leaves the
// rest to gravity and contacts. A flow of zero velocity brings bodies to rest in all directions. If
// a body carries the area, the velocity is relative to that body's material at the place. For a
// belt on which bodies lie by friction use shape.Material.TangentSpeed.
type Conveyor struct {
	Velocity        mgl64.Vec2 // m/s, in the area's frame
	MaxAcceleration float64    // m/s^2; zero means ten length units per s^2
	Replace         bool       // in place of conveyors of lower priorities
}

func (c Conveyor) checked(prefix string, unit float64) (Effect, error) {
	if err := CheckAcceleration(prefix+"Velocity", geom.From(c.Velocity)); err != nil {
		return nil, err
	}
	if err := geom.CheckNotNegative(prefix+"MaxAcceleration", c.MaxAcceleration); err != nil {
		return nil, err
	}
	if c.MaxAcceleration > maxAcceleration {
		return nil, geom.NewFieldError(prefix+"MaxAcceleration", c.MaxAcceleration, geom.ErrOutOfRange)
	}
	c.MaxAcceleration = cmp.Or(c.MaxAcceleration, 10*unit)
	return c, nil
}
