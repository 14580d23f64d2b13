package articulation

import (
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/solver/constraint"
)

// Actuators.
//
// A limit that bears the load of an articulation cannot be solved apart from it, nor can a motor or
// a spring. A force outside the elimination yields as in a sweep and responds a sub-step late,
// which drives the load. So each coordinate with an actuator is a further line of the joint, solved
// with the other lines. Motor and limits decide the speed of the coordinate one at a time:
//
//	impulse of motor and limits      speed of the coordinate
//	above the motor's largest        the one that the lower limit demands
//	between the motor's bounds       the motor's
//	below the motor's least          the one that the upper limit demands
//
// When the impulse equals a bound of the motor, the coordinate is free. The impulse falls as
// the speed rises, so there is one solution. active_set.go finds the bound that is active.
//
// A spring is the line of a free coordinate, with the compliance of the spring's law. If a limit or
// the motor decides the speed, the impulse of the spring follows from that speed. A pass that
// corrects velocities alone does not change the spring's impulse: a spring is a force, and by its
// equation it acts once per sub-step.
//
// A limit that is not reached has no compliance. Compliance counts the impulses of all lines of the
// joint, including the couple of a light body on a lever. With compliance an unreached limit would
// stop a coordinate before the limit, the next pass would start the coordinate again, and joint and
// limit would hold each other up in mid-air. A motor has no compliance either, nor has a limit
// beside a motor: the limit would yield to the motor, by an angle for a light arm and a strong
// motor.

// activeBound is the bound that decides the speed of a coordinate. A limit has the sign of its
// impulse.
type activeBound int8

const (
	boundFree  activeBound = 0 // none: the impulses of motor and limits stay
	boundLower activeBound = 1
	boundUpper activeBound = -1
	boundMotor activeBound = 2
)

// actuator is the motor, the limits and the spring along one coordinate of a joint. Lengths
// in m, angles in rad, impulses in N s or N m s.
type actuator struct {
	_                      [0]func() // not comparable, so no program has code for a comparison
	joint                  int32
	scalar                 int8 // which coordinate of a generic joint
	line                   int8 // its index in the line block, in this step
	active                 activeBound
	locked                 bool // the limits coincide
	released               bool // a limit that became inactive in this pass, and stays so in it
	hasSpring              bool
	jc, jp                 spatial2
	aboveLower, belowUpper float64 // clearance when the tick began, unlimited without limits
	maxLimitImpulse        float64 // largest impulse of a limit
	moved                  float64 // since the tick began
	lead                   float64 // of the line of a rope, in this pass: see lead.go
	motorSpeed, motorMax   float64 // of the motor, and its impulse
	impulse                float64 // impulse of motor and limits
	warm                   held    // from before Align

	holdMin, holdMax float64 // bounds of impulse while the motor decides, in this pass
	lowerOn, upperOn float64 // impulses from which the lower limit, and up to which the upper limit, is active

	spring         compliant
	springMobility float64 // mobility that the spring's frequency refers to
	offset         float64 // from the target at the beginning of the tick
	springImpulse  float64 // impulse of the spring
	springChange   float64 // change of springImpulse in this step, while a bound is active
}

// maxMotorSpeedChange bounds the impulse of a motor by the change of speed that it would cause if
// its bodies were free, m/s or rad/s. In float32 a larger impulse swallows the other impulses.
const maxMotorSpeedChange = 1e8

// prepare initializes the bounds and the mobility of an actuator at the beginning of a tick.
func (x *actuator) prepare(child, parent *artBody) {
	x.locked = x.aboveLower+x.belowUpper < constraint.LockedRange
	if m := x.mobility(&child.invMass, &parent.invMass); m > 0 {
		x.motorMax = min(x.motorMax, maxMotorSpeedChange/m)
	} else {
		x.motorMax = 0
	}
	x.springMobility = x.mobility(&child.trueInvMass, &parent.trueInvMass)
	switch {
	case x.locked:
		x.active = boundLower
	case x.motorMax > 0: // beginPass decides
	case x.impulse > 0:
		x.active = boundLower
	case x.impulse < 0:
		x.active = boundUpper
	}
}

// actuatorInput is the motor, limits and spring of a coordinate at the beginning of a tick, for a
// joint of any kind.
type actuatorInput struct {
	features                                state.JointFeatures
	aboveLower, belowUpper, maxLimitImpulse float64 // with limits
	motorSpeed, motorMax                    float64 // with a motor
	offset                                  float64 // from the target, with a spring
	spring                                  constraint.Gains

	motorImpulse, springImpulse, lowerImpulse, upperImpulse float32
}

// begin sets the actuator from its input.
func (x *actuator) begin(in *actuatorInput) {
	*x = actuator{joint: x.joint, scalar: x.scalar, aboveLower: state.Unlimited, belowUpper: state.Unlimited}
	x.impulse = float64(in.motorImpulse) + float64(in.lowerImpulse) - float64(in.upperImpulse)
	x.springImpulse = float64(in.springImpulse)
	if in.features&state.FeatureMotor != 0 {
		x.motorSpeed, x.motorMax = in.motorSpeed, in.motorMax
	}
	if in.features&state.FeatureLimit != 0 {
		x.aboveLower, x.belowUpper, x.maxLimitImpulse = in.aboveLower, in.belowUpper, in.maxLimitImpulse
	}
	if in.features&state.FeatureSpring != 0 {
		x.offset = in.offset
		x.spring, x.hasSpring = articulationSpring(in.spring)
	}
}

// angleInput returns the input for the angle of a revolute joint.
func angleInput(rec *state.RevoluteAngle, angle float64, maxTorque, h float32) actuatorInput {
	in := actuatorInput{
		features:   state.FeatureMotor,
		aboveLower: angle - rec.Lower, belowUpper: rec.Upper - angle, maxLimitImpulse: float64(maxTorque * h),
		motorSpeed: float64(rec.Speed), motorMax: float64(rec.MaxMotorTorque * h),
		offset:       angle - rec.Target,
		motorImpulse: rec.MotorImpulse, springImpulse: rec.SpringImpulse, lowerImpulse: rec.LowerImpulse, upperImpulse: rec.UpperImpulse,
	}
	if rec.Parts&state.AngleLimits != 0 {
		in.features |= state.FeatureLimit
	}
	if rec.Parts&state.AngleSpring != 0 {
		in.features |= state.FeatureSpring
		in.spring = constraint.GainsOf(step.MakeSoft(rec.Hertz, rec.Damping, h))
	}
	return in
}

// boundLimits bounds the speed at which the limits of an angle bring it back.
func (in *actuatorInput) boundLimits(mobility float32, rigid constraint.Gains) {
	if in.features&state.FeatureLimit == 0 || in.aboveLower >= 0 && in.belowUpper >= 0 {
		return
	}
	f := constraint.FarLimits{
		AboveLower: in.aboveLower, BelowUpper: in.belowUpper, Lower: in.lowerImpulse, Upper: in.upperImpulse,
		Mobility: mobility, Speed: constraint.MaxLimitSpin,
	}
	f.Bound(rigid)
	in.aboveLower, in.belowUpper = f.AboveLower, f.BelowUpper
}

// scalarInput returns the input for a coordinate of a generic joint. Its numbers come from a
// constraint.Scalar, rounded to float32; the angle of a revolute joint is not rounded.
func scalarInput(scalar *constraint.Scalar) actuatorInput {
	return actuatorInput{
		features:   scalar.Features,
		aboveLower: float64(scalar.AboveLower), belowUpper: float64(scalar.BelowUpper), maxLimitImpulse: float64(scalar.MaxImpulse),
		motorSpeed: float64(scalar.MotorSpeed), motorMax: float64(scalar.MotorMax),
		offset: float64(scalar.Offset), spring: scalar.Spring,
		motorImpulse: scalar.MotorImpulse, springImpulse: scalar.SpringImpulse, lowerImpulse: scalar.LowerImpulse, upperImpulse: scalar.UpperImpulse,
	}
}

// articulationSpring returns the bias and the compliance of the line of a spring, and false if
// the spring is too weak to have an effect in float32.
func articulationSpring(c constraint.Gains) (s compliant, ok bool) {
	if !(c.MassScale > 0) {
		return s, false
	}
	return compliant{float64(c.Gain) / float64(c.MassScale), float64(c.ImpulseScale) / float64(c.MassScale)}, true
}

// useMeanArm replaces the arm of the spring's line about one of the bodies by the mean arm over all
// directions of the line, for an anchor at the given squared distance from the centre of mass, as
// for springs in the plane: see isotropicSpring of package constraint. An arm that changes as the
// bodies turn gives a stiffness that has no potential, and an exact solution drives the bodies for
// ever.
func (x *actuator) useMeanArm(body *artBody, line *spatial2, distance2 float64) {
	x.springMobility += float64(body.trueInvMass.w * (float64(0.5*distance2) - float64(line.w*line.w)))
}

// measureAngle measures the change of an angle since the beginning of the tick.
func (x *actuator) measureAngle(l *artJoint, a, b *state.BodyState) {
	x.moved = float64(constraint.AngleChange(a, b))
	x.jc, x.jp = splitJacobian(&constraint.RelativeAngle, l.childIsA)
}

// measureScalar measures the line of a coordinate of a generic joint and the coordinate's change
// since the beginning of the tick.
func (x *actuator) measureScalar(l *artJoint, scalar *constraint.Scalar) {
	x.moved = float64(scalar.Moved())
	x.jc, x.jp = splitJacobian(&scalar.Jacobian, l.childIsA)
}

// limitSpeed returns the smallest speed away from a limit that the limit demands. It is negative
// while there is clearance. Otherwise it removes the error with the given bias.
func (x *actuator) limitSpeed(side activeBound, bias, invH float64) float64 {
	if x.hasClearance(side) {
		bias = invH
	}
	return float64(float64(side)*x.lead) - float64(bias*x.clearance(side))
}

// clearance returns the distance to a limit, m or rad, negative beyond it.
func (x *actuator) clearance(side activeBound) float64 {
	if side == boundUpper {
		return x.belowUpper - x.moved
	}
	return x.aboveLower + x.moved
}

// hasClearance reports whether a limit is not reached.
func (x *actuator) hasClearance(side activeBound) bool { return x.clearance(side) > 0 && !x.locked }

// rate returns the speed of the coordinate, m/s or rad/s.
func (x *actuator) rate(child, parent *spatial2) float64 { return x.jc.dot(child) + x.jp.dot(parent) }

// mobility returns the speed of the coordinate after a unit impulse along it on two free
// bodies with the given inverse masses.
func (x *actuator) mobility(child, parent *spatial2) float64 {
	ji, jo := x.jc.scaled(child), x.jp.scaled(parent)
	return x.rate(&ji, &jo)
}

// applyImpulse applies an impulse along the line.
func (x *actuator) applyImpulse(j float64, child, parent *artBody) {
	child.applyImpulse(j, &x.jc)
	parent.applyImpulse(j, &x.jp)
}

// totalImpulse returns the impulse of motor, limits and spring.
func (x *actuator) totalImpulse() float64 { return x.impulse + x.springImpulse }

// motorImpulse returns the motor's part of the impulse. Against a limit it equals the motor's
// bound.
func (x *actuator) motorImpulse() float64 { return min(max(x.impulse, x.holdMin), x.holdMax) }

// splitImpulse returns the impulses of motor and limits.
func (x *actuator) splitImpulse() (motor, lower, upper float32) {
	m := x.motorImpulse()
	return float32(m), float32(max(x.impulse-m, 0)), float32(max(m-x.impulse, 0))
}

// impulseRange returns the range of impulses for which the active bound stays the same.
func (x *actuator) impulseRange() (lo, hi float64) {
	switch {
	case x.locked:
		return -state.Unlimited, state.Unlimited
	case x.active == boundMotor || x.active == boundFree:
		return x.holdMin, x.holdMax
	case x.active == boundLower && x.lowerOn < x.holdMin && x.impulse <= x.holdMin:
		return x.lowerOn, x.holdMin
	case x.active == boundUpper && x.upperOn > x.holdMax && x.impulse >= x.holdMax:
		return x.holdMax, x.upperOn
	case x.active == boundLower:
		return x.holdMax, x.holdMax + x.maxLimitImpulse
	default:
		return x.holdMin - x.maxLimitImpulse, x.holdMin
	}
}

// beginPass begins a pass. The speeds that the limits demand bound the impulse of the motor, and
// the held impulse decides the active bound.
func (x *actuator) beginPass(g *Set, pass step.Pass, invH float64) {
	x.released = false
	if x.motorMax == 0 && x.maxLimitImpulse > math.MaxFloat64 && (x.active != boundFree || x.impulse == 0) {
		return // limits alone need no decision
	}
	l, bias := &g.joints[x.joint], 0.0
	if pass == step.Solve {
		bias = l.bias
	}
	x.lowerOn, x.upperOn = x.motorMax, -x.motorMax
	x.holdMin, x.holdMax = -x.motorMax, x.motorMax
	if x.motorMax > 0 {
		low, high := x.limitSpeed(boundLower, bias, invH), -x.limitSpeed(boundUpper, bias, invH)
		switch {
		case x.motorSpeed < low:
			x.motorAtLimit(boundLower)
		case x.motorSpeed > high:
			x.motorAtLimit(boundUpper)
		}
	}
	lo, hi := x.holdMin-x.maxLimitImpulse, x.holdMax+x.maxLimitImpulse
	if clamped := min(max(x.impulse, lo), hi); clamped != x.impulse && !x.locked {
		x.applyImpulse(clamped-x.impulse, &g.bodies[l.child], &g.bodies[l.parent]) // the game has weakened a motor or a joint
		x.impulse = clamped
	}
	lo, hi = x.impulseRange()
	switch {
	case x.locked:
		x.active = boundLower
	case x.holdMin < x.impulse && x.impulse < x.holdMax:
		x.active = boundMotor
	case x.impulse > x.lowerOn:
		x.active = boundLower
	case x.impulse < x.upperOn:
		x.active = boundUpper
	case !(lo <= x.impulse && x.impulse <= hi) || x.active == boundMotor && x.holdMin == x.holdMax:
		x.active = boundFree
	}
}

// motorAtLimit sets the bounds of a motor that works against a limit: the motor is at its bound,
// and the limit decides the speed.
func (x *actuator) motorAtLimit(side activeBound) {
	full := float64(float64(side) * x.motorMax)
	x.holdMin, x.holdMax = -full, -full
	if side == boundLower {
		x.lowerOn = -full
	} else {
		x.upperOn = -full
	}
}

// hasLine reports whether an actuator has a line in a pass.
func (x *actuator) hasLine(pass step.Pass) bool {
	return x.active != boundFree || x.hasSpring && pass == step.Solve
}

// passTerms are the coefficients of a joint in a pass.
type passTerms struct {
	pass                   step.Pass
	bias, compliance, invH float64
}

// addLine appends the line of an actuator to the lines of its joint.
func (e *artBlock) addLine(x *actuator, child, parent *artBody, terms *passTerms) {
	k := e.n
	e.n++
	x.line, x.springChange = int8(k), 0
	e.jc[k], e.jp[k], e.feedback[k] = x.jc, x.jp, 0
	switch x.active {
	case boundFree:
		e.y[k] = x.springSpeed() - float64(x.springCompliance()*x.springImpulse)
		e.ownCompliance[k], e.compliance[k] = true, relaxCompliance
		if mobility := x.mobility(&child.freeInvMass, &parent.freeInvMass); mobility > 0 {
			e.compliance[k] = x.springCompliance() / mobility
		}
		return
	case boundMotor:
		e.y[k] = x.motorSpeed
		e.ownCompliance[k], e.compliance[k] = true, relaxCompliance
	default:
		e.y[k] = float64(float64(x.active) * x.limitSpeed(x.active, terms.bias, terms.invH))
		switch {
		case x.hasClearance(x.active):
			e.ownCompliance[k], e.compliance[k] = true, 0
		case x.motorMax > 0:
			e.ownCompliance[k], e.compliance[k] = true, relaxCompliance
		default:
			e.feedback[k] = x.impulse
		}
	}
	if x.hasSpring && terms.pass == step.Solve {
		v := e.y[k]
		if !e.ownCompliance[k] {
			v -= float64(terms.compliance * (e.complianceFeedback(x, child, parent) + float64(e.feedback[k]*x.mobility(&child.freeInvMass, &parent.freeInvMass))))
		}
		if compliance := x.springCompliance(); compliance > 0 {
			x.springChange = (x.springSpeed()-v)/compliance - x.springImpulse
		}
	}
}

// springSpeed returns the speed that an unloaded spring demands. springCompliance is the decrease
// of that speed per impulse of the spring.
func (x *actuator) springSpeed() float64 { return -float64(x.spring.bias * (x.offset + x.moved)) }

func (x *actuator) springCompliance() float64 { return float64(x.spring.compliance * x.springMobility) }

// impulseStep returns the change of the impulse of motor and limits in a full step.
func (x *actuator) impulseStep(e *artBlock) float64 { return e.y[x.line] - x.springChange }

// applyFraction adds a fraction of the change of impulses in a step.
func (x *actuator) applyFraction(e *artBlock, fraction float64) {
	if x.active == boundFree {
		x.springImpulse += float64(fraction * e.y[x.line])
		return
	}
	x.springImpulse += float64(fraction * x.springChange)
	x.impulse += float64(fraction * x.impulseStep(e))
}
