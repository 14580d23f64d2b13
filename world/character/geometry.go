package character

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
)

// The world holds every collider at its present pose. The displaced obstacle meets the character at
// p in the same way as the collider meets a character that is displaced back.

// placed returns the character at p, displaced back into the frame of the obstacle's collider.
func (c *Character) placed(o *obstacle, p geom.Vec2) world.PlacedShape {
	if !o.moving {
		return world.PlacedShape{Shape: c.shape, Position: p.Mgl(), Angle: c.angle}
	}
	return world.PlacedShape{Shape: c.shape, Position: o.displaced.ApplyInverse(p).Mgl(), Angle: c.angle - o.turned}
}

// support returns the point of the character, about its position, that is farthest along d.
func (c *Character) support(d geom.Vec2) geom.Vec2 {
	return c.turn.Apply(c.shape.Support(c.turn.ApplyInverse(d)))
}

// fromCollider moves a point and a normal with the obstacle's displacement.
func (o *obstacle) fromCollider(point, normal geom.Vec2) (geom.Vec2, geom.Vec2) {
	if !o.moving {
		return point, normal
	}
	return o.displaced.Apply(point), o.displaced.R.Apply(normal)
}

// toCollider turns a vector back into the frame of the obstacle's collider.
func (o *obstacle) toCollider(v geom.Vec2) geom.Vec2 {
	if !o.moving {
		return v
	}
	return o.displaced.R.ApplyInverse(v)
}

// measureAt writes the separation of an obstacle from the character at p. Without an answer, far
// outside the world, it writes a large distance.
func (c *Character) measureAt(o *obstacle, p geom.Vec2) {
	s, ok := o.collider.Distance(c.placed(o, p))
	if !ok {
		o.gap = separation{distance: farAway}
		return
	}
	point, normal := o.fromCollider(geom.From(s.PointA), geom.From(s.Normal))
	o.gap = separation{s.Distance, normal, point}
}

// farAway is the distance of obstacles that are nowhere near.
const farAway = 1e30

// castAt moves the character from p along d against one obstacle.
func (c *Character) castAt(o *obstacle, p, d geom.Vec2) (motionHit, bool) {
	hit, ok := o.collider.ShapeCast(c.placed(o, p), o.toCollider(d).Mgl(), world.InsideLeaves)
	if !ok {
		return motionHit{}, false
	}
	normal := geom.From(hit.Normal)
	if normal == (geom.Vec2{}) {
		normal = geom.From(hit.Exit)
	}
	point, normal := o.fromCollider(geom.From(hit.Point), normal)
	return motionHit{o, hit.Fraction, normal, point}, true
}

// surfaceAt returns where a ray from a point along d meets an obstacle from outside.
func (c *Character) surfaceAt(o *obstacle, from, d geom.Vec2) (point, normal geom.Vec2, ok bool) {
	origin := from
	if o.moving {
		origin = o.displaced.ApplyInverse(from)
	}
	hit, ok := o.collider.RayCast(origin.Mgl(), o.toCollider(d).Mgl(), world.InsidePasses)
	if !ok {
		return geom.Vec2{}, geom.Vec2{}, false
	}
	point, normal = o.fromCollider(geom.From(hit.Point), geom.From(hit.Normal))
	return point, normal, true
}
