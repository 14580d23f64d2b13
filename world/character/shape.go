package character

import (
	"errors"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// ErrNoRoom is the error of SetShape if the shape would overlap a collider.
var ErrNoRoom = errors.New("character: no room for the shape")

// SetShape changes the shape, to crouch or to stand up, if there is room for it at the position of
// the character. As in a Def, nil is the upright capsule. Shapes with the same lowest point keep
// the feet in place. It returns ErrNoRoom if the shape would overlap a collider that the old shape
// does not overlap, or the error of a shape that cannot be used, and then changes nothing.
func (c *Character) SetShape(s shape.Support) error {
	if s == nil {
		s = Def{Up: c.turn.Inverse().Apply(c.up).Mgl()}.shapeOf(c.world)
	}
	was, radius, area := c.shape, c.radius, c.area
	if err := c.compile(s); err != nil {
		return err
	}
	err := ErrNoRoom
	if c.hasRoom(was) {
		err = c.collider.SetShape(s)
	}
	if err != nil {
		c.shape, c.radius, c.area = was, radius, area
		return err
	}
	c.def.Shape = s
	return nil
}

// hasRoom reports whether the shape overlaps no collider at the character's position, or overlaps
// none deeper than another shape does. The other shape, which the character has, decides which
// side of a chain is solid: a larger shape that reaches into a chain has not come through it.
func (c *Character) hasRoom(other shape.Convex) bool {
	p, now := geom.From(c.body.Position()), c.shape
	c.angle, c.turn = c.state.Turn, geom.RotFromAngle(c.state.Turn)
	c.collectObstacles(p, 0, 0)
	for i := range c.obstacles {
		c.obstacles[i].measured = false
	}
	c.shape = other
	c.decidePassages(p)
	c.shape = now
	for i := range c.obstacles {
		o := &c.obstacles[i]
		if o.ignored {
			continue
		}
		c.measureAt(o, p)
		depth := o.gap.distance
		if depth >= 0 {
			continue
		}
		c.shape = other
		c.measureAt(o, p)
		c.shape = now
		if depth < min(o.gap.distance, 0) {
			return false
		}
	}
	return true
}
