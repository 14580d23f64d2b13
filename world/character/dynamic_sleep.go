package character

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// isStill reports whether the character stands still and wants to. Its forces are then steady: they
// keep neither it nor the floor awake.
func (d *Dynamic) isStill(speed float64) bool {
	slow := d.body.SleepSpeed()
	spin := d.body.AngularVelocity()
	return speed == 0 && d.body.LinearVelocity().Len() < slow && max(spin, -spin) < slow
}

// apply applies a force through the character's centre of mass and a torque, and the opposite of
// both to the floor.
func (s *stance) apply(force geom.Vec2, torque float64) error {
	center, back := s.center.Mgl(), force.Neg().Mgl()
	if s.steady {
		return cmp.Or(
			s.body.ApplySteadyForceToCenter(force.Mgl()), s.body.ApplySteadyTorque(torque),
			s.floor.ApplySteadyForce(back, center), s.floor.ApplySteadyTorque(-torque))
	}
	return cmp.Or(
		s.body.ApplyForceToCenter(force.Mgl()), s.body.ApplyTorque(torque),
		s.floor.ApplyForce(back, center), s.floor.ApplyTorque(-torque))
}

// recordFloorPose stores where the floor is, for sleepsOn.
func (d *Dynamic) recordFloorPose(floor world.Body) {
	d.state.FloorPosition, d.state.FloorAngle = floor.Position(), floor.Angle()
}

// sleepsOn reports whether the character is asleep and has no reason to wake. The floor does not
// touch the character's shape, so the engine does not wake the character when the floor moves or
// goes away.
func (d *Dynamic) sleepsOn(speed float64) bool {
	if d.body.Awake() {
		return false
	}
	if d.state.Fallen {
		return true
	}
	if speed != 0 {
		return false
	}
	if !d.state.OnFloor {
		return true
	}
	floor, ok := d.Floor()
	if !ok {
		return false
	}
	b := floor.Body()
	if b.Type() == body.Dynamic && b.Awake() || !b.Enabled() {
		return false
	}
	still := b.LinearVelocity() == mgl64.Vec2{} && b.AngularVelocity() == 0
	return still && b.Position() == d.state.FloorPosition && b.Angle() == d.state.FloorAngle && d.stillOn(floor, b.Type())
}

// stillOn reports whether the foot meets the floor where it met it in the last Move that the
// character was awake: the floor may have another shape or filter. The character may have moved
// since for a tick, at its sleep speed. A dynamic floor wakes when it changes, and the answer for a
// static floor holds until a static collider changes.
func (d *Dynamic) stillOn(floor world.Collider, kind body.Type) bool {
	changes := d.body.World().StaticChanges()
	if kind == body.Dynamic || kind == body.Static && d.known && d.changes == changes {
		return true
	}
	d.known, d.changes = d.meets(floor), changes
	return d.known
}

func (d *Dynamic) meets(floor world.Collider) bool {
	if !d.collider.Filter().Accepts(floor.Filter()) {
		return false
	}
	l := d.leg()
	hit, ok := floor.ShapeCast(world.ShapeAt(d.foot, l.center.Mgl(), 0), l.down().Mgl(), world.InsideHits)
	moved := math.Abs(l.lengthAt(hit.Fraction, d.def.Foot) - d.state.LegLength)
	return ok && moved <= float64(2*d.body.SleepSpeed()*d.body.World().Config().Timestep)+float64(0.01*d.def.Leg)
}
