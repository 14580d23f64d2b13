package constraint

import (
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/step"
)

// Springs, motors, limits and holds of one coordinate. The functions here solve all constraints of
// one line. The first three solve the constraints of generic joints and of gears. The function
// motorImpulse and the last two solve the constraints of revolute joints, which follow the order of
// operations of the vector kernels.

// next returns the next impulse of a soft constraint, given its last impulse, effective mass, error
// and rate. The caller applies bounds.
func (c Gains) next(old, mass, err, rate float32) float32 {
	s := float32(c.Gain*err) + float32(c.MassScale*rate)
	return old - float32(mass*s) - float32(c.ImpulseScale*old)
}

// motorImpulse returns the next impulse of a motor that drives the rate to the given speed.
func motorImpulse(old, mass, rate, speed, maxImpulse float32) float32 {
	return simd.Clamp(old-float32(mass*(rate-speed)), maxImpulse)
}

// limitLine holds the values beside the last impulse on which the next impulse of a limit depends.
type limitLine struct {
	mass            float32
	clearance, rate float32 // the distance from the limit, and the rate at which it grows
	invH            float32
	maxImpulse      float32
}

// limitImpulse returns the next impulse of a limit. The coordinate has the distance clearance from
// the limit and a rate that is positive while it moves away. A coordinate that has not reached a
// limit may reach it within the sub-step. A coordinate beyond a limit is brought back softly, but
// does not yield to the motor of the coordinate: see yieldingImpulse.
func (c Gains) limitImpulse(old, yielding float32, x limitLine) float32 {
	j := old - float32(x.mass*(x.rate+float32(x.clearance*x.invH)))
	if !(x.clearance > 0) {
		j = old - float32(x.mass*(float32(c.Gain*x.clearance)+float32(c.MassScale*x.rate))) - float32(c.ImpulseScale*yielding)
	}
	return simd.Max(simd.Min(j, x.maxImpulse), 0)
}

// yieldingImpulse returns the share of the impulse of a limit to which the limit yields: all except
// the share that holds the motor, which presses against the limit with the given impulse.
func yieldingImpulse(impulse, motor float32) float32 {
	return impulse - simd.Min(simd.Max(motor, 0), impulse)
}

// angleDecrease returns the decrease of the impulse of a soft constraint of an angle. It groups the
// factors as the vector kernels do: mass by mass scale first, rate and bias next, and both terms in
// one subtrahend. The function next, which subtracts term after term and has bias and mass scale in
// one factor, is mathematically equal and differs in the last bit.
func angleDecrease(old, mass, massScale, impulseScale, rate, bias float32) float32 {
	return float32(float32(mass*massScale)*(rate+bias)) + float32(impulseScale*old)
}

// angleLimitImpulse is Gains.limitImpulse with that grouping. A limit that is not reached is the
// case of a mass scale of one and an impulse scale of zero, so that lanes need no branch.
func angleLimitImpulse(c step.Soft, old, yielding float32, x limitLine) float32 {
	bias, massScale, impulseScale := float32(x.clearance*x.invH), float32(1), float32(0)
	if !(x.clearance > 0) {
		bias, massScale, impulseScale = float32(c.Bias*x.clearance), c.Mass, c.ImpulseScale
	}
	return simd.Max(simd.Min(old-angleDecrease(yielding, x.mass, massScale, impulseScale, x.rate, bias), x.maxImpulse), 0)
}
