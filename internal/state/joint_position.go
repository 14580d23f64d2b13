package state

import (
	"math"

	"github.com/carom2d/carom/geom"
)

func (r *RevolutePoint) Anchors() (onA, onB geom.Vec2) {
	return geom.Vec2{X: r.Ax, Y: r.Ay}, geom.Vec2{X: r.Bx, Y: r.By}
}

// RelativeRotation returns the rotation from the joint's frame in A to the joint's frame in B,
// given the rotations of the bodies.
func (r *RevolutePoint) RelativeRotation(a, b geom.Rot) geom.Rot {
	return a.InverseMul(b).Mul(geom.Rot{C: r.C, S: r.S})
}

// UnwrappedAngle returns the present angle, as the continuation of the last angle.
func (r *RevolutePoint) UnwrappedAngle(bodies *Bodies, l *JointLink) float64 {
	qa := bodies.Pose[bodies.Rows[l.BodyA]].R
	qb := bodies.Pose[bodies.Rows[l.BodyB]].R
	return Unwrap(r.RelativeRotation(qa, qb).Angle(), r.Angle)
}

// Unwrap returns the angle nearest to last that differs from x by whole turns.
func Unwrap(x, last float64) float64 {
	const fullTurn = 2 * math.Pi
	return x + float64(fullTurn*math.Floor((last-x)/fullTurn+0.5))
}

// NearestQuarterTurn returns the multiple of a right angle nearest to a rotation. It is enough for
// counting whole turns, without an arc tangent for every joint in every tick.
func NearestQuarterTurn(q geom.Rot) float64 {
	switch {
	case q.C >= math.Abs(q.S):
		return 0
	case -q.C >= math.Abs(q.S):
		return math.Pi
	case q.S > 0:
		return math.Pi / 2
	default:
		return -math.Pi / 2
	}
}
