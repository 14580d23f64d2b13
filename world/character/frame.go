package character

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
)

// frameMass times its mass is the effective mass from which on a dynamic body begins to be a frame
// for the character that it carries.
const frameMass = 4

// followGround updates the velocity of the frame by the ground that the character stands on or the
// body that it holds. A dynamic body counts by its mass, and only its level speed does: a truck is
// a frame at once, and a crate that tips is none.
func (c *Character) followGround(m *move) {
	switch {
	case m.held != nil && m.held.kind != body.Dynamic:
		m.frame = m.held.velocityAt(m.p)
	case !m.standing:
	case m.ground.obstacle.kind != body.Dynamic:
		m.frame = c.groundVelocity(&m.ground)
	default:
		g := &m.ground
		level := c.right.Mul(c.groundVelocity(g).Dot(c.right))
		part := 1 - float64(frameMass*c.def.Mass*g.obstacle.inverseMass(g.point, c.right))
		m.frame = m.frame.Lerp(level, max(part, 0))
	}
	m.along = m.frame.Mul(c.follows(m))
}

// follows returns the part of the frame's velocity with which the character went in the last tick,
// apart from its own motion: a wall behind a belt holds it.
func (c *Character) follows(m *move) float64 {
	along, speed := m.frame.Unit()
	if speed == 0 {
		return 0
	}
	own := math.Abs(geom.From(c.state.Velocity).Dot(along))
	if m.standing {
		own += math.Abs(m.inherited.Dot(along))
	}
	went := geom.From(c.body.LinearVelocity()).Dot(along) + own
	return max(0, min(went/speed, 1))
}

// commonVelocity returns the velocity, m/s, that a body has in common with the frame: the velocity
// of the frame if the body has at least half of it, and nothing if the body is at rest.
func (m *move) commonVelocity(velocity geom.Vec2) geom.Vec2 {
	squared := m.along.LengthSquared()
	if squared == 0 {
		return geom.Vec2{}
	}
	return m.along.Mul(max(0, min(2*velocity.Dot(m.along)/squared, 1)))
}
