package character

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Hit is an obstacle that a character met in its last Move.
type Hit struct {
	Collider world.Collider
	Point    mgl64.Vec2 // m
	Normal   mgl64.Vec2 // unit, towards the character
	Travel   mgl64.Vec2 // m, of the motion that the obstacle ended; zero if the character only touches it
}

// Hits returns the obstacles that the character met in its last Move, in order, and then the
// obstacles that it touches at the end. The next Move reuses the list.
func (c *Character) Hits() []Hit { return c.hits }

// recordHit stores the obstacle that ended a motion along d.
func (c *Character) recordHit(h *motionHit, d geom.Vec2) {
	o := h.obstacle
	o.pressed, o.pressedNormal = true, h.normal
	if n := len(c.hits); n > 0 && c.hits[n-1].Collider == o.collider && geom.From(c.hits[n-1].Normal).Dot(h.normal) > flatRange {
		return // on the way along it
	}
	c.hits = append(c.hits, Hit{o.collider, h.point.Mgl(), h.normal.Mgl(), d.Mgl()})
}
