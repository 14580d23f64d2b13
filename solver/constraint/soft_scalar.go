package constraint

// Springs, motors, limits and holds of one coordinate. All constraints of one line are
// solved by the functions here: those of generic joints and of gears by the first three;
// those of revolute joints, whose order of operations is that of the vector kernels, by
// motorImpulse and the last two.

// next returns the next impulse of a soft constraint whose last impulse, effective mass,
// error and rate are given. Bounds are the caller's.
func (c Soft) next(old, mass, err, rate float32) float32 {
	s := float32(c.Gain*err) + float32(c.MassScale*rate)
	return old - float32(mass*s) - float32(c.ImpulseScale*old)
}

// motorImpulse returns the next impulse of a motor that drives the rate to the given speed.
func motorImpulse(old, mass, rate, speed, maxImpulse float32) float32 {
	return clamp(old-float32(mass*(rate-speed)), maxImpulse)
}

// limitImpulse returns the next impulse of a limit from which the coordinate is clearance
// away, at a rate that is positive while it moves away. A coordinate short of a limit may
// reach it within the sub-step; one beyond it is brought back softly, but does not give way to
// the motor of the coordinate: see yieldingImpulse.
func (c Soft) limitImpulse(old, yielding, mass, clearance, rate, invH, maxImpulse float32) float32 {
	j := old - float32(mass*(rate+float32(clearance*invH)))
	if !(clearance > 0) {
		j = old - float32(mass*(float32(c.Gain*clearance)+float32(c.MassScale*rate))) - float32(c.ImpulseScale*yielding)
	}
	return Greater(lesser(j, maxImpulse), 0)
}

// yieldingImpulse returns the share of the impulse of a limit to which it gives way: all but what
// holds the motor, which presses against it with the given impulse.
func yieldingImpulse(impulse, motor float32) float32 {
	return impulse - lesser(Greater(motor, 0), impulse)
}

// angleSoft are the coefficients of a soft constraint as the kernels of revolute joints keep
// them: the bias rate is not multiplied by the mass scale, as Gain is in Soft.
type angleSoft struct{ biasRate, massScale, impulseScale float32 }

// angleDecrease returns by how much the impulse of a soft constraint of an angle falls. It
// groups the factors as the vector kernels do: mass by mass scale first, rate and bias
// next, and both terms in one subtrahend. next, which subtracts term after term and has
// bias and mass scale in one factor, is the same on paper and differs in the last bit.
func angleDecrease(old, mass, massScale, impulseScale, rate, bias float32) float32 {
	return float32(float32(mass*massScale)*(rate+bias)) + float32(impulseScale*old)
}

// limitImpulse is Soft.limitImpulse with that grouping. A limit that is not reached is the
// case of a mass scale of one and an impulse scale of zero, so that lanes need no branch.
func (c angleSoft) limitImpulse(old, yielding, mass, clearance, rate, invH, maxImpulse float32) float32 {
	bias, massScale, impulseScale := float32(clearance*invH), float32(1), float32(0)
	if !(clearance > 0) {
		bias, massScale, impulseScale = float32(c.biasRate*clearance), c.massScale, c.impulseScale
	}
	return Greater(lesser(old-angleDecrease(yielding, mass, massScale, impulseScale, rate, bias), maxImpulse), 0)
}
