package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// Sweep is the motion of a frame during one step: a translation at constant velocity and a rotation
// at constant rate about the origin of the frame. The rotation is the shorter of the two possible
// rotations, less than half a turn. The origin of a body's frame is its centre of mass.
type Sweep struct {
	Start, End geom.Transform
}

// StaticSweep returns the sweep of a frame that does not move.
func StaticSweep(t geom.Transform) Sweep { return Sweep{t, t} }

// At returns the pose at a fraction of the motion, exact at both ends.
func (s *Sweep) At(fraction float64) geom.Transform {
	switch fraction {
	case 0:
		return s.Start
	case 1:
		return s.End
	}
	return geom.Transform{
		P: s.Start.P.Lerp(s.End.P, fraction),
		R: rotated(s.Start.R, float64(fraction*s.angle())),
	}
}

// angle returns the angle of the rotation, in radians, counter-clockwise positive.
func (s *Sweep) angle() float64 {
	if s.Start.R == s.End.R {
		return 0 // as the arctangent
	}
	return s.Start.R.InverseMul(s.End.R).Angle()
}

func rotated(q geom.Rot, angle float64) geom.Rot {
	if angle == 0 {
		return q
	}
	return geom.RotFromAngle(angle).Mul(q)
}

// relativeMotion is the motion of two frames against each other in the axes of the outer
// frame. It keeps its digits at any distance from the origin.
type relativeMotion struct {
	start, end           geom.Vec2 // from the origin of A to the origin of B, at start and end
	startRotA, startRotB geom.Rot  // at the start
	angleA, angleB       float64   // of the whole rotations
}

func newRelativeMotion(a, b *Sweep) relativeMotion {
	return relativeMotion{
		start: b.Start.P.Sub(a.Start.P), end: b.End.P.Sub(a.End.P),
		startRotA: a.Start.R, startRotB: b.Start.R,
		angleA: a.angle(), angleB: b.angle(),
	}
}

func (m *relativeMotion) offset(t float64) geom.Vec2 { return m.start.Lerp(m.end, t) }
func (m *relativeMotion) rotationA(t float64) geom.Rot {
	return rotated(m.startRotA, float64(t*m.angleA))
}
func (m *relativeMotion) rotationB(t float64) geom.Rot {
	return rotated(m.startRotB, float64(t*m.angleB))
}

// pose returns the pose of B in A's frame.
func (m *relativeMotion) pose(t float64) geom.Transform {
	a := m.rotationA(t)
	return geom.Transform{P: a.ApplyInverse(m.offset(t)), R: a.InverseMul(m.rotationB(t))}
}

// curvatureBound bounds the second derivative of the separation along an axis, for the rest
// of the motion from t on. The axis rotates at its own rate w (radians per motion), and
// reachA and reachB are the radii of the shapes about their frames' origins. Let n be the
// axis and c the vector between the origins, which changes at the constant velocity v.
// The separation is the least over all pairs of points of
//
//	n . c + n . b - n . a
//
// whose second derivatives are at most w^2 |c| + 2 |w| |v|, (wB - w)^2 reachB and
// (wA - w)^2 reachA.
func (m *relativeMotion) curvatureBound(t, w, reachA, reachB float64) float64 {
	maxDistance := math.Sqrt(max(m.offset(t).LengthSquared(), m.end.LengthSquared()))
	speed := m.end.Distance(m.start)
	return float64(w*w*maxDistance) + float64(2*math.Abs(w)*speed) +
		float64((m.angleB-w)*(m.angleB-w)*reachB) + float64((m.angleA-w)*(m.angleA-w)*reachA)
}
