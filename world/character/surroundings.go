package character

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// surroundings are the colliders of static bodies in a box around a character. They are searched
// again when the character leaves the box, or when static colliders have changed. They equal the
// result of a new search, so a character without stored surroundings moves in the same way.
type surroundings struct {
	known   bool
	box     geom.Box
	changes uint64 // of the static colliders of the world, when they were searched
	filter  shape.Filter
	list    []neighbor
}

// neighbor is a static collider that collides with the character.
type neighbor struct {
	collider world.Collider
	body     world.Body
	bounds   geom.Box
	pose     geom.Transform // of the body
	twoSided bool           // it is neither one-way nor the segment of a chain
}

// surroundingsMargin times the inner radius is the distance by which a search goes beyond the need
// of a move. A larger margin leads to more neighbors, a smaller one to more searches.
const surroundingsMargin = 4

func (c *Character) findSurroundings(box geom.Box) {
	s := &c.surroundings
	changes := c.world.StaticChanges()
	if s.known && s.changes == changes && s.filter == c.filter && s.box.Contains(box) {
		return
	}
	*s = surroundings{known: true, box: box.Grow(float64(surroundingsMargin * c.radius)), changes: changes, filter: c.filter, list: s.list[:0]}
	c.candidates = c.world.AppendColliders(c.candidates[:0], s.box.Min.Mgl(), s.box.Max.Mgl(), c.queryFilter())
	for _, collider := range c.candidates {
		b := collider.Body()
		if b.Type() != body.Static || !c.collidesWith(collider) {
			continue
		}
		lower, upper := collider.Bounds()
		_, isChain := collider.Shape().(shape.ChainSegment)
		s.list = append(s.list, neighbor{collider, b, geom.Box{Min: geom.From(lower), Max: geom.From(upper)}, poseOf(b), !isChain && collider.OneWay() == (mgl64.Vec2{})})
	}
}

// has reports whether a collider is known to be among the surroundings, and so static.
func (s *surroundings) has(collider world.Collider, w *world.World) bool {
	if !s.known || s.changes != w.StaticChanges() {
		return false
	}
	for i := range s.list {
		if s.list[i].collider == collider {
			return true
		}
	}
	return false
}

// queryFilter returns the part of the filter that a query applies.
func (c *Character) queryFilter() world.QueryFilter { return queryOf(c.filter, c.body) }

// queryOf returns the part of the filter of a body's collider that a query applies. Two colliders
// of the same positive group collide whatever their bits are, so the query ignores the bits then.
func queryOf(filter shape.Filter, b world.Body) world.QueryFilter {
	if filter.Group > 0 {
		return world.QueryFilter{Ignore: b}
	}
	return world.QueryFilter{Category: filter.Category, Mask: filter.Mask, Ignore: b}
}

// collidesWith applies the rest of the filter to the result of a query.
func (c *Character) collidesWith(collider world.Collider) bool {
	return !c.filter.Ghost && c.filter.Accepts(collider.Filter())
}
