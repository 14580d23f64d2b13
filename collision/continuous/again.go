package continuous

import (
	"slices"

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
// which they were moved after their sweeps. Bullets are left to the stage Bullets.
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
		if m.StepFlags&state.StepFlagBullet != 0 {
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
	s.traversed.segments = slices.DeleteFunc(s.traversed.segments, func(t traversedSegment) bool { return t.dropped })
	s.gatherTraversed()
	s.giveQueries()
}

// removeLostGravity removes the velocity that gravity gave a body in the part of the tick that it
// has lost: it was moved back along its motion. With that velocity it would gain energy.
func (s *Stage) removeLostGravity(b *state.MovedBody) {
	v, back := &s.p.Bodies.State[b.Row], b.From.P.Sub(s.p.Bodies.Pose[b.Row].P)
	vx, vy := float64(v.VX), float64(v.VY)
	perTick := float64(float64(vx*vx)+float64(vy*vy)) * s.p.Timestep
	lost := float64(back.X*vx) + float64(back.Y*vy)
	if !(lost > 0 && perTick > 0) {
		return
	}
	gravity := s.gravityPerTick(b.Row).Mul(min(lost/perTick, 1) * float64(s.p.Bodies.Dynamics[b.Row].GravityScale))
	v.SetVelocity(v.VX-float32(gravity.X), v.VY-float32(gravity.Y), v.W)
	v.LimitSpeed(s.MaxSpeed)
}

// pathOf returns the empty path of a body that is swept again, or nil if no bullet may meet it.
func (s *Stage) pathOf(row state.BodyRow) *motionPath {
	if len(s.bullets) == 0 {
		return nil
	}
	i := slices.IndexFunc(s.fast, func(b fastBody) bool { return b.row == row })
	if i < 0 {
		i = len(s.fast)
		s.fast = append(s.fast, fastBody{row: row})
		if i == len(s.paths) {
			s.paths = append(s.paths, motionPath{})
		}
	}
	path := &s.paths[i]
	path.row, path.n = row, 0
	return path
}
