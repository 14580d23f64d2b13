package continuous

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// Bodies that are moved after their sweeps: their joints did not fit where sweeps had stopped some
// of them.

// AppendStopped appends the rows of the bodies that sweeps have stopped in the tick, in ascending
// order.
func (s *Stage) AppendStopped(dst []state.BodyRow) []state.BodyRow {
	for i := range s.traversed.segments {
		if row := s.traversed.segments[i].row; i == 0 || row != s.traversed.segments[i-1].row {
			dst = append(dst, row)
		}
	}
	return dst
}

// SweepAgain sweeps bodies from their poses at the start of the tick to their present poses, to
// which they were moved after their sweeps. Before the stage Bullets, bullets are left to it. After
// it, dynamic bodies do not stop them.
func (s *Stage) SweepAgain(bodies []state.MovedBody) {
	s.takeQueries(1)
	q := s.queries[0]
	for i := range bodies {
		row := bodies[i].Row
		m := &s.p.Bodies.Motion[row]
		first, stopped := s.firstSegment(row)
		if !stopped {
			s.removeLostGravity(&bodies[i])
		}
		if s.HasBullets() && m.StepFlags&state.StepFlagBullet != 0 {
			continue
		}
		m.StepFlags |= state.StepFlagFast
		q.again = stopped
		q.sweepBody(fastBody{row: row}, s.pathOf(row))
		for ; first < len(s.traversed.segments) && s.traversed.segments[first].row == row; first++ {
			s.traversed.segments[first].dropped = true
		}
	}
	q.again = false
	n := 0
	for i := range s.traversed.segments {
		if t := &s.traversed.segments[i]; !t.dropped {
			s.traversed.segments[n] = *t
			n++
		}
	}
	s.traversed.segments = s.traversed.segments[:n]
	s.gatherTraversed()
	s.giveQueries()
}

// removeLostGravity removes the velocity that gravity gave a body in the part of the tick that it
// has lost: it was moved back along its motion. With that velocity it would gain energy.
func (s *Stage) removeLostGravity(b *state.MovedBody) {
	v := &s.p.Bodies.State[b.Row]
	velocity := geom.Vec2{X: float64(v.VX), Y: float64(v.VY)}
	perTick, lost := float64(velocity.Dot(velocity)*s.p.Timestep), b.From.P.Sub(s.p.Bodies.Pose[b.Row].P).Dot(velocity)
	if !(lost > 0 && perTick > 0) {
		return
	}
	gravity := s.gravityPerTick(b.Row).Mul(min(lost/perTick, 1) * float64(s.p.Bodies.Dynamics[b.Row].GravityScale))
	v.SetVelocity(v.VX-float32(gravity.X), v.VY-float32(gravity.Y), v.W)
	v.LimitSpeed(s.MaxSpeed)
}

// pathOf returns the empty path of a body that is swept again, or nil if no bullet may meet it.
func (s *Stage) pathOf(row state.BodyRow) *motionPath {
	if !s.HasBullets() {
		return nil
	}
	i := 0
	for i < len(s.fast) && s.fast[i].row != row {
		i++
	}
	if i == len(s.fast) {
		s.fast = append(s.fast, fastBody{row: row})
		if i == len(s.paths) {
			s.paths = append(s.paths, motionPath{})
		}
	}
	path := &s.paths[i]
	path.row, path.n = row, 0
	return path
}
