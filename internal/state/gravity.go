package state

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/step"
)

// BodyGravity is the acceleration of gravity of a body with StepFlagOwnGravity, m/s^2, before the
// factor of the body. It is the body's own gravity or, during a tick, the gravity with the effects
// of areas.
type BodyGravity struct{ X, Y float32 }

// Length returns the magnitude.
func (g BodyGravity) Length() float32 {
	return float32(math.Sqrt(float64(float32(g.X*g.X) + float32(g.Y*g.Y))))
}

// GravityOf returns the acceleration with which gravity acts on a body, m/s^2.
func (s *Bodies) GravityOf(row BodyRow, p *step.Params) (x, y float32) {
	scale := s.Dynamics[row].GravityScale
	if p.HasOwnGravity && s.Motion[row].StepFlags&StepFlagOwnGravity != 0 {
		g := s.OwnGravityAt(row)
		return float32(g.X * scale), float32(g.Y * scale)
	}
	return float32(p.GravityX * scale), float32(p.GravityY * scale)
}

// GravityWithoutAreas returns the gravity of a body, m/s^2: its own, or else the world's.
func (s *Bodies) GravityWithoutAreas(slot BodySlot, world geom.Vec2) geom.Vec2 {
	if m := &s.Meta[slot]; m.HasOwnGravity {
		return m.OwnGravity
	}
	return world
}

// ResetGravity brings the gravity of a body, as the stages read it, to that without areas.
func (s *Bodies) ResetGravity(slot BodySlot) {
	m, row := &s.Meta[slot], s.Row(slot)
	s.SetOwnGravityAt(row, BodyGravity{X: float32(m.OwnGravity.X), Y: float32(m.OwnGravity.Y)})
	if m.HasOwnGravity {
		s.Motion[row].StepFlags |= StepFlagOwnGravity
	} else {
		s.Motion[row].StepFlags &^= StepFlagOwnGravity
	}
}
