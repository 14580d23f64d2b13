package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// Sweep is the motion of a frame during one step: a straight line at constant
// speed, and a turn at constant rate about the origin of the frame, the shorter
// way around, so by less than half a turn. For a body that origin is the centre
// of mass.
type Sweep struct {
	Start, End geom.Transform
}

// Still returns the sweep of what does not move.
func Still(t geom.Transform) Sweep { return Sweep{t, t} }

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
		R: turned(s.Start.R, float64(fraction*s.angle())),
	}
}

// angle returns how far the frame turns, in radians, counter-clockwise positive.
func (s *Sweep) angle() float64 { return s.Start.R.InverseMul(s.End.R).Angle() }

func turned(q geom.Rot, angle float64) geom.Rot {
	if angle == 0 {
		return q
	}
	return geom.RotFromAngle(angle).Mul(q)
}

// relative is the motion of two frames against each other in the axes of the outer
// frame, which keeps its digits however far from the origin it happens.
type relative struct {
	from, to       geom.Vec2 // from the origin of A to that of B, at start and end
	rotA, rotB     geom.Rot  // at the start
	angleA, angleB float64   // turned in all
}

func newRelative(a, b *Sweep) relative {
	return relative{
		from: b.Start.P.Sub(a.Start.P), to: b.End.P.Sub(a.End.P),
		rotA: a.Start.R, rotB: b.Start.R,
		angleA: a.angle(), angleB: b.angle(),
	}
}

func (m *relative) offset(t float64) geom.Vec2 { return m.from.Lerp(m.to, t) }
func (m *relative) a(t float64) geom.Rot       { return turned(m.rotA, float64(t*m.angleA)) }
func (m *relative) b(t float64) geom.Rot       { return turned(m.rotB, float64(t*m.angleB)) }

// pose returns the pose of B in A's frame.
func (m *relative) pose(t float64) geom.Transform {
	a := m.a(t)
	return geom.Transform{P: a.ApplyInverse(m.offset(t)), R: a.InverseMul(m.b(t))}
}

// curvature bounds how fast the rate of change of the separation along an axis
// changes, for the rest of the motion from t on. The axis turns at its own rate w
// (radians per motion), and reachA and reachB are the radii of the shapes about
// their frames' origins. With n the axis and c the way between the origins,
// straight at velocity v, the separation is the least over all pairs of points of
//
//	n . c + n . b - n . a
//
// whose second derivatives are at most w^2 |c| + 2 |w| |v|, (wB - w)^2 reachB and
// (wA - w)^2 reachA.
func (m *relative) curvature(t, w, reachA, reachB float64) float64 {
	far := math.Sqrt(max(m.offset(t).LengthSquared(), m.to.LengthSquared()))
	speed := m.to.Distance(m.from)
	return float64(w*w*far) + float64(2*math.Abs(w)*speed) +
		float64((m.angleB-w)*(m.angleB-w)*reachB) + float64((m.angleA-w)*(m.angleA-w)*reachA)
}
