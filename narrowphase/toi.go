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
	var s ImpactSearch
	s.Init(a, sweepA, b, sweepB)
	return s.TimeOfImpact(target, tolerance)
}

// ImpactSearch is one motion of two shapes, for several searches for the time of impact. The
// distance at the start and the angles of the motion are computed once.
type ImpactSearch struct {
	_              [0]func() // not comparable, so no program has code for a comparison
	a, b           shape.Convex
	sweepA         Sweep
	motion         relativeMotion
	reachA, reachB float64
	start          Result
	startCache     Cache // after the measurement of start
	measured       bool  // start holds the distance

	// Of the present search.
	target    float64
	axisTests int
}

// Init makes s the search of a motion.
func (s *ImpactSearch) Init(a shape.Convex, sweepA *Sweep, b shape.Convex, sweepB *Sweep) {
	s.a, s.b, s.sweepA, s.motion = a, b, *sweepA, newRelativeMotion(sweepA, sweepB)
	s.reachA, s.reachB = anyCoordinateBound(a), anyCoordinateBound(b)
	s.startCache, s.measured = Cache{}, false
}

// StartDistance returns the signed distance at the start of the motion.
func (s *ImpactSearch) StartDistance() *Result {
	if !s.measured {
		pose := s.motion.pose(0)
		signedDistance(&s.start, s.a, s.b, &pose, &s.startCache, true)
		s.measured = true
	}
	return &s.start
}

// TimeOfImpact is the function TimeOfImpact for the motion of the search.
func (s *ImpactSearch) TimeOfImpact(target, tolerance float64) (r Impact) {
	if pose := s.motion.pose(0); startsBehindChain(s.a, s.b, &pose) {
		return Impact{State: Separated, Time: 1}
	}
	s.target, s.axisTests = target, 0
	d, cache, time := *s.StartDistance(), s.startCache, 0.0
	for r.Iterations = 1; ; r.Iterations++ {
		if d.Distance <= target+tolerance {
			r.State = ReachedTarget
			if time == 0 && d.Distance < target {
				r.State = Overlapped
			}
			break
		}
		step := s.advance(time, s.motion.rotationA(time).Apply(d.Normal), d.Distance-target)
		r.AxisTests = s.axisTests
		if r.Time = time + step; r.Time >= 1 {
			return Impact{State: Separated, Time: 1, Iterations: r.Iterations, AxisTests: r.AxisTests}
		}
		if r.Iterations == maxImpactSteps {
			r.State = Failed
			break
		}
		time = r.Time
		pose := s.motion.pose(time)
		signedDistance(&d, s.a, s.b, &pose, &cache, true)
	}
	poseA := s.sweepA.At(time)
	r.Distance, r.Point, r.Normal = d.Distance, poseA.Apply(d.PointA.Lerp(d.PointB, 0.5)), poseA.R.Apply(d.Normal)
	return r
}

// advance returns the longest step from t that is proven safe by one of the rates at which
// the axis may rotate. The separation at t is gap above the target.
func (s *ImpactSearch) advance(t float64, n geom.Vec2, gap float64) float64 {
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
func (s *ImpactSearch) axisMayTurn(w float64) bool {
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
func (s *ImpactSearch) safeStep(t float64, n geom.Vec2, w, gap, minStep float64) float64 {
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
func (s *ImpactSearch) separation(t float64, n geom.Vec2) float64 {
	sum := n.Dot(s.motion.offset(t))
	return sum + s.minProjection(s.b, s.motion.rotationB(t).ApplyInverse(n)) + s.minProjection(s.a, s.motion.rotationA(t).ApplyInverse(n.Neg()))
}

// minProjection returns the least projection of a shape on the axis n, both in the shape's
// frame.
func (s *ImpactSearch) minProjection(c shape.Convex, n geom.Vec2) float64 {
	if c.Kind == shape.KindHalfPlane {
		return n.Dot(c.A) // n is minus its normal
	}
	p, _ := c.CoreSupport(n.Neg())
	return n.Dot(p) - c.Radius
}
