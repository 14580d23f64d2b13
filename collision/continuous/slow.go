package continuous

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// Slow bodies that enter something static.
//
// A body that moves by less than half of its MinExtent cannot jump over anything, but it
// may end the tick deep in something of which the contacts did not know when the tick
// began, or which it hit so hard that the few sub-steps of a tick could not stop it. Such
// bodies are swept too, all of their colliders against all obstacles. They are found by
// their contacts with static and kinematic bodies, and by a speed at which there may be no
// contact yet.

// findSlow marks the bodies whose contacts may have ended deep in something static.
func (s *Stage) findSlow() {
	p := s.p
	s.near.ClearAll()
	s.near.Grow(p.Bodies.Awake())
	for r := range p.Contacts.Awake() {
		pair := &p.Contacts.Pair[r]
		if pair.Flags&state.ContactStaticPair == 0 {
			continue
		}
		row, other := p.Bodies.Rows[pair.BodyB], p.Bodies.Rows[pair.BodyA]
		if p.Bodies.State[row].Flags&state.FlagDynamic == 0 {
			row, other = other, row
		}
		if pair.Flags&state.ContactTouching != 0 {
			if s.hitHard(&p.Contacts.Solver[r]) {
				s.near.Set(uint32(row))
			}
		} else if s.movedFar(&p.Bodies.State[row]) || s.movedFar(&p.Bodies.State[other]) {
			if s.mayHaveEntered(pair, &p.Contacts.Cache[r]) {
				s.near.Set(uint32(row))
			}
		}
	}
}

// hitHard reports whether a point of contact came so fast that without the contact it
// would have ended the tick deeper than two slops.
func (s *Stage) hitHard(sc *state.SolverContact) bool {
	for i := range sc.Count {
		q := &sc.Points[i]
		if float64(q.Separation)+float64(float64(q.NormalVelocity)*s.p.Timestep) < -2*s.p.Tolerance.Slop {
			return true
		}
	}
	return false
}

// movedFar reports whether a body is so fast that it moves by more than the range of
// contacts in a tick.
func (s *Stage) movedFar(b *state.BodyState) bool {
	limit := s.p.Tolerance.Speculative / s.p.Timestep
	vx, vy := float64(b.VX), float64(b.VY)
	return float64(vx*vx)+float64(vy*vy) > float64(limit*limit)
}

// mayHaveEntered reports whether a pair that was out of the range of contacts when the
// tick began may overlap at its end.
func (s *Stage) mayHaveEntered(pair *state.ContactPair, cache *state.ManifoldCache) bool {
	bodies := s.p.Bodies
	rel := bodies.Pose[bodies.Rows[pair.BodyA]].InverseMul(bodies.Pose[bodies.Rows[pair.BodyB]])
	moved, rot := rel.P.Sub(cache.Pose.P), cache.Pose.R.InverseMul(rel.R)
	bound := cache.SeparationBound()
	gap := float64(bound.AllowedMotion) + (s.p.Tolerance.Speculative - s.p.Tolerance.Slop)
	return !(rot.C > 0.97 && moved.Length()+float64(math.Abs(rot.S)*float64(bound.Reach)) <= gap)
}

// leavesBox reports whether a body moves so far in a tick that its boxes, which cover a
// part of the motion to come, may not have met what it hit.
func (s *Stage) leavesBox(b *state.BodyState, m *state.BodyMotion) bool {
	limit := min(3*s.p.Tolerance.Margin, 0.375*float64(m.MinExtent)) / s.p.Timestep
	v := geom.Vec2{X: float64(b.VX), Y: float64(b.VY)}
	return v.LengthSquared() > float64(limit*limit)
}
