package joint

import (
	"math"

	"github.com/carom2d/carom/internal/state"
)

// Rate returns how fast coordinate i of a joint with a bond changes, per second.
func Rate(s *Joints, bodies *state.Bodies, slot JointSlot, i int) float64 {
	w := measureNow(s, bodies, slot)
	a, b := &bodies.State[w.A], &bodies.State[w.B]
	v := pairVelocityOf(a, b)
	return float64(w.Scalars[i].Jacobian.speed(&v))
}

// measureNow returns a row that has measured how the bodies lie between ticks.
func measureNow(s *Joints, bodies *state.Bodies, slot JointSlot) GenericConstraint {
	l := &s.Link[s.Rows[slot]]
	b := s.genericOf(slot)
	var w GenericConstraint
	w.beginTick(b, bodies, l)
	w.Block.N, w.Block.linear = b.Block.N, b.Block.Linear
	unmoved := state.BodyState{DC: 1}
	w.Measure(&unmoved, &unmoved)
	return w
}

// Separations returns how far a joint is from what it holds rigidly and how far it is
// beyond its limits, together: m, and rad. Springs and motors have no error, nor
// have filters and custom joints.
func Separations(s *Joints, bodies *state.Bodies, slot JointSlot) (linear, angular float64) {
	l := &s.Link[s.Rows[slot]]
	switch l.Kind {
	case KindRevolute:
		if d := s.Revolute(slot); d.Limit {
			angular = beyond(s.RevolutePoints[l.Data].UnwrappedAngle(bodies, l), d.Lower, d.Upper)
		}
		return s.RevoluteSeparation(bodies, slot).Length(), angular
	case KindGear:
		return 0, s.GearSeparation(bodies, slot)
	case KindFilter, KindCustom, JointCompanion:
		return 0, 0
	}
	now := *s.GenericAt(l.Data)
	now.updateAngles(bodies, l)
	coordinates := now.coordinates(bodies, l)
	now.advanceRatchet(coordinates[0])
	for i := range now.Scalars {
		x := &now.Scalars[i]
		e := 0.0
		if x.Features&FeatureLimit != 0 {
			e = beyond(coordinates[i], x.lower, x.upper)
		}
		if x.Features&featureHold != 0 {
			e = coordinates[i] - x.target
		}
		if x.angular {
			angular += e
		} else {
			linear += abs(e)
		}
	}
	if now.Block.On && !now.Block.Spring {
		e, angularError := blockSeparation(&now, measureNow(s, bodies, slot), l.Kind, coordinates[0])
		linear = math.Sqrt(float64(linear*linear) + float64(e*e))
		angular += angularError
	}
	return linear, angular
}

// blockSeparation returns the error of the rigid part of a joint.
func blockSeparation(b *genericJoint, w GenericConstraint, kind Kind, value float64) (linear, angular float64) {
	if kind == KindDistance || kind == KindPulley {
		return abs(value - b.reference), 0
	}
	x, y := float64(w.Block.Err[0]), 0.0
	if b.Block.Linear == 2 {
		y = float64(w.Block.Err[1])
	}
	if b.Block.N > b.Block.Linear {
		angular = b.angle - b.reference
	}
	return math.Sqrt(float64(x*x) + float64(y*y)), angular
}

// beyond returns how far x lies above upper, or below lower as a negative number.
func beyond(x, lower, upper float64) float64 { return max(x-upper, 0) + min(x-lower, 0) }
