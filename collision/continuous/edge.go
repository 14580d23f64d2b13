package continuous

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
)

// Motion around an edge.
//
// The normal at an edge turns with the body that touches the edge. In a tick the solver knows only
// the normal at the beginning of the tick, so a body that turns fast or is pulled by joints soon
// enters the obstacle, and the slide along the surface ends where the normal turns by a degree. The
// sweep of every tick would stop the body where the tick began: the body would keep its place for
// many ticks at full speed, and its joints would part. So the body goes on around the edge.

// wasTouched reports whether a body touched a static or kinematic collider at the beginning of the
// tick.
func (s *Stage) wasTouched(row state.BodyRow, collider uint32) bool {
	for i := s.firstTouched[row]; i != 0; i = s.touched[i].link {
		if s.isOf(s.touched[i].contact, collider) {
			return true
		}
	}
	return false
}

// distance returns the distance of two colliders, an obstacle and a moving one, in the given poses
// of their bodies. Its points are in the obstacle's frame, and its normal is in the world.
func (s *Stage) distance(other, self state.ColliderSlot, obstacle, moving geom.Transform) narrowphase.Result {
	pose := obstacle.InverseMul(moving)
	d := narrowphase.SignedDistance(s.p.Shapes.Convex(other), s.p.Shapes.Convex(self), &pose, nil)
	d.Normal = obstacle.R.Apply(d.Normal)
	return d
}

// maxTurn bounds the rotation of a sweep, in radians: less than half a turn.
const maxTurn = 3

// motionAround returns the motion of a body after a hit on an edge at rest: the remaining motion,
// changed like a velocity by an impulse at the edge, so that the point there does not approach.
func (s *Stage) motionAround(row state.BodyRow, motion *motionSegment, hit *ccdHit) motionSegment {
	from, obstacle := motion.at(hit.time), &hit.obstacleMotion.Sweep.End
	d := s.distance(state.ColliderSlot(hit.collider), hit.moving, *obstacle, from)
	n, lever := d.Normal, obstacle.Apply(d.PointA.Lerp(d.PointB, 0.5)).Sub(from.P).Cross(d.Normal)
	move, angle := motion.Sweep.End.P.Sub(from.P), from.R.InverseMul(motion.Sweep.End.R).Angle()
	dynamics, flags := &s.p.Bodies.Dynamics[row], s.p.Bodies.State[row].Flags
	linear, angular := n.Mul(float64(dynamics.InvMass)), float64(float64(dynamics.InvInertia)*lever)
	if flags&state.FlagLockX != 0 {
		linear.X = 0
	}
	if flags&state.FlagLockY != 0 {
		linear.Y = 0
	}
	approach := move.Dot(n) + float64(angle*lever)
	if response := linear.Dot(n) + float64(angular*lever); approach < 0 && response > 0 {
		impulse := -approach / response
		move = move.MulAdd(impulse, linear)
		angle += float64(impulse * angular)
		if math.Abs(angle) > maxTurn {
			angle = math.Copysign(maxTurn, angle)
		}
	}
	end := geom.Transform{P: from.P.Add(move), R: geom.RotFromAngle(angle).Mul(from.R)}
	return motionSegment{Segment: Segment{hit.time, 1, narrowphase.Sweep{Start: from, End: end}}, around: true}
}
