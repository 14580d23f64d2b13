package state

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
)

// countedCos is the cosine of the rotation in a tick up to which the angle of a revolute joint is
// found again by its nearest right angle: an eighth of a turn of each body.
const countedCos = 0.70710678

// CountTurns advances the angles of revolute joints whose bodies turn so far in this tick, dt
// seconds, that the final angle alone would not give the number of turns. Other kinds follow their
// angles in every sub-step. It is called between the last sub-step and the new poses.
func (s *Joints) CountTurns(bodies *Bodies, dt float32) {
	states := bodies.State[:bodies.Awake()]
	for row := range states { // for each body, so the way to the next one is short
		if turnsFar(&states[row], dt) {
			s.countTurnsOf(bodies, bodies.Slots[row], dt)
		}
	}
}

// countTurnsOf does this for the joints of a body that turns far.
func (s *Joints) countTurnsOf(bodies *Bodies, slot BodySlot, dt float32) {
	for key := bodies.Meta[slot].FirstJoint; key != None; key = s.Next(key) {
		l := &s.Link[s.Rows[key>>1]]
		if l.Kind != joint.KindRevolute || l.Flags&JointLinked == 0 {
			continue
		}
		if key&1 != 0 && bodies.turnOf(BodySlot(l.BodyA), dt, true) != 0 {
			continue // A turns far too, and counts for both
		}
		s.RevolutePoints[l.Data].Angle += bodies.turnOf(BodySlot(l.BodyB), dt, false) - bodies.turnOf(BodySlot(l.BodyA), dt, false)
	}
}

// turnsFar reports whether a body turns by more than an eighth of a turn in this tick.
func turnsFar(b *BodyState, dt float32) bool {
	turn := float32(b.W * dt)
	return b.DC < countedCos || turn > math.Pi/4 || turn < -math.Pi/4
}

// turnOf returns the angle by which a body has turned since the tick began: of the possible angles
// the nearest to the angle of its present spin. With farOnly it is zero for a body that does not
// turn far.
func (s *Bodies) turnOf(slot BodySlot, dt float32, farOnly bool) float64 {
	row := s.Rows[slot]
	if int(row) >= s.Awake() {
		return 0
	}
	b := &s.State[row]
	if farOnly && !turnsFar(b, dt) {
		return 0
	}
	angle := geom.Atan2(float64(b.DS), float64(b.DC))
	if turn := float64(float32(b.W * dt)); turn > math.Pi || turn < -math.Pi {
		return Unwrap(angle, turn)
	}
	return angle
}
