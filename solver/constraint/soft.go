package constraint

import (
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// Gains are the coefficients of a soft constraint. Its impulse j changes by
//
//	-M (gain x + massScale v) - impulseScale j
//
// where M is the effective mass, x the error and v its rate.
type Gains struct{ Gain, MassScale, ImpulseScale float32 }

// velocityOnly corrects the rate alone, in full, as in passes without correction of positions.
var velocityOnly = Gains{MassScale: 1}

// GainsOf returns the gains of a soft constraint.
func GainsOf(s step.Soft) Gains {
	return Gains{Gain: float32(s.Mass * s.Bias), MassScale: s.Mass, ImpulseScale: s.ImpulseScale}
}

// springFromHertz returns the coefficients of a spring that may oscillate, given by its frequency,
// 1/s, and its damping ratio, for a sub-step h.
//
// With w = 2 pi hertz, D = 2 z w h and q = w w h h it makes the velocity
//
//	v' = (v - h w w x) / P,   P = 1 + D + k q,   then x' = x + h v'
//
// For any P a constant load rests exactly where the spring's law says. The determinant of the
// motion is 1/P per sub-step, where the exact one is exp(-D), so k = 2 z z is right to second
// order: the scheme does not damp a weak spring, which the fully implicit k = 1 would damp by
// another w h / 2. From z = 0.7 up k is 1, which keeps critical damping critical. A spring too
// stiff for the sub-step, q near 1, also becomes implicit, so P is always large enough for
// stability.
func springFromHertz(hertz, damping, h float32) Gains {
	q, massRatio := springTerms(hertz, damping, h)
	return springCoefficients(q, massRatio, h)
}

// springTerms returns q and the mass ratio D + k q.
func springTerms(hertz, damping, h float32) (q, massRatio float32) {
	const tau = 6.2831853071795864769
	wh := float32(float32(tau*hertz) * h)
	q = float32(wh * wh)
	k := simd.Min(float32(float32(2*damping)*damping)+float32(q*q), 1)
	return q, float32(float32(2*damping)*wh) + float32(k*q)
}

// springFromStiffness is springFromHertz for a stiffness and a damping per unit of effective
// mass, 1/s^2 and 1/s.
func springFromStiffness(stiffness, damping, h float32) Gains {
	q := float32(float32(stiffness*h) * h)
	d := float32(damping * h)
	if q == 0 {
		return springCoefficients(0, d, h)
	}
	k := simd.Min(float32(d*d)/float32(2*q)+float32(q*q), 1)
	return springCoefficients(q, d+float32(k*q), h)
}

// springCoefficients computes the gains from q and the mass ratio.
func springCoefficients(q, massRatio, h float32) Gains {
	impulseScale := 1 / (1 + massRatio)
	return Gains{Gain: float32(impulseScale * (q / h)), MassScale: float32(massRatio * impulseScale), ImpulseScale: impulseScale}
}

// RigidSoft returns the coefficients of the rigid part of a joint. Its frequency is at most a
// quarter of the sub-step rate. Above that it would ring.
func RigidSoft(p *step.Params, s *state.JointStrength) step.Soft {
	hertz, damping := p.JointHertz, p.JointDamping
	if s.Hertz > 0 {
		hertz = s.Hertz
	}
	if s.Damping > 0 {
		damping = s.Damping
	}
	return step.MakeSoft(min(hertz, p.InvH/4), damping, p.H)
}
