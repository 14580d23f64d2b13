package area

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Gravity is gravity in one direction. With Replace a zero Acceleration is the absence of gravity.
// In an area of the whole world with Replace and an angle of zero, it is equal to the bit to
// Config.Gravity.
type Gravity struct {
	Acceleration mgl64.Vec2 // m/s^2, in the area's frame: it turns with the area
	Replace      bool       // in place of the gravity of lower priorities
}

func (g Gravity) checked(prefix string, _ float64) (Effect, error) {
	return g, CheckAcceleration(prefix+"Acceleration", geom.From(g.Acceleration))
}

// GravityOf returns the gravity of an effect at a point of the world, in an area with the given
// frame, m/s^2, and whether it replaces the gravity of lower priorities. Other effects, and Field,
// have none.
func GravityOf(e Effect, frame geom.Transform, point geom.Vec2) (a geom.Vec2, replace bool) {
	switch e := e.(type) {
	case Gravity:
		return frame.R.Apply(geom.From(e.Acceleration)), e.Replace
	case PointGravity:
		return e.Pull(frame.Apply(geom.From(e.Center)), point), e.Replace
	}
	return geom.Vec2{}, false
}

// maxAcceleration is the largest acceleration of an effect, m/s^2: float32 holds the speeds of a
// tick.
const maxAcceleration = 1e15

// CheckAcceleration returns a *geom.FieldError for an acceleration (m/s^2) that is not finite or
// too large.
func CheckAcceleration(field string, a geom.Vec2) error {
	if err := geom.CheckPoint(field, a); err != nil {
		return err
	}
	if abs := a.Abs(); max(abs.X, abs.Y) > maxAcceleration {
		return geom.NewFieldError(field, a, geom.ErrOutOfRange)
	}
	return nil
}

// Falloff is the law by which the pull of a point changes with the distance r from the point.
type Falloff uint8

// The falloffs. The zero Falloff is InverseSquare.
const (
	InverseSquare Falloff = iota // as 1/r^2: planets
	Inverse                      // as 1/r: the gravity of a flat world
	Constant                     // the same everywhere
	Linear                       // as r: a spring, or the inside of a planet
	falloffs
)

// String returns the name used in scene files.
func (f Falloff) String() string {
	if f < falloffs {
		return [...]string{"inverseSquare", "inverse", "constant", "linear"}[f]
	}
	return "falloff(?)"
}

// PointGravity pulls towards a point of the area, or pushes away from it.
//
// Within InnerRadius the pull is proportional to the distance, as inside a planet, so it is finite
// everywhere. The field has a potential, and a tick keeps the energy of a body that flies in it.
// The energy does not drift; it oscillates by a fraction of the order of the angle by which the
// body circles in a tick.
//
// If an awake dynamic body carries the area, the attracted bodies attract it with the same force,
// so momentum is kept. So a planet may be a body among others.
type PointGravity struct {
	Center      mgl64.Vec2 // m, in the area's frame
	Strength    float64    // acceleration at Distance, m/s^2; negative pushes away
	Distance    float64    // m; zero means one length unit
	InnerRadius float64    // m; zero means a tenth of Distance
	Falloff     Falloff
	Replace     bool // in place of the gravity of lower priorities
}

func (g PointGravity) checked(prefix string, unit float64) (Effect, error) {
	if err := geom.CheckExtent(prefix+"Center", geom.From(g.Center)); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		name  string
		value *float64
	}{{"Distance", &g.Distance}, {"InnerRadius", &g.InnerRadius}} {
		if err := geom.CheckNotNegative(prefix+f.name, *f.value); err != nil {
			return nil, err
		}
	}
	g.Distance = cmp.Or(g.Distance, unit)
	if g.InnerRadius == 0 {
		g.InnerRadius = g.Distance / 10
	}
	if g.Distance < 1e-9*unit || g.Distance > 1e9*unit {
		return nil, geom.NewFieldError(prefix+"Distance", g.Distance, geom.ErrOutOfRange)
	}
	if g.InnerRadius < 1e-9*unit || g.InnerRadius > 1e9*unit {
		return nil, geom.NewFieldError(prefix+"InnerRadius", g.InnerRadius, geom.ErrOutOfRange)
	}
	if g.Falloff >= falloffs {
		return nil, geom.NewFieldError(prefix+"Falloff", g.Falloff, geom.ErrOutOfRange)
	}
	if err := geom.CheckFinite(prefix+"Strength", g.Strength); err != nil {
		return nil, err
	}
	// The pull is greatest at the inner radius, or for the linear falloff at the end of the world.
	strongest := math.Abs(g.rate(g.InnerRadius) * g.InnerRadius)
	if g.Falloff == Linear {
		strongest = math.Abs(g.rate(0) * 4e9 * unit)
	}
	if !(strongest <= maxAcceleration) {
		return nil, geom.NewFieldError(prefix+"Strength", g.Strength, geom.ErrOutOfRange)
	}
	return g, nil
}

// rate returns the pull over the distance, 1/s^2.
func (g *PointGravity) rate(distance float64) float64 {
	r := max(distance, g.InnerRadius)
	switch g.Falloff {
	case InverseSquare:
		s := g.Distance / r
		return float64(g.Strength*float64(s*s)) / r
	case Inverse:
		return float64(g.Strength*(g.Distance/r)) / r
	case Constant:
		return g.Strength / r
	default:
		return g.Strength / g.Distance
	}
}

// Pull returns the acceleration of a body, with the centre of the pull in the world, m/s^2.
func (g *PointGravity) Pull(center, at geom.Vec2) geom.Vec2 {
	d := center.Sub(at)
	return d.Mul(g.rate(d.Length()))
}
