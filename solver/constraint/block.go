package constraint

import (
	"math"

	"github.com/carom2d/carom/internal/simd"
)

// blockConstraint is up to three lines that are solved together: the rigid part of a joint,
// or a spring in two directions.
type blockConstraint struct {
	_         [0]func() // not comparable, so no program has code for a comparison
	Jacobians [3]Jacobian
	Err       [3]float32 // m, rad
	Impulses  [3]float32 // N s, N m s
	N, linear int8       // the number of lines, and of the forces among them, which come first
	On        bool
	spring    bool // the lines are a spring in the plane
	soft      Gains
	maxForce  float32 // N s, on all forces together
	maxTorque float32 // N m s
	factors
}

// factors are the factors of L D Lt, a symmetric matrix; D is stored as its inverse.
type factors struct{ l10, l20, l21, d0, d1, d2 float32 }

// factor decomposes the matrix K that maps impulses along the lines to speeds. A line that moves
// nothing, or that depends on the lines before it, has no pivot and gets no impulse. Dependence is
// measured against the precision of float32 lines.
func factor(jacobians *[3]Jacobian, n int8, m *masses) (k factors) {
	const dependentPivot = 1e-6
	pivot := func(x, full float64) float64 {
		if x > dependentPivot*full {
			return 1 / x
		}
		return 0
	}
	a := jacobians[0].coupling(&jacobians[0], m)
	p0 := pivot(a, a)
	k.d0 = float32(p0)
	if n < 2 {
		return k
	}
	b := jacobians[0].coupling(&jacobians[1], m)
	c := jacobians[1].coupling(&jacobians[1], m)
	l10 := b * p0
	p1 := pivot(c-float64(l10*b), c)
	k.l10, k.d1 = float32(l10), float32(p1)
	if n < 3 {
		return k
	}
	d := jacobians[0].coupling(&jacobians[2], m)
	e := jacobians[1].coupling(&jacobians[2], m)
	f := jacobians[2].coupling(&jacobians[2], m)
	l20 := d * p0
	remainder := e - float64(l10*d)
	l21 := remainder * p1
	k.l20, k.l21 = float32(l20), float32(l21)
	k.d2 = float32(pivot(f-float64(l20*d)-float64(l21*remainder), f))
	return k
}

// isotropicSpring decomposes the matrix that replaces K in a spring of two lines. The stiffness is
// the same in all directions and constant while the bodies turn: the stiffness for the mean
// mobility of the anchors, which is half the trace of K where the anchors meet. A stiffness that
// followed K would change as the bodies turn. No potential has such forces, and a spring far from
// the centre would wind its body up. With r the mean mobility, j the impulse of the last sub-step,
// c = D + k q, and q as for springFromHertz,
//
//	(r + c K) dj = -(q/h x + c v + r j)
//
// which for K = r agrees with springFromHertz.
func (k *blockConstraint) isotropicSpring(m *masses, r float64) {
	a, b := k.Jacobians[0].coupling(&k.Jacobians[0], m), k.Jacobians[0].coupling(&k.Jacobians[1], m)
	c, massRatio := k.Jacobians[1].coupling(&k.Jacobians[1], m), float64(k.soft.MassScale)
	k.factors, k.soft.ImpulseScale = factors{}, float32(r)
	if r == 0 {
		return
	}
	p0 := 1 / (r + float64(massRatio*a))
	b *= massRatio
	l10 := b * p0
	k.d0, k.l10 = float32(p0), float32(l10)
	k.d1 = float32(1 / (r + float64(massRatio*c) - float64(l10*b)))
}

// impulse returns the impulses that change the speeds of the first n lines by s.
func (k *factors) impulse(s [3]float32, n int8) [3]float32 {
	if n == 1 {
		return [3]float32{float32(s[0] * k.d0)}
	}
	y1 := s[1] - float32(k.l10*s[0])
	if n == 2 {
		x1 := float32(y1 * k.d1)
		return [3]float32{float32(s[0]*k.d0) - float32(k.l10*x1), x1}
	}
	y2 := s[2] - float32(k.l20*s[0]) - float32(k.l21*y1)
	x2 := float32(y2 * k.d2)
	x1 := float32(y1*k.d1) - float32(k.l21*x2)
	return [3]float32{float32(s[0]*k.d0) - float32(k.l10*x1) - float32(k.l20*x2), x1, x2}
}

// solve solves the block with the given coefficients. The first lines have no error after the
// sub-step if their speeds are lead. A torque beyond its bound is reduced to it, and the force is
// solved again. A force beyond its bound is reduced to it, and the torque is solved again. A force
// that relies on a missing torque would shake a body, and a torque that relies on a missing force
// would turn it for ever.
func (k *blockConstraint) solve(v *pairVelocity, m *masses, c Gains, lead [2]float32) {
	if k.N == 1 { // a rod, the axis of a wheel: the most frequent case
		k.setImpulse(v, m, 0, simd.Clamp(c.next(k.Impulses[0], k.d0, k.Err[0], k.Jacobians[0].speed(v)-lead[0]), k.maxForce))
		return
	}
	n, linear := int(k.N), int(k.linear)
	next := k.unboundedImpulses(v, c, lead, k.N)
	if linear < n {
		if j := simd.Clamp(next[linear], k.maxTorque); j != next[linear] {
			k.setImpulse(v, m, linear, j)
			next, n = k.unboundedImpulses(v, c, lead, k.linear), linear
		}
	}
	x, y := clampVector(next[0], next[1], k.maxForce, k.linear)
	inBounds := x == next[0] && y == next[1]
	next[0], next[1] = x, y
	for i := range linear {
		k.setImpulse(v, m, i, next[i])
	}
	if !inBounds && linear < int(k.N) {
		k.solveAngle(v, m, c)
	} else if linear < n {
		k.setImpulse(v, m, linear, next[linear])
	}
}

// solveAngle solves the angle alone.
func (k *blockConstraint) solveAngle(v *pairVelocity, m *masses, c Gains) {
	i := int(k.linear)
	l := &k.Jacobians[i]
	j := c.next(k.Impulses[i], Inverse(float32(l.coupling(l, m))), k.Err[i], l.speed(v))
	k.setImpulse(v, m, i, simd.Clamp(j, k.maxTorque))
}

// unboundedImpulses returns the impulses that the first n lines would have without bounds.
func (k *blockConstraint) unboundedImpulses(v *pairVelocity, c Gains, lead [2]float32, n int8) [3]float32 {
	var s [3]float32
	for i := range n {
		s[i] = float32(c.MassScale*k.Jacobians[i].speed(v)) + float32(c.Gain*k.Err[i])
	}
	s[0] -= float32(c.MassScale * lead[0])
	s[1] -= float32(c.MassScale * lead[1])
	if k.spring {
		x := k.impulse([3]float32{s[0] + float32(c.ImpulseScale*k.Impulses[0]), s[1] + float32(c.ImpulseScale*k.Impulses[1])}, 2)
		return [3]float32{k.Impulses[0] - x[0], k.Impulses[1] - x[1]}
	}
	s = k.impulse(s, n)
	for i := range n {
		s[i] = k.Impulses[i] - s[i] - float32(c.ImpulseScale*k.Impulses[i])
	}
	return s
}

// setImpulse changes the impulse of line i and applies the difference.
func (k *blockConstraint) setImpulse(v *pairVelocity, m *masses, i int, j float32) {
	v.applyImpulse(&k.Jacobians[i], m, j-k.Impulses[i])
	k.Impulses[i] = j
}

// clampVector shortens the vector (x, y), or x alone when n is 1, to at most the given
// length.
func clampVector(x, y, limit float32, n int8) (float32, float32) {
	if n == 1 {
		return simd.Clamp(x, limit), y
	}
	l2 := float32(x*x) + float32(y*y)
	if !(l2 > float32(limit*limit)) {
		return x, y
	}
	f := limit / float32(math.Sqrt(float64(l2)))
	return float32(f * x), float32(f * y)
}

// PlanarMotor drives the anchors to a relative velocity with a bounded force: a motor or friction
// in the plane, or a pulley's wheel that stops an end of its rope.
type PlanarMotor struct {
	_          [0]func() // not comparable, so no program has code for a comparison
	on         bool
	Held       bool        // others solve it: see Generic.RunSoft
	atOnePlace bool        // see Generic.PushAtOnePlace
	Speed      [2]float32  // m/s along the lines
	Impulses   [2]float32  // N s
	MaxImpulse float32     // N s
	sx, sy     float32     // the speed at the beginning of the tick; it turns with A
	Lines      [2]Jacobian // of the anchors, along x and y
	factors
}

func (d *PlanarMotor) solve(v *pairVelocity, m *masses) {
	x := d.impulse([3]float32{d.Lines[0].speed(v) - d.Speed[0], d.Lines[1].speed(v) - d.Speed[1]}, 2)
	jx, jy := clampVector(d.Impulses[0]-x[0], d.Impulses[1]-x[1], d.MaxImpulse, 2)
	v.applyImpulse(&d.Lines[0], m, jx-d.Impulses[0])
	v.applyImpulse(&d.Lines[1], m, jy-d.Impulses[1])
	d.Impulses = [2]float32{jx, jy}
}
