package character

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Water is the fluid around a character.
type Water struct {
	Part          float64    // of its height that is in the fluid, from 0 to 1
	Density       float64    // kg/m^2
	Flow          mgl64.Vec2 // m/s
	LinearDrag    float64    // 1/s, as of area.Fluid
	QuadraticDrag float64    // as of area.Fluid
}

// Water returns the fluid of an area around the character at the beginning of the tick: a game lets
// the character swim when enough of it is in the fluid. For an area without a fluid, or without the
// character, it returns the zero Water. It allocates nothing.
func (c *Character) Water(area world.Area) Water {
	p := geom.From(c.body.Position())
	low, high := p.Add(c.support(c.up.Neg())), p.Add(c.support(c.up))
	// Along the middle from the feet up to the head.
	low = p.MulAdd(low.Sub(p).Dot(c.up), c.up)
	high = p.MulAdd(high.Sub(p).Dot(c.up), c.up)
	bottom, wetFeet := area.FluidAt(low.Mgl())
	top, wetHead := area.FluidAt(high.Mgl())
	fluid := bottom
	part := 1.0
	switch {
	case !wetFeet && !wetHead:
		return Water{}
	case !wetFeet:
		fluid, part = top, waterLine(area, high, low)
	case !wetHead:
		part = waterLine(area, low, high)
	}
	return Water{part, fluid.Density, fluid.Flow, fluid.LinearDrag, fluid.QuadraticDrag}
}

// waterLine returns the fraction of the way, from a point in the fluid to a point outside, at which
// the fluid ends.
func waterLine(area world.Area, in, out geom.Vec2) float64 {
	wet, dry := 0.0, 1.0
	for range 40 {
		part := float64(0.5 * (wet + dry))
		if _, ok := area.FluidAt(in.Lerp(out, part).Mgl()); ok {
			wet = part
		} else {
			dry = part
		}
	}
	return wet
}

// Swim returns the velocity for the next Move of a character in water, m/s: its Velocity after
// a tick of gravity, buoyancy, the drag of the water and a stroke, the acceleration in m/s^2 by
// which it swims. A character of the water's density hovers, a lighter one floats up and comes
// to rest at the surface. Its density is Mass over the area of its shape: 88 kg/m^2 for the
// default.
//
// The drag is taken at the end of the tick (the implicit Euler method), so that any drag is
// stable.
func (c *Character) Swim(stroke mgl64.Vec2, water Water) mgl64.Vec2 {
	v, flow := geom.From(c.state.Velocity), geom.From(water.Flow)
	dt := c.world.Config().Timestep
	displaced := float64(water.Density*c.area) * water.Part / c.def.Mass
	a := geom.From(c.world.GravityAt(c.body.Position())).Mul(1 - displaced).Add(geom.From(stroke))

	across, speed := v.Sub(flow).Unit()
	side := across.LeftPerp()
	width := c.support(side).Sub(c.support(side.Neg())).Dot(side)
	quadratic := float64(water.QuadraticDrag*water.Density) * float64(speed*width) * water.Part / (2 * c.def.Mass)
	k := float64((float64(water.LinearDrag*displaced) + quadratic) * dt)
	return v.MulAdd(dt, a).MulAdd(k, flow).Mul(1 / (1 + k)).Mgl()
}

// areaOf returns the area of a shape, m^2; zero where it is infinite or has none.
func areaOf(s shape.Support) float64 {
	area, err := shape.AreaOf(s)
	if err != nil {
		return 0
	}
	return area
}
