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
// angles in every sub-step. It is called between the last sub-step and the new poses, for the awake
// bodies from row lo up to hi. Calls for other rows may run at the same time: a joint of two bodies
// that turn far counts with body A alone.
func (s *Joints) CountTurns(bodies *Bodies, lo, hi int, dt float32) {
	states := bodies.State[lo:hi]
	for i := range states { // for each body, so the way to the next one is short
		if turnsFar(&states[i], dt) {
			s.countTurnsOf(bodies, bodies.Slots[lo+i], dt)
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
		if a := int(bodies.Rows[l.BodyA]); key&1 != 0 && a < bodies.Awake() && turnsFar(&bodies.State[a], dt) {
			continue // A counts for both
		}
		s.RevolutePoints[l.Data].Angle += bodies.turnOf(BodySlot(l.BodyB), dt) - bodies.turnOf(BodySlot(l.BodyA), dt)
	}
}

// turnsFar reports whether a body turns by more than an eighth of a turn in this tick.
func turnsFar(b *BodyState, dt float32) bool {
	turn := float32(b.W * dt)
	return b.DC < countedCos || turn > math.Pi/4 || turn < -math.Pi/4
}

// turnOf returns the angle by which a body has turned since the tick began: of the possible angles
// the nearest to the angle of its present spin.
func (s *Bodies) turnOf(slot BodySlot, dt float32) float64 {
	row := s.Rows[slot]
	if int(row) >= s.Awake() {
		return 0
	}
	b := &s.State[row]
	angle := geom.Atan2(float64(b.DS), float64(b.DC))
	if turn := float64(float32(b.W * dt)); turn > math.Pi || turn < -math.Pi {
		return Unwrap(angle, turn)
	}
	return angle
}
