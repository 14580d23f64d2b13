package character

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// minFacing is the sine of three degrees: a one-way collider pushes at larger angles from sideways.
const minFacing = 0.0523

// dropRange is the distance at which a floor may again hold a character that dropped through it, in
// metres at LengthUnit 1.
const dropRange = 0.02

// A passage says whether an obstacle is solid for the character in one Move.
type passage uint8

const (
	solid     passage = iota // the obstacle is there
	passable                 // it is not
	undecided                // solid if the obstacle that it adjoins is solid
)

// decidePassages decides which obstacles are solid for the character at p. The decision is made
// once, at the beginning of the tick, by the character and the obstacle alone: an obstacle that the
// character approaches wholly from the open side is solid, and an obstacle that it is in is
// passable. Where two one-way obstacles adjoin, the surface goes on: an obstacle whose corner lies
// on a solid obstacle is solid too.
func (c *Character) decidePassages(p geom.Vec2) {
	open := false
	for i := range c.obstacles {
		o := &c.obstacles[i]
		o.passage = c.passageOf(o, p)
		open = open || o.passage == undecided
	}
	for again := open; again; {
		again = false
		for i := range c.obstacles {
			if o := &c.obstacles[i]; o.passage == undecided && c.adjoinsSolid(o) {
				o.passage, again = solid, true
			}
		}
	}
	for i := range c.obstacles {
		o := &c.obstacles[i]
		o.ignored = o.passage != solid
	}
}

// adjoinsSolid reports whether the obstacle's corner nearest to the character lies on a solid
// one-way obstacle.
func (c *Character) adjoinsSolid(o *obstacle) bool {
	corner := world.PointAt(o.gap.point.Mgl())
	for i := range c.obstacles {
		q := &c.obstacles[i]
		if q.passage != solid || q == o || q.collider.OneWay() == (mgl64.Vec2{}) {
			continue
		}
		if s, ok := q.collider.Distance(corner); ok && s.Distance <= float64(seamRange*c.unit) {
			return true
		}
	}
	return false
}

// seamRange is the gap of a seam, in metres at LengthUnit 1, over which a surface goes on.
const seamRange = 0.005

// passageOf decides about one obstacle.
func (c *Character) passageOf(o *obstacle, p geom.Vec2) passage {
	if o.twoSided {
		return solid
	}
	if way := o.collider.OneWay(); way != (mgl64.Vec2{}) {
		if c.state.Mode == Climbing || c.state.Dropping && c.measure(o, p).distance < float64(dropRange*c.unit) {
			return passable
		}
		return c.oneWayPassage(o, p, poseOf(o.body).R.Apply(geom.From(way)))
	}
	segment, ok := o.collider.Shape().(shape.ChainSegment)
	if !ok {
		return solid
	}
	// A chain is open on one side.
	a, b := geom.From(segment.A), geom.From(segment.B)
	pose := poseOf(o.body)
	front := pose.R.Apply(b.Sub(a).RightPerp())
	if p.Sub(pose.Apply(a)).Dot(front) < 0 || c.measure(o, p).distance < -0.1*c.radius {
		return passable
	}
	return solid
}

// oneWayPassage decides about a one-way obstacle. Above a face of it the character is on the
// open side. Beside a corner of it the character has come over it only if its lowest point is
// no lower than the corner.
func (c *Character) oneWayPassage(o *obstacle, p, way geom.Vec2) passage {
	s := c.measure(o, p)
	if o.collider.ID() == c.state.Floor.Collider && s.distance > -0.1*c.radius {
		return solid
	}
	tolerance := 2 * c.def.Skin
	if s.distance < -tolerance || s.normal.Dot(way) < minFacing {
		return passable
	}
	lowest := p.Add(c.support(way.Neg())).Dot(way)
	if lowest >= s.point.Dot(way)-tolerance || c.isFace(o, s) {
		return solid
	}
	return undecided
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
	c.state.clearGround()
	c.state.Inherited = f.Velocity
}

// Dropping reports whether the character is falling through a floor since DropThrough.
func (c *Character) Dropping() bool { return c.state.Dropping }

// endDrop ends a drop when no one-way obstacle is near any more, or when the character is in it:
// such an obstacle does not hold the character anyway.
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
