package character

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Move moves the character in the coming tick with a velocity, in m/s. A game calls it in every
// tick, in Config.BeforeTick, after it has moved its platforms: Move takes moving bodies at the
// poses to which their velocities lead. Without a Move the body keeps its velocity.
//
// On the ground the level part of the velocity is the speed along the ground, relative to the
// ground. A downward part has no effect. An upward part leaves the ground: a jump. In the air the
// character has the velocity of a free body, and the game adds gravity to it:
//
//	v := c.Velocity()
//	v = v.Add(gravity.Mul(dt))
//	v[0] = speed
//	err := c.Move(v)
//
// A velocity that is not finite, or beyond 1e6 length units per second, is a
// *geom.FieldError, and then nothing has changed. A move that ends farther out than bodies may be
// is one too: then the character stays, but the bodies in its way have been pushed.
func (c *Character) Move(velocity mgl64.Vec2) error {
	v := geom.From(velocity)
	if err := c.checkVelocity(v); err != nil {
		return err
	}
	p := geom.From(c.body.Position())
	m := move{velocity: v, inherited: geom.From(c.state.Inherited), frame: geom.From(c.state.Frame), p: p}
	c.angle, c.turn = c.state.Turn, geom.RotFromAngle(c.state.Turn)
	c.timestep = c.world.Config().Timestep
	c.hits = c.hits[:0]
	c.state.Crushed = 0
	c.begin(&m)
	c.followGround(&m)
	c.resolveImpacts(&m)
	c.limitPrediction(&m)
	wish := c.velocityOf(&m)
	subSteps := c.subSteps(&m)
	time := c.timestep / float64(subSteps)
	for i := range subSteps {
		end := float64(float64(i+1) * time)
		c.carryTo(&m, end, time)
		switch {
		case m.standing:
			m.p = c.depenetrate(m.p)
			c.walkFor(&m, time)
		case c.state.Mode == Climbing:
			c.climbFor(&m, end, time)
		case c.state.Mode != Walking:
			c.floatFor(&m, time)
		default:
			c.fallFor(&m, time)
		}
	}
	c.pushBodies(&m, wish)
	if m.standing {
		c.applyWeight(&m)
	}
	if c.state.Mode == Climbing {
		c.endClimb(&m)
	}
	c.finish(&m)
	c.movedAt = c.world.Ticks() + 1
	if carried, ok := c.outrunsItself(&m, p, wish); ok {
		if err := c.body.SetTransform(m.p.MulSub(c.timestep, carried).Mgl(), c.state.Turn); err != nil {
			return err
		}
	}
	return c.body.MoveTo(m.p.Mgl(), c.state.Turn)
}

// stepSpeed is the speed, m/s at LengthUnit 1, by which a character may be faster than its
// velocity beside a dynamic body.
const stepSpeed = 1

// outrunsItself reports whether a move from p beside a dynamic body is faster than the velocities
// with which it began and ended. A step, a descent to lower ground and a way out of an overlap take
// one tick, whatever their length. Their speed must not strike the body, so the character is put in
// its new place with the velocity that frame and body have in common: at rest, if neither moves.
func (c *Character) outrunsItself(m *move, p, wish geom.Vec2) (carried geom.Vec2, ok bool) {
	ended, slack := c.velocityOf(m), float64(stepSpeed*c.unit)
	others := c.notStatic()
	for i := range others {
		o := &others[i]
		if o.kind != body.Dynamic || o.ignored {
			continue
		}
		carried = m.commonVelocity(o.velocity)
		way := m.p.Distance(p.MulAdd(c.timestep, carried))
		if o.lowerBound(m.p) > way+o.skin {
			continue
		}
		outrun := max(wish.Distance(carried), ended.Distance(carried)) + slack
		if way > float64(outrun*c.timestep) {
			return carried, true
		}
	}
	return geom.Vec2{}, false
}

// checkVelocity rejects a velocity that Move cannot use.
func (c *Character) checkVelocity(v geom.Vec2) error {
	if err := geom.CheckPoint("Velocity", v); err != nil {
		return err
	}
	if a := v.Abs(); max(a.X, a.Y) > float64(1e6*c.unit) {
		return geom.NewFieldError("Velocity", v, geom.ErrOutOfRange)
	}
	return nil
}

// A move holds the values that change during one Move.
type move struct {
	p         geom.Vec2
	velocity  geom.Vec2 // the game's
	inherited geom.Vec2
	frame     geom.Vec2 // m/s, of the surroundings: see followGround
	along     geom.Vec2 // m/s, the part of the frame's velocity with which the character goes
	gravity   geom.Vec2 // m/s^2, of world and areas where the tick begins
	standing  bool
	fastest   float64   // m/s, downwards with a dynamic body: see limitDescent
	ground    ground    // while standing
	held      *obstacle // while climbing
	foot      geom.Vec2 // the point that the ground carries, where it is when a sub-step begins
}

// begin collects the obstacles and finds the ground on which the last Move ended.
func (c *Character) begin(m *move) {
	m.gravity = geom.From(c.world.GravityAt(m.p.Mgl()))
	c.limitDescent(m)
	floor := geom.From(c.state.Floor.Velocity)
	carried, tangent := floor.Length(), 0.0
	if on := c.world.ColliderByID(c.state.Floor.Collider); on.Valid() {
		tangent = on.Material().TangentSpeed
		carried = max(carried, math.Abs(tangent)+c.speedAt(on, m.p))
	}
	if on := c.world.ColliderByID(c.state.Hold); c.state.Mode == Climbing && on.Valid() {
		carried = max(carried, math.Abs(on.Material().TangentSpeed)+c.speedAt(on, m.p))
	}
	speed := m.velocity.Length() + m.inherited.Length() + float64(2*carried)
	c.recoveryLeft = float64(0.5*c.radius) + float64(float64(recoverySpeed*c.unit)*c.timestep)
	c.carrier, c.grip = world.Body{}, world.Collider{}
	c.collectObstacles(m.p, float64(speed*c.timestep)+c.recoveryLeft+float64(2*dynamicSkins*c.def.Skin), c.def.StepHeight+c.def.SnapDistance)
	if c.state.Mode == Climbing && c.beginClimb(m) || !c.OnFloor() {
		return
	}
	for i := range c.obstacles {
		if o := &c.obstacles[i]; o.collider.ID() == c.state.Floor.Collider {
			m.ground = ground{o, geom.From(c.state.Floor.Point), geom.From(c.state.Floor.Normal), geom.From(c.state.Surface)}
			m.standing = true
			o.hasTangentSpeed, o.tangentSpeed = true, tangent
		}
	}
	if m.standing {
		c.resolveRisingGround(m)
		c.resolveCarry(m, floor.Dot(c.right))
	}
	replaced := !m.standing && c.findReplacedGround(m)
	switch {
	case !m.standing:
		c.leaveGround(m, m.inherited.Add(floor)) // the ground is gone
	case m.velocity.Dot(c.up) > float64(1e-6*c.unit):
		c.leaveGround(m, m.inherited.Add(c.leftVelocity(m))) // a jump
		c.applyGroundImpulse(&m.ground, m.velocity.Dot(c.up))
	case c.fallsAway(m):
		c.leaveGround(m, m.inherited.Add(c.leftVelocity(m)))
	default:
		c.applyFootFriction(m)
		m.foot = c.carriedFoot(m, replaced)
	}
}

// speedAt returns the speed of a collider's body at a point, m/s.
func (c *Character) speedAt(on world.Collider, p geom.Vec2) float64 {
	if c.surroundings.has(on, c.world) {
		return 0
	}
	if b := on.Body(); b.Type() != body.Static {
		return geom.From(b.VelocityAt(p.Mgl())).Length()
	}
	return 0
}

// recoverySpeed, in m/s at LengthUnit 1, times the length of a tick, plus half of the inner radius,
// bounds how far a character is pushed out of overlap in a tick.
const recoverySpeed = 5

// subSteps returns the number of sub-steps of a tick. In each, no obstacle moves relative to the
// character by more than half of its inner radius, so none can get behind it.
func (c *Character) subSteps(m *move) int {
	var carried geom.Vec2
	if m.standing {
		carried = c.groundVelocity(&m.ground)
	}
	farthest := 0.0
	others := c.notStatic()
	for i := range others {
		o := &others[i]
		if !o.moving || m.standing && o.body == m.ground.obstacle.body {
			continue
		}
		v := o.velocityAt(m.p).Sub(carried)
		farthest = max(farthest, float64(v.Length()*c.timestep))
	}
	return min(1+int(farthest/(0.5*c.radius)), maxSubSteps)
}

// maxSubSteps bounds the sub-steps of a tick. An obstacle that moves by more than ten inner radii
// in a tick may pass through the character.
const maxSubSteps = 20

// walkFor walks for a time, and lets the character fall where the ground ends.
func (c *Character) walkFor(m *move, time float64) {
	own, pushed := m.velocity.Dot(c.right), m.inherited.Dot(c.right)
	speed := own + pushed
	w := walk{p: m.p, ground: m.ground, forward: c.right, left: float64(math.Abs(speed) * time)}
	if speed < 0 {
		w.forward = c.right.Neg()
	}
	stands := c.walk(&w)
	m.p = w.p
	if w.blocked != nil {
		own, pushed = c.right.Dot(w.forward)*c.speedBehind(&w, c.groundVelocity(&m.ground), math.Abs(speed)), 0
	}
	m.velocity, m.inherited = c.right.Mul(own), c.right.Mul(pushed)
	if !stands {
		w.ground, stands = c.groundInWedge(w.p)
	}
	if !stands {
		c.leaveGround(m, m.inherited.Add(c.leftVelocity(m)))
		return
	}
	has, other := c.groundVelocity(&m.ground).Dot(c.right), w.ground.obstacle.body != m.ground.obstacle.body
	m.ground = w.ground
	if other {
		c.resolveCarry(m, has)
	}
	c.setFoot(m)
}

// speedBehind returns the speed over the ground after a walk: at most the speed of the obstacle
// that ended it.
func (c *Character) speedBehind(w *walk, ground geom.Vec2, speed float64) float64 {
	return min(speed, max(0, w.blocked.velocityAt(w.p).Sub(ground).Dot(w.forward)))
}

// finish stores where the move has ended.
func (c *Character) finish(m *move) {
	s := &c.state
	s.Velocity, s.Inherited, s.Frame = m.velocity.Mgl(), m.inherited.Mgl(), m.frame.Mgl()
	s.Wall, s.Ceiling = Touch{}, Touch{}
	for i := range c.obstacles {
		o := &c.obstacles[i]
		if g, touches := c.touch(o, m.p); touches {
			c.recordTouch(m, o, g)
		}
	}
	c.endDrop(m.p)
	if !m.standing {
		if s.Mode != Climbing {
			s.clearGround()
		}
		s.AirTime += c.timestep
		return
	}
	g := &m.ground
	s.AirTime = 0
	s.Floor = Touch{g.obstacle.collider.ID(), g.point.Mgl(), g.normal.Mgl(), c.groundVelocity(g).Mgl()}
	s.Surface = g.surface.Mgl()
	s.Descent = 0
	if g.obstacle.kind == body.Dynamic {
		s.Descent = min(c.descent(g), m.fastest)
	}
	c.setFoot(m)
	s.Anchor = g.obstacle.displaced.Mul(g.obstacle.pose()).ApplyInverse(m.foot).Mgl()
}

// recordTouch stores a contact as wall or ceiling. Among several contacts, the one that faces the
// character most directly counts.
func (c *Character) recordTouch(m *move, o *obstacle, g *separation) {
	up := g.normal.Dot(c.up)
	t := Touch{o.collider.ID(), g.point.Mgl(), g.normal.Mgl(), o.velocityAt(g.point).Mgl()}
	c.hits = append(c.hits, Hit{Collider: o.collider, Point: t.Point, Normal: t.Normal})
	switch {
	case up <= -c.minUp:
		if old := &c.state.Ceiling; old.Collider == 0 || up < geom.From(old.Normal).Dot(c.up) {
			*old = t
		}
	case up >= c.minUp || m.standing && o == m.ground.obstacle:
	default:
		if old := &c.state.Wall; old.Collider == 0 || math.Abs(up) < math.Abs(geom.From(old.Normal).Dot(c.up)) {
			*old = t
		}
	}
}
