package physicstest

import (
	"fmt"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// NeverLeaves holds while the bodies lie wholly in a box, with all of their colliders.
func NeverLeaves(lower, upper mgl64.Vec2, bodies ...world.Body) Check {
	return ofBodies(bodies, func(b world.Body) error {
		for c := range b.Colliders() {
			min, max := c.Bounds()
			if !(min[0] >= lower[0] && min[1] >= lower[1] && max[0] <= upper[0] && max[1] <= upper[1]) {
				return bodyErrorf(b, "%v left the box from %s to %s: it reaches from %s to %s",
					b, vec(lower), vec(upper), vec(min), vec(max))
			}
		}
		return nil
	})
}

// NeverEnters holds while no part of the bodies overlaps a box. It tests the boxes around their
// colliders.
func NeverEnters(lower, upper mgl64.Vec2, bodies ...world.Body) Check {
	return ofBodies(bodies, func(b world.Body) error {
		for c := range b.Colliders() {
			min, max := c.Bounds()
			if min[0] < upper[0] && max[0] > lower[0] && min[1] < upper[1] && max[1] > lower[1] {
				return bodyErrorf(b, "%v entered the box from %s to %s: it reaches from %s to %s",
					b, vec(lower), vec(upper), vec(min), vec(max))
			}
		}
		return nil
	})
}

// Reaches holds if the centre of mass of a body lies in a box at some tick, no later than a
// time after the beginning.
func Reaches(b world.Body, lower, upper mgl64.Vec2, limit time.Duration) Check {
	last := "nowhere"
	missed := func() error {
		if !b.Valid() {
			return fmt.Errorf("a body that was destroyed did not reach the box from %s to %s", vec(lower), vec(upper))
		}
		return bodyErrorf(b, "%v did not reach the box from %s to %s within %v: it is at %s",
			b, vec(lower), vec(upper), limit, last)
	}
	return within(limit, missed, func(moment) bool {
		if !b.Valid() {
			return false
		}
		p := b.WorldCenter()
		last = vec(p)
		return p[0] >= lower[0] && p[0] <= upper[0] && p[1] >= lower[1] && p[1] <= upper[1]
	})
}

// StaysNear holds while the centre of mass of each body lies within a distance of its place at the
// beginning. Later bodies are measured from their first place.
func StaysNear(distance float64, bodies ...world.Body) Check {
	return ofBodiesInRun(bodies, func() func(world.Body) error {
		began := map[world.BodyID]mgl64.Vec2{}
		return func(b world.Body) error {
			p := b.WorldCenter()
			start, known := began[b.ID()]
			if !known {
				began[b.ID()] = p
				return nil
			}
			if d := p.Sub(start).Len(); !(d <= distance) {
				return bodyErrorf(b, "%v is %.4g m away from where it began, at %s: %.4g m are allowed", b, d, vec(p), distance)
			}
			return nil
		}
	})
}

func vec(v mgl64.Vec2) string { return fmt.Sprintf("(%.4g, %.4g)", v[0], v[1]) }
