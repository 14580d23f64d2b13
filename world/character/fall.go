package character

import "github.com/carom2d/carom/geom"

// floatFor moves freely for a time. A push becomes part of the velocity, which the next wish
// replaces.
func (c *Character) floatFor(m *move, time float64) {
	m.velocity, m.inherited = m.velocity.Add(m.inherited), geom.Vec2{}
	m.p = c.slide(m.p, m.velocity.Mul(time), 0)
	c.clipVelocities(m, 0)
	m.p = c.depenetrate(m.p)
}

// fallFor moves in the air for a time, and lets the character land on the ground that it meets.
func (c *Character) fallFor(m *move, time float64) {
	fall := min(0, geom.From(c.state.Velocity).Add(geom.From(c.state.Inherited)).Dot(c.up))
	fell := m.velocity.Add(m.inherited)
	m.p = c.slide(m.p, fell.Mul(time), float64(fall*time))
	c.clipVelocities(m, fall)
	m.p = c.depenetrate(m.p)
	g, ok := c.landing(m)
	if !ok {
		return
	}
	c.applyGroundImpulse(&g, g.obstacle.velocityAt(g.point).Sub(fell).Dot(c.up))
	has := m.inherited.Dot(c.right)
	m.standing, m.ground, m.inherited, m.fastest = true, g, geom.Vec2{}, -fell.Dot(c.up)
	c.resolveCarry(m, has)
	m.velocity = c.right.Mul(m.velocity.Dot(c.right))
	c.setFoot(m)
}

// clipVelocities clips the velocity in the air against the planes that a slide has met. It clips
// the sum of the two parts, and the inherited part alone; the game's part becomes the difference.
func (c *Character) clipVelocities(m *move, fall float64) {
	if c.planes.count == 0 {
		return
	}
	sum := c.clipVelocity(m.velocity.Add(m.inherited), geom.Vec2{}, fall)
	m.inherited = c.clipVelocity(m.inherited, geom.Vec2{}, 0)
	m.velocity = sum.Sub(m.inherited)
}

// clipVelocity removes from a velocity, relative to a frame, its components into the planes that a
// slide has met, as far as they are faster than an obstacle that recedes: a character that jumps
// beside the wall of a train stays beside it.
func (c *Character) clipVelocity(v, frame geom.Vec2, fall float64) geom.Vec2 {
	planes := c.planes
	for i := range planes.count {
		p := &planes.planes[i]
		moves := c.right.Mul(p.level)
		v = c.clipClimb(v.Sub(moves), p.normal, fall).Add(moves)
		p.offset = min(0, -p.recedes-frame.Dot(p.normal))
	}
	x, _ := planes.nearest(v)
	return x
}

// landing returns the ground on which a character in the air has landed: the most level ground that
// it touches and does not leave.
func (c *Character) landing(m *move) (best ground, ok bool) {
	v := m.velocity.Add(m.inherited)
	for i := range c.obstacles {
		o := &c.obstacles[i]
		s, touches := c.touch(o, m.p)
		if !touches || v.Sub(o.velocityAt(s.point)).Dot(c.up) > float64(1e-6*c.unit) {
			continue
		}
		g, stands := c.groundOf(o, m.p, s.point, s.normal)
		if stands && (!ok || g.normal.Dot(c.up) > best.normal.Dot(c.up)) {
			best, ok = g, true
		}
	}
	if !ok && v.Dot(c.up) <= 0 {
		return c.groundInWedge(m.p)
	}
	return best, ok
}
