package peers

import "github.com/ByteArena/box2d"

type byteArena struct {
	world   box2d.B2World
	dynamic []*box2d.B2Body
}

// ByteArena builds a scene in ByteArena/box2d, a port of Box2D 2.3.
func ByteArena(s Scene) Engine {
	e := &byteArena{world: box2d.MakeB2World(box2d.MakeB2Vec2(0, s.Gravity))}
	e.world.SetAllowSleeping(s.Sleep)
	anchor := box2d.MakeB2BodyDef()
	ground := e.world.CreateBody(&anchor)
	for _, b := range s.Bodies {
		e.add(b, ground)
	}
	return e
}

func (e *byteArena) add(b Body, ground *box2d.B2Body) {
	def := box2d.MakeB2BodyDef()
	def.Type = [...]uint8{
		Dynamic: box2d.B2BodyType.B2_dynamicBody, Static: box2d.B2BodyType.B2_staticBody,
		Kinematic: box2d.B2BodyType.B2_kinematicBody,
	}[b.Kind]
	def.Position.Set(b.X, b.Y)
	def.Angle = b.Angle
	def.LinearVelocity.Set(b.VX, b.VY)
	def.AngularVelocity = b.Omega
	def.Awake = !b.Asleep
	created := e.world.CreateBody(&def)
	if b.Radius != 0 {
		fixture := box2d.MakeB2FixtureDef()
		fixture.Density, fixture.Friction = b.Density, 0.6
		circle := box2d.MakeB2CircleShape()
		circle.M_radius = b.Radius
		fixture.Shape = &circle
		created.CreateFixtureFromDef(&fixture)
	}
	for _, p := range b.Shapes {
		fixture := box2d.MakeB2FixtureDef()
		fixture.Density = b.Density
		fixture.Friction = 0.6
		if len(p) == 2 {
			edge := box2d.MakeB2EdgeShape()
			edge.Set(box2d.MakeB2Vec2(p[0][0], p[0][1]), box2d.MakeB2Vec2(p[1][0], p[1][1]))
			fixture.Shape = &edge
		} else {
			points := make([]box2d.B2Vec2, len(p))
			for i := range p {
				points[i] = box2d.MakeB2Vec2(p[i][0], p[i][1])
			}
			polygon := box2d.MakeB2PolygonShape()
			polygon.Set(points, len(points))
			fixture.Shape = &polygon
		}
		created.CreateFixtureFromDef(&fixture)
	}
	if b.Motor != 0 {
		revolute := box2d.MakeB2RevoluteJointDef()
		revolute.Initialize(ground, created, box2d.MakeB2Vec2(b.X, b.Y))
		revolute.EnableMotor, revolute.MotorSpeed, revolute.MaxMotorTorque = true, b.Motor, 1e8
		e.world.CreateJoint(&revolute)
	}
	if b.Kind == Dynamic {
		e.dynamic = append(e.dynamic, created)
	}
}

func (e *byteArena) Tick() { e.world.Step(1.0/60, 8, 3) }

func (e *byteArena) Height() float64 {
	sum := 0.0
	for _, b := range e.dynamic {
		sum += b.GetPosition().Y
	}
	return sum / float64(len(e.dynamic))
}

func (e *byteArena) Bodies() int { return len(e.dynamic) }

func (e *byteArena) Contacts() int {
	touching := 0
	for c := e.world.GetContactList(); c != nil; c = c.GetNext() {
		if c.IsTouching() {
			touching++
		}
	}
	return touching
}
