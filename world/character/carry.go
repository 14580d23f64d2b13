package character

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
)

// leaveGround ends the contact of a standing character with its ground. It inherits a velocity.
func (c *Character) leaveGround(m *move, velocity geom.Vec2) {
	m.standing = false
	m.inherited = velocity
}

// groundVelocity returns the velocity of the ground's surface.
func (c *Character) groundVelocity(g *ground) geom.Vec2 {
	return g.obstacle.velocityAt(g.point).Add(c.conveyorVelocity(g))
}

// conveyorVelocity returns the velocity of a conveyor's surface relative to its body.
func (c *Character) conveyorVelocity(g *ground) geom.Vec2 {
	o := g.obstacle
	if !o.hasTangentSpeed {
		o.hasTangentSpeed, o.tangentSpeed = true, o.collider.Material().TangentSpeed
	}
	speed := o.tangentSpeed
	if speed == 0 {
		return geom.Vec2{}
	}
	return g.surface.LeftPerp().Mul(speed)
}

// carriedFoot returns where the ground has taken the anchor on which the character stands. The
// anchor is away from the foot if something other than its velocity moved the ground. If it is far
// away, the ground was teleported and does not carry the character. Another body that has replaced
// the ground has no anchor yet.
func (c *Character) carriedFoot(m *move, replaced bool) geom.Vec2 {
	foot := m.p.Add(geom.From(c.state.Foot))
	if replaced {
		return foot
	}
	carried := m.ground.obstacle.pose().Apply(geom.From(c.state.Anchor))
	if carried.Distance(foot) > 0.5*c.radius {
		return foot
	}
	return carried
}

// pose returns the pose of the obstacle's body when the tick begins.
func (o *obstacle) pose() geom.Transform {
	if o.near != nil {
		return o.near.pose
	}
	return poseOf(o.body)
}

func poseOf(b world.Body) geom.Transform {
	cos, sin := b.Rotation()
	return geom.Transform{P: geom.From(b.Position()), R: geom.Rot{C: cos, S: sin}}
}

// carryTo moves the obstacles to their poses at a time of the tick, and moves the character with
// its ground. All colliders of the ground's body move along, so they are not in the way. They are
// in the way of a conveyor, such as a wall behind the belt.
func (c *Character) carryTo(m *move, time, part float64) {
	before := geom.IdentityTransform
	if m.standing {
		before = m.ground.obstacle.displaced
	}
	c.advance(time)
	if !m.standing {
		return
	}
	o := m.ground.obstacle
	var d geom.Vec2
	belt := c.conveyorVelocity(&m.ground).Mul(part)
	if o.moving {
		local := before.ApplyInverse(m.foot)
		d = d.Add(o.displaced.Apply(local).Sub(m.foot))
		turn := before.R.InverseMul(o.displaced.R)
		m.ground.normal, m.ground.surface = turn.Apply(m.ground.normal), turn.Apply(m.ground.surface)
	}
	d = d.Add(m.foot.Sub(m.p.Add(geom.From(c.state.Foot))))
	q, rounding := m.p, float64(1e-16*c.unit*c.unit)
	c.carriedFor, c.carriedWith = part, geom.Vec2{}
	if d.LengthSquared() >= rounding {
		c.carrier = o.body
		q = c.slide(q, d, 0)
		c.carrier = world.Body{}
	}
	if belt.LengthSquared() >= rounding {
		c.carriedWith = o.velocityAt(q)
		q = c.slide(q, belt, 0)
	}
	c.carriedFor = 0
	m.ground.point = m.ground.point.Add(q.Sub(m.p))
	m.p = q
}

// alongside returns the part of a motion that an obstacle makes too, in the sub-step in which the
// ground carries the character. The obstacle is at its pose at the end of the sub-step, so it is in
// the way of the rest only, from where it has taken the character.
func (c *Character) alongside(o *obstacle, p, d geom.Vec2) geom.Vec2 {
	if c.carriedFor == 0 || !o.moving {
		return geom.Vec2{}
	}
	moved := o.limit.apply(o.velocityAt(p)).Sub(c.carriedWith).Mul(c.carriedFor)
	squared := moved.LengthSquared()
	if squared == 0 {
		return moved
	}
	return moved.Mul(max(0, min(d.Dot(moved)/squared, 1)))
}

// setFoot chooses the point that the ground carries. For a round bottom it is the centre, which
// keeps its distance from turning ground. Otherwise it is the contact point.
func (c *Character) setFoot(m *move) {
	m.foot = m.ground.point.MulAdd(m.ground.obstacle.skin+c.shape.Radius, m.ground.normal)
	c.state.Foot = m.foot.Sub(m.p).Mgl()
}
