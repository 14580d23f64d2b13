package draw

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

func (p *painter) boxes() {
	for b := range p.world.Bodies() {
		for c := range b.Colliders() {
			low, high := c.Bounds()
			p.points = append(p.points[:0], low, mgl64.Vec2{high[0], low[1]}, high, mgl64.Vec2{low[0], high[1]})
			p.drawer.Polygon(p.points, Style{Stroke: p.palette.Box, Width: 1})
		}
	}
}

// chainNormals draws a short normal on each segment of a chain, on the side that collides.
func (p *painter) chainNormals() {
	for b := range p.world.Bodies() {
		for c := range b.Colliders() {
			s, ok := c.Shape().(shape.ChainSegment)
			if !ok {
				continue
			}
			at, along := p.poseOf(b), s.B.Sub(s.A).Normalize()
			middle := s.A.Add(s.B).Mul(0.5)
			open := middle.Add(mgl64.Vec2{along[1], -along[0]}.Mul(p.options.NormalLength / 2))
			p.drawer.Line(at.apply(middle), at.apply(open), 1, p.palette.Normal)
		}
	}
}

// bodyOverlays draws velocities, centres of mass and names of the bodies.
func (p *painter) bodyOverlays() {
	o := p.options
	if !o.Velocities && !o.Centers && !o.Names {
		return
	}
	for b := range p.world.Bodies() {
		center := b.WorldCenter()
		if o.Velocities && b.Awake() {
			p.drawer.Line(center, center.Add(b.LinearVelocity().Mul(velocityTime)), 1.2, p.palette.Velocity)
		}
		if o.Centers && b.Type() == body.Dynamic {
			p.drawer.Point(center, 2, p.palette.Center)
		}
		if name := b.Name(); o.Names && name != "" {
			p.drawer.Text(center, name, p.palette.Text)
		}
	}
}

func (p *painter) contacts() {
	if !p.options.Contacts && !p.options.Normals {
		return
	}
	for contact := range p.world.Contacts() {
		for _, point := range contact.Points() {
			if p.options.Normals {
				p.drawer.Line(point.Position, point.Position.Add(contact.Normal.Mul(p.options.NormalLength)), 1, p.palette.Normal)
			}
			if !p.options.Contacts {
				continue
			}
			style := p.palette.Contact
			if point.NormalImpulse == 0 {
				style = p.palette.InactiveContact
			}
			p.drawer.Point(point.Position, 2, style)
		}
	}
}
