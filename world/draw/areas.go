package draw

import (
	"math"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// areas draws the enabled areas with a shape. For an area whose fluid has a surface it draws the
// fluid, even if the area is the whole world.
func (p *painter) areas() {
	for a := range p.world.Areas() {
		if !a.Enabled() {
			continue
		}
		if surface := a.Surface(); len(surface) > 0 {
			p.fluid(surface, a.Shape(), p.poseOfArea(a))
		} else if s := a.Shape(); s != nil {
			p.area(s, p.poseOfArea(a))
		}
	}
}

// fluid draws the part of a shape below a surface.
func (p *painter) fluid(surface []mgl64.Vec2, s shape.Support, at pose) {
	const far = shape.HalfPlaneExtent // outside of any picture
	first, last := surface[0], surface[len(surface)-1]
	points := append(p.points[:0], mgl64.Vec2{-far, first[1]})
	points = append(points, surface...)
	points = append(points, mgl64.Vec2{far, last[1]}, mgl64.Vec2{far, -far}, mgl64.Vec2{-far, -far})
	if s != nil {
		border := shape.Outline(s, p.options.Tolerance)
		for i, a := range border {
			if len(border) > 2 || i == 0 { // a half-plane has one edge
				points = cutPolygon(points, a, border[(i+1)%len(border)])
			}
		}
	}
	for i, v := range points {
		points[i] = at.apply(v)
	}
	if p.points = points; len(points) > 2 {
		p.drawer.Polygon(points, p.palette.Area)
	}
}

// cutPolygon returns the part of a polygon on the left of the line from a to b. Where the line cuts
// it more than twice, edges along the line join the parts.
func cutPolygon(points []mgl64.Vec2, a, b mgl64.Vec2) []mgl64.Vec2 {
	left := func(p mgl64.Vec2) float64 { return (b[0]-a[0])*(p[1]-a[1]) - (b[1]-a[1])*(p[0]-a[0]) }
	var kept []mgl64.Vec2
	for i, p := range points {
		q := points[(i+1)%len(points)]
		at, next := left(p), left(q)
		if at >= 0 {
			kept = append(kept, p)
		}
		if at > 0 && next < 0 || at < 0 && next > 0 {
			kept = append(kept, p.Add(q.Sub(p).Mul(at/(at-next))))
		}
	}
	return kept
}

// area draws a shape without the mark of a body.
func (p *painter) area(s shape.Support, at pose) {
	style := p.palette.Area
	style.NoMark = true
	p.collider(s, at, style)
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
