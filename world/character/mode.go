package character

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Mode is how a character moves.
type Mode uint8

// The modes.
const (
	// Walking is on the ground and in the air: gravity comes from the game, the ground carries.
	Walking Mode = iota
	// Flying moves with the velocity of the game in all directions and slides along whatever it
	// meets. There is no ground.
	Flying
	// Swimming moves as Flying does. Swim computes the velocity.
	Swimming
	// Climbing moves as Flying does, relative to the collider that the character holds, which
	// carries it. It ignores one-way platforms. Climb begins it.
	Climbing
)

// String returns the name of the mode.
func (m Mode) String() string {
	switch m {
	case Walking:
		return "walking"
	case Flying:
		return "flying"
	case Swimming:
		return "swimming"
	case Climbing:
		return "climbing"
	}
	return fmt.Sprintf("Mode(%d)", uint8(m))
}

// Mode returns how the character moves.
func (c *Character) Mode() Mode { return c.state.Mode }

// SetMode changes how the character moves. A character that climbs lets go, and keeps the velocity
// of the held collider; a character that stands keeps the velocity of its ground. SetMode panics
// for Climbing, which only Climb sets, and for numbers that are no mode.
func (c *Character) SetMode(m Mode) {
	if m >= Climbing {
		panic(fmt.Sprintf("character: SetMode to %v", m))
	}
	if m == c.state.Mode {
		return
	}
	if c.OnFloor() {
		c.state.Inherited = c.state.Inherited.Add(c.state.Floor.Velocity)
		c.state.clearGround()
	}
	if c.state.Mode == Climbing {
		c.state.Anchor = mgl64.Vec2{}
		c.state.Inherited = c.state.Drift
	}
	if m != Walking {
		c.state.Velocity, c.state.Inherited = c.state.Velocity.Add(c.state.Inherited), mgl64.Vec2{}
	}
	c.state.Mode, c.state.Hold, c.state.Drift = m, 0, mgl64.Vec2{}
}

// Climb makes the character hold on to a collider, such as a ladder or a part of a rope, which may
// be a sensor and may move. Move then moves it relative to the held collider. The held collider
// carries the character, and bears its weight if the collider's body is dynamic. On a rope of many
// parts, the character moves on to a collider of a body that a joint connects, when that collider
// is nearer to its position. It lets go when it no longer overlaps the held collider, and Mode is
// Walking then. It also lets go in SetMode and when the held collider is destroyed.
func (c *Character) Climb(on world.Collider) error {
	if !on.Valid() || on.World() != c.world {
		return geom.NewFieldError("On", on, geom.ErrDegenerate)
	}
	c.state.clearGround()
	c.state.Mode, c.state.Hold = Climbing, on.ID()
	c.state.Inherited = mgl64.Vec2{}
	c.state.Anchor = poseOf(on.Body()).ApplyInverse(geom.From(c.body.Position())).Mgl()
	return nil
}

// Held returns the collider that the character climbs, and whether it climbs.
func (c *Character) Held() (world.Collider, bool) {
	held := c.world.ColliderByID(c.state.Hold)
	return held, c.state.Mode == Climbing && held.Valid()
}

// beginClimb finds the held collider, and lets go if it is gone.
func (c *Character) beginClimb(m *move) bool {
	held, ok := c.Held()
	if !ok {
		c.letGo(m, geom.From(c.state.Drift))
		return false
	}
	c.held = c.heldObstacle(held)
	m.held = &c.held
	m.foot = poseOf(m.held.body).Apply(geom.From(c.state.Anchor))
	if m.foot.Distance(m.p) > c.radius {
		m.foot = m.p // it was put elsewhere
	}
	c.grip = held
	return true
}

// heldObstacle returns the held collider, which may be a sensor, as an obstacle.
func (c *Character) heldObstacle(collider world.Collider) obstacle {
	b := collider.Body()
	o := obstacle{collider: collider, body: b, kind: b.Type(), skin: c.def.Skin, displaced: geom.IdentityTransform, motion: motion{limit: unlimited}}
	if o.kind != body.Static {
		c.readMotion(&o)
	}
	return o
}

// letGo ends a climb with a velocity of the held collider.
func (c *Character) letGo(m *move, velocity geom.Vec2) {
	c.state.Mode, c.state.Hold, c.state.Anchor, c.state.Drift = Walking, 0, mgl64.Vec2{}, mgl64.Vec2{}
	m.inherited = velocity
	c.grip = world.Collider{}
}

// climbFor moves a character that climbs, for a sub-step that ends at a time of the tick. The held
// body carries it past all colliders of that body; on its own way it passes through the held
// collider only, and a ceiling of the ladder's body stops it.
func (c *Character) climbFor(m *move, end, part float64) {
	o := m.held
	d := m.foot.Sub(m.p)
	if o.moving {
		local := o.displaced.ApplyInverse(m.foot)
		o.turned = float64(o.spin * end)
		o.displaced, o.measured = displacement(o.center, o.velocity, o.turned, end), false
		d = o.displaced.Apply(local).Sub(m.p)
	}
	if d != (geom.Vec2{}) {
		c.carrier = o.body
		m.p = c.slide(m.p, d, 0)
		c.carrier = world.Body{}
	}
	m.p = c.slide(m.p, m.velocity.Mul(part), 0)
	m.velocity = c.clipVelocity(m.velocity, o.velocityAt(m.p), 0)
	m.p = c.depenetrate(m.p)
	m.foot, m.inherited = m.p, geom.Vec2{}
}

// endClimb stores the place on the held collider, or lets go if the character has left it.
func (c *Character) endClimb(m *move) {
	o := m.held
	c.climbToNearest(m)
	if c.measure(o, m.p).distance > 0 {
		v := o.velocityAt(m.p)
		c.letGo(m, v)
		return
	}
	if o.kind == body.Dynamic && !c.def.NoPush {
		weight := m.gravity.Mul(c.def.Mass)
		_ = o.body.ApplySteadyForce(weight.Mgl(), o.displaced.ApplyInverse(m.p).Mgl()) // fails only out of the range of float32
	}
	c.state.Hold, c.state.Drift = o.collider.ID(), o.velocityAt(m.p).Mgl()
	c.state.Anchor = o.displaced.Mul(poseOf(o.body)).ApplyInverse(m.p).Mgl()
}

// climbToNearest changes the held collider to the nearest collider of the bodies that joints
// connect to it.
func (c *Character) climbToNearest(m *move) {
	point := world.PointAt(m.p.Mgl())
	nearest, ok := m.held.collider.Distance(point)
	if !ok || nearest.Distance <= 0 {
		return
	}
	best, distance := world.Collider{}, nearest.Distance
	for joint := range m.held.body.Joints() {
		b := joint.BodyA()
		if b == m.held.body {
			b = joint.BodyB()
		}
		for collider := range b.Colliders() {
			if d, ok := collider.Distance(point); ok && d.Distance < distance && b != c.world.Ground() {
				best, distance = collider, d.Distance
			}
		}
	}
	if best.Valid() {
		c.held = c.heldObstacle(best)
		next := &c.held
		next.turned = float64(next.spin * c.timestep)
		next.displaced = displacement(next.center, next.velocity, next.turned, c.timestep)
	}
}
