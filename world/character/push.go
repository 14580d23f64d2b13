package character

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
)

// The body of a character is kinematic: the solver cannot move it, and it would push every body in
// its way. So the character keeps its distance from dynamic bodies, and this file applies all
// forces between them, as impulses on the body and changes of the character's velocity, by the
// masses of both.

// minApproach is the least speed, m/s at LengthUnit 1, with which a body pushes a character that
// is in its way.
const minApproach = 0.05

// minRise is the change of the upward speed in a tick, m/s at LengthUnit 1, from which on the
// ground body accelerates the character. A smaller change is the jitter of a contact.
const minRise = 0.002

// verticalCosine is the cosine of the greatest angle between a contact normal and the vertical at
// which a body rests on the character or carries it. At greater angles a body pushes it aside.
const verticalCosine = 0.7

// inverseMass returns the inverse of the mass with which a body resists a push along n at a
// point, 1/kg.
func (o *obstacle) inverseMass(point, n geom.Vec2) float64 {
	mass, inertia := o.body.Mass(), inertiaOf(o.body)
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

// applyImpulse applies an impulse to the body of an obstacle, and reads its velocity again.
func (c *Character) applyImpulse(o *obstacle, impulse, point geom.Vec2) {
	if err := o.body.ApplyImpulse(impulse.Mgl(), o.displaced.ApplyInverse(point).Mgl()); err != nil {
		return // out of the range of numbers that a body takes
	}
	others := c.notStatic()
	for i := range others {
		if q := &others[i]; q.body == o.body {
			q.velocity, q.spin = geom.From(o.body.LinearVelocity()), o.body.AngularVelocity()
			q.moving = q.velocity != (geom.Vec2{}) || q.spin != 0
		}
	}
}

// resolveImpacts resolves the collisions of dynamic bodies that run into the character. They are
// perfectly inelastic: body and character move on together, and the solver finds nothing left to
// do.
func (c *Character) resolveImpacts(m *move) {
	if c.def.NoPush {
		return
	}
	least := float64(minApproach * c.unit)
	others := c.notStatic()
	for i := range others {
		o := &others[i]
		if o.kind != body.Dynamic || !o.moving || o.ignored {
			continue
		}
		s := *c.measure(o, m.p)
		if s.distance > o.skin+o.maxDisplacement(c.timestep)+float64(c.velocityOf(m).Length()*c.timestep) {
			continue
		}
		s.point = c.pushPoint(o, m.p, &s)
		v := o.velocityAt(s.point)
		approach := v.Sub(m.commonVelocity(o.velocity)).Dot(s.normal)
		room := max(0, s.distance-o.skin) / c.timestep
		excess := min(approach, v.Sub(c.velocityOf(m)).Dot(s.normal)-room)
		if excess <= 0 || !c.canBePushed(m, &s) {
			continue
		}
		if approach < least {
			c.stopSlowBody(m, o, &s, excess)
			continue
		}
		impulse := excess / (1/c.def.Mass + o.inverseMass(s.point, s.normal))
		c.applyImpulse(o, s.normal.Mul(-impulse), s.point)
		m.inherited = m.inherited.MulAdd(impulse/c.def.Mass, s.normal)
	}
}

// leastStop is the least speed, m/s at LengthUnit 1, that stopSlowBody takes from a body that has
// not moved the character yet. A smaller speed is the jitter of a contact, and an impulse in each
// tick keeps the body awake.
const leastStop = 0.02

// stopSlowBody stops a body that is too slow to push a standing character, by no more than the
// friction of its feet: a ball that rolls against them stops, and a truck does not.
func (c *Character) stopSlowBody(m *move, o *obstacle, s *separation, excess float64) {
	moves := geom.From(c.body.LinearVelocity()).Sub(m.along).Dot(s.normal) > float64(minRise*c.unit)
	if !m.standing || !moves && excess < float64(leastStop*c.unit) {
		return
	}
	impulse := min(excess/o.inverseMass(s.point, s.normal), float64(c.def.Mass*c.footBrake(m)))
	c.applyImpulse(o, s.normal.Mul(-impulse), s.point)
}

// footBrake returns the speed that the friction of the feet on the ground takes in a tick, m/s.
func (c *Character) footBrake(m *move) float64 {
	friction := 0.6
	if c.def.Material != nil {
		friction = c.def.Material.Friction
	}
	return float64(float64(friction*m.gravity.Length()) * c.timestep)
}

// velocityOf returns the velocity of the character in the world.
func (c *Character) velocityOf(m *move) geom.Vec2 {
	v := m.velocity
	if m.standing {
		v = c.right.Mul(v.Dot(c.right)).Add(c.groundVelocity(&m.ground))
	}
	return v.Add(m.inherited)
}

// canBePushed reports whether a body can push the character along the normal of their separation.
// The body that a character stands on, and a body on its head, cannot push a character that stands.
// No body can push a character against an obstacle that is not dynamic.
func (c *Character) canBePushed(m *move, s *separation) bool {
	up := s.normal.Dot(c.up)
	if m.standing && (up > verticalCosine || up < -verticalCosine) {
		return false
	}
	for i := range c.obstacles {
		o := &c.obstacles[i]
		if o.kind == body.Dynamic {
			continue
		}
		if g, touches := c.touch(o, m.p); touches && g.normal.Dot(s.normal) < -verticalCosine {
			return false
		}
	}
	return true
}

// resolveRisingGround applies the reaction of a standing character to a dynamic ground body that
// begins to rise: the two share the momentum, so a light body cannot throw the character.
func (c *Character) resolveRisingGround(m *move) {
	o := m.ground.obstacle
	if c.def.NoPush || o.kind != body.Dynamic || !o.moving {
		return
	}
	rise := c.state.Descent - c.descent(&m.ground)
	if rise > float64(minRise*c.unit) {
		c.applyGroundImpulse(&m.ground, rise)
		o.reacts = true
	}
}

// resolveCarry applies the reaction of a character that dynamic ground carries faster along than
// the speed to the right that the character has already: the two share the momentum, so a heavy
// body carries at its full speed, and a light body that rolls or tips under the feet is braked by
// them. Ground that carries slower brakes the character as static ground does.
func (c *Character) resolveCarry(m *move, has float64) {
	o := m.ground.obstacle
	if c.def.NoPush || o.kind != body.Dynamic || !o.moving {
		return
	}
	frame := m.frame.Dot(c.right)
	has, carries := has-frame, c.groundVelocity(&m.ground).Dot(c.right)-frame
	gained := carries - max(min(has, max(carries, 0)), min(carries, 0))
	if math.Abs(gained) <= float64(minRise*c.unit) {
		return
	}
	impulse := gained / (1/c.def.Mass + o.inverseMass(m.ground.point, c.right))
	c.applyImpulse(o, c.right.Mul(-impulse), m.ground.point)
	o.reacts = true
}

// applyFootFriction decelerates the inherited velocity of a standing character by the friction of
// its feet on the ground.
func (c *Character) applyFootFriction(m *move) {
	unit, speed := m.inherited.Unit()
	m.inherited = unit.Mul(max(0, speed-c.footBrake(m)))
}

// pushBodies pushes the bodies that the character has walked or flown into. The force is greatest
// against a body at rest and falls linearly to zero at the speed that the game asks for, as the
// force of legs does. So heavy bodies stay slower.
func (c *Character) pushBodies(m *move, wish geom.Vec2) {
	if c.def.NoPush {
		return
	}
	budget := float64(c.def.PushForce * c.timestep)
	others := c.notStatic()
	for i := range others {
		o := &others[i]
		if o.kind != body.Dynamic || o.ignored || m.standing && o.body == m.ground.obstacle.body || !c.isPushing(o, m.p) {
			continue
		}
		n := o.pressedNormal.Neg()
		point := c.pushPoint(o, m.p, c.measure(o, m.p))
		speed := o.velocityAt(point).Dot(n)
		common := m.commonVelocity(o.velocity).Dot(n)
		drive := wish.Dot(n) - common
		speed -= common
		if drive <= 0 || speed >= drive || budget <= 0 {
			continue
		}
		most := float64(budget * min(1, 1-speed/drive))
		impulse := min(most, (drive-speed)/(1/c.def.Mass+o.inverseMass(point, n)))
		budget -= impulse
		c.applyImpulse(o, n.Mul(impulse), point)
	}
}

// isPushing reports whether the character pushes an obstacle. It does if it has run into the
// obstacle, or touches it: then only the push of an earlier tick keeps the obstacle ahead.
func (c *Character) isPushing(o *obstacle, p geom.Vec2) bool {
	if !o.pressed {
		if s, touches := c.touch(o, p); touches {
			o.pressed, o.pressedNormal = true, s.normal
		}
	}
	return o.pressed
}

// pushPoint returns the point at which a push between the character at p and an obstacle acts: the
// point of their contact patch that is nearest to the body's centre of mass. So a push by a flat
// side does not turn the body.
func (c *Character) pushPoint(o *obstacle, p geom.Vec2, s *separation) geom.Vec2 {
	touch, ok := o.collider.Manifold(c.placed(o, p), max(0, s.distance)+float64(0.5*o.skin))
	if !ok || len(touch.Points()) < 2 {
		return s.point
	}
	from, n := o.fromCollider(geom.From(touch.Points()[0].Position), s.normal)
	to, _ := o.fromCollider(geom.From(touch.Points()[1].Position), n)
	return geom.ClosestOnSegment(from, to, o.displaced.Apply(o.center))
}

// maxLoad bounds the weight on a body by a multiple of the weight that the body's effective mass
// has at the foot. Whether something holds the body up is known only after the tick: if nothing
// does, the weight accelerates a light body by this multiple of gravity.
const maxLoad = 25

// fallSlack is the speed, m/s at LengthUnit 1, by which a body may be faster than free fall and
// still bears the character: bodies of a heap rock.
const fallSlack = 0.5

// applyWeight applies the character's weight to the dynamic body that it stands on, unless the body
// falls away under it. The weight of a character at rest is a steady force, which does not keep the
// body awake.
func (c *Character) applyWeight(m *move) {
	o := m.ground.obstacle
	if c.def.NoPush || o.kind != body.Dynamic {
		return
	}
	weight := m.gravity.Mul(c.def.Mass)
	if weight.Dot(c.up) >= 0 || c.fallsAway(m) {
		return
	}
	weight = weight.Mul(min(1, maxLoad/(c.def.Mass*o.inverseMass(m.ground.point, c.up))))
	point := o.displaced.ApplyInverse(m.ground.point).Mgl()
	// Both fail only out of the range of float32.
	if o.collider.ID() == c.state.Floor.Collider && m.velocity == (geom.Vec2{}) {
		_ = o.body.ApplySteadyForce(weight.Mgl(), point)
	} else {
		_ = o.body.ApplyForce(weight.Mgl(), point)
	}
}

// descent returns the speed at which the body of the ground goes down at the foot, m/s.
func (c *Character) descent(g *ground) float64 {
	return -g.obstacle.velocityAt(g.point).Dot(c.up)
}

// fallsAway reports whether the dynamic ground goes down faster than the character falls.
func (c *Character) fallsAway(m *move) bool {
	return m.ground.obstacle.kind == body.Dynamic && c.descent(&m.ground) > m.fastest+float64(fallSlack*c.unit)
}

// limitDescent sets the greatest speed at which a standing character goes down with a dynamic body:
// the speed of free fall since the last tick. A body that falls faster leaves it behind. Without
// gravity there is no limit.
func (c *Character) limitDescent(m *move) {
	m.fastest = math.Inf(1)
	if g := m.gravity.Dot(c.up); g < 0 {
		m.fastest = c.state.Descent - float64(g*c.timestep)
	}
}

// leftVelocity returns the velocity of the ground that a character keeps when it leaves the ground.
func (c *Character) leftVelocity(m *move) geom.Vec2 {
	v := c.groundVelocity(&m.ground)
	if m.ground.obstacle.kind == body.Dynamic {
		v = v.MulAdd(max(0, -v.Dot(c.up)-m.fastest), c.up)
	}
	return v
}

// applyGroundImpulse applies the reaction of a landing or a jump to the ground body: the impulse
// that removes the relative speed by the masses of both.
func (c *Character) applyGroundImpulse(g *ground, speed float64) {
	o := g.obstacle
	if c.def.NoPush || o.kind != body.Dynamic || speed <= 0 {
		return
	}
	impulse := speed / (1/c.def.Mass + o.inverseMass(g.point, c.up))
	c.applyImpulse(o, c.up.Mul(-impulse), g.point)
}
