package character

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// leastFacing is the sine of the angle from sideways, three degrees, from which on a one-way
// collider pushes.
const leastFacing = 0.0523

// dropRange is how far a character that drops through a floor is from what it leaves before
// that may hold it again, in metres at LengthUnit 1.
const dropRange = 0.02

// passes reports whether an obstacle is not there for the character at p in this Move. It is
// decided once, where the tick begins, by the two alone: what a character comes to wholly from
// the open side holds it, and what it is in does not.
func (c *Character) passes(o *obstacle, p geom.Vec2) bool {
	if way := o.collider.OneWay(); way != (mgl64.Vec2{}) {
		if c.state.Dropping && c.measure(o, p).distance < float64(dropRange*c.unit) {
			return true
		}
		return !c.holdsOneWay(o, p, poseOf(o.body).R.Apply(geom.From(way)))
	}
	segment, ok := o.collider.Shape().(shape.ChainSegment)
	if !ok {
		return false
	}
	// A chain is open on one side.
	a, b := geom.From(segment.A), geom.From(segment.B)
	pose := poseOf(o.body)
	front := pose.R.Apply(b.Sub(a).RightPerp())
	if p.Sub(pose.Apply(a)).Dot(front) < 0 {
		return true
	}
	return c.measure(o, p).distance < -0.1*c.radius
}

// holdsOneWay reports whether a one-way obstacle holds the character at p. Above a face of it
// that is so on the open side. Beside a corner of it the character has come over it only if
// its lowest point is no lower than the corner.
func (c *Character) holdsOneWay(o *obstacle, p, way geom.Vec2) bool {
	s := c.measure(o, p)
	if o.collider.ID() == c.state.Floor.Collider {
		return s.distance > -0.1*c.radius
	}
	tolerance := 2 * c.def.Skin
	if s.distance < -tolerance || s.normal.Dot(way) < leastFacing {
		return false
	}
	lowest := p.Add(c.shape.Support(way.Neg())).Dot(way)
	if lowest >= s.point.Dot(way)-tolerance {
		return true
	}
	_, n, ok := c.surfaceAt(o, s.point.MulAdd(float64(1e-2*c.unit), s.normal), s.normal.Mul(-2e-2*c.unit))
	return ok && n.Dot(s.normal) > flatRange && c.isFace(o, s)
}

// isFace reports whether the nearest point of an obstacle lies on a face and not on a corner:
// the surface goes on, on both sides of it.
func (c *Character) isFace(o *obstacle, s *separation) bool {
	along := s.normal.LeftPerp().Mul(1e-3 * c.unit)
	above := s.point.MulAdd(float64(1e-2*c.unit), s.normal)
	for _, side := range [2]geom.Vec2{along, along.Neg()} {
		if _, n, ok := c.surfaceAt(o, above.Add(side), s.normal.Mul(-2e-2*c.unit)); !ok || n.Dot(s.normal) < flatRange {
			return false
		}
	}
	return true
}

// DropThrough lets the character fall through the one-way floor that it stands on. Others,
// such as the next one below, hold it.
func (c *Character) DropThrough() {
	f, ok := c.Floor()
	if !ok || !f.Collider.Valid() || f.Collider.OneWay() == (mgl64.Vec2{}) {
		return
	}
	c.state.Dropping = true
	c.state.leave()
	c.state.Inherited = f.Velocity
}

// Dropping reports whether the character is falling through a floor since DropThrough.
func (c *Character) Dropping() bool { return c.state.Dropping }

// endDrop ends a drop when nothing one-way is near any more, or the character is in it: then
// that does not hold it anyway.
func (c *Character) endDrop(p geom.Vec2) {
	if !c.state.Dropping {
		return
	}
	for i := range c.obstacles {
		o := &c.obstacles[i]
		if !o.ignored || o.collider.OneWay() == (mgl64.Vec2{}) {
			continue
		}
		d := c.measure(o, p).distance
		if d < float64(dropRange*c.unit) && d > -float64(dropRange*c.unit) {
			return
		}
	}
	c.state.Dropping = false
}
