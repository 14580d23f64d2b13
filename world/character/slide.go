package character

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
)

// maxSlides bounds the obstacles that a character meets one after the other in one motion.
// Two that it cannot leave stop it, so only a chain of corners takes more than three.
const maxSlides = 8

// slide moves the character in the air from p along d as far as there is room, along what it
// meets. The planes of what it has met stay in c.planes.
//
// After each hit the rest of the motion becomes the nearest that violates none of the planes
// met so far, so that in a wedge it ends instead of bouncing from side to side.
//
// The fall is the part of the motion's height that the character fell with before.
func (c *Character) slide(p, d geom.Vec2, fall float64) geom.Vec2 {
	c.planes.reset(math.Inf(1))
	x := d
	for range maxSlides {
		hit, ok := c.sweep(p, x)
		if !ok {
			return p.Add(x)
		}
		part := hit.fraction
		p = p.MulAdd(part, x)
		d, fall = d.Mul(1-part), float64((1-part)*fall)
		c.recordHit(&hit, x)
		c.planes.add(plane{normal: hit.normal})
		d = c.clipClimb(d, hit.normal, fall)
		if x, ok = c.planes.nearest(d); !ok || x.LengthSquared() < float64(1e-18*c.unit*c.unit) {
			return p
		}
	}
	return p
}

// clipClimb takes from a motion in the air its level part into a slope that is too steep to
// stand on. Else a character could run up any slope by pressing against it. What it gets
// instead is the level part with which it slid down the slope before, so that it slides by
// gravity whatever level speed the game asks for.
func (c *Character) clipClimb(d, normal geom.Vec2, fall float64) geom.Vec2 {
	up, level := normal.Dot(c.up), normal.Dot(c.right)
	if c.state.Mode != Walking || up <= 1e-6 || up >= c.minUp {
		return d
	}
	slid, pressed := -float64(min(fall, 0)*up)/level, d.Dot(c.right)
	if (pressed-slid)*level >= 0 {
		return d // it leaves the slope
	}
	return d.MulAdd(slid-pressed, c.right)
}

// maxRecoveries bounds the iterations of depenetrate. Each takes the deepest overlaps to
// touching, so more than one is needed only where the normals turn.
const maxRecoveries = 8

// depenetrate moves a character out of what it overlaps, or is nearer to than its skin, by the
// shortest way that all obstacles leave. What moves gives way where there is no room.
func (c *Character) depenetrate(p geom.Vec2) geom.Vec2 {
	tolerance := 1e-3 * c.def.Skin
	for range maxRecoveries {
		deepest, pushed := c.deepest(p)
		if deepest <= tolerance {
			return p
		}
		c.planesWithin(p, 2*deepest)
		if !pushed {
			c.planes.reach = 1.5 * deepest
		}
		x := c.planes.relaxed(geom.Vec2{}, 2*deepest)
		c.recordCrush(x)
		length := x.Length()
		if length > c.recoveryLeft {
			x, length = x.Mul(c.recoveryLeft/length), c.recoveryLeft
		}
		c.recoveryLeft -= length
		if length <= tolerance {
			return p
		}
		if hit, ok := c.sweep(p, x); ok {
			p = p.MulAdd(hit.fraction, x)
			continue
		}
		p = p.Add(x)
	}
	return p
}

// deepest returns by how much the character at p is too near to what it is nearest to, and
// whether anything but dynamic bodies is too near. Those push it by their momentum: for
// them it makes room only on a short way.
func (c *Character) deepest(p geom.Vec2) (depth float64, pushed bool) {
	for i := range c.obstacles {
		o := &c.obstacles[i]
		if o.ignored || o.lowerBound(p) > o.skin {
			continue
		}
		d := o.skin - c.measure(o, p).distance
		depth = max(depth, d)
		pushed = pushed || o.kind != body.Dynamic && d > 1e-3*c.def.Skin
	}
	return depth, pushed
}

// planesWithin finds the planes of all obstacles within a distance.
func (c *Character) planesWithin(p geom.Vec2, distance float64) {
	c.planes.reset(2 * distance)
	for i := range c.obstacles {
		o := &c.obstacles[i]
		if o.ignored || o.lowerBound(p) > o.skin+distance {
			continue
		}
		if s := c.measure(o, p); s.distance < o.skin+distance {
			c.planes.add(plane{s.normal, o.skin - s.distance, complianceOf(o)})
		}
	}
}

func complianceOf(o *obstacle) compliance {
	switch {
	case o.kind == body.Dynamic:
		return dynamicPlane
	case o.moving:
		return kinematicPlane
	}
	return staticPlane
}

// recordCrush stores by how much a displacement leaves the character inside kinematic obstacles.
func (c *Character) recordCrush(x geom.Vec2) {
	for i := range c.planes.count {
		if q := &c.planes.planes[i]; q.compliance == kinematicPlane {
			if depth := q.offset - q.normal.Dot(x) - c.def.Skin; depth > 1e-3*c.def.Skin {
				c.state.Crushed = max(c.state.Crushed, depth)
			}
		}
	}
}
