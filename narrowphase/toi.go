package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// ImpactState is the outcome of a search for the time of impact.
type ImpactState uint8

// The states.
const (
	Separated     ImpactState = iota // the shapes never come as near as the target
	ReachedTarget                    // the shapes come as near as the target at Time
	Overlapped                       // the shapes are nearer than the target when the motion starts
	Failed                           // the bound on iterations was reached: the shapes are not nearer than the target up to Time
)

// Impact is the result of TimeOfImpact. Point and Normal are in the outer frame, the
// frame of the sweeps.
type Impact struct {
	State      ImpactState
	Time       float64   // fraction of the motion; 1 when Separated, 0 when Overlapped
	Distance   float64   // signed, at Time, m
	Point      geom.Vec2 // half way between the closest points at Time
	Normal     geom.Vec2 // unit, from A to B; zero when Separated
	Iterations int       // distances that were measured
	AxisTests  int       // separations that were measured along a fixed axis
}

// maxImpactSteps bounds the number of distances measured in one search. Only motions that
// stay a little above the tolerance for long reach it.
const maxImpactSteps = 512

// TimeOfImpact returns when two moving and rotating shapes first come as near as the target: a
// signed distance (m) between their surfaces, which the search finds with a precision of tolerance
// (m, positive). Up to Time the shapes are never nearer than the target. If the target exceeds zero
// by more than the tolerance, they stay apart. If the target is negative, the skins of both shapes
// together must be thicker than its magnitude.
//
// A chain segment stops only shapes that start in front of it.
//
// The search is conservative advancement. At a time when the shapes are apart it takes an axis that
// separates them and steps to the time at which the separation along that axis can first have
// fallen to the target. Let f0 and f1 be two measured separations, a time h apart. The separation
// between them is no less than the straight line from one to the other less M u (h - u) / 2, where
// u is the time since f0 and M the largest second derivative of any pair of points' separation (see
// curvatureBound). So a step is proven safe. Near the impact h is small, the bound is nearly the
// secant, and convergence is faster than linear. The axis may be fixed, rotate with A or rotate
// with B. The search takes the axis that allows the longest step: the normal of a face that rotates
// with its body is a good axis for a long time.
func TimeOfImpact(a shape.Convex, sweepA *Sweep, b shape.Convex, sweepB *Sweep, target, tolerance float64) Impact {
	s := impactSearch{
		a: a, b: b, motion: newRelativeMotion(sweepA, sweepB),
		target: target, reachA: anyCoordinateBound(a), reachB: anyCoordinateBound(b),
	}
	var r Impact
	var cache Cache
	var d Result
	for r.Iterations < maxImpactSteps {
		pose := s.motion.pose(r.Time)
		if r.Iterations == 0 && startsBehindChain(a, b, &pose) {
			return Impact{State: Separated, Time: 1}
		}
		signedDistance(&d, a, b, &pose, &cache, true)
		r.Iterations++
		poseA := sweepA.At(r.Time)
		r.Distance = d.Distance
		r.Point = poseA.Apply(d.PointA.Lerp(d.PointB, 0.5))
		r.Normal = poseA.R.Apply(d.Normal)
		if d.Distance <= target+tolerance {
			r.State = ReachedTarget
			if r.Time == 0 && d.Distance < target {
				r.State = Overlapped
			}
			return r
		}
		step := s.advance(r.Time, s.motion.rotationA(r.Time).Apply(d.Normal), d.Distance-target)
		r.AxisTests = s.axisTests
		if r.Time += step; r.Time >= 1 {
			return Impact{State: Separated, Time: 1, Iterations: r.Iterations, AxisTests: r.AxisTests}
		}
	}
	r.State = Failed
	return r
}

type impactSearch struct {
	a, b           shape.Convex
	motion         relativeMotion
	target         float64
	reachA, reachB float64
	axisTests      int
}

// advance returns the longest step from t that is proven safe by one of the rates at which
// the axis may rotate. The separation at t is gap above the target.
func (s *impactSearch) advance(t float64, n geom.Vec2, gap float64) float64 {
	axisRates := [3]float64{0, s.motion.angleA, s.motion.angleB}
	best := 0.0
	for i, w := range axisRates {
		if (i > 0 && w == axisRates[0]) || (i > 1 && w == axisRates[1]) || !s.axisMayTurn(w) {
			continue
		}
		if best = max(best, s.safeStep(t, n, w, gap, best)); t+best >= 1 {
			break
		}
	}
	return best
}

// axisMayTurn reports whether an axis may rotate at rate w: with a half-plane it must remain
// the plane's normal, because the plane is unbounded along every other axis.
func (s *impactSearch) axisMayTurn(w float64) bool {
	if s.a.Kind == shape.KindHalfPlane {
		return w == s.motion.angleA
	}
	if s.b.Kind == shape.KindHalfPlane {
		return w == s.motion.angleB
	}
	return true
}

// safeStep returns the longest step found with an axis that rotates at rate w. It tries the rest of
// the motion first, and then twice the step that was proven safe, for which the curvature term is
// at most a quarter of the previous one.
func (s *impactSearch) safeStep(t float64, n geom.Vec2, w, gap, minStep float64) float64 {
	m := s.motion.curvatureBound(t, w, s.reachA, s.reachB)
	h, best := 1-t, 0.0
	for range 4 {
		s.axisTests++
		end := s.separation(t+h, rotated(geom.Rot{C: n.X, S: n.Y}, float64(w*h)).X()) - s.target
		safe := float64(h * firstRoot(gap, end, float64(m*float64(h*h)/2)))
		if safe <= best {
			break
		}
		best = safe
		if best >= h {
			break
		}
		if h = min(2*best, float64(0.5*h)); h <= minStep {
			break
		}
	}
	return best
}

// firstRoot returns the largest u in [0, 1] up to which
//
//	gap (1 - u) + end u - curvature u (1 - u)
//
// stays positive, for gap > 0 and curvature >= 0.
func firstRoot(gap, end, curvature float64) float64 {
	slope := end - gap - curvature
	root := float64(slope*slope) - float64(4*float64(curvature*gap))
	if slope >= 0 || root < 0 {
		return 1
	}
	return min(1, 2*gap/(math.Sqrt(root)-slope))
}

// separation returns how far the shapes are apart along the axis n at time t:
// negative if their projections overlap.
func (s *impactSearch) separation(t float64, n geom.Vec2) float64 {
	sum := n.Dot(s.motion.offset(t))
	return sum + s.minProjection(s.b, s.motion.rotationB(t).ApplyInverse(n)) + s.minProjection(s.a, s.motion.rotationA(t).ApplyInverse(n.Neg()))
}

// minProjection returns the least projection of a shape on the axis n, both in the shape's
// frame.
func (s *impactSearch) minProjection(c shape.Convex, n geom.Vec2) float64 {
	if c.Kind == shape.KindHalfPlane {
		return n.Dot(c.A) // n is minus its normal
	}
	p, _ := c.CoreSupport(n.Neg())
	return n.Dot(p) - c.Radius
}
