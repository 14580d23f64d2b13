package character

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
)

// The body of a character is kinematic: to the solver nothing can move it, and it would push
// whatever is in its way. So the character keeps its distance from dynamic bodies, and all
// forces between them are applied here, as impulses on the body and changes of the
// character's velocity, by the masses of both.

// leastApproach is the speed of a body, m/s at LengthUnit 1, from which on it pushes a
// character that is in its way.
const leastApproach = 0.05

// leastRise is the speed, m/s at LengthUnit 1, by which a body that carries the character gets
// faster in a tick before it lifts it: less is the shaking of a contact.
const leastRise = 0.002

// headOn is the cosine of the angle from straight above and below within which a body rests
// on the character, or carries it, instead of pushing it aside.
const headOn = 0.7

// inverseMass returns the inverse of the mass with which a body resists a push along n at a
// point, 1/kg.
func (o *obstacle) inverseMass(point, n geom.Vec2) float64 {
	mass, inertia := o.body.Mass(), o.body.Inertia()
	if mass <= 0 {
		return 0
	}
	k := 1 / mass
	if inertia > 0 {
		arm := point.Sub(o.displaced.Apply(o.center)).Cross(n)
		k += float64(arm*arm) / inertia
	}
	return k
}

// strike applies an impulse to the body of an obstacle, and reads its velocity again.
func (c *Character) strike(o *obstacle, impulse, point geom.Vec2) {
	if err := o.body.ApplyImpulse(impulse.Mgl(), o.displaced.ApplyInverse(point).Mgl()); err != nil {
		return // out of the range of numbers that a body takes
	}
	for i := range c.obstacles {
		if q := &c.obstacles[i]; q.body == o.body {
			q.velocity, q.spin = geom.From(o.body.LinearVelocity()), o.body.AngularVelocity()
			q.moving = q.velocity != (geom.Vec2{}) || q.spin != 0
		}
	}
}

// receive lets bodies that come at the character push it: the two collide without bouncing,
// so that they move on together, and the solver finds nothing left to do.
func (c *Character) receive(m *move) {
	if c.def.NoPush {
		return
	}
	least := float64(leastApproach * c.unit)
	for i := range c.obstacles {
		o := &c.obstacles[i]
		if o.kind != body.Dynamic || !o.moving || o.ignored {
			continue
		}
		s := *c.measure(o, m.p)
		if s.distance > o.skin+o.travel(c.timestep)+float64(c.velocityOf(m).Length()*c.timestep) {
			continue
		}
		s.point = c.patch(o, m.p, &s)
		v := o.velocityAt(s.point)
		approach := v.Dot(s.normal)
		room := max(0, s.distance-o.skin) / c.timestep
		excess := min(approach, v.Sub(c.velocityOf(m)).Dot(s.normal)-room)
		if approach < least || excess <= 0 || !c.gives(m, &s) {
			continue
		}
		impulse := excess / (1/c.def.Mass + o.inverseMass(s.point, s.normal))
		c.strike(o, s.normal.Mul(-impulse), s.point)
		m.inherited = m.inherited.MulAdd(impulse/c.def.Mass, s.normal)
	}
}

// velocityOf returns the velocity of the character in the world.
func (c *Character) velocityOf(m *move) geom.Vec2 {
	v := m.velocity
	if m.standing {
		v = c.right.Mul(v.Dot(c.right)).Add(c.groundVelocity(&m.ground))
	}
	return v.Add(m.inherited)
}

// gives reports whether a body can move the character along the normal of their separation:
// not one that it stands on or that falls on its head while it stands, nor where something
// fixed is behind it.
func (c *Character) gives(m *move, s *separation) bool {
	up := s.normal.Dot(c.up)
	if m.standing && (up > headOn || up < -headOn) {
		return false
	}
	for i := range c.obstacles {
		o := &c.obstacles[i]
		if o.ignored || o.kind == body.Dynamic || o.lowerBound(m.p) > 2*o.skin {
			continue
		}
		if g := c.measure(o, m.p); g.distance <= 2*o.skin && g.normal.Dot(s.normal) < -headOn {
			return false
		}
	}
	return true
}

// lift lets a dynamic body under a character that stands take it along: one that begins to rise
// shares its momentum with the character, so a light one cannot throw it.
func (c *Character) lift(m *move) {
	o := m.ground.obstacle
	if c.def.NoPush || o.kind != body.Dynamic || !o.moving {
		return
	}
	rise := o.velocityAt(m.ground.point).Sub(geom.From(c.state.Floor.Velocity)).Dot(c.up)
	if rise > float64(leastRise*c.unit) {
		c.kick(&m.ground, rise)
	}
}

// brace slows what pushes have given to a character that stands, by the friction of its feet.
func (c *Character) brace(m *move) {
	friction := 0.6
	if c.def.Material != nil {
		friction = c.def.Material.Friction
	}
	slower := float64(float64(friction*geom.From(c.world.Gravity()).Length()) * c.timestep)
	unit, speed := m.inherited.Unit()
	m.inherited = unit.Mul(max(0, speed-slower))
}

// push pushes the bodies that the character has walked or flown into. Its force is greatest
// against what stands and falls in proportion to zero at the speed that the game asks for, as
// that of legs does, so heavy bodies stay slower.
func (c *Character) push(m *move, wish geom.Vec2) {
	if c.def.NoPush {
		return
	}
	budget := float64(c.def.PushForce * c.timestep)
	for i := range c.obstacles {
		o := &c.obstacles[i]
		if o.kind != body.Dynamic || o.ignored || m.standing && o.body == m.ground.obstacle.body || !c.reaches(o, m.p) {
			continue
		}
		n := o.pressedNormal.Neg()
		drive := wish.Dot(n)
		if drive <= 0 {
			continue
		}
		point := c.patch(o, m.p, c.measure(o, m.p))
		speed := o.velocityAt(point).Dot(n)
		if speed >= drive || budget <= 0 {
			continue
		}
		most := float64(budget * min(1, 1-speed/drive))
		impulse := min(most, (drive-speed)/(1/c.def.Mass+o.inverseMass(point, n)))
		budget -= impulse
		c.strike(o, n.Mul(impulse), point)
	}
}

// reaches reports whether the character pushes an obstacle: it has run into it, or is so near
// that in this tick it stays ahead only by a previous push.
func (c *Character) reaches(o *obstacle, p geom.Vec2) bool {
	if !o.pressed && o.lowerBound(p) <= 2*o.skin {
		if s := c.measure(o, p); s.distance <= 2*o.skin {
			o.pressed, o.pressedNormal = true, s.normal
		}
	}
	return o.pressed
}

// patch returns where a push between the character at p and an obstacle acts: of the flat patch
// on which they would touch the point nearest to the centre of the body, so that flat pushes
// do not turn bodies.
func (c *Character) patch(o *obstacle, p geom.Vec2, s *separation) geom.Vec2 {
	touch, ok := o.collider.Manifold(c.placed(o, p), max(0, s.distance)+float64(0.5*o.skin))
	if !ok || len(touch.Points()) < 2 {
		return s.point
	}
	from, n := o.fromCollider(geom.From(touch.Points()[0].Position), s.normal)
	to, _ := o.fromCollider(geom.From(touch.Points()[1].Position), n)
	return geom.ClosestOnSegment(from, to, o.displaced.Apply(o.center))
}

// weigh presses the character's weight on a body that carries it. The weight of one that stands
// where it stood before is no reason for the body to stay awake.
func (c *Character) weigh(m *move) {
	o := m.ground.obstacle
	if c.def.NoPush || o.kind != body.Dynamic {
		return
	}
	weight := geom.From(c.world.Gravity()).Mul(c.def.Mass)
	if weight.Dot(c.up) >= 0 {
		return
	}
	point := o.displaced.ApplyInverse(m.ground.point).Mgl()
	// Both fail only out of the range of float32.
	if o.collider.ID() == c.state.Floor.Collider && m.velocity == (geom.Vec2{}) {
		_ = o.body.ApplySteadyForce(weight.Mgl(), point)
	} else {
		_ = o.body.ApplyForce(weight.Mgl(), point)
	}
}

// kick gives a body on which the character lands, or from which it jumps, its share of the
// speed between them.
func (c *Character) kick(g *ground, speed float64) {
	o := g.obstacle
	if c.def.NoPush || o.kind != body.Dynamic || speed <= 0 {
		return
	}
	impulse := speed / (1/c.def.Mass + o.inverseMass(g.point, c.up))
	c.strike(o, c.up.Mul(-impulse), g.point)
}
