package character

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Hit is what a character met in its last Move.
type Hit struct {
	Collider world.Collider
	Point    mgl64.Vec2 // m
	Normal   mgl64.Vec2 // unit, towards the character
	Travel   mgl64.Vec2 // m, of the motion that the obstacle ended; zero of what it only touches
}

// Hits returns what the character met in its last Move, in the order in which it met it, and
// then what it touches at the end. The list is reused by the next Move.
func (c *Character) Hits() []Hit { return c.hits }

// recordHit stores what ended a motion along d.
func (c *Character) recordHit(h *motionHit, d geom.Vec2) {
	o := h.obstacle
	o.pressed, o.pressedNormal = true, h.normal
	if n := len(c.hits); n > 0 && c.hits[n-1].Collider == o.collider && geom.From(c.hits[n-1].Normal).Dot(h.normal) > flatRange {
		return // on the way along it
	}
	c.hits = append(c.hits, Hit{o.collider, h.point.Mgl(), h.normal.Mgl(), d.Mgl()})
}
