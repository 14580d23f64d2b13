package world

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// AreaGravity is gravity of one direction. With Replace a zero Acceleration is the absence of gravity. Over the
// whole world, with Replace and an angle of zero, it is the same to the bit as Config.Gravity.
type AreaGravity struct {
	Acceleration mgl64.Vec2 // m/s^2, in the area's frame: it turns with the area
	Replace      bool       // in place of the gravity of lower priorities
}

func (g AreaGravity) checked(prefix string, _ float64) (AreaEffect, error) {
	return g, checkAcceleration(prefix+"Acceleration", geom.From(g.Acceleration))
}

func (g AreaGravity) gravityAt(frame geom.Transform, _ FieldPoint) (geom.Vec2, bool) {
	return frame.R.Apply(geom.From(g.Acceleration)), g.Replace
}

func (g AreaGravity) apply(p *areaPass) {
	a, _ := g.gravityAt(p.now, FieldPoint{})
	for _, b := range p.inside() {
		if e := p.of(b); p.acts(e, gravityEffect, g.Replace) {
			e.gravity = e.gravity.Add(a)
		}
	}
}

// maxAcceleration is the largest acceleration of an effect, m/s^2: float32 holds the speeds of a tick.
const maxAcceleration = 1e15

func checkAcceleration(field string, a geom.Vec2) error {
	if err := geom.CheckPoint(field, a); err != nil {
		return err
	}
	if abs := a.Abs(); max(abs.X, abs.Y) > maxAcceleration {
		return geom.NewFieldError(field, a, geom.ErrOutOfRange)
	}
	return nil
}

// Falloff is how the pull of a point changes with the distance r from it.
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

// AreaPointGravity pulls towards a point of the area, or pushes away from it.
//
// Within InnerRadius the pull goes down to zero at the point, in proportion to the distance, as inside a planet:
// nothing is infinite. The field has a potential, and a tick keeps the energy of a body
// that flies in it: it oscillates by a part of the order of the angle by which the body circles in a tick,
// and does not drift.
//
// On a dynamic body that is awake the area is attracted by what it attracts, with the same force,
// so momentum is kept. A planet may so be a body among others.
type AreaPointGravity struct {
	Center      mgl64.Vec2 // m, in the area's frame
	Strength    float64    // acceleration at Distance, m/s^2; negative pushes away
	Distance    float64    // m; zero means one length unit
	InnerRadius float64    // m; zero means a tenth of Distance
	Falloff     Falloff
	Replace     bool // in place of the gravity of lower priorities
}

func (g AreaPointGravity) checked(prefix string, unit float64) (AreaEffect, error) {
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
	if g.Distance == 0 {
		g.Distance = unit
	}
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
	// The pull is greatest at the inner radius, or of the linear one where the world ends.
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
func (g *AreaPointGravity) rate(distance float64) float64 {
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

func (g AreaPointGravity) gravityAt(frame geom.Transform, at FieldPoint) (geom.Vec2, bool) {
	return g.pull(frame.Apply(geom.From(g.Center)), geom.From(at.Position)), g.Replace
}

func (g *AreaPointGravity) pull(center, at geom.Vec2) geom.Vec2 {
	d := center.Sub(at)
	return d.Mul(g.rate(d.Length()))
}

func (g AreaPointGravity) apply(p *areaPass) {
	center := p.transform.Apply(geom.From(g.Center))
	puller := p.puller()
	for _, b := range p.inside() {
		e := p.of(b)
		if !p.acts(e, gravityEffect, g.Replace) {
			continue
		}
		a := g.pull(center, e.position)
		e.gravity = e.gravity.Add(a)
		if puller != state.None {
			force := a.Mul(float64(e.mass * e.scale))
			p.of(state.BodySlot(puller)).addForce(force.Neg(), center)
		}
	}
}

// puller returns the body that carries the area if it is dynamic and awake, or state.None.
func (p *areaPass) puller() uint32 {
	c := p.w.carrier(p.slot)
	if c == state.None || !p.reaches(state.BodySlot(c)) || p.w.bodies.Meta[c].Type != body.Dynamic {
		return state.None
	}
	return c
}
