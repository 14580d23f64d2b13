package constraint

import (
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
)

// Rate returns the rate of coordinate i of a generic joint, m/s or rad/s.
func Rate(s *state.Joints, bodies *state.Bodies, slot state.JointSlot, i int) float64 {
	w := measureNow(s, bodies, slot)
	a, b := &bodies.State[w.A], &bodies.State[w.B]
	v := pairVelocityOf(a, b)
	return float64(w.Scalars[i].Jacobian.speed(&v))
}

// measureNow returns the constraint of a joint, measured between ticks.
func measureNow(s *state.Joints, bodies *state.Bodies, slot state.JointSlot) Generic {
	l := &s.Link[s.Rows[slot]]
	b := *s.GenericOf(slot)
	b.UpdateAngles(bodies, l)
	var w Generic
	w.beginTick(&b, bodies, l)
	w.startError = float32(b.Angle - b.Reference)
	if w.geometry.HoldsLength() {
		w.startError = float32(b.Coordinates(bodies, l)[0] - b.Reference)
	}
	w.maxGap, w.maxAngle = float32(math.Inf(1)), float32(math.Inf(1))
	w.Block.N, w.Block.linear = b.Block.N, b.Block.Linear
	unmoved := state.BodyState{DC: 1}
	w.Measure(&unmoved, &unmoved)
	return w
}

// Separations returns the sum of the errors of the rigid part of a joint and of its limits, in m
// and in rad. Springs, motors, joints of kind NoCollision and custom joints have no error.
func Separations(s *state.Joints, bodies *state.Bodies, slot state.JointSlot) (linear, angular float64) {
	l := &s.Link[s.Rows[slot]]
	switch l.Kind {
	case joint.KindRevolute:
		if d := s.Revolute(slot); d.Limit {
			angular = beyond(s.RevolutePoints[l.Data].UnwrappedAngle(bodies, l), d.Lower, d.Upper)
		}
		return s.RevoluteSeparation(bodies, slot).Length(), angular
	case joint.KindGear:
		return 0, s.GearSeparation(bodies, slot)
	case joint.KindCustom, state.JointCompanion:
		return 0, 0
	}
	now := *s.GenericAt(l.Data)
	now.UpdateAngles(bodies, l)
	coordinates := now.Coordinates(bodies, l)
	now.AdvanceRatchet(coordinates[0])
	for i := range now.Scalars {
		x := &now.Scalars[i]
		e := 0.0
		if x.Features&state.FeatureLimit != 0 {
			e = beyond(coordinates[i], x.Lower, x.Upper)
		}
		if x.Features&state.FeatureHold != 0 {
			e = coordinates[i] - x.Target
		}
		if x.Angular {
			angular += e
		} else {
			linear += math.Abs(e)
		}
	}
	if now.Block.On && !now.Block.Spring {
		e, angularError := blockSeparation(&now, measureNow(s, bodies, slot), coordinates[0])
		linear = math.Sqrt(float64(linear*linear) + float64(e*e))
		angular += angularError
	}
	return linear, angular
}

// blockSeparation returns the error of the rigid part of a joint.
func blockSeparation(b *state.GenericJoint, w Generic, value float64) (linear, angular float64) {
	if w.geometry.HoldsLength() {
		return math.Abs(value - b.Reference), 0
	}
	x, y := float64(w.Block.Err[0]), 0.0
	if b.Block.Linear == 2 {
		y = float64(w.Block.Err[1])
	}
	if b.Block.N > b.Block.Linear {
		angular = b.Angle - b.Reference
	}
	return math.Sqrt(float64(x*x) + float64(y*y)), angular
}

// beyond returns the distance of x above upper, or below lower as a negative number.
func beyond(x, lower, upper float64) float64 { return max(x-upper, 0) + min(x-lower, 0) }
