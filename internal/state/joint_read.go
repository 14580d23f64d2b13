package state

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
)

// Coordinate returns the present coordinate i of a generic joint, such as the length of a distance
// joint, or the translation (0) and angle (1) of a wheel.
func (s *Joints) Coordinate(bodies *Bodies, slot JointSlot, i int) float64 {
	l := &s.Link[s.Rows[slot]]
	now := *s.GenericOf(slot)
	now.UpdateAngles(bodies, l)
	return now.Coordinates(bodies, l)[i]
}

// MotorForce returns the force of the motor of coordinate i in the last sub-step, N or N m.
func (s *Joints) MotorForce(slot JointSlot, i int) float64 {
	b := s.GenericOf(slot)
	return float64(b.ScalarImpulses[i].MotorImpulse * b.InvH)
}

// SpringForce returns the force of the spring of coordinate i in the last sub-step, N or N m.
func (s *Joints) SpringForce(slot JointSlot, i int) float64 {
	b := s.GenericOf(slot)
	return float64(b.ScalarImpulses[i].SpringImpulse * b.InvH)
}

// Anchors returns the points at which a joint holds its first two bodies, in the world; for a
// joint without such points, the centres of mass.
func (s *Joints) Anchors(bodies *Bodies, slot JointSlot) (onA, onB geom.Vec2) {
	l := &s.Link[s.Rows[slot]]
	var a, b geom.Vec2
	switch l.Kind {
	case joint.KindRevolute:
		a, b = s.RevolutePoints[l.Data].Anchors()
	case joint.KindGear, joint.KindCustom, JointCompanion:
	default:
		r := s.generics.at(l.Data)
		a, b = r.AnchorA, r.AnchorB
	}
	return bodies.Pose[bodies.Rows[l.BodyA]].Apply(a), bodies.Pose[bodies.Rows[l.BodyB]].Apply(b)
}

// InArticulation reports whether a joint is solved in an articulation, as of the last solve.
func (s *Joints) InArticulation(slot JointSlot) bool {
	return s.Link[s.Rows[slot]].Flags&JointInArticulation != 0
}
