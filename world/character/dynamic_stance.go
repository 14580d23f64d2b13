package character

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// stance is the floor that a dynamic character stands on, with the place and the height.
type stance struct {
	body, floor world.Body
	collider    world.Collider
	center      geom.Vec2 // the character's centre of mass
	point       geom.Vec2 // of the floor
	normal      geom.Vec2
	up          geom.Vec2
	length      float64 // of the leg
	steady      bool    // the forces of this tick are steady
}

// relative returns the velocity of the character over the ground.
func (s *stance) relative() geom.Vec2 {
	return geom.From(s.body.LinearVelocity()).Sub(geom.From(s.floor.VelocityAt(s.point.Mgl())))
}

// massAlong returns the effective mass of the character and the floor along a direction, for a
// force through the character's centre that acts on both.
func (s *stance) massAlong(direction geom.Vec2) float64 {
	return 1 / (1/s.body.Mass() + s.floorInverseMass(direction))
}

// floorInverseMass returns the inverse of the mass with which the floor resists such a force, zero
// for a floor that is not dynamic.
func (s *stance) floorInverseMass(direction geom.Vec2) float64 {
	if s.floor.Type() != body.Dynamic {
		return 0
	}
	floorCenter := geom.From(s.floor.WorldCenter())
	arm := s.center.Sub(floorCenter).Cross(direction)
	turned := 0.0
	if inertia := inertiaOf(s.floor); inertia > 0 {
		turned = max(arm*s.point.Sub(floorCenter).Cross(direction)/inertia, 0)
	}
	return 1/s.floor.Mass() + turned
}

// inertiaOf returns the inertia of a body about its centre of mass, zero for a body that cannot
// turn.
func inertiaOf(b world.Body) float64 {
	if b.Def().LockRotation {
		return 0
	}
	return b.Inertia()
}

// stanceOn returns the stance of the last Move as it is now.
func (d *Dynamic) stanceOn(floor world.Collider) stance {
	return stance{
		body: d.body, floor: floor.Body(), collider: floor, center: geom.From(d.body.WorldCenter()),
		point: geom.From(d.state.FloorPoint), normal: geom.From(d.state.FloorNormal), up: geom.From(d.def.Up), length: d.state.LegLength,
	}
}

// tilt returns the angle from upright, rad.
func (d *Dynamic) tilt() float64 {
	c, s := d.body.Rotation()
	upright := geom.Rot{C: d.def.Up[1], S: -d.def.Up[0]}
	return upright.InverseMul(geom.Rot{C: c, S: s}).Angle()
}

// legReach is the longest reach of the leg, as a multiple of its length.
const legReach = 1.5

// slopeRounding, in radians, lets a slope of exactly the limit carry in spite of rounding.
const slopeRounding = 1e-6

// castFoot looks for a floor that carries: it casts the circle of the foot from the centre of mass
// down, as far as the leg reaches.
func (d *Dynamic) castFoot() (s stance, found bool) {
	l := d.leg()
	up, center := l.up, l.center
	filter := d.collider.Filter()
	if filter.Mask == 0 || filter.Category == 0 {
		return stance{}, false
	}
	hit, ok := d.castCircle(&l, filter)
	normal := geom.From(hit.Normal)
	if !ok || normal.LengthSquared() == 0 {
		return stance{}, false
	}
	point := geom.From(hit.Point)
	_, least := geom.SinCos(d.def.SlopeLimit + slopeRounding)
	if normal.Dot(up) < least {
		// The foot hangs on an edge. The normal of an edge says nothing about the ground beyond.
		inward := normal.Sub(up.Mul(normal.Dot(up)))
		inward, _ = inward.Unit()
		origin := point.MulAdd(d.def.Foot, up).MulSub(0.05*d.def.Foot, inward)
		beyond, ok := d.castRay(origin, up.Mul(-2*d.def.Foot), filter)
		normal = geom.From(beyond.Normal)
		if !ok || normal.Dot(up) < least {
			return stance{}, false
		}
	}
	return stance{
		body: d.body, floor: hit.Collider.Body(), collider: hit.Collider, center: center, point: point, normal: normal, up: up,
		length: l.lengthAt(hit.Fraction, d.def.Foot),
	}, true
}

// leg is the way of the foot from the character's centre of mass down.
type leg struct {
	center, up geom.Vec2
	low        float64 // from the centre down to the lowest point of the shape
	way        float64
}

func (d *Dynamic) leg() leg {
	up := geom.From(d.def.Up)
	pose := poseOf(d.body)
	center := geom.From(d.body.WorldCenter())
	lowest := pose.Apply(d.convex.Support(pose.R.ApplyInverse(up.Neg())))
	low := center.Sub(lowest).Dot(up)
	return leg{center, up, low, max(low+float64(legReach*d.def.Leg)-d.def.Foot, 0)}
}

func (l *leg) down() geom.Vec2 { return l.up.Mul(-l.way) }

// lengthAt returns the length of the leg whose foot has gone a fraction of the way.
func (l *leg) lengthAt(fraction, foot float64) float64 {
	return float64(fraction*l.way) + foot - l.low
}

// castCircle returns the first collider on the way of the foot that collides with the character.
func (d *Dynamic) castCircle(l *leg, filter shape.Filter) (hit world.CastHit, ok bool) {
	w, query := d.body.World(), queryOf(filter, d.body)
	if filter.Group == 0 {
		return w.ShapeCast(d.foot, l.center.Mgl(), 0, l.down().Mgl(), query)
	}
	for hit := range w.ShapeCastAll(world.ShapeAt(d.foot, l.center.Mgl(), 0), l.down().Mgl(), query) {
		if filter.Accepts(hit.Collider.Filter()) {
			return hit, true
		}
	}
	return world.CastHit{}, false
}

// castRay returns the first collider on a ray that collides with the character.
func (d *Dynamic) castRay(origin, way geom.Vec2, filter shape.Filter) (hit world.CastHit, ok bool) {
	w, query := d.body.World(), queryOf(filter, d.body)
	if filter.Group == 0 {
		return w.RayCast(origin.Mgl(), way.Mgl(), query)
	}
	for hit := range w.RayCastAll(origin.Mgl(), way.Mgl(), query) {
		if filter.Accepts(hit.Collider.Filter()) {
			return hit, true
		}
	}
	return world.CastHit{}, false
}

// recordStance stores the result of castFoot.
func (d *Dynamic) recordStance(s stance, found bool, dt float64) {
	st := &d.state
	d.known = false
	if !found || st.Jumping {
		st.OnFloor, st.Floor = false, 0
		st.FloorNormal, st.FloorPoint, st.LegLength = mgl64.Vec2{}, mgl64.Vec2{}, 0
		st.AirTime += dt
		return
	}
	st.OnFloor, st.Floor, st.AirTime = true, s.collider.ID(), 0
	st.FloorNormal, st.FloorPoint, st.LegLength = s.normal.Mgl(), s.point.Mgl(), s.length
	d.recordFloorPose(s.floor)
}

// legForce returns the force of the leg: the weight, and a damped spring for the rest. With x the
// compression, the force at the end of the tick is
//
//	f = k (x + h x') + c x',  x' = x'0 - h f / m
//
// solved for f. However stiff the spring, f takes no more speed than there is.
func (d *Dynamic) legForce(s *stance, dt float64) geom.Vec2 {
	mass := s.massAlong(s.up)
	compression := d.def.Leg - s.length
	speed := -s.relative().Dot(s.normal) / s.normal.Dot(s.up)
	spring := implicitSpring(compression, speed, mass, d.def.LegHertz, d.def.LegDamping, dt)
	weight := s.weight()
	if bears := maxLoad / (s.body.Mass() * s.floorInverseMass(s.up)); bears < 1 {
		weight *= bears * d.reaches(compression, weight/s.body.Mass())
	}
	return s.up.Mul(max(0, min(weight+spring, d.def.LegForce)))
}

// reaches returns the part of the weight that an extended leg bears on a light floor, under a
// gravity towards the floor, m/s^2: the floor recedes, and the spring of the leg grows slack.
func (d *Dynamic) reaches(compression, gravity float64) float64 {
	omega := 2 * math.Pi * d.def.LegHertz
	if compression >= 0 || gravity <= 0 {
		return 1
	}
	return max(0, 1+float64(compression*omega*omega)/gravity)
}

// weight returns the force of gravity on the character, against up.
func (s *stance) weight() float64 {
	return -float64(float64(s.body.Mass()*s.body.GravityScale()) * s.gravity().Dot(s.up))
}

// gravity returns the acceleration of gravity that acts on the character.
func (s *stance) gravity() geom.Vec2 {
	if s.body.HasGravity() {
		return geom.From(s.body.Gravity())
	}
	return geom.From(s.body.World().GravityAt(s.center.Mgl()))
}

// implicitSpring returns the force, or torque, of a damped spring that is compressed by x and
// closes at a speed, on a mass or inertia, at the end of a tick.
func implicitSpring(x, speed, mass, hertz, damping, dt float64) float64 {
	omega := 2 * math.Pi * hertz
	k, c := mass*omega*omega, 2*damping*mass*omega
	return (float64(k*(x+float64(dt*speed))) + float64(c*speed)) /
		(1 + float64(dt*c/mass) + float64(dt*dt*k/mass))
}

// walkForce returns the force along the ground that reaches the speed in this tick, as far as
// the bound allows.
func (d *Dynamic) walkForce(s *stance, speed, dt float64) geom.Vec2 {
	along := s.normal.RightPerp()
	force := (speed - s.relative().Dot(along)) * s.massAlong(along) / dt
	return along.Mul(max(-d.def.WalkForce, min(force, d.def.WalkForce)))
}

// steerInAir applies the force that is allowed without a floor.
func (d *Dynamic) steerInAir(right geom.Vec2, speed, dt float64) error {
	limit := d.def.Air * d.def.WalkForce
	if limit == 0 {
		return nil
	}
	force := (speed - geom.From(d.body.LinearVelocity()).Dot(right)) * d.body.Mass() / dt
	return d.body.ApplyForceToCenter(right.Mul(max(-limit, min(force, limit))).Mgl())
}

// freeSpin is the spin, rad/s, to which the upright torque may turn a floor that nothing holds.
const freeSpin = 24

// uprightTorque returns the torque that brings the character upright. The spring is at least half
// as stiff on a light floor as on the ground: a floor that is held bears more than its own inertia.
// It bears the torque of the force that presses on it, the leg's or, where the shape itself lies on
// it, the weight, within the width of the foot.
func (d *Dynamic) uprightTorque(s *stance, tilt, press, dt float64) float64 {
	inertia, low, high := inertiaOf(d.body), -d.def.UprightTorque, d.def.UprightTorque
	if inertia == 0 {
		return 0 // it cannot turn
	}
	if floor := inertiaOf(s.floor); s.floor.Type() == body.Dynamic && floor > 0 {
		if s.length <= 0 {
			press = max(press, s.weight())
		}
		spin, held := s.floor.AngularVelocity(), 2*d.def.Foot*press
		low = max(low, min(-held, (spin-freeSpin)*floor/dt))
		high = min(high, max(held, (spin+freeSpin)*floor/dt))
		inertia = max(1/(1/inertia+1/floor), inertia/2)
	}
	torque := -implicitSpring(tilt, d.body.AngularVelocity(), inertia, d.def.UprightHertz, 1, dt)
	return max(low, min(torque, high))
}
