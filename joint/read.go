package joint

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// Coordinate returns coordinate i of a joint with a bond, as it is now: the length
// of a distance joint, the translation (0) and angle (1) of a wheel, and so on.
func (s *Store) Coordinate(bodies *state.Bodies, slot Slot, i int) float64 {
	l := &s.Link[s.Rows[slot]]
	now := *s.genericOf(slot)
	now.updateAngles(bodies, l)
	return now.coordinates(bodies, l)[i]
}

// Rate returns how fast coordinate i of a joint with a bond changes, per second.
func (s *Store) Rate(bodies *state.Bodies, slot Slot, i int) float64 {
	w := s.measureNow(bodies, slot)
	a, b := &bodies.State[w.a], &bodies.State[w.b]
	v := pairVelocityOf(a, b)
	return float64(w.scalars[i].jacobian.speed(&v))
}

// measureNow returns a row that has measured how the bodies lie between ticks.
func (s *Store) measureNow(bodies *state.Bodies, slot Slot) genericConstraint {
	l := &s.Link[s.Rows[slot]]
	b := s.genericOf(slot)
	var w genericConstraint
	w.beginTick(b, bodies, l)
	w.block.n, w.block.linear = b.block.n, b.block.linear
	unmoved := state.BodyState{DC: 1}
	w.measure(&unmoved, &unmoved)
	return w
}

// MotorForce returns what the motor of coordinate i held in the last sub-step, N
// or N m; SpringForce is the same for the spring.
func (s *Store) MotorForce(slot Slot, i int) float64 {
	b := s.genericOf(slot)
	return float64(b.scalarImpulses[i].motorImpulse * b.invH)
}

// SpringForce returns what the spring of coordinate i held in the last sub-step.
func (s *Store) SpringForce(slot Slot, i int) float64 {
	b := s.genericOf(slot)
	return float64(b.scalarImpulses[i].springImpulse * b.invH)
}

// Tooth returns the angle below which a ratchet does not fall, rad; with Reverse,
// above which it does not rise.
func (s *Store) Tooth(bodies *state.Bodies, slot Slot) float64 {
	l := &s.Link[s.Rows[slot]]
	now := *s.genericOf(slot)
	d, ok := now.def.(*Ratchet)
	if !ok {
		panic(wrongKind)
	}
	now.updateAngles(bodies, l)
	now.advanceRatchet(now.angle)
	if d.Reverse {
		return -now.tooth
	}
	return now.tooth
}

// Separations returns how far a joint is from what it holds rigidly and how far it is
// beyond its limits, together: m, and rad. Springs and motors have no error, nor
// have filters and custom joints.
func (s *Store) Separations(bodies *state.Bodies, slot Slot) (linear, angular float64) {
	l := &s.Link[s.Rows[slot]]
	switch l.Kind {
	case KindRevolute:
		if d := s.revolutes.at(l.Data); d.Limit {
			angular = beyond(s.revolutePoints[l.Data].unwrappedAngle(bodies, l), d.Lower, d.Upper)
		}
		return s.RevoluteSeparation(bodies, slot).Length(), angular
	case KindGear:
		return 0, s.GearSeparation(bodies, slot)
	case KindNoCollision, KindCustom, KindCompanion:
		return 0, 0
	}
	now := *s.generics.at(l.Data)
	now.updateAngles(bodies, l)
	coordinates := now.coordinates(bodies, l)
	now.advanceRatchet(coordinates[0])
	for i := range now.scalars {
		x := &now.scalars[i]
		e := 0.0
		if x.features&featureLimit != 0 {
			e = beyond(coordinates[i], x.lower, x.upper)
		}
		if x.features&featureHold != 0 {
			e = coordinates[i] - x.target
		}
		if x.angular {
			angular += e
		} else {
			linear += abs(e)
		}
	}
	if now.block.on && !now.block.spring {
		e, angularError := now.blockSeparation(s.measureNow(bodies, slot), l.Kind, coordinates[0])
		linear = math.Sqrt(float64(linear*linear) + float64(e*e))
		angular += angularError
	}
	return linear, angular
}

// blockSeparation returns the error of the rigid part of a joint.
func (b *genericJoint) blockSeparation(w genericConstraint, kind Kind, value float64) (linear, angular float64) {
	if kind == KindDistance || kind == KindPulley {
		return abs(value - b.reference), 0
	}
	x, y := float64(w.block.err[0]), 0.0
	if b.block.linear == 2 {
		y = float64(w.block.err[1])
	}
	if b.block.n > b.block.linear {
		angular = b.angle - b.reference
	}
	return math.Sqrt(float64(x*x) + float64(y*y)), angular
}

// beyond returns how far x lies above upper, or below lower as a negative number.
func beyond(x, lower, upper float64) float64 { return max(x-upper, 0) + min(x-lower, 0) }

// Anchors returns where a joint holds its first two bodies, in the world; where it
// does not hold a point, the centres of mass.
func (s *Store) Anchors(bodies *state.Bodies, slot Slot) (onA, onB geom.Vec2) {
	l := &s.Link[s.Rows[slot]]
	var a, b geom.Vec2
	switch l.Kind {
	case KindRevolute:
		a, b = s.revolutePoints[l.Data].anchors()
	case KindGear, KindCustom, KindCompanion:
	default:
		r := s.generics.at(l.Data)
		a, b = r.anchorA, r.anchorB
	}
	return bodies.Pose[bodies.Rows[l.BodyA]].Apply(a), bodies.Pose[bodies.Rows[l.BodyB]].Apply(b)
}

// Base returns what the definitions of all kinds share, of a joint as it stands.
func (s *Store) Base(slot Slot) Base { return *s.definition(slot).Shared() }

// EditBase replaces that part of a joint's definition. It returns a
// *geom.FieldError, and changes nothing, when the definition cannot be used so.
func (s *Store) EditBase(bodies *state.Bodies, slot Slot, base Base) error {
	def := s.definition(slot)
	old := *def.Shared()
	*def.Shared() = base
	if err := def.Validate(); err != nil {
		*def.Shared() = old
		return err
	}
	s.compileBase(slot, &base)
	if def.kind() == KindRevolute {
		s.recompile(bodies, slot)
	}
	for _, m := range s.Companions(slot) {
		s.compileBase(m, &base)
	}
	return nil
}

// SetUserData changes the game's own data of a joint.
func (s *Store) SetUserData(slot Slot, data any) {
	s.Meta[slot].UserData = data
	s.definition(slot).Shared().UserData = data
}
