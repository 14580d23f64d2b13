package draw

import (
	"math"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

// areas draws the areas with a shape that are enabled.
func (p *painter) areas() {
	for a := range p.world.Areas() {
		if s := a.Shape(); s != nil && a.Enabled() {
			p.area(s, p.poseOfArea(a))
		}
	}
}

// area draws a shape without the marks of bodies.
func (p *painter) area(s shape.Support, at pose) {
	options := *p.options
	options.NoMarks = true
	unmarked := *p
	unmarked.options = &options
	unmarked.collider(s, at, p.palette.Area)
	p.points = unmarked.points
}

// poseOfArea returns the pose of an area, which moves with the picture of the body that carries it.
func (p *painter) poseOfArea(a world.Area) pose {
	sin, cos := math.Sincos(a.Angle())
	at := pose{a.Position(), cos, sin}
	b := a.Body()
	if b == (world.Body{}) || !p.options.Interpolate {
		return at
	}
	drawn := p.poseOf(b)
	tickCos, tickSin := b.Rotation()
	turnCos, turnSin := drawn.cos*tickCos+drawn.sin*tickSin, drawn.sin*tickCos-drawn.cos*tickSin
	return pose{
		drawn.apply(b.LocalPoint(at.origin)),
		turnCos*cos - turnSin*sin,
		turnSin*cos + turnCos*sin,
	}
}
