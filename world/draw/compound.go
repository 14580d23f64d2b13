package draw

import "github.com/carom2d/carom/shape"

// compound draws a compound as one outline. Its parts are drawn one by one where the outline has
// holes, which no Drawer knows, and where they have no area.
func (p *painter) compound(c shape.Compound, at pose, style Style) {
	regions := c.Outlines(p.options.Tolerance)
	holes := false
	for _, r := range regions {
		holes = holes || len(r.Holes) > 0
	}
	for _, part := range c.Parts {
		if holes || len(shape.Outline(part, p.options.Tolerance)) < 3 {
			p.collider(part, at, style)
		}
	}
	if holes {
		return
	}
	for _, r := range regions {
		p.points = p.points[:0]
		for _, v := range r.Outer {
			p.points = append(p.points, at.apply(v))
		}
		p.drawer.Polygon(p.points, style)
	}
}
