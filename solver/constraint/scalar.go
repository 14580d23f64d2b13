package constraint

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
)

// Scalar is a coordinate of a joint, which is a length, a translation or an angle, with its motor,
// limits, spring and hold. Lengths are in m, angles in rad, impulses accordingly in N s or N m s.
type Scalar struct {
	_ [0]func() // not comparable, so no program has code for a comparison
	Jacobian
	now, start float32 // the coordinate as measured, and when the tick began
	mass       float32 // effective mass
	invH       float32
	Features   state.JointFeatures
	forceLaw   int32 // in Set.forceLaws, with state.FeatureForceLaw

	rigid, Spring                      Gains
	value                              float64 // the coordinate itself when the tick began
	Offset                             float32 // from the target when the tick began
	springImpulseMin, springImpulseMax float32 // bounds of the spring's impulse
	MotorSpeed, MotorMax               float32 // of the motor
	AboveLower, BelowUpper             float32 // clearance from the limits when the tick began
	MaxImpulse                         float32 // of hold and limits

	state.ScalarImpulses
}

// Moved returns the change of the coordinate in this tick.
func (x *Scalar) Moved() float32 { return x.now - x.start }

// dropUnusedImpulses drops the impulses of features that the coordinate does not have.
func (x *Scalar) dropUnusedImpulses() {
	if x.Features&state.FeatureHold == 0 {
		x.HoldImpulse = 0
	}
	if x.Features&(state.FeatureSpring|state.FeatureForceLaw) == 0 {
		x.SpringImpulse = 0
	}
	if x.Features&state.FeatureMotor == 0 {
		x.MotorImpulse = 0
	}
	if x.Features&state.FeatureLimit == 0 {
		x.LowerImpulse, x.UpperImpulse = 0, 0
	}
}

// solveSpring solves the spring. A spring is a force and by its equation acts once per sub-step, so
// it is not solved when velocities are relaxed.
func (x *Scalar) solveSpring(v *pairVelocity, m *masses) {
	j := x.Spring.next(x.SpringImpulse, x.mass, x.Offset+x.Moved(), x.Jacobian.speed(v))
	j = simd.Max(simd.Min(j, x.springImpulseMax), x.springImpulseMin)
	v.applyImpulse(&x.Jacobian, m, j-x.SpringImpulse)
	x.SpringImpulse = j
}

// solveMotor runs the motor.
func (x *Scalar) solveMotor(v *pairVelocity, m *masses) {
	j := motorImpulse(x.MotorImpulse, x.mass, x.Jacobian.speed(v), x.MotorSpeed, x.MotorMax)
	v.applyImpulse(&x.Jacobian, m, j-x.MotorImpulse)
	x.MotorImpulse = j
}

// solveHold holds the coordinate at its target.
func (x *Scalar) solveHold(v *pairVelocity, m *masses, c Gains) {
	j := simd.Clamp(c.next(x.HoldImpulse, x.mass, x.Offset+x.Moved(), x.Jacobian.speed(v)), x.MaxImpulse)
	v.applyImpulse(&x.Jacobian, m, j-x.HoldImpulse)
	x.HoldImpulse = j
}

// solveLimits solves the two limits. A coordinate that has not reached a limit may reach it within
// the sub-step. A coordinate beyond a limit is brought back softly.
func (x *Scalar) solveLimits(v *pairVelocity, m *masses, c Gains, lead float32) {
	line := limitLine{mass: x.mass, clearance: x.AboveLower + x.Moved(), rate: x.Jacobian.speed(v) - lead, invH: x.invH, maxImpulse: x.MaxImpulse}
	j := c.limitImpulse(x.LowerImpulse, yieldingImpulse(x.LowerImpulse, -x.MotorImpulse), line)
	v.applyImpulse(&x.Jacobian, m, j-x.LowerImpulse)
	x.LowerImpulse = j
	line.clearance, line.rate = x.BelowUpper-x.Moved(), lead-x.Jacobian.speed(v)
	j = c.limitImpulse(x.UpperImpulse, yieldingImpulse(x.UpperImpulse, x.MotorImpulse), line)
	v.applyImpulse(&x.Jacobian, m, x.UpperImpulse-j)
	x.UpperImpulse = j
}

// solve solves all features, with correction of positions.
func (x *Scalar) solve(v *pairVelocity, m *masses, lead float32) {
	if x.Features&state.FeatureSpring != 0 {
		x.solveSpring(v, m)
	}
	if x.Features&state.FeatureMotor != 0 {
		x.solveMotor(v, m)
	}
	if x.Features&state.FeatureLimit != 0 {
		x.solveLimits(v, m, x.rigid, lead)
	}
	if x.Features&state.FeatureHold != 0 {
		x.solveHold(v, m, x.rigid)
	}
}

// relax solves all features but the spring, without correction of positions.
func (x *Scalar) relax(v *pairVelocity, m *masses) {
	if x.Features&state.FeatureMotor != 0 {
		x.solveMotor(v, m)
	}
	if x.Features&state.FeatureLimit != 0 {
		x.solveLimits(v, m, velocityOnly, 0)
	}
	if x.Features&state.FeatureHold != 0 {
		x.solveHold(v, m, velocityOnly)
	}
}

// solveForceLaw solves a spring with a force law of the game. The law is linearized at the
// beginning of the sub-step. Where its slopes oppose the motion they are treated implicitly, so
// that no stiffness can make it unstable. The implicit share is the share of springFromHertz.
func (x *Scalar) solveForceLaw(v *pairVelocity, m *masses, law joint.ForceLaw) {
	if x.mass == 0 {
		return
	}
	const probe = 1e-3
	h, mass := 1/float64(x.invH), float64(x.mass)
	value := x.value + float64(x.Moved())
	rate := float64(x.Jacobian.speed(v)) - float64(x.SpringImpulse)/mass
	if !geom.Finite(value) || !geom.Finite(rate) {
		return // a body that is not finite, which is disabled at the end of the tick
	}
	force := law(value, rate)
	dv := float64(probe * (1 + math.Abs(rate)))
	dx := float64(dv * h)
	damping := -min((law(value, rate+dv)-force)/dv, 0) / mass
	stiffness := -min((law(value+dx, rate)-force)/dx, 0) / mass
	d, q := float64(damping*h), float64(float64(stiffness*h)*h)
	k := 0.0
	if q > 0 {
		k = min(float64(d*d)/float64(2*q)+float64(q*q), 1)
	}
	if !geom.Finite(force) || !geom.Finite(d) || !geom.Finite(q) {
		panic("joint: a spring's law returned a number that is not finite")
	}
	newRate := (rate + float64(h*force)/mass + float64(d*rate)) / (1 + d + float64(k*q))
	j := simd.Max(simd.Min(float32(mass*(newRate-rate)), x.springImpulseMax), x.springImpulseMin)
	v.applyImpulse(&x.Jacobian, m, j-x.SpringImpulse)
	x.SpringImpulse = j
}
