package character

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
)

// maxSlides bounds the obstacles that a character meets one after the other in one motion. Two
// obstacles that it cannot leave stop it, so only a chain of corners needs more than three.
const maxSlides = 8

// slide moves the character in the air from p along d as far as there is room, and along the
// obstacles that it meets. Their planes stay in c.planes.
//
// After each hit the rest of the motion becomes the nearest motion that violates none of the planes
// met so far. So in a wedge it ends instead of bouncing from side to side.
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
		c.planes.add(c.planeOf(&hit))
		d = c.clipClimb(d, hit.normal, fall)
		if x, ok = c.planes.nearest(d); !ok || x.LengthSquared() < float64(1e-18*c.unit*c.unit) {
			return p
		}
	}
	return p
}

// planeOf returns the plane of a hit, with the speed at which the obstacle recedes.
func (c *Character) planeOf(hit *motionHit) plane {
	p, v := plane{normal: hit.normal}, hit.obstacle.velocityAt(hit.point)
	if recedes := -v.Dot(hit.normal); recedes > 0 {
		p.recedes, p.level = recedes, v.Dot(c.right)
	}
	return p
}

// clipClimb removes from a motion in the air its level part into a slope that is too steep to stand
// on. Otherwise a character could run up any slope by pushing against it. The motion gets instead
// the level part with which the character slid down the slope before, so it slides by gravity
// whatever level speed the game asks for.
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

// maxRecoveries bounds the iterations of depenetrate. Each iteration resolves the deepest overlaps,
// so more than one is needed only where the normals turn.
const maxRecoveries = 8

// depenetrate moves a character away from the obstacles that it overlaps, or that are nearer than
// its skin, by the shortest way that all obstacles allow. Where there is no room, moving obstacles
// give way: a dynamic body does not keep it in another obstacle.
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
		if hit, ok := c.sweep(p, x); ok && !(pushed && hit.obstacle.kind == body.Dynamic) {
			p = p.MulAdd(hit.fraction, x)
			continue
		}
		p = p.Add(x)
	}
	return p
}

// deepest returns how much too near the character at p is to the nearest obstacle, and whether an
// obstacle other than a dynamic body is too near. Dynamic bodies push the character by their
// momentum: it makes room for them only over a short distance.
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

func (c *Character) planesWithin(p geom.Vec2, distance float64) {
	c.planes.reset(2 * distance)
	for i := range c.obstacles {
		o := &c.obstacles[i]
		if o.ignored || o.lowerBound(p) > o.skin+distance {
			continue
		}
		if s := c.measure(o, p); s.distance < o.skin+distance {
			c.planes.add(plane{normal: s.normal, offset: o.skin - s.distance, compliance: complianceOf(o)})
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
